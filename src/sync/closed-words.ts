import { addToList } from '../core/add-to-list.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { EventId, ItemId } from '../core/model/ids.ts';
import { detailOfKind, type Item } from '../core/model/item.ts';
import { sharedDetail } from '../derive/event/shared-item.ts';
import { boundedKey } from '../derive/failure/normalize-error.ts';
import { contentWords, statementKey } from '../derive/pattern/statement-key.ts';
import { statementSentences } from '../derive/session/sentences/statement-patterns.ts';

/** Why a memory does not leave: kept private, withdrawn, hidden, or replaced by other words. */
export type Closing = 'private' | 'withdrawn' | 'hidden' | 'replaced';

/** A memory that does not leave, and why: the first of `Closing` that holds. */
export interface ClosedMemory {
  item: Item;
  why: Closing;
}

interface ClosedPhrase {
  words: readonly string[];
  closed: ClosedMemory;
}

/** Content words of a phrase that are compared: what quotes a sentence may cut its end. */
const PHRASE_WORDS = 12;
/** Least content words of a statement that other words can hold, and of a sentence of a prompt or message. */
const STATED_WORDS = 3;
const SPOKEN_WORDS = 5;
/** Content words by which phrases are looked up. */
const HEAD = 2;
const LABEL = /^\s*[\p{L}]+(?: [\p{L}]+)?[:：]\s+/u;
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])|\n/u;
/** Scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words of memories that do not leave, to find them again in others: as a whole, as a statement, or within more words. */
export class ClosedWords {
  readonly #ids = new Map<ItemId, ClosedMemory>();
  readonly #events = new Map<EventId, ClosedMemory[]>();
  readonly #copies = new Map<number, ClosedMemory[]>();
  readonly #keys = new Map<string, ClosedMemory[]>();
  readonly #phrases = new Map<string, ClosedPhrase[]>();

  constructor(memories: readonly ClosedMemory[]) {
    for (const closed of memories) this.#add(closed);
  }

  get size(): number {
    return this.#ids.size;
  }

  byId(id: ItemId): ClosedMemory | undefined {
    return this.#ids.get(id);
  }

  /** The prompts, messages and outputs of an event. */
  ofEvent(event: EventId | undefined): readonly ClosedMemory[] {
    return (event && this.#events.get(event)) ?? [];
  }

  /** Those with the same words in the same project, or the same statement; a short prompt, message or output is no copy. */
  sameAs(item: Item): readonly ClosedMemory[] {
    const copies = this.#copies.get(item.contentHash) ?? [];
    return isSpoken(item) ? copies : [...copies, ...keysOf(item).flatMap((key) => this.#keys.get(key) ?? [])];
  }

  /** Those of which an item holds the words, or a sentence. */
  heldBy(item: Item): ClosedMemory[] {
    if (this.#phrases.size === 0) return [];
    const words = wordsOf([item.title, item.text, sharedDetail(item.kind, item.detail as JsonObject)]);
    return words.flatMap((_, at) =>
      (this.#phrases.get(headOf(words, at)) ?? [])
        .filter((phrase) => phrase.words.every((word, i) => words[at + i] === word))
        .map(({ closed }) => closed),
    );
  }

  #add(closed: ClosedMemory): void {
    const { item, why } = closed;
    this.#ids.set(item.id, closed);
    if (why !== 'replaced' && item.event !== undefined && isSpoken(item)) addToList(this.#events, item.event, closed);
    for (const key of keysOf(item)) addToList(this.#keys, key, closed);
    if (why === 'replaced') return;
    const phrases = phrasesOf(item);
    if (phrases.length > 0) addToList(this.#copies, item.contentHash, closed);
    for (const words of phrases) addToList(this.#phrases, headOf(words, 0), { words, closed });
  }
}

/** True for an output, or what is made of a whole session or its code: its words tell nothing of another memory. */
function saysNothing(item: Item): boolean {
  const { kind } = item;
  const isOutput = kind === 'observation' && isSpoken(item);
  return isOutput || !['knowledge', 'observation', 'prompt', 'message', 'pattern'].includes(kind);
}

/** True for what is not itself a statement: prompts, messages, and outputs of tools. */
function isSpoken({ kind, detail }: Item): boolean {
  return kind === 'prompt' || kind === 'message' || (kind === 'observation' && detail.observation !== 'note');
}

/** The sentences of an item: a statement as a whole, too. */
function statedIn(item: Item): string[] {
  return isSpoken(item)
    ? statementSentences(item).map(({ text }) => text)
    : [item.title, item.text, ...item.text.split(SENTENCE_END)];
}

/** The keys of what an item states; of a prompt or message those of its longer sentences. */
function keysOf(item: Item): string[] {
  if (saysNothing(item)) return [];
  const { kind, title, text } = item;
  const ofPattern = kind === 'pattern' ? detailOfKind(item, 'pattern').pattern?.key : undefined;
  const stated = isSpoken(item)
    ? statedIn(item).filter((sentence) => wordsOf(sentence).length >= SPOKEN_WORDS)
    : [text, title];
  const keys = stated.flatMap((one) => [keyOf(one), keyOf(one.replace(LABEL, ''))]);
  return [...new Set([...(ofPattern === undefined ? [] : [ofPattern]), ...keys])].filter((key) => key !== '');
}

/** The key under which a statement is the same in other words, too. */
export function keyOf(text: string): string {
  return boundedKey(statementKey(text));
}

/** The first content words of each sentence of an item by which other words that hold the sentence are found. */
function phrasesOf(item: Item): string[][] {
  if (saysNothing(item)) return [];
  const least = isSpoken(item) ? SPOKEN_WORDS : STATED_WORDS;
  return statedIn(item).flatMap((sentence) => {
    const words = wordsOf(sentence.replace(LABEL, ''));
    const weight = words.reduce((sum, word) => sum + (UNSPACED.test(word) ? 0.5 : 1), 0);
    return weight < least ? [] : [words.slice(0, PHRASE_WORDS)];
  });
}

function headOf(words: readonly string[], at: number): string {
  return words.slice(at, at + HEAD).join(' ');
}

/** The content words of all texts of a value; each character of a script without spaces is one. */
function wordsOf(value: JsonValue): string[] {
  if (typeof value === 'string') {
    return contentWords(value).flatMap((word) => (UNSPACED.test(word) ? [...word] : [word]));
  }
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  return isJsonObject(value) ? Object.values(value).flatMap(wordsOf) : [];
}
