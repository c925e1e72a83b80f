import { isHighSurrogate } from '../core/text/text.ts';
import { findSecrets } from './find-secrets.ts';
import { type Redacted, redact, replaceSecrets } from './redact.ts';

/** A string that was truncated: its path, and its size before. */
export interface Truncated {
  /** Keys from the root, joined by `.`; `''` for the value itself. */
  path: string;
  chars: number;
  lines: number;
}

/**
 * Characters after the head and before the tail that are also searched, so that a secret at the cut is redacted whole.
 */
const MARGIN = 16_384;
/** Upper bound on the length of the line that marks a cut, including its line breaks, in characters. */
const MARK_MAX = 96;
const MARK = /\n\[cut: \d+ of \d+ characters, \d+ lines\]\n/;

/** The number of lines of a text: one more than its line breaks. */
export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** True for a text of more than `maxChars` UTF-16 code units that was not already truncated to that size. */
export function isTooLong(text: string, maxChars: number): boolean {
  if (text.length <= maxChars) return false;
  const half = Math.floor(maxChars / 2);
  return text.length > maxChars + MARK_MAX || !MARK.test(text.slice(Math.max(0, half - MARK_MAX), half + MARK_MAX));
}

/**
 * Head and tail of a long text, `maxChars / 2` each, redacted, with a line between them that says what was cut. Only
 * head, tail and a margin at the cut are searched for secrets, however long the text is. No surrogate pair is split.
 */
export function cutRedacted(text: string, maxChars: number): Redacted {
  const half = Math.floor(maxChars / 2);
  const headEnd = isHighSurrogate(text, half - 1) ? half - 1 : half;
  const rest = Math.max(headEnd, text.length - half);
  const tailStart = isHighSurrogate(text, rest - 1) ? rest + 1 : rest;
  const counts: Record<string, number> = {};
  const head = keepPart(text.slice(0, headEnd + MARGIN), { from: 0, to: headEnd }, counts);
  const tailPiece = Math.max(0, tailStart - MARGIN);
  const tail = keepPart(text.slice(tailPiece), { from: tailStart - tailPiece, to: text.length }, counts);
  const mark = `\n[cut: ${tailStart - headEnd} of ${text.length} characters, ${countLines(text)} lines]\n`;
  const again = redact(head + mark + tail);
  addCounts(counts, again.counts);
  return { text: again.text, counts };
}

/** Adds counts by kind to others. */
export function addCounts(to: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [kind, count] of Object.entries(from)) to[kind] = (to[kind] ?? 0) + count;
}

/** A part of a piece, in which every secret that overlaps the part is replaced whole. */
function keepPart(piece: string, part: { from: number; to: number }, counts: Record<string, number>): string {
  const secrets = findSecrets(piece).filter((secret) => secret.start < part.to && secret.end > part.from);
  for (const { kind } of secrets) counts[kind] = (counts[kind] ?? 0) + 1;
  const from = Math.min(part.from, secrets[0]?.start ?? part.from);
  const to = Math.max(Math.min(part.to, piece.length), secrets.at(-1)?.end ?? 0);
  const moved = secrets.map(({ start, end, kind }) => ({ start: start - from, end: end - from, kind }));
  return replaceSecrets(piece.slice(from, to), moved);
}
