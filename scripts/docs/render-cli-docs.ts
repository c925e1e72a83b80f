import { loadCommands } from '../../src/cli/commands.ts';
import type { CommandSpec, OptionSpec } from '../../src/cli/terminal/command.ts';
import { AGENT_MARKS } from '../../src/config/agent-mark.ts';

const COMMANDS = await loadCommands();

const HEAD = `# The command line

<!-- Made by scripts/write-cli-docs.ts from the table of commands; test/cli/docs.test.ts compares. -->

Data goes to stdout, messages to stderr. With \`--json\`, stdout gets one JSON value and stderr nothing; an error is then \`{"error": {"code", "message", "fix"}}\` on stdout ([JSON output](reference/json.md)). Colours appear only on a terminal, unless \`NO_COLOR\` is set. Times are local on a terminal (\`yesterday 15:05\`); elsewhere they are ISO 8601, in UTC. On a terminal, what is longer than the screen is shown in a pager: \`CAIRN_PAGER\`, else \`PAGER\`, else \`less\`; \`--no-pager\` prints all at once.

Lists, searches and answers cover the project of the current folder; \`-a\` covers all projects, \`--project\` another one. On a terminal, a list fits the width, and the next command accepts the number of an entry instead of its id: \`cairn get 3\`. Elsewhere nothing is cut, and rows begin with the id.

| exit code | means |
|---|---|
| 0 | done |
| 1 | failed |
| 2 | wrong usage |
| 3 | no worker runs, and none may be started (\`CAIRN_WORKER_START=never\`) |
| 130 | cancelled |
`;

const PERSON = `## Who is a person

Only a person can confirm, withdraw and mute, loosen a setting that protects a person, and uninstall Cairn. What a person keeps (\`cairn remember\`) counts at once. The command checks this, and the worker checks it again itself (\`/proc\`; on macOS \`ps\`: not run on macOS yet, only on output of its \`ps\`):

- stdin and an output are terminals, and the environment has none of these marks of an agent: ${AGENT_MARKS.map((mark) => `\`${mark}\``).join(', ')}. Variables that configure an agent (\`…_API_KEY\`, \`…_HOME\`, \`…_MODEL\` and the like) and variables that an editor sets in all of its terminals do not matter;
- no parent process is an agent's program or has such a variable. An editor with an agent in it does not count: a person types in its terminals;
- somebody can sit at the terminal. It is not a terminal that \`script\`, \`expect\` or an interpreter created without one above, not a window of \`tmux\` or \`screen\` that nobody has open, and not one whose shell is no longer a parent;
- this command itself asks on the socket, still running and as the same user. A header alone proves nothing.

Programs of one user can inspect and imitate each other. A program that wants to deceive can pose as a terminal, or name a command that a person is running at that moment. Therefore \`cairn review log\` lists everything in a person's name, with time, method and terminal. If the agent's own transcript shows that it ran an act, it is in doubt until you judge it: the memory waits in \`cairn review\`, no block tells it as yours, no agent can hide or change it, and its tripwire goes on. A project that was merged or renamed is as it was before. \`cairn review log\` says who ran it, and \`cairn doctor\` counts such acts ("acts in your name"). Cairn recognizes them by the command, the id or the words, and the time of the call. What only a hook or a file elsewhere shows, which any program can forge, goes on to count as yours, and each session asks you. Cairn does not recognize what an agent runs unseen by all of them, in a script whose output it hides. If it was you after all, confirm it again.

With one of the marks set, \`cairn forget\` hides instead of erasing. Without a person, it erases what scripts recorded and hides by id what others recorded.
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
