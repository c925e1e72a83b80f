import type { ItemId } from '../../core/ids.ts';
import type { Sourced } from '../../core/item.ts';
import { wordsOf } from '../../core/terms.ts';

/** Something that may be told of a session, how much it says, and when it was said (milliseconds since 1970). */
export interface Candidate extends Sourced {
  weight: number;
  at: number;
}

const MAX_IDS = 4;
/** Of one part of a session each further candidate counts for so much of the one before: no part fills the list alone. */
const NEXT_OF_PART = 0.75;
/** Share of the words of the shorter of two that both have, from which they say the same. */
const ALIKE = 0.7;

/** The candidates of a session that say most, at most so many, and from each part at most so many. */
export class Best {
  readonly #limit: number;
  readonly #part: Map<string, Candidate> = new Map();
  #kept: Candidate[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a candidate; one that was said before counts once, with the ids of both, as it was said last. */
  add(candidate: Candidate): void {
    if (candidate.weight <= 0 || candidate.text === '') return;
    const key = keyOf(candidate.text);
    const before = this.#part.get(key);
    this.#part.set(key, before === undefined ? candidate : joined(before, candidate));
    if (this.#part.size > this.#limit * 4) this.#shrinkPart();
  }

  /** A part of the session is over: its best. */
  closePart(): Candidate | undefined {
    const own = sorted([...this.#part.values()]).slice(0, this.#limit);
    this.#part.clear();
    own.forEach((candidate, rank) => {
      this.#keep({ ...candidate, weight: candidate.weight * NEXT_OF_PART ** rank });
    });
    this.#kept = sorted(this.#kept).slice(0, this.#limit * 2);
    return own[0];
  }

  /** The best, in order of weight, without those that say the same as a better one. */
  list(): Candidate[] {
    this.closePart();
    const told: Candidate[] = [];
    for (const candidate of this.#kept) {
      if (told.length >= this.#limit) break;
      if (!told.some((one) => sayTheSame(one.text, candidate.text))) told.push(candidate);
    }
    return told;
  }

  #keep(candidate: Candidate): void {
    const key = keyOf(candidate.text);
    const at = this.#kept.findIndex((one) => keyOf(one.text) === key);
    const before = this.#kept[at];
    if (before === undefined) this.#kept.push(candidate);
    else this.#kept[at] = joined(before, candidate);
  }

  #shrinkPart(): void {
    const best = sorted([...this.#part.entries()].map(([key, candidate]) => ({ ...candidate, key })));
    this.#part.clear();
    for (const { key, ...candidate } of best.slice(0, this.#limit * 2)) this.#part.set(key, candidate);
  }
}

/** Text and ids alone. */
export function sourced({ text, ids }: Sourced): Sourced {
  return { text, ids };
}

/** Sentences without those that stand in one before. */
export function distinct(sentences: readonly Sourced[]): Sourced[] {
  const told: Sourced[] = [];
  for (const sentence of sentences) {
    const key = keyOf(sentence.text);
    const isTold = told.some(({ text }) => ` ${keyOf(text)} `.includes(` ${key} `));
    if (key !== '' && !isTold) told.push(sentence);
  }
  return told;
}

/** The ids of some lists, each once, at most four. */
export function someIds(...lists: readonly (readonly ItemId[])[]): ItemId[] {
  return [...new Set(lists.flat())].slice(0, MAX_IDS);
}

function joined(before: Candidate, later: Candidate): Candidate {
  return { ...later, ids: someIds(later.ids, before.ids), weight: Math.max(before.weight, later.weight) };
}

function sorted<One extends Candidate>(candidates: One[]): One[] {
  return candidates.sort(
    (one, other) => other.weight - one.weight || other.at - one.at || (one.text < other.text ? -1 : 1),
  );
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function sayTheSame(one: string, other: string): boolean {
  const [few, many] = [new Set(wordsOf(one)), new Set(wordsOf(other))].sort((a, b) => a.size - b.size);
  if (few === undefined || many === undefined || few.size < 4) return false;
  let shared = 0;
  for (const word of few) if (many.has(word)) shared += 1;
  return shared >= ALIKE * few.size;
}
