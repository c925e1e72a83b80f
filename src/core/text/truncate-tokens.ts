import { cutText, headAndTail } from './text.ts';
import { countTokens } from './tokens.ts';

/** The line that says what was cut, in characters at most. */
const CUT_LINE_CHARS = 50;

/** Text of at most `max` tokens: shorter text as is, else its beginning and `…`. */
export function cutTokens(text: string, max: number): string {
  return fitWith(text, max, cutText);
}

/** Text of at most `max` tokens: shorter text as is, else head and tail with a line between that says what was cut. */
export function truncateTokens(text: string, max: number): string {
  return fitWith(text, max, (whole, chars) => headAndTail(whole, Math.max(chars - CUT_LINE_CHARS, 2)));
}

/** Cuts to ever fewer characters until the tokens fit: a character that is no ASCII is a token of its own. */
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
