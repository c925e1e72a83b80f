/** True when version `a` is newer than `b`: numbers compared part by part, a pre-release is older than its release. */
export function isNewer(a: string, b: string): boolean {
  const [coreA = '', preA] = a.split('-', 2);
  const [coreB = '', preB] = b.split('-', 2);
  const partsA = coreA.split('.').map(Number);
  const partsB = coreB.split('.').map(Number);
  for (let i = 0; i < 3; i += 1) {
    const difference = (partsA[i] ?? 0) - (partsB[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return preA === undefined && preB !== undefined;
}
