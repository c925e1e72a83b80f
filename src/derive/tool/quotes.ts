/** A run of characters without a special meaning to a shell. */
export const PLAIN = /[^\s"'\\;|&()`#<>]+/y;

/** False for `#` right behind a word or a substitution, where it begins no comment. */
export function beginsWord(text: string, at: number): boolean {
  return at === 0 || /[\s;|&(]/.test(text[at - 1] ?? '');
}

/** Index of the quote that closes the one at `start`; the end of the text when none does. */
export function quoteEnd(text: string, start: number): number {
  const quote = text[start];
  // Within `$'…'` a backslash escapes, too.
  const escapes = quote === '"' || (text[start - 1] === '$' && text[start - 2] !== '\\');
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += escapes && text[at] === '\\' ? 2 : 1;
  return at;
}
