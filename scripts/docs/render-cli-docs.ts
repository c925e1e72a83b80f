import { COMMANDS } from '../../src/cli/commands.ts';
import type { CommandSpec, OptionSpec } from '../../src/cli/terminal/command.ts';
import { AGENT_MARKS } from '../../src/config/agent-mark.ts';

const HEAD = `# The command line

<!-- Made by scripts/write-cli-docs.ts from the table of commands; test/cli/docs.test.ts compares. -->

Data goes to stdout, messages to stderr. With \`--json\` stdout holds one JSON value and stderr nothing; an error is then \`{"error": {"code", "message", "fix"}}\` on stdout. Colours appear only on a terminal, and not where \`NO_COLOR\` is set. Times are local on a terminal (\`yesterday 15:05\`); elsewhere they are ISO 8601, in UTC.

Lists, searches and answers are of the project of the current folder; \`-a\` is for all projects, \`--project\` for another. On a terminal a list fits its width, and its entries have numbers that the next command takes in the place of an id: \`cairn get 3\`. Elsewhere nothing is cut, and rows begin with the id.

| exit code | means |
|---|---|
| 0 | done |
| 1 | failed |
| 2 | wrong usage |
| 3 | no worker runs, and none may be started (\`CAIRN_WORKER_START=never\`) |
| 130 | cancelled |
`;

const PERSON = `## Who is a person

Only a person confirms, withdraws and mutes, loosens a setting that protects a person and takes Cairn out, and what a person keeps (\`cairn remember\`) counts at once. The command looks, and the worker looks again for itself (\`/proc\`; on macOS \`ps\`: this was not run on macOS yet, only on what \`ps\` prints there):

- stdin and an output are terminals, and the environment has none of these, which mark what an agent runs: ${AGENT_MARKS.map((mark) => `\`${mark}\``).join(', ')}. Variables that configure an agent (\`…_API_KEY\`, \`…_HOME\`, \`…_MODEL\` and the like) and those that an editor sets in all of its terminals do not matter;
- no process above is an agent's program, or has such a variable. An editor with an agent in it is none: a person types in its terminals;
- somebody can sit at the terminal: not one that \`script\`, \`expect\` or an interpreter gave where there was none above, not a window of \`tmux\` or \`screen\` that nobody has open, and not one whose shell is no longer above;
- what asks on the socket is this command, running since it said so, as the same user. A header alone says nothing.

Programs of one user can look into each other and imitate each other. One that means to deceive can call itself a terminal, or name a command that a person has running at that moment. So \`cairn review log\` lists all that stands in a person's name, with when, how and at which terminal; and what a hook or a transcript shows an agent to have run is taken back: a statement becomes the agent's proposal, a judgement is undone. \`cairn review log\` says by whom it was run, \`cairn doctor\` counts such acts ("acts in your name"). It is recognised by the command, the id or the words, and the time of the call; what an agent runs out of sight of both, by a script whose output it hides, is not. Where it was you after all, confirm it again.

With one of the marks set, \`cairn forget\` hides instead of erasing. Without a person it erases what scripts recorded, and hides by id what others did.
`;

/** The page docs/cli.md. */
export function renderCliDocs(): string {
  const shown = COMMANDS.filter((command) => command.hidden !== true);
  const groups = [...Map.groupBy(shown, ({ group }) => group ?? 'Other')];
  const contents = groups.map(([group, commands]) => `- ${group}: ${commands.map(linkTo).join(', ')}`);
  const chapters = groups.map(([group, commands]) => [`## ${group}\n`, ...commands.map(renderCommand)].join('\n'));
  return [HEAD, ...contents, '- [Who is a person](#who-is-a-person)\n', ...chapters, PERSON].join('\n');
}

function linkTo({ name }: CommandSpec): string {
  return `[${name}](#cairn-${name})`;
}

function renderCommand(command: CommandSpec): string {
  const args = (command.arguments ?? []).map(({ name, required, many }) => {
    const text = `${name}${many === true ? '...' : ''}`;
    return required === true ? `<${text}>` : `[${text}]`;
  });
  const usage = ['cairn', command.name, ...(command.options === undefined ? [] : ['[options]']), ...args].join(' ');
  const rows = [
    ...(command.arguments ?? []).map(({ name, help }) => `| \`${name}\` | ${help} |`),
    ...(command.options ?? []).map(renderOption),
  ];
  const table = rows.length === 0 ? [] : ['| | |', '|---|---|', ...rows, ''];
  const [details = '', examples] = (command.details ?? '').split(/\n\nExamples?:\n/);
  const about = [`${sentence(command.summary)} ${details}`.trim(), ''];
  const shown = examples === undefined ? [] : ['```sh', examples.replace(/^ {2}/gm, ''), '```', ''];
  return [`### cairn ${command.name}`, '', `\`${usage}\``, '', ...about, ...table, ...shown].join('\n');
}

function renderOption({ flags, help, choices, many }: OptionSpec): string {
  const among = choices === undefined ? '' : `: ${choices.join(', ')}`;
  return `| \`${flags}\` | ${help}${among}${many === true ? '; may be repeated' : ''} |`;
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}
