import { cutText, headAndTail } from './text.ts';
import { countTokens } from './tokens.ts';

/** Upper bound on the characters of the line that says how much was cut. */
const CUT_LINE_CHARS = 50;

/** Truncates text to at most `max` tokens: a longer text becomes its beginning and `…`. */
export function cutTokens(text: string, max: number): string {
  return fitWith(text, max, cutText);
}

/**
 * Truncates text to at most `max` tokens: a longer text becomes head and tail with a line in between that says how much
 * was cut.
 */
export function truncateTokens(text: string, max: number): string {
  return fitWith(text, max, (whole, chars) => headAndTail(whole, Math.max(chars - CUT_LINE_CHARS, 2)));
}

/** Cuts to fewer and fewer characters until the tokens fit: each non-ASCII character is a token of its own. */
function fitWith(text: string, max: number, cut: (text: string, chars: number) => string): string {
  const tokens = countTokens(text);
  if (tokens <= max) return text;
  let chars = Math.floor((text.length * max) / tokens);
  let fitted = cut(text, chars);
  while (chars > 1 && countTokens(fitted) > max) {
    chars = Math.floor(chars * 0.9);
    fitted = cut(text, chars);
  }
  return fitted;
}
