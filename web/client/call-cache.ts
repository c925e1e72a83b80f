import type { CallName } from '../../src/api/calls.ts';

/** An answer that was given, and when (milliseconds). */
export interface Kept {
  value: unknown;
  at: number;
  /** How long it took to answer, in milliseconds. */
  tookMs: number;
}

/** Most answers that are kept; the one that was used longest ago goes first. */
const MOST = 120;

const kept = new Map<string, Kept>();

/** The name of an answer: equal inputs have the same. */
export function cacheKey(call: CallName, input: unknown): string {
  return `${call} ${JSON.stringify(input, sortedFields)}`;
}

/** What was answered last. */
export function recall(key: string): Kept | undefined {
  const found = kept.get(key);
  if (found !== undefined) {
    kept.delete(key);
    kept.set(key, found);
  }
  return found;
}

/** Keeps an answer. */
export function keep(key: string, value: Kept): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
  }
}

function sortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
