import type { GetResult, MemoryRecord } from '../../api/answers.ts';
import { asString } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId, ItemId } from '../../core/model/ids.ts';
import { isPublicId } from '../../core/model/ids.ts';
import type { Item, Sourced, SummaryDetail } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { formatCounted, formatCounts } from '../../core/text/format-count.ts';
import { recordedSize } from '../../core/text/recorded-size.ts';
import { cutText, firstLine, isHighSurrogate, oneLine, plainWords } from '../../core/text/text.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { isRequest, requestText } from '../../derive/event/is-request.ts';
import { stampOfProposal } from '../../derive/event/words-stamp.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { truncateText } from '../../derive/text/truncate-text.ts';
import type { ProjectRow, SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Collection } from '../query/collection-members.ts';
import { type Named, resolveIds } from '../query/resolve-id.ts';
import { textOfEvent } from '../text/event-text.ts';
import { confidenceIn } from '../validity/confidence.ts';
import { withStaleOnDisk } from '../validity/stale-on-disk.ts';
import { supersedesItem, toValidity, type ValidityMarks, validityInMemory } from '../validity/validity.ts';
import { memberOf } from './entry.ts';
import { fullText } from './full-text.ts';
import { latestCheckpoint } from './latest-checkpoint.ts';
import { narrativeOf } from './narrative.ts';
import { projectEntry } from './place-entry.ts';
import { untitled } from './session-titles.ts';

/** Characters of one record; of a longer one head and tail are kept, and the cut is reported. */
const RECORD_CHARS = 20_000;
const PROMPTS_COUNTED = 10_000;
const RELATIONS = ['repeats', 'near', 'part-of'] as const;
/** Headings of a summary's sentences, in the order in which they are shown. */
const SECTIONS = [
  ['Asked', 'request'],
  ['Done', 'completed'],
  ['Learned', 'learned'],
  ['Decided', 'decisions'],
  ['Solved', 'problemsSolved'],
  ['Next', 'nextSteps'],
  ['Noted by a person', 'userNotes'],
  ['Notes', 'notes'],
  ['Looked at', 'investigated'],
  ['Key messages', 'keyMessages'],
] as const;

/**
 * The full records of memories, in the order of `ids`: items with the text of their source event, events, sessions and
 * projects. At most 50; `missing` lists the ids beyond that and the unknown ones. Of a long text head and tail, or with `from` the
 * part that begins at that character.
 */
export async function getRecords(store: Store, ids: readonly string[], from?: number): Promise<GetResult> {
  const wanted = [...new Set(ids)];
  const asked = wanted.slice(0, LIMITS.getIds).filter(isPublicId);
  const named = await resolveIds(store, asked);
  const events = await eventsBehind(store, named.values());
  const items = [...named.values()].flatMap((one) => (one.of === 'item' ? [one.item] : []));
  const marks = await withStaleOnDisk(store, items, await validityInMemory(store, items));
  const known = { events, marks, confidence: await confidenceIn(store, items, marks), from };
  const records = new Map<string, MemoryRecord>();
  for (const [id, one] of named) records.set(id, await recordOf(store, one, known));
  const found = asked.map((id) => records.get(id)).filter((record) => record !== undefined);
  return {
    records: found,
    missing: wanted.filter((id) => !records.has(id)),
    tokens: found.reduce((sum, record) => sum + countTokens(`${record.title}\n${record.text}`), 0),
  };
}

async function eventsBehind(store: Store, named: Iterable<Named>): Promise<ReadonlyMap<EventId, StoredEvent>> {
  const ids = [...named].flatMap((one) => (one.of === 'item' ? (one.item.event ?? []) : []));
  const events = ids.length === 0 ? [] : await store.log.events([...new Set(ids)]);
  return new Map(events.map((event) => [event.id, event]));
}

/** What the store has about the requested items in other tables. */
interface KnownRecord {
  events: ReadonlyMap<EventId, StoredEvent>;
  marks: ReadonlyMap<ItemId, ValidityMarks>;
  confidence: ReadonlyMap<ItemId, number>;
  from: number | undefined;
}

