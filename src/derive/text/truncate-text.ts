import { wholeLength } from '../../core/text/aged-text.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { isHighSurrogate } from '../../core/text/text.ts';

/** Limits of a shortened text: its length in code units, and the share of it, 0 to 1, taken from the end (default 0.5). */
export interface TruncateOptions {
  max: number;
  tailShare?: number;
}

const CUT_LINE_CHARS = 64;
/** Shortens a text to at most `max` code units: head and tail, with a line between that counts the characters cut. */
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

/** A text without terminal codes and overwritten progress; repeated consecutive lines are kept once. */
export function plainText(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const ended = line.replace(/\r+$/, '');
    const shown = safeText(ended.slice(ended.lastIndexOf('\r') + 1)).trimEnd();
    if (shown !== lines.at(-1)) lines.push(shown);
  }
  return lines.join('\n').trim();
}

/** The index, or the one before it where `index` is inside a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  return isHighSurrogate(text, index - 1) ? index - 1 : index;
}
