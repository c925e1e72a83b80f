/** A pattern at whose matches a text is split, so that every second part is one of the given words; none: nothing is. */
export function anyOf(words: readonly string[]): RegExp {
  const parts = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`(${parts.length === 0 ? '(?!)' : parts.join('|')})`);
}
