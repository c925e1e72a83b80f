import type { JsonObject } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { EventBody, EventKind, StoredEvent, ToolEnd } from '../../core/model/event.ts';
import type { EventId } from '../../core/model/ids.ts';
import type { Author, Meaning } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { shownSpan, textOfParts, withoutParts } from '../../core/text/shown-parts.ts';
import { isUnknown } from '../provenance/is-outside.ts';
import { hashesOf, scanWords, shinglesOf, singleWord } from '../provenance/shingles.ts';
import type { TextFlow } from '../provenance/text-flow.ts';
import { toolUseOf } from '../tool/tool-use.ts';
import type { DerivedItems } from './derive-event.ts';
import { isSubstantive } from './is-request.ts';
import { intentOf } from './meaning.ts';
import { targetsOf } from './targets-of.ts';

/** Upper bound on the shingles kept of one text: as many as the longest text of the log can have. */
const MAX_SHINGLES = LIMITS.capturedChars;

/** Kinds of events that affect how other events of their session are derived. */
export const FACT_KINDS: readonly EventKind[] = [
  'prompt',
  'tool.end',
  'subagent.start',
  'notification',
  'permission',
  'turn.failed',
];

/** Kinds of events whose items depend on other events of their session. */
export const ASKING_KINDS: ReadonlySet<EventKind> = new Set([
  'message',
  'tool.end',
  'subagent.end',
  'compact.end',
  'noted',
]);

/** What other events of the session need to know about one event: what it asked, read, changed, committed or noted. */
export interface SessionFact {
  event: EventId;
  /** Milliseconds since 1970. */
  at: number;
  subagent?: string;
  /** The request of a prompt: the agent's own id of it, and the kind of work wanted, where its words say. */
  asked?: { label?: string; wants?: Meaning };
  /** Hashes of a person's words: whoever repeats them is trusted no less. */
  said?: Int32Array;
  /**
   * Hashes of what was read; the author `web` stands for any text from outside. `forgotten`: a hash of hashes that are no
   * longer kept, by which the same reading is recognised.
   */
  read?: { author: Author; shingles: Int32Array; forgotten?: number };
  changed?: string[];
  commits?: true;
  /** It read text from outside. */
  exposes?: true;
  /** How its call moved text between places. */
  flow?: TextFlow;
  /** It read words that are not known. */
  unknown?: true;
  /** Public id of the note that a call of Cairn's own `remember` made. */
  note?: string;
}

