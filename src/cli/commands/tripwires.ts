import type { PatternEntry } from '../../api/pattern-answers.ts';
import type { TrippedEntry } from '../../api/tripwire-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import { showMore } from '../render/show-entry.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf, numberOption, projectOption, textOption } from '../terminal/options.ts';
import type { Colors } from '../terminal/output.ts';

const ACTIONS = ['list', 'test'] as const;
const LISTED = 50;

/** `cairn tripwires [test COMMAND]` */
export const tripwiresCommand: CommandSpec = {
  name: 'tripwires',
  summary: 'show which rules speak up at a command or a changed file, or try one',
  details:
    'A rule that names a command or a path becomes a tripwire: proposed at first, and once you confirm it (cairn review), the agent is told of it right when it is about to do that. "test" says what a command or a path would meet; it exits with 1 when nothing speaks. The setting tripwires.mode is warn, block or off.\n\nExamples:\n  cairn tripwires\n  cairn tripwires test "git push --force"\n  cairn tripwires test src/generated/api.ts\n  cairn review confirm t_abcdefghijklmnop',
  arguments: [
    { name: 'action', help: 'list (default), or test: what would speak' },
    { name: 'what', help: 'a command in quotes, or a path', many: true },
  ],
  options: [
    {
      flags: '--project <project>',
      help: 'a path in the project, its name or id; for a list * for all; default the current folder',
    },
    { flags: '--limit <n>', help: `how many to list, 1 to ${LIMITS.hitsMax}; default ${LISTED}` },
    { flags: '--cursor <cursor>', help: 'go on where the page before ended' },
    { flags: '--json', help: 'print JSON' },
  ],
  run(input, context) {
    const action = actionOf(input, ACTIONS, { command: 'tripwires', fallback: 'list' });
    return action === 'test' ? tryOne(input, context) : list(input, context);
  },
};

async function list(input: CommandInput, { io, out, json, openMemory }: CliContext): Promise<number> {
  const asked = omitUndefined({
    project: projectOption(input, io),
    limit: numberOption(input, 'limit', { min: 1, max: LIMITS.hitsMax }) ?? LISTED,
    cursor: textOption(input, 'cursor'),
  });
  const result = await openMemory({ person: false }).patterns({ ...asked, kind: 'tripwire' }, { signal: io.signal });
  if (json) {
    out.json(result);
    return EXIT.ok;
  }
  if (result.patterns.length === 0)
    out.say('No rule here names a command or a path. To state one: cairn remember "Never use npm"');
  else out.print(result.patterns.map((pattern) => toLines(pattern, out.colors)).join('\n\n'));
  showMore(result.nextCursor, out);
  if (result.patterns.some(({ status }) => status === 'proposed')) out.say('\nProposed ones say nothing: cairn review');
  return EXIT.ok;
}

function toLines({ id, text, status = 'proposed', author }: PatternEntry, colors: Colors): string {
  const by = author === 'person' ? 'a person stated it' : 'an agent noted it';
  return [`${colors.bold(status.padEnd(10))} ${plain(text)}`, `${' '.repeat(11)}${colors.dim(`${id}  ${by}`)}`].join(
    '\n',
  );
}

async function tryOne(input: CommandInput, { io, out, json, openMemory }: CliContext): Promise<number> {
  const test = input.args.slice(1).join(' ').trim();
  if (test === '') {
    throw new CairnError('invalid_input', 'What to try?', { fix: 'cairn tripwires test "git push --force"' });
  }
  const asked = { test, ...omitUndefined({ project: projectOption(input, io) }) };
  const result = await openMemory({ person: false }).tripwires(asked, { signal: io.signal });
  const speaks = result.met.some((one) => one.speaks);
  if (json) out.json(result);
  else if (result.met.length === 0)
    out.say(
      `Nothing would speak up; there ${result.waiting === 1 ? 'is' : 'are'} ${formatCounted(result.waiting, 'tripwire')} here.`,
    );
  else {
    out.print(result.met.map((one) => toWords(one, out.colors)).join('\n\n'));
    const proposed = result.met.find(({ status }) => status === 'proposed');
    if (proposed !== undefined) out.say(`It speaks up once you confirm it: cairn review confirm ${proposed.id}`);
  }
  return speaks ? EXIT.ok : EXIT.failed;
}

function toWords({ id, status, speaks, refuses, waitsFor, says }: TrippedEntry, colors: Colors): string {
  const how = refuses ? 'refuses' : speaks ? 'speaks' : `silent (${status})`;
  return [
    `${colors.bold(how.padEnd(10))} ${plain(waitsFor)} ${colors.dim(id)}`,
    `${' '.repeat(11)}${plain(says.replace(/^\[[^\]]*\] /, ''))}`,
  ].join('\n');
}
