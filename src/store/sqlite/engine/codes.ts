import { CairnError } from '../../../core/errors.ts';
import { EVENT_KINDS, type EventKind, type EventSource } from '../../../core/model/event.ts';
import {
  AUTHORS,
  type Author,
  CATEGORIES,
  type Category,
  ITEM_KINDS,
  type ItemKind,
  KNOWLEDGE_KINDS,
  type KnowledgeKind,
  MEANINGS,
  type Meaning,
  OBSERVATION_KINDS,
  type ObservationKind,
  PATTERN_KINDS,
  type PatternKind,
} from '../../../core/model/kinds.ts';
import { EVENT_SOURCES } from '../../common/event-sources.ts';
import type { ItemLink } from '../../contract/items.ts';

/**
 * Words stored as small integers: the index of the word in its list. Files contain these numbers, so that a list may
 * only grow at its end; `codes.test.ts` has them all.
 */
export interface Codes<Word extends string> {
  toCode(word: Word): number;
  toWord(code: number): Word;
  words: readonly Word[];
}

function codes<Word extends string>(words: readonly Word[]): Codes<Word> {
  const places = new Map(words.map((word, place) => [word, place]));
  return {
    toCode: (word) => places.get(word) ?? fail(word),
    toWord: (code) => words[code] ?? fail(String(code)),
    words,
  };
}

function fail(what: string): never {
  throw new CairnError('internal', `The store has no code for "${what}".`);
}

/** Kinds of events. */
export const EVENT_CODES: Codes<EventKind> = codes(EVENT_KINDS);

/** Kinds of items. */
export const ITEM_CODES: Codes<ItemKind> = codes(ITEM_KINDS);

/** The subkind of an item: the kind of an observation or of knowledge. */
export const SORT_CODES: Codes<ObservationKind | KnowledgeKind> = codes([...OBSERVATION_KINDS, ...KNOWLEDGE_KINDS]);

/** What an observation means for the work. */
export const MEANING_CODES: Codes<Meaning> = codes(MEANINGS);

/** What part of the work an item is about. */
export const CATEGORY_CODES: Codes<Category> = codes(CATEGORIES);

/** What recurs over sessions. */
export const PATTERN_CODES: Codes<PatternKind> = codes(PATTERN_KINDS);

/** Whose words an item contains. */
export const AUTHOR_CODES: Codes<Author> = codes(AUTHORS);

/** Who reported an event. */
export const SOURCE_CODES: Codes<EventSource> = codes(EVENT_SOURCES);

/** How two items are related. */
export const RELATION_CODES: Codes<ItemLink['relation']> = codes(['repeats', 'near', 'supersedes', 'part-of']);

/** The bit of a source in an event's set of sources. */
export function sourceBit(source: EventSource): number {
  return 1 << SOURCE_CODES.toCode(source);
}

/** The sources of a set of bits. */
export function sourcesOf(bits: number): EventSource[] {
  return SOURCE_CODES.words.filter((_, place) => bits & (1 << place));
}
