import { wholeLength } from '../../core/text/aged-text.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { isHighSurrogate } from '../../core/text/text.ts';

/** How a text is shortened: its longest length, and what share of it comes from the end (default a half). */
export interface TruncateOptions {
  max: number;
  tailShare?: number;
}

const CUT_LINE_CHARS = 64;
/** The line by which `truncateText` says what it left out. */
export const CUT_LINE: RegExp = /^\[cut: \d+ of \d+ characters\]$/;

/** Text of at most `max` characters: shorter text as is, else head and tail with a line between that says what was cut. */
export function truncateText(text: string, fit: TruncateOptions): string {
  if (text.length <= fit.max) return text;
  if (fit.max <= CUT_LINE_CHARS * 2) return text.slice(0, wholeCharacter(text, fit.max));
  const room = fit.max - CUT_LINE_CHARS;
  const tail = Math.floor(room * (fit.tailShare ?? 0.5));
  const headEnd = wholeCharacter(text, room - tail);
  const tailStart = wholeCharacter(text, text.length - tail);
  const length = wholeLength(text);
  const cut = tailStart - headEnd + length - text.length;
  return `${text.slice(0, headEnd)}\n[cut: ${cut} of ${length} characters]\n${text.slice(tailStart)}`;
}

/** Text without terminal codes and overwritten progress; lines that repeat the one before stand once. */
export function plainText(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const ended = line.replace(/\r+$/, '');
    const shown = safeText(ended.slice(ended.lastIndexOf('\r') + 1)).trimEnd();
    if (shown !== lines.at(-1)) lines.push(shown);
  }
  return lines.join('\n').trim();
}

/** An index at or before `index` that does not stand inside a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  return isHighSurrogate(text, index - 1) ? index - 1 : index;
}
