import { CALLS } from '../../api/calls.ts';
import type { PatternEntry } from '../../api/pattern-answers.ts';
import type { PatternsInput } from '../../api/requests.ts';
import type { TrippedEntry } from '../../api/tripwire-answers.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import { showMore } from '../render/show-entry.ts';
import { recordLines } from '../render/show-record.ts';
import { callOptions, PROJECT_SHOWN, pageShown } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf, projectOption, usage } from '../terminal/options.ts';
import type { Colors } from '../terminal/output.ts';

const ACTIONS = ['list', 'test'] as const;
const LISTED = 50;
const OPTIONS = callOptions(CALLS.patterns.input, {
  project: {
    ...PROJECT_SHOWN,
    help: 'a path in the project, its name or id; for a list * for all; default the current folder',
  },
  ...pageShown(LISTED, 'how many to list'),
});

/** `cairn tripwires [test COMMAND]` */
export const tripwiresCommand: CommandSpec = {
  name: 'tripwires',
  lists: ['patterns', 'met'],
  summary: 'list the rules that warn about a command or a file change, or test one',
  details:
    'A rule or a correction of yours that names a command or a path becomes a tripwire. It starts as a proposal that shows how often it would have fired in past sessions, counted once a session; it fired "rightly" where you refused or corrected the call, or where it was undone, or failed and was then done the other way. Once you confirm it (cairn review), the agent is warned right before it does that. A rule with a condition ("from a laptop", "without asking") names the condition and blocks nothing; a rule for one branch is silent on others. "test" shows what a command or a path would trigger, and exits with 1 when nothing does. The setting tripwires.mode is warn, block or off.\n\nExamples:\n  cairn tripwires\n  cairn tripwires test "git push --force"\n  cairn tripwires test src/generated/api.ts\n  cairn review confirm t_abcdefghijklmnop',
  arguments: [
    { name: 'action', help: 'list (default), or test a command or a path', completes: ['list', 'test'] },
    { name: 'what', help: 'a command in quotes, or a path', many: true },
  ],
  options: OPTIONS.options,
  run(input, context) {
    const action = actionOf(input, ACTIONS, { command: 'tripwires', fallback: 'list' });
    return action === 'test' ? tryOne(input, context) : list(input, context);
  },
};

async function list(input: CommandInput, { io, out, openMemory }: CliContext): Promise<number> {
  const asked: PatternsInput = { limit: LISTED, ...OPTIONS.read(input, io), kind: 'tripwire' };
  const result = await openMemory({ person: false }).patterns(asked, { signal: io.signal });
  out.result(result, ({ patterns, nextCursor }) => {
    if (patterns.length > 0)
      out.print(patterns.map((pattern, index) => toLines(pattern, index + 1, out.colors)).join('\n\n'));
    else out.say('No rule here names a command or a path. To state one: cairn remember "Never use npm"');
    out.number(patterns.map(({ id }) => id));
    showMore(nextCursor, out);
    if (patterns.some(({ status }) => status === 'proposed')) out.say('\nProposed ones say nothing: cairn review');
  });
  return EXIT.ok;
}

function toLines(pattern: PatternEntry, number: number, colors: Colors): string {
  const { id, text, status = 'proposed', author, record } = pattern;
  const margin = ' '.repeat(String(number).length + 2);
  const by = author === 'person' ? 'a person stated it' : 'an agent noted it';
  const lines = [colors.dim(`${id}  ${by}`), ...(record === undefined ? [] : recordLines(record))];
  const head = `${number}. ${colors.bold(status.padEnd(10))} ${plain(text)}`;
  return [head, ...lines.map((line) => `${margin}${' '.repeat(11)}${line}`)].join('\n');
}

async function tryOne(input: CommandInput, { io, out, json, openMemory }: CliContext): Promise<number> {
  const test = input.args.slice(1).join(' ').trim();
  if (test === '') throw usage('What to try?', 'cairn tripwires test "git push --force"');
  const asked = { test, ...omitUndefined({ project: projectOption(input, io) }) };
  const result = await openMemory({ person: false }).tripwires(asked, { signal: io.signal });
  const speaks = result.met.some((one) => one.speaks);
  if (json) out.json(result);
  else if (result.met.length === 0)
    out.say(
      `Nothing would warn; there ${result.waiting === 1 ? 'is' : 'are'} ${formatCounted(result.waiting, 'tripwire')} here.`,
    );
  else {
    out.print(result.met.map((one) => toWords(one, out.colors)).join('\n\n'));
    const proposed = result.met.find(({ status }) => status === 'proposed');
    if (proposed !== undefined) out.say(`It warns once you confirm it: cairn review confirm ${proposed.id}`);
  }
  return speaks ? EXIT.ok : EXIT.failed;
}

function toWords({ id, status, speaks, refuses, waitsFor, says }: TrippedEntry, colors: Colors): string {
  const how = refuses ? 'refuses' : speaks ? 'speaks' : `silent (${status})`;
  const said = plain(says.replace(/^\[[^\]]*\] /, ''));
  return `${colors.bold(how.padEnd(10))} ${plain(waitsFor)} ${colors.dim(id)}\n${' '.repeat(11)}${said}`;
}
