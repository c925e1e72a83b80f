import { diffArrays } from 'diff';

/** Lines that may differ between two texts before all between their common head and tail count as changed. */
const EDITS_MAX = 4_000;

/** For each line of a text, its number in the text `before`, from 1; `undefined` for one that was not there. */
export function mapLines(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = mapChanged(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return after.map((_, index) => {
    if (index < head) return index + 1;
    if (index >= after.length - tail) return before.length - (after.length - index) + 1;
    const there = middle[index - head];
    return there === undefined ? undefined : there + head + 1;
  });
}

/** For each line after a change, its index before; `undefined` for a new one. */
function mapChanged(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: EDITS_MAX });
  if (parts === undefined) return after.map(() => undefined);
  const mapped: (number | undefined)[] = [];
  let at = 0;
  for (const { added, removed, count } of parts) {
    for (let step = 0; step < count; step += 1) {
      if (added) mapped.push(undefined);
      else if (!removed) mapped.push(at + step);
    }
    if (!added) at += count;
  }
  return mapped;
}
