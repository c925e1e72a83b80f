/**
 * The optimal string alignment distance of two words (letters added, removed, changed, or swapped with their neighbour)
 * when it is at most `most`, else `most + 1`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(before, j) + 1,
          at(row, j - 1) + 1,
          at(before, j - 1) + (isSame ? 0 : 1),
          isSwap ? at(twoBefore, j - 2) + 1 : most + 1,
        ),
      );
    }
    if (Math.min(...row) > most) return most + 1;
    twoBefore = before;
    before = row;
  }
  return Math.min(at(before, other.length), most + 1);
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? Number.POSITIVE_INFINITY;
}
