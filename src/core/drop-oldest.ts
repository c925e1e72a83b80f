/** Takes out of a map, or a set, what went in first until at most so many are left. */
export function dropOldest<Key>(held: Map<Key, unknown> | Set<Key>, most: number): void {
  if (held.size <= most) return;
  for (const oldest of held.keys()) {
    held.delete(oldest);
    if (held.size <= most) return;
  }
}
