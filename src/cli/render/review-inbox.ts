import type { Readable, Writable } from 'node:stream';
import type { MemoryRecord } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { PatternEntry } from '../../api/pattern-answers.ts';
import type { UpdateInput } from '../../api/requests.ts';
import type { TripwireRecord } from '../../api/tripwire-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { authorName } from '../../core/text/author-name.ts';
import { safeText } from '../../core/text/safe-text.ts';
import type { CliContext } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { Shown } from '../terminal/output.ts';
import { projectNames } from '../terminal/project-names.ts';
import { indented, joined, plain } from './show.ts';
import { contradictionLines, contradictionsOf } from './show-contradictions.ts';
import { recordLines } from './show-record.ts';

const PAGE = 50;
const TRIPWIRES = 100;

/** A person's possible judgements on a proposal, by the key that gives each. */
const CHOICES = {
  c: 'confirm',
  w: 'withdraw',
  e: 'edit and confirm',
  s: 'skip',
  u: 'undo the last',
  q: 'quit',
} as const;
type ReviewChoice = keyof typeof CHOICES;

/** What waits to be judged; of a tripwire with what it would have done so far. */
export type Proposal = MemoryRecord & { past?: TripwireRecord };

/** A judgement that is saved only once the next one is made: until then it can be undone. */
interface Decision {
  record: MemoryRecord;
  changes: UpdateInput;
}

/** Shows the agents' proposals one by one in a terminal for a person to judge; returns the exit code. */
export async function reviewInbox(project: string | undefined, context: CliContext): Promise<number> {
  const { io, out } = context;
  const memory = context.openMemory({ person: true });
  const { proposals, more } = await readProposals(memory, project, io.signal);
  if (proposals.length === 0) out.say('Nothing is proposed.');
  else {
    const { confirmed, withdrawn } = await judgeAll(proposals, memory, context);
    const left = proposals.length - confirmed - withdrawn;
    out.say(`${confirmed} confirmed, ${withdrawn} withdrawn, ${left} left${more ? ', and more: cairn review' : ''}.`);
  }
  // A person judges those by id.
  const contradictions = await contradictionsOf(memory, project, io.signal);
  if (contradictions.length > 0) out.print(`\n${contradictionLines(contradictions, out)}`);
  return EXIT.ok;
}

/** Shows the proposals one by one until all were seen or the person quits; returns how many judgements were saved. */
async function judgeAll(
  proposals: readonly Proposal[],
  memory: Memory,
  context: CliContext,
): Promise<Record<'confirmed' | 'withdrawn', number>> {
  const kept = { confirmed: 0, withdrawn: 0 };
  let last: Decision | undefined;
  const keep = async (): Promise<void> => {
    if (last === undefined) return;
    const decision = last;
    last = undefined;
    if (!(await isSaved(decision, memory, context))) return;
    const { status } = decision.changes;
    if (status === 'confirmed' || status === 'withdrawn') kept[status] += 1;
  };
  for (let at = 0; at < proposals.length || last !== undefined; ) {
    const record = proposals[at];
    if (record !== undefined) sayProposal(record, `${at + 1}/${proposals.length}`, context);
    const choice = await ask(
      { canJudge: record !== undefined, canEdit: record?.kind !== 'pattern', canUndo: last !== undefined },
      context,
    );
    if (choice === 'u') {
      at = proposals.findIndex(({ id }) => id === last?.record.id);
      last = undefined;
      continue;
    }
    if (choice === 'q' || record === undefined) break;
    const changes = choice === 's' ? undefined : await changesOf(choice, record, context);
    if (changes === 'again') continue;
    if (changes !== undefined) {
      await keep();
      last = { record, changes };
    }
    at += 1;
  }
  await keep();
  return kept;
}

/** Saves a judgement; false where the words are others by now than those that were shown: they wait again. */
async function isSaved({ record, changes }: Decision, memory: Memory, { out }: CliContext): Promise<boolean> {
  try {
    await memory.update(record.id, changes);
    return true;
  } catch (error) {
    if (!(error instanceof CairnError) || error.code !== 'outdated') throw error;
    out.say(`Not confirmed: ${plain(error.message)}`);
    return false;
  }
}

/** What waits to be judged, of one project or of all without one, at most 50; `more`: there are more. */
export async function readProposals(
  memory: Memory,
  project: string | undefined,
  signal: AbortSignal,
): Promise<{ proposals: Proposal[]; more: boolean }> {
  const asked = omitUndefined({ project, limit: PAGE });
  const { entries, nextCursor } = await memory.list({ ...asked, kinds: ['knowledge'], status: 'proposed' }, { signal });
  const patterns = await proposedPatterns(memory, project, signal);
  const ids = [...entries.map(({ id }) => id), ...patterns.map(({ id }) => id)].slice(0, PAGE);
  const { records } = ids.length === 0 ? { records: [] } : await memory.get(ids, { signal });
  const isCut = entries.length + patterns.length > PAGE;
  const names = await projectNames(memory, signal);
  const past = new Map(patterns.map(({ id, record }) => [id, record]));
  const proposals = records.map((record) => ({
    ...record,
    ...omitUndefined({ project: names.get(record.project ?? ''), past: past.get(record.id) }),
  }));
  return { proposals, more: nextCursor !== undefined || isCut };
}

