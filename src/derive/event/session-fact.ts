import { LIMITS } from '../../core/limits.ts';
import type { EventBody, EventKind, StoredEvent, ToolEnd } from '../../core/model/event.ts';
import type { EventId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { Author, Meaning } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { shinglesOf } from '../provenance/shingles.ts';
import type { DerivedItems } from './derive-event.ts';
import { isSubstantive } from './is-request.ts';
import { intentOf } from './meaning.ts';
import { targetsOf } from './targets-of.ts';

/** Shingles of one text that are kept: as many as the longest text of the log can have, so that nothing in it is missed. */
const MAX_SHINGLES = LIMITS.capturedChars;

/** The kinds of events that are anything to others of their session. */
export const FACT_KINDS: readonly EventKind[] = [
  'prompt',
  'tool.end',
  'subagent.start',
  'notification',
  'permission',
  'turn.failed',
];

/** The kinds of events whose items depend on what else happened in their session. */
export const ASKING_KINDS: ReadonlySet<EventKind> = new Set([
  'message',
  'tool.end',
  'subagent.end',
  'compact.end',
  'noted',
]);

/** What an event is to others of its session: what was asked, read, changed, committed, or noted by a call. */
export interface SessionFact {
  event: EventId;
  /** Milliseconds since 1970. */
  at: number;
  subagent?: string;
  /** That something was asked: the agent's own id of the prompt, and what kind of work is wanted, where its words tell. */
  asked?: { label?: string; wants?: Meaning };
  /** Shingles of what a person said: nobody is believed less for saying it again. */
  said?: Int32Array;
  /** `forgotten`: what stands for shingles that are not kept any more, to know them again. */
  read?: { author: Author; shingles: Int32Array; forgotten?: number };
  changed?: string[];
  commits?: true;
  exposes?: true;
  /** Public id of the note that a call of Cairn's own `remember` made. */
  note?: string;
}

const NONE = new Int32Array();

/** What an event is to others of its session, given what it gives itself; `undefined` when nothing. */
export function factOf(event: StoredEvent, derived: DerivedItems): SessionFact | undefined {
  const { id, at, subagent, body } = event;
  const place = { event: id, at, ...(subagent === undefined ? {} : { subagent }) };
  if (body.kind === 'prompt') return { ...place, ...factsOfPrompt(event, derived.items[0]) };
  if (body.kind !== 'tool.end') {
    const read = handedOver(body);
    return read === undefined ? undefined : { ...place, read };
  }
  const facts = factsOfTool(derived);
  const [note] = targetsOf(event);
  const read = readOf(body, derived.items[0]);
  if (read !== undefined) facts.read = read;
  if (note !== undefined) facts.note = note;
  return Object.keys(facts).length === 0 ? undefined : { ...place, ...facts };
}

/**
 * A person's words are said; those of a notification and of a subagent's task were handed over by a program, and read as
 * a tool's: nobody stands behind them.
 */
function factsOfPrompt(event: StoredEvent, item: Item | undefined): Partial<SessionFact> {
  if (item === undefined || event.body.kind !== 'prompt') return {};
  const { text, origin } = event.body;
  const shingles = shinglesOf(text, MAX_SHINGLES);
  if (item.author === 'person') return { ...askedOf(event, text), said: shingles };
  if (origin === 'system') return { read: { author: 'tool', shingles } };
  if (event.subagent !== undefined) return { ...askedOf(event, text), read: { author: 'tool', shingles } };
  return askedOf(event, text);
}

function askedOf({ prompt }: StoredEvent, text: string): Partial<SessionFact> {
  if (!isSubstantive(text)) return {};
  return { asked: omitUndefined({ label: prompt, wants: intentOf(text) }) };
}

function factsOfTool({ items, exposedAt }: DerivedItems): Partial<SessionFact> {
  const [item] = items;
  const changed = item?.detail.observation === 'file-write' ? item.detail.filesChanged : undefined;
  return {
    ...(changed === undefined || changed.length === 0 ? {} : { changed }),
    ...(items.some(({ kind }) => kind === 'commit') ? { commits: true as const } : {}),
    ...(exposedAt === undefined ? {} : { exposes: true as const }),
  };
}

/** What a program hands to an agent beside prompts and results: nobody stands behind these words either. */
function handedOver(body: EventBody): SessionFact['read'] {
  switch (body.kind) {
    case 'subagent.start':
      return readAs('tool', body.task);
    case 'notification':
      return readAs('tool', body.message);
    case 'permission':
      return readAs('tool', body.reason);
    case 'turn.failed':
      return readAs('tool', body.error);
    default:
      return undefined;
  }
}

/** What a tool answered is read, unless the words are the agent's own: its edits, its list, what its subagent told. */
function readOf({ output, result, tagged = [] }: ToolEnd, item: Item | undefined): SessionFact['read'] {
  if (item === undefined || item.author === 'agent' || item.author === 'person') return undefined;
  const read = readAs(item.author, output === '' && result !== undefined ? JSON.stringify(result) : output);
  if (tagged.length === 0) return read;
  return { author: item.author, shingles: Int32Array.from([...(read?.shingles ?? []), ...tagged]) };
}

function readAs(author: Author, text = ''): SessionFact['read'] {
  const shingles = shinglesOf(text, MAX_SHINGLES);
  return shingles.length === 0 ? undefined : { author, shingles };
}

/** A fact of which what was read is kept no more, but known again. */
export function withoutReading({ read, ...fact }: SessionFact): SessionFact {
  if (read === undefined) return fact;
  return { ...fact, read: { author: read.author, shingles: NONE, forgotten: stampOf(read) } };
}

/** True when two facts of one event say the same. */
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
