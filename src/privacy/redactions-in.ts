import { MARK_START } from './kinds/secret.ts';
import { SECRET_KINDS } from './secret-kinds.ts';

const DEPTH = 100;
const LONGEST_KIND = 40;

/** Counts the marks that replace secrets in the strings of a value, by kind. Linear in the size of the value. */
export function redactionsIn(value: unknown): Record<string, number> {
  const counts: Record<string, number> = {};
  addMarks(value, counts, 0);
  return counts;
}

function addMarks(value: unknown, counts: Record<string, number>, depth: number): void {
  if (typeof value === 'string') {
    for (let at = value.indexOf(MARK_START); at >= 0; at = value.indexOf(MARK_START, at + 1)) {
      const start = at + MARK_START.length;
      const kind = /^[\w-]+(?=\])/.exec(value.slice(start, start + LONGEST_KIND))?.[0];
      if (kind !== undefined && SECRET_KINDS.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
    }
  } else if (typeof value === 'object' && value !== null && depth < DEPTH) {
    for (const one of Object.values(value)) addMarks(one, counts, depth + 1);
  }
}
