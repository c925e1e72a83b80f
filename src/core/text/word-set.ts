/** The words of a text, which white space separates, as a set. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
