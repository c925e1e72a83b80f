import type { ItemId } from '../../../core/model/ids.ts';
import type { Sourced } from '../../../core/model/item.ts';
import { wordsOf } from '../../../core/text/terms.ts';

/** A sentence that may be shown of a session, with its weight and time (milliseconds since 1970). */
export interface SentenceCandidate extends Sourced {
  weight: number;
  at: number;
}

const MAX_IDS = 4;
/** Factor by which each further candidate of one part of a session is discounted, so that no part fills the list alone. */
const NEXT_OF_PART = 0.75;
/** Least share, 0 to 1, of the shorter sentence's words that the longer one has when both say the same. */
const ALIKE = 0.7;

/** The sentences of a session with the highest weights: at most `limit`, and at most `limit` from each part. */
export class BestSentences {
  readonly #limit: number;
  /** Candidates of the current part by their words. */
  #part: Map<string, SentenceCandidate> = new Map();
  #kept: Map<string, SentenceCandidate> = new Map();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a candidate; a repeated sentence counts once, with the ids of both, in its latest wording. */
  add(candidate: SentenceCandidate): void {
    if (candidate.weight <= 0 || candidate.text === '') return;
    put(this.#part, keyOf(candidate.text), candidate);
    if (this.#part.size > this.#limit * 8) this.#part = new Map(best(this.#part, this.#limit * 2));
  }

  /** Ends a part of the session; returns its best sentence. */
  closePart(): SentenceCandidate | undefined {
    const own = best(this.#part, this.#limit);
    this.#part = new Map();
    for (const [rank, [key, candidate]] of own.entries()) {
      put(this.#kept, key, { ...candidate, weight: candidate.weight * NEXT_OF_PART ** rank });
    }
    if (this.#kept.size > this.#limit * 2) this.#kept = new Map(best(this.#kept, this.#limit * 2));
    return own[0]?.[1];
  }

  /** The best sentences by weight, without those that say the same as a better one. */
  list(): SentenceCandidate[] {
    this.closePart();
    const chosen = new Map<SentenceCandidate, ReadonlySet<string>>();
    for (const [, candidate] of best(this.#kept, this.#limit * 2)) {
      if (chosen.size >= this.#limit) break;
      const words = new Set(wordsOf(candidate.text));
      if (!chosen.values().some((one) => sayTheSame(one, words))) chosen.set(candidate, words);
    }
    return [...chosen.keys()];
  }
}

/** Text and ids alone. */
export function sourced({ text, ids }: Sourced): Sourced {
  return { text, ids };
}

/** Sentences without those that an earlier one contains. */
export function distinct(sentences: readonly Sourced[]): Sourced[] {
  const chosen = new Map<string, Sourced>();
  for (const sentence of sentences) {
    const key = ` ${keyOf(sentence.text)} `;
    if (key !== '  ' && !chosen.keys().some((one) => one.includes(key))) chosen.set(key, sentence);
  }
  return [...chosen.values()];
}

/** The ids of some lists, each once, at most four. */
export function someIds(...lists: readonly (readonly ItemId[])[]): ItemId[] {
  return [...new Set(lists.flat())].slice(0, MAX_IDS);
}

function put(into: Map<string, SentenceCandidate>, key: string, candidate: SentenceCandidate): void {
  const before = into.get(key);
  into.set(key, before === undefined ? candidate : joined(before, candidate));
}

function joined(before: SentenceCandidate, later: SentenceCandidate): SentenceCandidate {
  return { ...later, ids: someIds(later.ids, before.ids), weight: Math.max(before.weight, later.weight) };
}

function best(among: ReadonlyMap<string, SentenceCandidate>, limit: number): [string, SentenceCandidate][] {
  return [...among]
    .sort(([, one], [, other]) => other.weight - one.weight || other.at - one.at || (one.text < other.text ? -1 : 1))
    .slice(0, limit);
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function sayTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  if (few.size < 4) return false;
  let shared = 0;
  for (const word of few) if (many.has(word)) shared += 1;
  return shared >= ALIKE * few.size;
}