/** Patterns that nobody has judged yet: tripwires, and wishes that returned. Neither speaks before a person confirms it. */
export async function proposedPatterns(
  memory: Pick<Memory, 'patterns'>,
  project = '*',
  signal: AbortSignal,
): Promise<PatternEntry[]> {
  const found: PatternEntry[] = [];
  for (const kind of ['tripwire', 'preference'] as const) {
    const { patterns } = await memory.patterns({ kind, project, limit: TRIPWIRES }, { signal });
    found.push(...patterns.filter(({ status }) => status === 'proposed'));
  }
  return found;
}

/** Asks for one of the choices; Ctrl-C and Escape quit, as `q` does. */
async function ask(
  can: { canJudge: boolean; canEdit: boolean; canUndo: boolean },
  { io }: CliContext,
): Promise<ReviewChoice> {
  const prompts = await import('@clack/prompts');
  const choices = Object.entries(CHOICES).filter(([key]) =>
    key === 'u' ? can.canUndo : key === 'q' || (can.canJudge && (key !== 'e' || can.canEdit)),
  );
  const answer = await prompts.selectKey({
    message: can.canJudge ? 'Does it hold?' : 'That was all.',
    options: choices.map(([value, label]) => ({ value, label })),
    input: io.stdin as unknown as Readable,
    output: io.stderr as unknown as Writable,
    signal: io.signal,
  });
  return typeof answer === 'string' ? (answer as ReviewChoice) : 'q';
}

async function changesOf(
  choice: Exclude<ReviewChoice, 's' | 'u' | 'q'>,
  record: MemoryRecord,
  context: CliContext,
): Promise<UpdateInput | 'again'> {
  if (choice === 'w') return { status: 'withdrawn' };
  const of = omitUndefined({ of: record.stamp });
  if (choice === 'c') return { status: 'confirmed', ...of };
  const text = await askText(safeText(record.text).trim() || plain(record.title), context);
  return text === undefined ? 'again' : { text, status: 'confirmed', ...of };
}

/** Asks a person for other words; `undefined` leaves them as they are. Throws `cancelled` where the process is to end. */
export async function askText(initialValue: string, { io }: Pick<CliContext, 'io'>): Promise<string | undefined> {
  const prompts = await import('@clack/prompts');
  const prompt = initialValue.includes('\n') ? prompts.multiline : prompts.text;
  const answer = await prompt({
    message: 'How should it read?',
    initialValue,
    validate: (value) => ((value ?? '').trim() === '' ? 'It needs some words; Ctrl-C leaves it as it is.' : undefined),
    input: io.stdin as unknown as Readable,
    output: io.stderr as unknown as Writable,
    signal: io.signal,
  });
  if (io.signal.aborted) throw new CairnError('cancelled', 'Cancelled.');
  return typeof answer === 'string' ? answer : undefined;
}

/** The kind of proposal, in words: a rule, a note, a tripwire, or a preference that returned. */
export function kindOf({ kind, detail }: MemoryRecord): string {
  return kind === 'pattern' ? (detail.pattern?.pattern ?? kind) : (detail.knowledge ?? 'note');
}

/** A proposal as text: its title behind `before`, its facts, what it says and why. */
export function proposalText(record: Proposal, { colors, when }: Shown, before = ''): string {
  const { detail } = record;
  const title = plain(record.title);
  const text = safeText(record.text).trim();
  const facts: [string, string | undefined][] = [
    ['reason', detail.reason],
    ['alternatives', detail.alternatives?.join('; ')],
    ['severity', detail.severity],
    ['confidence', detail.confidence?.toString()],
    ['exposed', exposureOf(record)],
  ];
  const who = record.member === undefined ? record.agent : authorName(record);
  const by = [when(record.at), plain(who ?? ''), plain(record.project ?? '')];
  return joined(
    [
      `${before}${colors.bold(title)}`,
      `  ${joined([colors.cyan(record.id), kindOf(record), ...by], colors.dim(' · '))}`,
      text !== '' && text !== title && indented(text),
      ...facts.map(([name, value]) => value && `  ${colors.dim(name)} ${plain(value)}`),
      record.past !== undefined && indented(recordLines(record.past).join('\n')),
    ],
    '\n',
  );
}

function exposureOf({ exposed, detail }: Proposal): string | undefined {
  if (detail.unclear === true) return 'you typed or pasted it: a rule of yours, or words of others?';
  return exposed === true ? 'it may repeat what others wrote: pages, other programs' : undefined;
}

function sayProposal(record: Proposal, place: string, { out }: CliContext): void {
  out.say(`\n${proposalText(record, out, `${out.colors.dim(place)} `)}\n`);
}
