import type { Skipped } from '../../../core/model/event.ts';
import { redact } from '../../../privacy/redact.ts';

const MAX_TYPES = 200;
const MAX_TYPE_CHARS = 60;

/** Counts by type. Type names come from outside, so their form and number are bounded. */
export interface Tally {
  add(type: string, count?: number): void;
  counts(): Skipped;
}

/** An empty tally. A type that is no plain name, or a secret, counts as `unknown`; beyond 200 types, as `other`. */
export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add: (type, count = 1) => {
      const name = typeName(type);
      const key = counts.has(name) || counts.size < MAX_TYPES ? name : 'other';
      counts.set(key, (counts.get(key) ?? 0) + count);
    },
    counts: () => Object.fromEntries(counts),
  };
}

function typeName(type: string): string {
  const isName = type.length <= MAX_TYPE_CHARS && /^[\w:.+-]+$/.test(type);
  // Counts are plain objects: a name that every object has would be added to what is there.
  return isName && !(type in Object.prototype) && redact(type).text === type ? type : 'unknown';
}
