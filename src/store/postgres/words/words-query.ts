import { stemOf, wordsOf } from '../../../core/text/terms.ts';

/** Upper bound on the phrases that exclude an item. */
const EXCLUDED_MAX = 16;

/** The stems of a word or phrase in order, split as the index does; none for a text without letters and digits. */
export function stemsOf(words: readonly string[]): string[] {
  return words.flatMap(wordsOf).map(stemOf);
}

/** The `tsquery` of stems that stand together, as text. */
export function matchOf(stems: readonly string[], prefix: string): string {
  return `(${stems.map((stem) => `'${prefix}${stem}'`).join(' <-> ')})`;
}

/** A `tsquery` as text, which is never empty: any or all of some runs of stems, and none of others. */
export function queryOf(
  { runs, all, not = [] }: { runs: readonly (readonly string[])[]; all: boolean; not?: readonly (readonly string[])[] },
  prefix: string,
): string {
  const wanted = runs.map((stems) => matchOf(stems, prefix)).join(all ? ' & ' : ' | ');
  const unwanted = excludedOf(not).map((stems) => matchOf(stems, prefix));
  return unwanted.length === 0 ? wanted : `(${wanted}) & !(${unwanted.join(' | ')})`;
}

/** The runs of stems that exclude an item. */
export function excludedOf(not: readonly (readonly string[])[]): string[][] {
  return not.slice(0, EXCLUDED_MAX).flatMap((run) => {
    const stems = stemsOf(run);
    return stems.length === 0 ? [] : [stems];
  });
}
