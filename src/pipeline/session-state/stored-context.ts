import type { JsonObject } from '../../core/json.ts';
import type { Author } from '../../core/model/kinds.ts';
import type { SessionFact } from '../../derive/event/session-fact.ts';
import { RULES_STAMP } from '../../derive/item/rules.ts';
import type { StoredContext } from '../../store/contract/session-contexts.ts';
import type { ReadHashes } from './session-words.ts';

/** Version of the stored format; to be raised when its content or meaning changes. */
const STAMP = `context@3 ${RULES_STAMP}`;

/** What events after a position need to know of the session before it. */
export interface ContextSnapshot {
  /** Number of its last event, and the time of its last fact, in milliseconds since 1970. */
  until: number;
  lastAt: number;
  /** Number of its facts. */
  count: number;
  /** When the session first read text from outside, and words that are not known; milliseconds since 1970. */
  exposedAt: number;
  unknownAt: number;
  words: ReadHashes<ArrayLike<number>>;
  /** Prompts, the latest changes and commits, and moves of text. */
  facts: SessionFact[];
}

/** A snapshot as the store keeps it: facts without words as JSON, words as consecutive hashes. */
export function toStoredContext({ until, lastAt, count, words, facts, ...first }: ContextSnapshot): StoredContext {
  const read = words.read.map(([author, hashes]): [Author, number] => [author, hashes.length]);
  const all = new Int32Array(words.said.length + read.reduce((sum, [, count]) => sum + count, 0));
  let start = 0;
  for (const hashes of [...words.read.map(([, of]) => of), words.said]) {
    all.set(hashes, start);
    start += hashes.length;
  }
  const plain = facts.map(({ read: _read, said: _said, ...fact }) => fact);
  const known = Object.fromEntries(Object.entries(first).filter(([, at]) => Number.isFinite(at)));
  const state = { lastAt, count, read, facts: plain, ...known };
  return { stamp: STAMP, until, state: state as unknown as JsonObject, words: all };
}

/** The snapshot from the store; `undefined` when another version of the rules wrote it. */
export function fromStoredContext({ stamp, until, state, words }: StoredContext): ContextSnapshot | undefined {
  if (stamp !== STAMP) return undefined;
  const kept = state as unknown as {
    lastAt: number;
    count: number;
    read: [Author, number][];
    facts: SessionFact[];
    exposedAt?: number;
    unknownAt?: number;
  };
  let start = 0;
  const read = kept.read.map(([author, count]): [Author, Int32Array] => {
    start += count;
    return [author, words.subarray(start - count, start)];
  });
  const { lastAt, count, facts, exposedAt = Number.POSITIVE_INFINITY, unknownAt = Number.POSITIVE_INFINITY } = kept;
  return { until, lastAt, count, exposedAt, unknownAt, words: { read, said: words.subarray(start) }, facts };
}
