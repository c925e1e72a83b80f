import { loadCommands } from '../../src/cli/commands.ts';
import type { CommandSpec } from '../../src/cli/terminal/command.ts';
import { EXIT } from '../../src/cli/terminal/exit-codes.ts';
import { SETTING_HELP } from '../../src/config/setting-help.ts';
import { SETTING_KEYS, SETTINGS, type Setting } from '../../src/config/settings.ts';

const COMMANDS = await loadCommands();

const MEANS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'Done.',
  failed: 'Failed.',
  usage: 'Wrong usage.',
  notRunning: 'No worker runs, and none may be started.',
  cancelled: 'Cancelled.',
};

/** The manual page cairn(1), in the man macros of roff. */
export function renderManPage(version: string): string {
  const shown = COMMANDS.filter((command) => command.hidden !== true);
  const groups = [...Map.groupBy(shown, ({ group }) => group ?? 'Other')];
  const variables = SETTING_KEYS.flatMap((key) => {
    const { env }: Setting = SETTINGS[key];
    return env === undefined ? [] : [`.TP\n.B ${env}\n${text(`${key}: ${SETTING_HELP[key]}`)}`];
  });
  return `${[
    `.TH CAIRN 1 "" "Cairn ${version}" "User Commands"`,
    '.SH NAME\ncairn \\- the memory of coding agents',
    '.SH SYNOPSIS\n.B cairn\n.RI [ command ]\n.RI [ options ]',
    '.SH DESCRIPTION',
    text('Cairn watches coding agents work, keeps what mattered, and gives it to the next session.'),
    text('On a terminal, cairn without a command browses sessions, searches and reviews.'),
    text('Data goes to stdout, messages to stderr; with --json, stdout gets one JSON value.'),
    ...groups.flatMap(([group, commands]) => [
      `.SH ${text(group.toUpperCase())} COMMANDS`,
      ...commands.map(renderCommand),
    ]),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT).map(([name, code]) => `.TP\n.B ${code}\n${MEANS[name as keyof typeof EXIT]}`),
    '.SH ENVIRONMENT',
    ...variables,
    '.SH FILES\n.TP\n.I ~/.cairn/config.json\nThe settings: cairn config.',
    '.SH SEE ALSO\nHelp of a command: cairn help COMMAND',
  ].join('\n')}\n`;
}

function renderCommand({
  name,
  aliases = [],
  summary,
  details,
  arguments: args = [],
  options = [],
}: CommandSpec): string {
  const words = args.map(({ name: word, required, many }) => {
    const shown = `${word}${many === true ? '...' : ''}`;
    return required === true ? `<${shown}>` : `[${shown}]`;
  });
  const others = aliases.length === 0 ? '' : ` Also: ${aliases.join(', ')}.`;
  const [about = '', examples] = (details ?? '').split(/\n\nExamples?:\n/);
  return [
    `.SS ${text(['cairn', name, ...words].join(' '))}`,
    text(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${others}`),
    ...(about === '' ? [] : ['.PP', text(about)]),
    ...(examples === undefined ? [] : ['.PP', '.nf', text(examples), '.fi']),
    ...args.map(({ name: word, help }) => `.TP\n.I ${text(word)}\n${text(help)}`),
    ...options.map(({ flags, help, choices }) => {
      const among = choices === undefined ? '' : `: ${choices.join(', ')}`;
      return `.TP\n.B ${text(flags)}\n${text(`${help}${among}`)}`;
    }),
  ].join('\n');
}

/** Text as roff shows it: backslashes and dashes are escaped, and no line begins with a request. */
function text(plain: string): string {
  return plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}