async function recordOf(
  store: Store,
  named: Named,
  { events, marks, confidence, from }: KnownRecord,
): Promise<MemoryRecord> {
  switch (named.of) {
    case 'item': {
      const { item } = named;
      const record = itemRecord(item, item.event === undefined ? undefined : events.get(item.event), from);
      const { number, asked } = await promptOf(store, item);
      const about = {
        promptNumber: number,
        narrative: narrativeOf(item, asked) || undefined,
        links: await linksOf(store, item),
        worded: await wordedOf(store, item),
        confidence: confidence.get(item.id),
      };
      return omitUndefined({ ...record, ...toValidity(marks.get(item.id), item.detail), ...about }) as MemoryRecord;
    }
    case 'event':
      return eventRecord(named.event, from);
    case 'session':
      return sessionRecord(store, named.session);
    case 'project':
      return projectRecord(store, named.project);
    case 'collection':
      return collectionRecord(named.collection);
  }
}

function itemRecord(item: Item, event: StoredEvent | undefined, from: number | undefined): MemoryRecord {
  const { observation } = detailOfKind(item, 'observation');
  const { summary } = detailOfKind(item, 'summary');
  return omitUndefined({
    id: item.id,
    kind: item.kind,
    observation,
    sessionId: item.session,
    project: item.project,
    agent: event?.agent,
    at: isoTime(item.at),
    title: item.title,
    ...partOf(summary === undefined ? fullText(item, event) : wholeSummary(summary), from),
    author: item.author,
    member: memberOf(item),
    exposed: item.exposed,
    detail: item.detail,
    stamp: stampOfProposal(item),
    eventId: item.event,
    rule: item.rule,
  });
}

/** What a model wrote about an observation in its current version; `undefined` when none did. */
async function wordedOf(store: Pick<Store, 'models'>, item: Item): Promise<MemoryRecord['worded']> {
  if (item.kind !== 'observation') return undefined;
  const bought = await store.models.answerAbout(item.id, 'observations');
  if (bought === undefined || bought.answer.of !== item.contentHash) return undefined;
  const { title, narrative, facts } = bought.answer;
  return {
    title: asString(title) ?? '',
    narrative: asString(narrative) ?? '',
    facts: Array.isArray(facts) ? facts.filter((fact) => typeof fact === 'string') : [],
    model: bought.model,
  };
}

async function linksOf(store: Store, item: Item): Promise<MemoryRecord['links']> {
  const links = await store.items.links([item.id], RELATIONS);
  const superseded = await supersedesItem(store, item);
  const all = [
    ...links.map(({ relation, to }) => ({ relation, id: to })),
    ...superseded.map((id) => ({ relation: 'supersedes' as const, id })),
  ];
  return all.length === 0 ? undefined : all;
}

/**
 * The number of a request in its session, from 1, or of the one that led to what an agent did or said, and the words of that.
 * Counted at reading time: a prompt that arrives later may have come earlier.
 */
async function promptOf(store: Store, item: Item): Promise<{ number?: number; asked?: string }> {
  const isRequested = item.kind === 'observation' || item.kind === 'message' || item.kind === 'commit';
  if (item.session === undefined || !(isRequested || (item.kind === 'prompt' && isRequest(item)))) return {};
  const earlier = await store.items.prompts(item.session, { until: item.at, limit: PROMPTS_COUNTED });
  const requests = earlier.filter(isRequest);
  const place = isRequested ? requests.length - 1 : requests.findIndex((prompt) => prompt.id === item.id);
  const prompt = requests[place];
  return prompt === undefined ? {} : { number: place + 1, ...(isRequested && { asked: requestText(prompt) }) };
}

function eventRecord(event: StoredEvent, from: number | undefined): MemoryRecord {
  const text = textOfEvent(event.body);
  return {
    id: event.id,
    kind: 'event',
    sessionId: event.session,
    ...(event.project === undefined ? {} : { project: event.project }),
    agent: event.agent,
    at: isoTime(event.at),
    title: cutText(oneLine(`${event.body.kind} ${firstLine(text, LIMITS.titleChars)}`), LIMITS.titleChars),
    ...partOf(text, from),
    detail: {},
  };
}

