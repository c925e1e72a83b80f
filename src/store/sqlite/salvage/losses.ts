import { sum } from '../../../core/sum.ts';

/** Rows of a table that could not be saved, by name, or of which a part could not be. At most a thousand are named. */
export interface LostRow {
  table: string;
  /** Public id of an event, session or project; else the page, and what of it cannot be read. */
  row: string;
}

const NAMED_MAX = 1_000;

/** What is lost, by name up to a limit, and how many there are. */
export interface Losses {
  add(table: string, row: string): void;
  named: LostRow[];
  count(): number;
  /** How many are of a table. */
  of(table: string): number;
}

/** Builds an empty list. */
export function createLosses(): Losses {
  const named: LostRow[] = [];
  const counts = new Map<string, number>();
  return {
    named,
    add(table, row) {
      counts.set(table, (counts.get(table) ?? 0) + 1);
      if (named.length < NAMED_MAX) named.push({ table, row });
    },
    count: () => sum([...counts.values()]),
    of: (table) => counts.get(table) ?? 0,
  };
}
