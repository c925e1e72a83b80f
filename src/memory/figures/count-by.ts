/** The sum of the amounts of each name, the largest first. */
export function countBy<Name extends string>(
  amounts: Iterable<readonly [name: Name, amount: number]>,
): Partial<Record<Name, number>> {
  const counts = new Map<Name, number>();
  for (const [name, amount] of amounts) counts.set(name, (counts.get(name) ?? 0) + amount);
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return Object.fromEntries(sorted) as Partial<Record<Name, number>>;
}
