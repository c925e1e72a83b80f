import type { Item } from '../../core/model/item.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';

/** True for an item that holds one of some runs of words, in whatever form; its terms count as the index counts them. */
export function containsPhrase(
  { title, text, terms }: Pick<Item, 'title' | 'text' | 'terms'>,
  runs: readonly (readonly string[])[],
): boolean {
  if (runs.length === 0) return false;
  const columns = [title, text, terms].map((column) => ` ${wordsOf(column).map(stemOf).join(' ')} `);
  return runs.some((run) => columns.some((column) => column.includes(` ${run.map(stemOf).join(' ')} `)));
}
