import type { Hunk } from '../../../src/api/story-answers.ts';

/** A line of one side of a diff. `marked`: the part of it that differs from the line beside it, as offsets. */
export interface DiffSide {
  /** From 1, where it is known. */
  line: number | undefined;
  text: string;
  isChanged: boolean;
  marked?: readonly [number, number];
}

/** Lines that stand side by side; without one side it was added or taken out. */
export interface DiffRow {
  before: DiffSide | undefined;
  after: DiffSide | undefined;
}

/** Lines of a hunk that are the same and further than this from any change are folded. */
const NEAR = 3;
/** Pairs of lines that are compared at most; beyond, what lies between equal ends counts as changed. */
const COMPARED = 200_000;
/** Least share of a line that stays, for its change to be marked within it. */
const ALIKE = 0.35;

/** The rows of a hunk; a number in their place counts equal lines that are folded. */
export function diffRows(hunk: Hunk): (DiffRow | number)[] {
  const rows = pairs(hunk);
  const isNear = rows.map((_, at) =>
    rows
      .slice(Math.max(0, at - NEAR), at + NEAR + 1)
      .some(({ before, after }) => (before ?? after)?.isChanged === true),
  );
  const shown: (DiffRow | number)[] = [];
  for (const [at, row] of rows.entries()) {
    const last = shown.at(-1);
    if (isNear[at] === true) shown.push(row);
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1;
    else shown.push(1);
  }
  return shown;
}

/** Lines added and removed by hunks. */
export function countLines(hunks: readonly Hunk[]): { added: number; removed: number } {
  const rows = hunks.flatMap(pairs);
  return {
    added: rows.filter(({ after }) => after?.isChanged === true).length,
    removed: rows.filter(({ before }) => before?.isChanged === true).length,
  };
}

function pairs({ before, after, line, newLine }: Hunk): DiffRow[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const same = equalLines(old, now);
  const rows: DiffRow[] = [];
  let [left, right] = [0, 0];
  const number = (from: number | undefined, at: number) => (from === undefined ? undefined : from + at);
  const until = (oldEnd: number, newEnd: number): void => {
    const [gone, come] = [old.slice(left, oldEnd), now.slice(right, newEnd)];
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1) {
      const [one, other] = [gone[at], come[at]];
      const marks = one === undefined || other === undefined ? undefined : marksOf(one, other);
      rows.push({
        before: side(one, number(line, left + at), marks?.[0]),
        after: side(other, number(newLine, right + at), marks?.[1]),
      });
    }
  };
  for (const [i, j] of same) {
    until(i, j);
    const text = old[i] ?? '';
    rows.push({
      before: { line: number(line, i), text, isChanged: false },
      after: { line: number(newLine, j), text, isChanged: false },
    });
    [left, right] = [i + 1, j + 1];
  }
  until(old.length, now.length);
  return rows;
}

function side(
  text: string | undefined,
  line: number | undefined,
  marked: readonly [number, number] | undefined,
): DiffSide | undefined {
  return text === undefined ? undefined : { line, text, isChanged: true, ...(marked && { marked }) };
}

/** Pairs of equal lines in order: the longest common sequence, between equal heads and tails. */
function equalLines(old: readonly string[], now: readonly string[]): [number, number][] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const middle = longestCommon(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const at = (i: number): [number, number] => [old.length - tail + i, now.length - tail + i];
  return [
    ...Array.from({ length: head }, (_, i): [number, number] => [i, i]),
    ...middle.map(([i, j]): [number, number] => [i + head, j + head]),
    ...Array.from({ length: tail }, (_, i) => at(i)),
  ];
}

function longestCommon(old: readonly string[], now: readonly string[]): [number, number][] {
  if (old.length * now.length > COMPARED || old.length === 0 || now.length === 0) return [];
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const of = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = old[i] === now[j] ? of(i + 1, j + 1) + 1 : Math.max(of(i + 1, j), of(i, j + 1));
    }
  }
  const found: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) found.push([i++, j++]);
    else if (of(i + 1, j) >= of(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}

/** What differs between two lines that are alike: the part between their equal beginnings and ends. */
function marksOf(one: string, other: string): [readonly [number, number], readonly [number, number]] | undefined {
  const least = Math.min(one.length, other.length);
  let head = 0;
  while (head < least && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < least - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  if (head + tail < Math.max(one.length, other.length) * ALIKE) return undefined;
  return [
    [head, one.length - tail],
    [head, other.length - tail],
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