async function sessionRecord(store: Store, session: SessionRow): Promise<MemoryRecord> {
  const checkpoint = await latestCheckpoint(store, session.id);
  const [made] = await store.items.get([summaryId(session.id)]);
  const summary = made && detailOfKind(made, 'summary').summary;
  const state = checkpoint?.text ?? '';
  return {
    id: session.id,
    kind: 'session',
    sessionId: session.id,
    ...(session.project === undefined ? {} : { project: session.project }),
    agent: session.agent,
    at: isoTime(session.startedAt),
    title: made?.title ?? untitled(session, checkpoint),
    text: summary === undefined ? state : bounded(`${wholeSummary(summary)}\n\nWhere it stands:\n${state}`.trim()),
    exposed: session.exposedAt !== undefined,
    detail: { ...checkpoint?.detail, ...(summary === undefined ? {} : { summary }) },
  };
}

/** A summary as text: a line for each sentence, with the ids that it rests on. */
function wholeSummary(summary: SummaryDetail): string {
  const { brief, outcome, outcomeBy, counts, technologies, topics, parts = [] } = summary;
  const counted = formatCounts(counts);
  const sections = SECTIONS.flatMap(([name, key]) => section(name, summary[key]));
  const partLines = parts.map(({ endedAt, brief: text, ids }) =>
    line({ text: `until ${isoTime(endedAt)}: ${text}`, ids }),
  );
  return [
    plainWords(brief),
    ...section(`Outcome: ${describeOutcome(outcome)}`, outcomeBy, true),
    ...sections,
    ...(partLines.length === 0 ? [] : ['Parts:', ...partLines]),
    ...(topics.length === 0 ? [] : [`Topics: ${topics.join(', ')}`]),
    ...(technologies.length === 0 ? [] : [`With: ${technologies.join(', ')}`]),
    ...(counted === '' ? [] : [`Counts: ${counted}`]),
  ].join('\n');
}

function section(name: string, sentences: readonly Sourced[], isAlways = false): string[] {
  if (sentences.length === 0) return isAlways ? [name] : [];
  return [`${name}${isAlways ? ', by:' : ':'}`, ...sentences.map(line)];
}

function line({ text, ids }: Sourced): string {
  return `- ${plainWords(text)}${ids.length === 0 ? '' : ` [${ids.slice(0, 2).join(', ')}]`}`;
}

async function projectRecord(store: Store, project: ProjectRow): Promise<MemoryRecord> {
  const { at } = await projectEntry(store, project);
  const text = [...new Set([project.identity, project.root])].filter((line) => line !== undefined).join('\n');
  return { id: project.id, kind: 'project', project: project.id, at, title: project.name, text, detail: {} };
}

/** A collection as a record; `collections` lists its items. */
function collectionRecord(collection: Collection): MemoryRecord {
  const { id, name, description = '', members, live, query, changedAt, dropped } = collection;
  const of = `${live ? 'A live collection' : 'A collection'} of ${formatCounted(members.length, 'memory')}${live ? ' and what answers its query' : ''}.`;
  const asked = typeof query?.query === 'string' ? `Query: ${query.query}` : '';
  return {
    id,
    kind: 'collection',
    at: isoTime(changedAt),
    title: name,
    text: [description, dropped ? `${of} It was deleted.` : of, asked, members.join(' ')].filter(Boolean).join('\n'),
    detail: {},
  };
}

/** A text whole where it is short, else head and tail of it or the part from a character on, with how long it is. */
function partOf(text: string, from: number | undefined): Pick<MemoryRecord, 'text' | 'size'> {
  const recorded = recordedSize(text);
  const isWhole = text.length <= RECORD_CHARS && (from ?? 0) === 0;
  if (isWhole && recorded === undefined) return { text };
  const size = { chars: text.length, ...omitUndefined({ recorded }) };
  if (isWhole || from === undefined) return { text: bounded(text), size };
  const start = placeIn(text, from);
  const end = placeIn(text, start + RECORD_CHARS);
  return { text: text.slice(start, end), size: { ...size, from: start, ...(end < text.length && { next: end }) } };
}

/** A place between two whole characters. */
function placeIn(text: string, at: number): number {
  const place = Math.min(at, text.length);
  return isHighSurrogate(text, place - 1) ? place - 1 : place;
}

function bounded(text: string): string {
  return truncateText(text, { max: RECORD_CHARS });
}
