const met = new Map<string, number>();

/** Counts that a file was found to be damaged, in this process. */
export function noteDamage(path: string): void {
  met.set(path, (met.get(path) ?? 0) + 1);
}

/** How often a file was found to be damaged since this process began. */
export function damageMet(path: string): number {
  return met.get(path) ?? 0;
}

/** Forgets what was met of a file: it was found whole, or another took its place. */
export function clearDamage(path: string): void {
  met.delete(path);
}
