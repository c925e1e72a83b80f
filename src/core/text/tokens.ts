const NOT_ASCII = /[\u0080-\uffff]/;

/** Tokens of a text by the one measure of Cairn: ASCII characters / 4 and one for each other code point, rounded up. */
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
