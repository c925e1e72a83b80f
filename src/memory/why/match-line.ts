import type { SessionEdit } from './file-edits.ts';

/** Lines on each side of a line that are compared. */
const REACH = 8;
/** Milliseconds by which clocks of an agent and of git may differ. */
export const CLOCK_MS = 120_000;
/** Edits that added a line of one text which are compared, the last ones. */
const CANDIDATES_MAX = 200;
/** How telling the text of a change within a line must be to be found in it. */
const PART_TELLING = 1;
/** Least share of the best agreement that a later change must reach to count as the last one. */
const NEARLY = 0.7;

/** The edits of a file, found by the lines that they added. */
export interface EditIndex {
  edits: readonly SessionEdit[];
  byLine: ReadonlyMap<string, readonly SessionEdit[]>;
  /** Those that put one text in the place of another, which may both be parts of a line. */
  parts: readonly SessionEdit[];
}

/** A line as it stands in its file: all lines of the file trimmed, its index, and when it was there at the latest. */
export interface PlacedLine {
  lines: readonly string[];
  index: number;
  until: number;
}

/** The edit that wrote a line, and how much of its surroundings it wrote as well, in telling lines. */
export interface MatchedEdit {
  edit: SessionEdit;
  agreement: number;
}

/** Makes edits findable by the lines that they added. */
export function indexEdits(edits: readonly SessionEdit[]): EditIndex {
  const byLine = new Map<string, SessionEdit[]>();
  for (const edit of edits) {
    for (const line of edit.added.keys()) {
      const known = byLine.get(line);
      if (known === undefined) byLine.set(line, [edit]);
      else known.push(edit);
    }
  }
  return { edits, byLine, parts: edits.filter(isPart) };
}

function isPart({ after, added, removed, isWhole }: SessionEdit): boolean {
  const [text = ''] = after;
  return !isWhole && after.length === 1 && removed.size === 1 && added.has(text) && tellingOf(text) >= PART_TELLING;
}

/** How telling a line is: 0 for an empty one, little for a bracket or a word of the language, 1 for one of its own. */
export function tellingOf(line: string): number {
  const letters = line.replace(/[^\p{L}\p{N}]/gu, '').length;
  if (letters === 0) return 0;
  if (letters < 8) return 0.2;
  return letters < 14 ? 0.6 : 1;
}

/**
 * The edit that wrote a line: of those that added its text, or else a part of it, the one that agrees best with the lines around it; of several
 * that agree nearly as well the last. `undefined` where none did, or none can be told from others.
 */
export function matchLine(index: EditIndex, place: PlacedLine): MatchedEdit | undefined {
  const text = place.lines[place.index] ?? '';
  const own = tellingOf(text);
  const candidates = (index.byLine.get(text) ?? partsIn(text, index))
    .filter(({ at }) => at <= place.until + CLOCK_MS)
    .slice(-CANDIDATES_MAX)
    .map((edit) => ({ edit, agreement: own + agreementAround(edit, place) }));
  const best = Math.max(0, ...candidates.map(({ agreement }) => agreement));
  if (best < 1) return undefined;
  const near = candidates.filter(({ agreement }) => agreement >= best * NEARLY);
  return firstSinceRemoved(near, { index, text }) ?? near.at(-1);
}

/** The edits that wrote a part of a line; an agent may name no more of it than what it changes. */
function partsIn(text: string, { parts }: EditIndex): readonly SessionEdit[] {
  return parts.filter(({ after: [part = ''] }) => text.includes(part));
}

/**
 * A file that is written again as a whole holds lines of earlier edits: among candidates that wrote a line one after the
 * other, a whole writing counts only where the line was gone in between.
 */
function firstSinceRemoved(
  near: readonly MatchedEdit[],
  { index, text }: { index: EditIndex; text: string },
): MatchedEdit | undefined {
  let at = near.length - 1;
  while (at > 0) {
    const [here, before] = [near[at], near[at - 1]];
    if (here === undefined || before === undefined || !here.edit.isWhole) break;
    const wasRemoved = index.edits.some(
      ({ removed, at: when }) => removed.has(text) && when > before.edit.at && when <= here.edit.at,
    );
    if (wasRemoved) break;
    at -= 1;
  }
  return near[at];
}

/** How much of the surroundings of a line an edit wrote or saw, at the best of the places where it has the line. */
function agreementAround(edit: SessionEdit, { lines, index }: PlacedLine): number {
  const text = lines[index];
  let best = 0;
  for (const at of edit.places.get(text ?? '') ?? []) {
    const up = agreementOf(edit.after, at, { lines, index, step: -1 });
    const down = agreementOf(edit.after, at, { lines, index, step: 1 });
    best = Math.max(best, up + down);
  }
  return best;
}

/** The telling lines that follow in both, in one direction, up to the first that differs. */
function agreementOf(
  after: readonly string[],
  at: number,
  { lines, index, step }: { lines: readonly string[]; index: number; step: 1 | -1 },
): number {
  let sum = 0;
  for (let away = 1; away <= REACH; away += 1) {
    const there = after[at + away * step];
    if (there === undefined || there !== lines[index + away * step]) break;
    sum += tellingOf(there) * 0.5;
  }
  return sum;
}
