import { stemOf, wordsOf } from '../../core/terms.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { Engine } from './engine.ts';

const STEMS_REMEMBERED = 20_000;

/** The indexed texts of an item. */
export interface Words {
  title: string;
  text: string;
  terms: string;
}

/** Which words the items hold, and how many items hold each: kept in step with the index. */
export interface Vocabulary {
  /** Collects what one transaction changes. */
  change(): VocabularyChange;
  /** For each stem, how many items hold a word of it: at most, since an item may hold several. */
  frequency(stems: readonly string[]): Record<string, number>;
}

/** What one transaction changes in the vocabulary. */
export interface VocabularyChange {
  /** Notes that an item came (`by` 1) or went (-1). */
  count(words: Words, by: 1 | -1): void;
  /** Writes what was noted. */
  save(): void;
}

/** Builds the vocabulary of a store. */
export function createVocabulary(engine: Engine): Vocabulary {
  const stems = engine.remember<string, string>(STEMS_REMEMBERED);
  const stem = (word: string): string => {
    const known = stems.get(word) ?? stemOf(word);
    stems.set(word, known);
    return known;
  };
  return {
    change: () => createChange(engine.db, stem),
    frequency(asked) {
      const sql = 'SELECT ifnull(sum(df), 0) AS n FROM terms WHERE stem = ?';
      return Object.fromEntries(asked.map((one) => [one, engine.db.get<{ n: number }>(sql, one)?.n ?? 0]));
    },
  };
}

/** The value is a JSON list of `[stem, word, difference]`. */
const SAVE = `INSERT INTO terms (stem, term, df)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET df = df + excluded.df`;
const DROP = `DELETE FROM terms WHERE df <= 0
  AND (stem, term) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))`;

interface Noted {
  by: number;
  /** The item that was counted last: an item counts a word once. */
  item: number;
}

function createChange(db: Database, stem: (word: string) => string): VocabularyChange {
  const words = new Map<string, Noted>();
  let item = 0;
  const note = (word: string, by: 1 | -1): void => {
    const noted = words.get(word);
    if (noted === undefined) words.set(word, { by, item });
    else if (noted.item !== item) {
      noted.by += by;
      noted.item = item;
    }
  };
  return {
    count({ title, text, terms }, by) {
      item += 1;
      for (const part of [title, text, terms]) for (const word of wordsOf(part)) note(word, by);
    },
    save() {
      const rows = [...words].filter(([, { by }]) => by !== 0).map(([word, { by }]) => [stem(word), word, by]);
      if (rows.length > 0) db.run(SAVE, JSON.stringify(rows));
      const fewer = rows.filter(([, , by]) => Number(by) < 0);
      if (fewer.length > 0) db.run(DROP, JSON.stringify(fewer));
      words.clear();
    },
  };
}
