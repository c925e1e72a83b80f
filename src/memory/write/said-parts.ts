/** The parts of a list that say something, each on one line; `undefined` when none does. */
export function saidParts(parts: readonly string[] | undefined): string[] | undefined {
  const said = (parts ?? []).map((part) => part.trim().replace(/\s+/g, ' ')).filter((part) => part !== '');
  return said.length === 0 ? undefined : said;
}
