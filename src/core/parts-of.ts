/** Consecutive parts of a list, each of at most `size` entries. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** The rows that a look-up gives for ids, asked for by parts. */
export async function lookUp<Id, Row>(
  ids: Iterable<Id>,
  read: (part: Id[]) => Promise<readonly Row[]>,
  size = 500,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of partsOf([...ids], size)) rows.push(...(await read(part)));
  return rows;
}
