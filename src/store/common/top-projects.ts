/** A project and those that it leads to: the one that a person merged it into, and the one that shares its root. */
export interface ProjectLinks<Key> {
  key: Key;
  merged: Key | null;
  joined: Key | null;
  /** The last one that it leads to, as it is stored. */
  top: Key | null;
}

/** The projects whose last one differs from what is stored; `null`: it leads to none. A circle ends where it began. */
export function changedTops<Key>(rows: readonly ProjectLinks<Key>[]): { key: Key; top: Key | null }[] {
  const next = new Map(rows.map(({ key, merged, joined }) => [key, merged ?? joined]));
  return rows.flatMap(({ key, top: stored }) => {
    let top = key;
    const seen = new Set([key]);
    for (let to = next.get(top); to != null && next.has(to) && !seen.has(to); to = next.get(to)) {
      seen.add(to);
      top = to;
    }
    const found = top === key ? null : top;
    return found === stored ? [] : [{ key, top: found }];
  });
}
