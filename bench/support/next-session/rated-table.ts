import type { DealtFile } from './deal.ts';
import type { Rating } from './tally.ts';

/** A key and its ratings: what is committed, without a word of any text. */
export interface RatedTexts {
  key: DealtFile[];
  ratings: Rating[];
}

const COLUMNS = ['file', 'point', 'way', 'again', 'session', 'lines'];
const LETTERS: Readonly<Record<string, string>> = { useful: 'u', weak: 'w', noise: 'n' };
const MARKS = new Map(Object.entries(LETTERS).map(([mark, letter]) => [letter, mark]));

/** Writes a key with its ratings as a table of tab-separated values; a line's mark is its first letter. */
export function toRatedTable({ key, ratings }: RatedTexts): string {
  const byFile = new Map(ratings.map((rating) => [rating.file, rating]));
  const rows = key.map(({ file = '', point, way, again = false }) => {
    const { session = '', lines = [] } = byFile.get(file) ?? {};
    return [file, point, way, again ? 'again' : '', session, lines.map((mark) => LETTERS[mark] ?? '?').join('')];
  });
  return [COLUMNS, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

/** Reads the table back. A row without a file is a way that told nothing. */
export function fromRatedTable(text: string): RatedTexts {
  const key: DealtFile[] = [];
  const ratings: Rating[] = [];
  for (const row of text.trimEnd().split('\n').slice(1)) {
    const [file = '', point = '', way = '', again = '', session = '', letters = ''] = row.split('\t');
    const lines = [...letters].map((letter) => MARKS.get(letter) ?? '');
    const dealt = { point, way, lines: lines.length };
    key.push(file === '' ? dealt : { file, ...dealt, ...(again === 'again' && { again: true }) });
    if (file !== '') ratings.push({ file, lines, session });
  }
  return { key, ratings };
}
