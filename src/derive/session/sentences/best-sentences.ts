import type { ItemId } from '../../../core/model/ids.ts';
import type { Sourced } from '../../../core/model/item.ts';
import { contentWords } from '../../claim/claim-words.ts';

/** A sentence that may be shown of a session, with its weight and time (milliseconds since 1970). */
export interface SentenceCandidate extends Sourced {
  weight: number;
  at: number;
}

/** What a sentence says, as far as it is compared: its content words and the names in it. */
interface Says {
  words: ReadonlySet<string>;
  names: readonly string[];
}

const MAX_IDS = 4;
/** Factor by which each further candidate of one part of a session is discounted, so that no part fills the list alone. */
const NEXT_OF_PART = 0.88;
/** Least share, 0 to 1, of the shorter sentence's words that the longer one has when both say the same; of few words more. */
const ALIKE = 0.6;
const FEW_ALIKE = 0.75;
const FEW_WORDS = 6;
const LEAST_WORDS = 3;
/** Code in a sentence: a name. */
const NAME = /`([^`]{2,80})`/g;

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

  /** The best sentences by weight; of those that say the same only the latest. */
  list(): SentenceCandidate[] {
    this.closePart();
    const latest = lastOfEach(best(this.#kept, this.#limit * 2).map(([, candidate]) => candidate));
    return latest.slice(0, this.#limit);
  }
}

/** Text and ids alone. */
export function sourced({ text, ids }: Sourced): Sourced {
  return { text, ids };
}

/** Sentences in their order, of those that say the same only the latest, in the place of the first. */
export function lastOfEach(sentences: readonly SentenceCandidate[]): SentenceCandidate[] {
  const chosen: { one: SentenceCandidate; says: Says }[] = [];
  for (const sentence of sentences) {
    const says = saysIn(sentence.text);
    const known = chosen.find((other) => sayTheSame(other.says, says));
    if (known === undefined) chosen.push({ one: sentence, says });
    else if (sentence.at > known.one.at) Object.assign(known, { one: sentence, says });
  }
  return chosen.map(({ one }) => one);
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

/** Sentences without those that stand in others, or say the same in nearly the same words. */
export function unsaid<One extends Sourced>(sentences: readonly One[], said: readonly Sourced[]): One[] {
  const known = said.map(({ text }) => ({ key: ` ${keyOf(text)} `, says: saysIn(text) }));
  return sentences.filter(({ text }) => {
    const [key, says] = [` ${keyOf(text)} `, saysIn(text)];
    return !known.some((one) => one.key.includes(key) || sayTheSame(one.says, says));
  });
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

function saysIn(text: string): Says {
  return {
    words: new Set(contentWords(text)),
    names: [...text.matchAll(NAME)].map(([, name = '']) => name.toLowerCase()),
  };
}

/** True for sentences of mostly the same words that name no different things. */
function sayTheSame(one: Says, other: Says): boolean {
  const [few, many] = one.words.size <= other.words.size ? [one.words, other.words] : [other.words, one.words];
  if (few.size < LEAST_WORDS || !nameTheSame(one.names, other.names)) return false;
  let shared = 0;
  for (const word of few) if (many.has(word)) shared += 1;
  return shared >= (few.size < FEW_WORDS ? FEW_ALIKE : ALIKE) * few.size;
}

function nameTheSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  return one.some((name) => other.some((same) => same.includes(name) || name.includes(same)));
}
