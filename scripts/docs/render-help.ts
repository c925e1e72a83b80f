import { CommanderError } from 'commander';
import { buildProgram } from '../../src/cli/build-program.ts';
import { loadCommands } from '../../src/cli/commands.ts';

const COMMANDS = await loadCommands();

/** The name of the help of all commands, beside those of commands. */
const ALL = '';

/**
 * What `cairn --help` and `cairn COMMAND --help` print, by the name of the command, also its other names: for who asks
 * without a program being loaded. Left out are commands that hand their words on.
 */
export function renderHelp(version: string): Record<string, string> {
  const texts: Record<string, string> = { [ALL]: helpOf([], version) };
  for (const { name, aliases = [], passesOn, hidden } of COMMANDS) {
    if (passesOn === true || hidden === true) continue;
    const text = helpOf([name], version);
    for (const word of [name, ...aliases]) texts[word] = text;
  }
  return texts;
}

function helpOf(words: readonly string[], version: string): string {
  let text = '';
  const commands = words.length === 0 ? COMMANDS : COMMANDS.filter(({ name }) => name === words[0]);
  const print = (part: string): void => {
    text += part;
  };
  try {
    buildProgram({ commands, version, print, run: async () => undefined }).parse([...words, '--help'], {
      from: 'user',
    });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.code !== 'commander.helpDisplayed') throw error;
  }
  return `${text.trimEnd()}\n`;
}
