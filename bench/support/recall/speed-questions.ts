import { stemOf } from '../../../src/core/text/terms.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { promptOf, WORDS } from '../generated/session-events.ts';
import { createRandom } from '../generated/varied-text.ts';

/** A kind of question: its words are of one frequency, or those of a text as it is written. */
export interface QuestionKind {
  name: string;
  words: number;
  /** The question of a number. */
  question(n: number): string;
}

const WORDS_EACH = 40;
const COUNTS = [1, 3, 8] as const;
const RARE_ITEMS = 20;

/** The questions to ask of a store of generated sessions; the words of each frequency are chosen by its index. */
export function questionKinds(path: string): QuestionKind[] {
  const db = openDatabase(path, { readonly: true });
  const total = db.get<{ n: number }>('SELECT count(*) AS n FROM items')?.n ?? 0;
  const held = new Map<string, number>();
  for (const word of WORDS) {
    const [row] = db.all<{ doc: number }>('SELECT doc FROM terms WHERE term = ?', stemOf(word));
    if (row !== undefined) held.set(word, row.doc);
  }
  db.close();
  return kindsOfQuestions({ held, total });
}

/** The questions to ask of a store, by how many of its `total` memories hold each word. */
export function kindsOfQuestions({
  held,
  total,
}: {
  held: ReadonlyMap<string, number>;
  total: number;
}): QuestionKind[] {
  const near = (share: number): string[] => {
    const distance = ([, items]: [string, number]): number => Math.abs(Math.log(items / (share * total)));
    const nearest = [...held].toSorted((one, other) => distance(one) - distance(other)).slice(0, WORDS_EACH);
    return nearest
      .filter(([, items]) => items < 2 * share * total && items > 0.5 * share * total)
      .map(([word]) => word);
  };
  const rarest = [...held].toSorted(([, one], [, other]) => one - other);
  const classes: [string, string[]][] = [
    [`words of at most ${RARE_ITEMS} memories`, rarest.slice(0, WORDS_EACH).map(([word]) => word)],
    ['words of 0.1 %', near(0.001)],
    ['words of 2 %', near(0.02)],
    ['words of 20 %', near(0.2)],
    ['words of 75 %', near(0.75)],
  ];
  const ofClass = classes.flatMap(([name, words]) =>
    COUNTS.map((count) => ({ name, words: count, question: (n: number) => pick(words, count, n) })),
  );
  const asWritten = COUNTS.map((count) => ({
    name: 'words as they are written',
    words: count,
    question: (n: number) => promptOf(n, 400).split(/\s+/).slice(0, count).join(' '),
  }));
  return [...ofClass, ...asWritten];
}

function pick(words: readonly string[], count: number, n: number): string {
  const random = createRandom(n * 13 + count);
  return Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ');
}
