/** Quotes a text as one word of `sh`, whatever it contains. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
