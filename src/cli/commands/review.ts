import type { UpdateResult } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import type { ListInput, UpdateInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCount } from '../../core/text/format-count.ts';
import { proposedPatterns, reviewInbox } from '../render/review-inbox.ts';
import { indented, plain } from '../render/show.ts';
import { contradictionLines, contradictionsOf } from '../render/show-contradictions.ts';
import { showEntries, showMore } from '../render/show-entry.ts';
import { recordLines } from '../render/show-record.ts';
import { showReviewLog } from '../render/show-review-log.ts';
import { callOptions, PROJECT_SHOWN, pageShown } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec, OptionSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { actionOf, textOption, usage } from '../terminal/options.ts';
import { assertPerson } from '../terminal/person-evidence.ts';
import { ofHere, sayScope } from '../terminal/scope.ts';

const ACTIONS = [
  'list',
  'confirm',
  'withdraw',
  'reopen',
  'supersede',
  'hidden',
  'unhide',
  'mute',
  'unmute',
  'log',
] as const;

const OPTIONS = callOptions(CALLS.list.input, {
  project: PROJECT_SHOWN,
  ...pageShown(LIMITS.hits, 'how many to list'),
});

const BY: OptionSpec = { flags: '--by <id>', help: 'supersede: the id of the replacement' };

const OF: OptionSpec = {
  flags: '--of <stamp>',
  help: 'confirm: the stamp of the words that were shown; other words are refused',
};

const MUTES = 'says what is told no more';
const JUDGES = {
  does: 'can judge proposals',
  fix: 'Run it in a terminal of your own. To see what waits: cairn review list',
};

interface ReviewChange {
  changes: UpdateInput;
  done: string;
  what?: string;
}

/** Each action on ids: the change that it asks of the memory, and the word that reports it afterwards. */
const CHANGES: Readonly<Record<string, ReviewChange>> = {
  confirm: { changes: { status: 'confirmed' }, done: 'confirmed' },
  withdraw: { changes: { status: 'withdrawn' }, done: 'withdrawn' },
  reopen: { changes: { status: 'reopened' }, done: 'reopened: as it was before it was judged' },
  supersede: { changes: { status: 'superseded' }, done: 'superseded' },
  unhide: { changes: { hidden: false }, done: 'shown again' },
  mute: { changes: { muted: true }, done: 'muted: told no more, still found', what: MUTES },
  unmute: { changes: { muted: false }, done: 'told again', what: MUTES },
};

/** `cairn review [ACTION [ID…]]` */
export const reviewCommand: CommandSpec = {
  name: 'review',
  lists: ['results'],
  summary: 'review what agents proposed: confirm, correct or withdraw it',
  details:
    'What an agent states is a proposal: search finds it, but it is not a rule until a person confirms it. In a terminal you review one proposal after the other; a decision is saved when you make the next one or leave, so you can take it back. When a rule or a correction of yours forbids a command or a path by name, Cairn proposes a tripwire and shows how often it would have fired so far; once you confirm it, the agent is warned at that action. A wish that you repeated in several sessions is proposed as a rule. Statements that contradict each other are listed with both ids: the newer one wins, unless you withdraw it or confirm the older one against an agent\'s. "mute ID" keeps a line from being told again; search still finds it. Only a person, in a terminal outside an agent, can judge; anyone can list. "log" shows everything that counts as yours: when, how, in which session and at which terminal it was said.\n\nExamples:\n  cairn review\n  cairn review -a\n  cairn review confirm o_abcdefghijklmnop\n  cairn review mute o_abcdefghijklmnop\n  cairn review hidden\n  cairn review log',
  arguments: [
    {
      name: 'action',
      help: 'list (default), confirm or withdraw; supersede (with --by); reopen to undo a judgement; hidden and unhide for what agents hid; mute and unmute for lines you do not want told; log for everything in your name',
      completes: ACTIONS,
    },
    { name: 'id', help: 'the memories', many: true, isId: true },
  ],
  options: [...OPTIONS.options, BY, OF],
  async run(input, context) {
    const { io, json } = context;
    const isTerminal = io.stdin.isTTY === true && io.stderr.isTTY === true;
    if (input.args.length === 0 && isTerminal && !json) {
      assertPerson(io, JUDGES);
      await takeInShared(context);
      return reviewInbox(ofHere(OPTIONS.read(input, io), io).project, context);
    }
    const action = actionOf(input, ACTIONS, { command: 'review', fallback: 'list' });
    if (action === 'log') return log(input, context);
    const change = CHANGES[action];
    if (change !== undefined) return judge(input, withBy(input, change), context);
    const what: ListInput = action === 'hidden' ? { hidden: true } : { kinds: ['knowledge'], status: 'proposed' };
    return list(input, what, context);
  },
};

