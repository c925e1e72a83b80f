import type { CommandInput } from './command.ts';
import { optionOf } from './options.ts';

/** Options that answer a question or choose the output format: they are left out when a command is repeated. */
const ANSWERS: ReadonlySet<string> = new Set(['yes', 'confirm', 'undo', 'dryRun', 'json']);

/** A command as it was typed, to be run again in a shell, without the options that answer its question. */
export function commandToRepeat(command: string, { args, options }: CommandInput): string {
  const given = Object.entries(options).flatMap(([name, value]) => (ANSWERS.has(name) ? [] : optionWords(name, value)));
  return commandLine(['cairn', command, ...args, ...given]);
}

/** Words as one line for a shell, each quoted where it has to be. */
export function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** An option (name in camel case) and its value, as command-line words; an unset flag adds no word. */
export function optionWords(name: string, value: unknown): string[] {
  const flag = optionOf(name);
  if (value === true) return [flag];
  if (Array.isArray(value)) return value.flatMap((one) => optionWords(name, one));
  return typeof value === 'string' || typeof value === 'number' ? [flag, String(value)] : [];
}

function shellWord(text: string): string {
  return /^[\w./:@=%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
