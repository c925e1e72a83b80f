import type { ReviewLogEntry, ReviewLogResult } from '../../api/review-answers.ts';
import { CairnError } from '../../core/errors.ts';
import type { EventBody, StoredEvent } from '../../core/model/event.ts';
import type { ItemId, ProjectId } from '../../core/model/ids.ts';
import { isPublicId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { PERSON_ACTS } from '../../core/model/kinds.ts';
import { NO_SESSION } from '../../core/model/own-sessions.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Merged } from '../../core/project-acts.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { cutText } from '../../core/text/text.ts';
import { doubtedIn } from '../../derive/event/in-doubt.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import { sayable } from '../../retrieval/validity/trust.ts';
import type { ActPlace, ProjectRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

const LISTED = 20;
const TEXT_CHARS = 160;
/** Rows that one step reads of a source. */
const STEP = 50;
const ACTS: ReadonlySet<string> = new Set(PERSON_ACTS);

/** How far a page has read: the last statement of a session, and the last note or act. */
interface Reached {
  item?: ItemId;
  act?: ActPlace;
}

interface LogRow {
  at: number;
  entry: ReviewLogEntry;
  /** What is reached with this row. */
  reached: Reached;
}

interface LogSource {
  store: Store;
  project: ProjectId | undefined;
  from: Reached;
}

/** All that stands in a person's name, latest first: notes and acts of the log, and what was read out of sessions. */
export async function findReviewLog(
  store: Store,
  { project: named, limit = LISTED, cursor }: ReadInput<'reviewLog'>,
  place: FilterEnvironment,
): Promise<ReviewLogResult> {
  const { project } = await resolveFilter(store, omitUndefined({ project: named }), place);
  let reached: Reached = cursor === undefined ? {} : fromCursor(cursor);
  const entries: ReviewLogEntry[] = [];
  for await (const row of inOrder([said, done].map((source) => source({ store, project, from: reached })))) {
    if (entries.length === limit) return { entries, nextCursor: toCursor(reached) };
    entries.push(row.entry);
    reached = { ...reached, ...row.reached };
  }
  return { entries };
}

/** The rows of sources that each give the latest first, the latest of all first. */
async function* inOrder(sources: readonly AsyncGenerator<LogRow>[]): AsyncGenerator<LogRow> {
  const heads = new Map<AsyncGenerator<LogRow>, LogRow>();
  const advance = async (source: AsyncGenerator<LogRow>): Promise<void> => {
    const { value, done: isDone } = await source.next();
    if (isDone === true) heads.delete(source);
    else heads.set(source, value);
  };
  for (const source of sources) await advance(source);
  while (heads.size > 0) {
    const [latest] = [...heads].toSorted(([, one], [, other]) => other.at - one.at);
    if (latest === undefined) return;
    yield latest[1];
    await advance(latest[0]);
  }
}

/** What a person said in sessions: statements in prompts, `/remember`, answers, reasons of refusals. */
async function* said({ store, project, from }: LogSource): AsyncGenerator<LogRow> {
  const filter = { kinds: ['knowledge', 'observation'], authors: ['person'], hidden: true } as const;
  const within = { ...filter, ...omitUndefined({ project }) };
  for (let last = from.item; ; ) {
    const page = await store.items.page(within, { limit: STEP, ...omitUndefined({ from: last }) });
    const events = new Map((await store.log.events(eventsOf(page.rows))).map((event) => [event.id, event]));
    for (const item of page.rows) {
      const event = item.event === undefined ? undefined : events.get(item.event);
      if (event === undefined || event.body.kind === 'noted') continue;
      const entry = entryOf(event, { act: 'stated', how: howSaid(item, event), id: item.id, text: item.text });
      yield { at: item.at, entry: { ...entry, at: isoTime(item.at) }, reached: { item: item.id } };
    }
    last = page.rows.at(-1)?.id;
    if (page.next === undefined || last === undefined) return;
  }
}

function eventsOf(items: readonly Item[]) {
  return items.flatMap(({ event }) => event ?? []);
}

function howSaid(item: Item, { body, sources }: StoredEvent): ReviewLogEntry['how'] {
  if (sources.includes('import')) return 'import';
  if (item.rule.startsWith('noted@')) return '/remember';
  const to = detailOfKind(item, 'knowledge').reply?.to;
  if (to === 'refusal') return 'refusal';
  return to === 'question' || to === 'offer' || body.kind === 'tool.end' ? 'answer' : 'prompt';
}

/** What a person stated on purpose, and did with memories. */
async function* done({ store, project, from }: LogSource): AsyncGenerator<LogRow> {
  for (let before = from.act; ; ) {
    const events = await store.log.acts({ limit: STEP, ...omitUndefined({ before }) });
    const own = events.filter(({ body }) => 'person' in body && body.person && ACTS.has(actOf(body)));
    for (const event of own) {
      const about = await aboutAct(store, event, project);
      if (about === undefined) continue;
      const how = event.sources.includes('import') ? 'import' : 'terminal';
      const entry = {
        ...entryOf(event, { act: actOf(event.body), how, ...about }),
        ...(await takenBack(store, event)),
      };
      yield { at: event.at, entry, reached: { act: { at: event.at, seq: event.seq } } };
    }
    const last = events.at(-1);
    if (last === undefined || events.length < STEP) return;
    before = { at: last.at, seq: last.seq };
  }
}

function actOf({ kind }: EventBody): ReviewLogEntry['act'] {
  return kind === 'noted' ? 'stated' : (kind as ReviewLogEntry['act']);
}

/** The memory, project or collection that an act is about, and the words; `undefined` for one of another project. */
async function aboutAct(
  store: Store,
  event: StoredEvent,
  project: ProjectId | undefined,
): Promise<Pick<ReviewLogEntry, 'id' | 'text'> | undefined> {
  const { body } = event;
  const ids = await targetsOf(store, event);
  const [id = event.id] = ids;
  if (project !== undefined && id !== project && !(await isIn(store, ids, project))) return undefined;
  if (body.kind === 'noted') return { id, text: body.text };
  if (body.kind === 'revised' && body.changes.text !== undefined) return { id, text: body.changes.text };
  if (body.kind === 'renamed' || body.kind === 'collected') return { id, text: body.name ?? '' };
  if (body.kind === 'merged') return { id, text: mergeText(body, await store.log.projects()) };
  if (ids.length > 1) return { id, text: formatCounted(ids.length, 'memory') };
  const [item] = await store.items.get([id as ItemId]);
  return { id, text: item?.text ?? '' };
}

/** Which project went into which, or stands for itself again. */
function mergeText({ target, into }: Merged, projects: readonly ProjectRow[]): string {
  const nameOf = (id: string): string => projects.find((project) => project.id === id)?.name ?? id;
  return into === '' ? `${nameOf(target)} by itself again` : `${nameOf(target)} into ${nameOf(into)}`;
}

async function targetsOf(store: Store, { id, body }: StoredEvent): Promise<string[]> {
  if (body.kind === 'noted') return (await store.items.ofEvent(id)).map((item) => item.id);
  if (body.kind === 'retired' || body.kind === 'restored') return body.targets;
  return 'target' in body ? [body.target] : [];
}

async function isIn(store: Store, ids: readonly string[], project: ProjectId): Promise<boolean> {
  const own = await store.items.list({ ids: ids as ItemId[], project, hidden: true }, { limit: 1 });
  return own.length > 0;
}

/** The agent that turned out to have run an act, by the event that shows it. */
async function takenBack(store: Store, act: StoredEvent): Promise<Pick<ReviewLogEntry, 'takenBack'>> {
  const about = await store.log.about(await targetsOf(store, act));
  const seen = about.filter(({ body }) => body.kind === 'revoked' && body.act === act.id);
  const proven = doubtedIn(seen);
  const revoked = seen.find(({ body }) => proven.size === 0 || (body.kind === 'revoked' && body.unproven !== true));
  if (revoked?.body.kind !== 'revoked') return {};
  const [by] = await store.log.events([revoked.body.by]);
  const { agent, session: sessionId } = by ?? revoked;
  const { by: eventId, unproven } = revoked.body;
  return { takenBack: { at: isoTime(revoked.at), agent, sessionId, eventId, ...omitUndefined({ unproven }) } };
}

function entryOf(
  { at, agent, agentSession, session, body }: StoredEvent,
  { text, ...about }: Pick<ReviewLogEntry, 'act' | 'how' | 'id' | 'text'>,
): ReviewLogEntry {
  const terminal = 'terminal' in body ? body.terminal : undefined;
  const isOfSession = agentSession !== NO_SESSION;
  return {
    at: isoTime(at),
    ...about,
    text: cutText(sayable(text), TEXT_CHARS),
    ...(isOfSession ? { agent, sessionId: session } : {}),
    ...omitUndefined({ terminal }),
  };
}

function toCursor({ item, act }: Reached): string {
  return Buffer.from(`log ${item ?? ''} ${act?.at ?? ''} ${act?.seq ?? ''}`).toString('base64url');
}

/** The place of a cursor; `invalid_input` for one of another list. */
function fromCursor(cursor: string): Reached {
  const [of, item = '', at = '', seq = '', ...rest] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  const isItem = item === '' || isPublicId(item);
  const isAct = /^\d{0,16}$/.test(at) && /^\d{0,16}$/.test(seq) && (at === '') === (seq === '');
  if (of === 'log' && rest.length === 0 && isItem && isAct) {
    return {
      ...(item === '' ? {} : { item: item as ItemId }),
      ...(at === '' ? {} : { act: { at: Number(at), seq: Number(seq) } }),
    };
  }
  throw new CairnError('invalid_input', `"${cursor.slice(0, 100)}" is not a cursor of a review log.`, {
    fix: 'Give the cursor that the page before gave.',
  });
}