/** What colleagues shared in the checkout at hand waits here as well: a pull may have brought it just now. */
async function takeInShared({ openMemory, isHomeReadOnly, io }: CliContext): Promise<void> {
  if (!isHomeReadOnly()) await openMemory({ person: false }).shared({}, { signal: io.signal });
}

async function log(input: CommandInput, context: CliContext): Promise<number> {
  const { io, out } = context;
  const memory = context.openMemory({ person: false });
  const result = await memory.reviewLog({ limit: LIMITS.hits, ...OPTIONS.read(input, io) }, { signal: io.signal });
  out.result(result, () => showReviewLog(result, out));
  return EXIT.ok;
}

async function list(input: CommandInput, what: ListInput, context: CliContext): Promise<number> {
  const { io, out, json } = context;
  const request: ListInput = ofHere({ ...what, limit: LIMITS.hits, ...OPTIONS.read(input, io) }, io);
  const memory = context.openMemory({ person: false });
  if (what.hidden !== true && request.cursor === undefined) await takeInShared(context);
  const result = await memory.list(request, { signal: io.signal });
  const isFirst = what.hidden !== true && request.cursor === undefined;
  const patterns = isFirst ? await proposedPatterns(memory, request.project, io.signal) : [];
  const tripwires = patterns.filter(({ kind }) => kind === 'tripwire');
  const returning = patterns.filter(({ kind }) => kind !== 'tripwire');
  const contradictions = isFirst ? await contradictionsOf(memory, request.project, io.signal) : [];
  if (json) {
    const more = {
      ...(tripwires.length > 0 && { tripwires }),
      ...(returning.length > 0 && { returning }),
      ...(contradictions.length > 0 && { contradictions }),
    };
    out.json({ ...result, ...more });
  } else {
    const isEmpty = result.entries.length + patterns.length === 0;
    if (isEmpty) out.say(what.hidden === true ? 'Nothing is hidden.' : 'Nothing is proposed.');
    showEntries(result.entries, out);
    for (const { id, text, record } of tripwires) {
      const lines = record === undefined ? '' : `\n${indented(recordLines(record).join('\n'))}`;
      out.print(`${out.colors.cyan(id)} tripwire  ${plain(text)}${lines}`);
    }
    for (const { id, text, sessions } of returning)
      out.print(`${out.colors.cyan(id)} asked in ${sessions} sessions  ${plain(text)}`);
    showMore(result.nextCursor, out);
    sayScope(request, { isEmpty, io, out });
    if (contradictions.length > 0) out.print(contradictionLines(contradictions, out));
  }
  return EXIT.ok;
}

/** The change with the memory that takes the place, and the stamp of what was shown, where they are named. */
function withBy(input: CommandInput, change: ReviewChange): ReviewChange {
  const named = omitUndefined({ supersededBy: textOption(input, 'by'), of: textOption(input, 'of') });
  return { ...change, changes: { ...change.changes, ...named } };
}

async function judge(
  { args: [action, ...ids] }: CommandInput,
  { changes, done, what }: ReviewChange,
  context: CliContext,
): Promise<number> {
  const { io, out, json } = context;
  if (ids.length === 0) throw usage(`What to ${action}?`, `cairn review ${action === 'unhide' ? 'hidden' : 'list'}`);
  assertPerson(io, { ...JUDGES, ...(what === undefined ? {} : { does: what }) });
  const memory = context.openMemory({ person: true });
  const results: UpdateResult[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    try {
      results.push(await memory.update(id, changes, { signal: io.signal }));
      if (!json) out.say(`${plain(id)} ${done}`);
    } catch (error) {
      if (!(error instanceof CairnError) || error.code !== 'not_found') throw error;
      missing.push(id);
      out.say(`Unknown: ${plain(id)}`);
    }
  }
  if (json) out.json({ results, missing });
  else if (ids.length > 1) out.say(`${formatCount(results.length)} of ${formatCount(ids.length)} ${done}.`);
  return missing.length > 0 ? EXIT.failed : EXIT.ok;
}
