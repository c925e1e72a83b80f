const NOT_ASCII = /[\u0080-\uffff]/;

/**
 * Estimated tokens of a text, by the one measure that Cairn uses: ASCII characters / 4 plus one for each other code
 * point, rounded up.
 */
export function countTokens(text: string): number {
  if (!NOT_ASCII.test(text)) return Math.ceil(text.length / 4);
  let ascii = 0;
  let other = 0;
  for (const char of text) {
    if (char.charCodeAt(0) < 128) ascii += 1;
    else other += 1;
  }
  return Math.ceil(ascii / 4 + other);
}
