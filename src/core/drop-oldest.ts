/** Removes the oldest entries of a map or set, in order of insertion, until at most `most` are left. */
export function dropOldest<Key>(held: Map<Key, unknown> | Set<Key>, most: number): void {
  if (held.size <= most) return;
  for (const oldest of held.keys()) {
    held.delete(oldest);
    if (held.size <= most) return;
  }
}