const NONE = new Int32Array();
/** A name between quotes or spaces. */
const NAME = /^[\s"'](?!.*--)[\w-]+[\s"']$/;

/** The fact of an event and its derived items; `undefined` when it does not affect other events. */
export function factOf(event: StoredEvent, derived: DerivedItems): SessionFact | undefined {
  const { id, at, subagent, body } = event;
  const place = { event: id, at, ...(subagent === undefined ? {} : { subagent }) };
  if (body.kind === 'prompt') return { ...place, ...factsOfPrompt(event, derived) };
  if (body.kind !== 'tool.end') {
    const read = handedOn(handedOver(body));
    return read === undefined ? undefined : { ...place, read };
  }
  const facts = factsOfTool(derived);
  const [note] = targetsOf(event);
  const read = readOf(body, derived);
  if (isUnknown(body, toolUseOf(body.tool, body.input))) facts.unknown = true;
  if (read !== undefined) facts.read = read;
  if (note !== undefined) facts.note = note;
  const said = saidIn(body);
  if (said !== '') facts.said = hashesOf(said, MAX_SHINGLES);
  return Object.keys(facts).length === 0 ? undefined : { ...place, ...facts };
}

/**
 * A person's words count as said, and the files that an editor or agent shows in a prompt as read. The words of a notification or
 * of a subagent's task come from a program: they count as read from a tool, since nobody vouches for them.
 */
function factsOfPrompt(event: StoredEvent, derived: DerivedItems): Partial<SessionFact> {
  const { exposedAt, flow } = derived;
  const facts = wordsOfPrompt(event, derived);
  return {
    ...facts,
    ...(exposedAt === undefined ? {} : { exposes: true as const }),
    ...(flow === undefined ? {} : { flow }),
  };
}

function wordsOfPrompt(event: StoredEvent, { items: [item], exposedAt }: DerivedItems): Partial<SessionFact> {
  if (item === undefined || event.body.kind !== 'prompt') return {};
  const { text, origin } = event.body;
  const parts = shownSpan(text);
  const shown = textOfParts(text, parts);
  const read = readAs(exposedAt === undefined ? 'repo' : 'web', shown);
  if (item.author === 'person') {
    return {
      ...askedOf(event, text),
      said: hashesOf(withoutParts(text, parts), MAX_SHINGLES),
      ...omitUndefined({ read }),
    };
  }
  if (origin === 'system') return omitUndefined({ read: handedOn(text) });
  if (event.subagent !== undefined) return { ...askedOf(event, text), ...omitUndefined({ read: handedOn(text) }) };
  return { ...askedOf(event, text), ...omitUndefined({ read }) };
}

/** A person's own words in a reply to a tool call: not the options of the agent. */
function saidIn({ reply }: ToolEnd): string {
  return reply?.origin === 'person' ? (reply.text ?? '') : '';
}

function askedOf({ prompt }: StoredEvent, text: string): Partial<SessionFact> {
  if (!isSubstantive(text)) return {};
  return { asked: omitUndefined({ label: prompt, wants: intentOf(text) }) };
}

function factsOfTool({ items, exposedAt, flow = {} }: DerivedItems): Partial<SessionFact> {
  const [item] = items;
  const changed =
    item?.kind === 'observation' && item.detail.observation === 'file-write' ? item.detail.filesChanged : undefined;
  return {
    ...(changed === undefined || changed.length === 0 ? {} : { changed }),
    ...(items.some(({ kind }) => kind === 'commit') ? { commits: true as const } : {}),
    ...(exposedAt === undefined ? {} : { exposes: true as const }),
    ...(Object.keys(flow).length === 0 ? {} : { flow }),
  };
}

/** Words that a program hands to an agent outside prompts and results; nobody vouches for them. */
function handedOver(body: EventBody): string | undefined {
  switch (body.kind) {
    case 'subagent.start':
      return body.task;
    case 'notification':
      return body.message;
    case 'permission':
      return body.reason;
    case 'turn.failed':
      return body.error;
    default:
      return undefined;
  }
}

/** The output of a tool as reading, unless the words are the agent's own: edits, todo lists, a subagent's report. */
function readOf(
  { input, output, result, tagged = [] }: ToolEnd,
  { items: [item], exposedAt }: DerivedItems,
): SessionFact['read'] {
  if (item === undefined || item.author === 'agent' || item.author === 'person') return undefined;
  const own = item.author === 'web' ? 'tool' : item.author;
  const author = exposedAt === undefined ? own : 'web';
  const text = output === '' && result !== undefined ? JSON.stringify(result) : output;
  const read = author === 'web' ? withoutAsked(readAs(author, text), input) : readAs(author, text);
  if (tagged.length === 0) return read;
  return { author, shingles: Int32Array.from([...(read?.shingles ?? []), ...tagged]) };
}

/**
 * What was read without the single words that the agent had named when it asked: the number of an issue, the name of a page. An
 * address, a path and a flag stay, since a search may have handed them to the agent unseen.
 */
function withoutAsked(read: SessionFact['read'], input: JsonObject): SessionFact['read'] {
  if (read === undefined) return undefined;
  const asked = new Set<number>();
  const words = JSON.stringify(input);
  scanWords(words, (hash, start, end) => {
    if (NAME.test(words.slice(Math.max(start - 1, 0), end + 1))) asked.add(singleWord(hash));
  });
  return { ...read, shingles: read.shingles.filter((hash) => !asked.has(hash)) };
}

function readAs(author: Author, text = ''): SessionFact['read'] {
  const shingles = hashesOf(text, MAX_SHINGLES);
  return shingles.length === 0 ? undefined : { author, shingles };
}

/** The fact of an event that turns out to have read text from outside. */
export function asExposing(fact: SessionFact): SessionFact {
  const { read } = fact;
  return { ...fact, exposes: true, ...(read === undefined ? {} : { read: { ...read, author: 'web' } }) };
}

/**
 * What a program hands on: the runs of its words, and no single word, since the address or code in a report of a subagent may be
 * one that only text from outside held.
 */
function handedOn(text = ''): SessionFact['read'] {
  const shingles = Int32Array.from(new Set(shinglesOf(text, MAX_SHINGLES)));
  return shingles.length === 0 ? undefined : { author: 'tool', shingles };
}

/** A fact without the shingles it read, but with the hash by which they are recognised. */
export function withoutReading({ read, ...fact }: SessionFact): SessionFact {
  if (read === undefined) return fact;
  return { ...fact, read: { author: read.author, shingles: NONE, forgotten: stampOf(read) } };
}

/** True when two facts of one event are equal. */
export function sameFact(one: SessionFact | undefined, other: SessionFact | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const plain = ({ said: _said, read, ...rest }: SessionFact): string => JSON.stringify({ ...rest, by: read?.author });
  return plain(one) === plain(other) && sameShingles(one.said, other.said) && sameReading(one.read, other.read);
}

function sameReading(one: SessionFact['read'], other: SessionFact['read']): boolean {
  if (one?.forgotten === undefined && other?.forgotten === undefined)
    return sameShingles(one?.shingles, other?.shingles);
  return one !== undefined && other !== undefined && stampOf(one) === stampOf(other);
}

function stampOf({ shingles, forgotten }: NonNullable<SessionFact['read']>): number {
  return forgotten ?? shingles.reduce((stamp, hash) => Math.imul(stamp ^ hash, 0x01000193), shingles.length);
}

function sameShingles(one: Int32Array | undefined, other: Int32Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((hash, i) => hash === other[i]);
}
