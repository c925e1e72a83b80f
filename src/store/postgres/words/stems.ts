import { hash53 } from '../../../core/hash.ts';
import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import { stemOf, wordsOf } from '../../../core/text/terms.ts';

/** Characters of the prefix of a stem in the index. */
export const PREFIX_CHARS = 6;
/** Different prefixes: more than tenants that one database will ever hold, so that two seldom share one. */
const PREFIXES = 36 ** (PREFIX_CHARS - 1);
/** A position that PostgreSQL keeps is at most this one; later words count, but are found in no phrase. */
const POSITION_MAX = 16_383;
/** The letters by which PostgreSQL marks the positions of each field of an item. */
const FIELDS = [
  ['title', 'A'],
  ['text', 'B'],
  ['terms', 'C'],
] as const;

/** The words of an item as the index holds them. */
export interface IndexedWords {
  /** A `tsvector` as text. */
  words: string;
  /** How many words. */
  length: number;
}

/**
 * The prefix of the stems of one tenant's items, or of its aggregates: an index over texts cannot begin with the tenant,
 * but its words can. Two tenants with the same prefix share a part of the index, and no row.
 */
export function prefixOf(tenant: string, isMade: boolean): string {
  const number = hash53(tenant) % PREFIXES;
  return `${isMade ? 'm' : 'i'}${number.toString(36).padStart(PREFIX_CHARS - 1, '0')}`;
}

/** The words of an item, split and stemmed as SQLite's index does; between two fields a position stays free. */
export function indexedWordsOf(tenant: string, item: Item): IndexedWords {
  const places = new Map<string, string[]>();
  let length = 0;
  for (const [gap, [field, letter]] of FIELDS.entries()) {
    for (const word of wordsOf(item[field])) {
      length += 1;
      const stem = stemOf(word);
      const own = places.get(stem) ?? [];
      own.push(`${Math.min(length + gap, POSITION_MAX)}${letter}`);
      places.set(stem, own);
    }
  }
  const prefix = prefixOf(tenant, isAggregate(item));
  const words = [...places].map(([stem, own]) => `'${prefix}${stem}':${own.join(',')}`).join(' ');
  return { words, length };
}
