import type { ItemId } from '../../../core/model/ids.ts';
import type { Sourced } from '../../../core/model/item.ts';
import { wordsOf } from '../../../core/text/terms.ts';

/** Something that may be told of a session, how much it says, and when it was said (milliseconds since 1970). */
export interface SentenceCandidate extends Sourced {
  weight: number;
  at: number;
}

const MAX_IDS = 4;
/** Of one part of a session each further candidate counts for so much of the one before: no part fills the list alone. */
const NEXT_OF_PART = 0.75;
/** Share of the words of the shorter of two that both have, from which they say the same. */
const ALIKE = 0.7;

/** The candidates of a session that say most, at most so many, and from each part at most so many. */
export class BestSentences {
  readonly #limit: number;
  /** By their words: what was said before counts once. */
  #part: Map<string, SentenceCandidate> = new Map();
  #kept: Map<string, SentenceCandidate> = new Map();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a candidate; one that was said before counts once, with the ids of both, as it was said last. */
  add(candidate: SentenceCandidate): void {
    if (candidate.weight <= 0 || candidate.text === '') return;
    put(this.#part, keyOf(candidate.text), candidate);
    if (this.#part.size > this.#limit * 8) this.#part = new Map(best(this.#part, this.#limit * 2));
  }

  /** A part of the session is over: its best. */
  closePart(): SentenceCandidate | undefined {
    const own = best(this.#part, this.#limit);
    this.#part = new Map();
    for (const [rank, [key, candidate]] of own.entries()) {
      put(this.#kept, key, { ...candidate, weight: candidate.weight * NEXT_OF_PART ** rank });
    }
    if (this.#kept.size > this.#limit * 2) this.#kept = new Map(best(this.#kept, this.#limit * 2));
    return own[0]?.[1];
  }

  /** The best, in order of weight, without those that say the same as a better one. */
  list(): SentenceCandidate[] {
    this.closePart();
    const told = new Map<SentenceCandidate, ReadonlySet<string>>();
    for (const [, candidate] of best(this.#kept, this.#limit * 2)) {
      if (told.size >= this.#limit) break;
      const words = new Set(wordsOf(candidate.text));
      if (!told.values().some((one) => sayTheSame(one, words))) told.set(candidate, words);
    }
    return [...told.keys()];
  }
}

/** Text and ids alone. */
export function sourced({ text, ids }: Sourced): Sourced {
  return { text, ids };
}

/** Sentences without those that stand in one before. */
export function distinct(sentences: readonly Sourced[]): Sourced[] {
  const told = new Map<string, Sourced>();
  for (const sentence of sentences) {
    const key = ` ${keyOf(sentence.text)} `;
    if (key !== '  ' && !told.keys().some((one) => one.includes(key))) told.set(key, sentence);
  }
  return [...told.values()];
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
