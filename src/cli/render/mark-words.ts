import type { Colors } from '../terminal/output.ts';

/** Words of a question that stand in every text. */
const COMMON = new Set(
  'and are but can did does for from had has have how not our that the this use was were what when where which who why with you'.split(
    ' ',
  ),
);
const LEAST = 3;

/** Marks in a text the words of a query, and longer ones that begin with them. Not letters within a word. */
export function markWords(query: string, { underline }: Pick<Colors, 'underline'>): (text: string) => string {
  const said = query.replace(/(?<!\S)-?[a-z]+:\S*/g, '').toLowerCase();
  const words = (said.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => word.length >= LEAST && !COMMON.has(word));
  if (words.length === 0) return (text) => text;
  const stems = words.map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join('|')})[\\p{L}\\p{N}_]*`, 'giu');
  return (text) => text.replace(found, (word) => underline(word));
}
