import { editDistance } from '../../core/text/edit-distance.ts';

/** Letters that may be wrong, of which a third of the word at most. */
const WRONG_MAX = 3;

/** The known word that a mistyped one most probably means; `undefined` when none is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const most = Math.min(WRONG_MAX, Math.ceil(word.length / 3));
  const near = known
    .map((one) => ({ one, distance: editDistance(word.toLowerCase(), one.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most);
  return near.sort((a, b) => a.distance - b.distance)[0]?.one;
}

/** ` Did you mean "X"?`, or nothing when no known word is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
