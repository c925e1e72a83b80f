import type { JsonObject } from '../../../core/json.ts';
import type { RawEvent } from '../../../core/model/event.ts';
import type { SnapshotReader } from '../contract.ts';
import { type ForeignDatabase, openAgentDatabase } from './foreign-sqlite.ts';
import type { ReadingCounts } from './jsonl-parser.ts';

/** The part of a reader that knows one agent's database. */
export interface DatabaseReader {
  path: string;
  /** The columns that are read, by table; a database without one of them counts as `unknown-schema`. */
  tables: Readonly<Record<string, readonly string[]>>;
  counts: Pick<ReadingCounts, 'skip' | 'counts'>;
  /** The events of each message, in small steps. */
  read(db: ForeignDatabase): Iterable<RawEvent[]>;
  /** The state that spares the next reading what was read. */
  state(): JsonObject;
}

/** Makes the reader of an agent's database, which is open only while it is read. */
export function createDatabaseSnapshot({ path, tables, counts, read, state }: DatabaseReader): SnapshotReader {
  return {
    *steps() {
      const db = openAgentDatabase(path);
      try {
        if (Object.entries(tables).every(([table, columns]) => hasColumns(db, table, columns))) yield* read(db);
        else counts.skip('unknown-schema');
      } finally {
        db.close();
      }
    },
    state,
    counts: counts.counts,
  };
}

/** True for a database that has the table with all these columns. */
export function hasColumns(db: ForeignDatabase, table: string, columns: readonly string[]): boolean {
  const found = db.columns(table);
  return columns.every((column) => found.has(column));
}

/** Rows in pages of `size`, the next page read once its predecessor was used: `next` takes the last row before it. */
export function* pagedRows<Row>(size: number, next: (last: Row | undefined) => readonly Row[]): Generator<Row> {
  for (let rows = next(undefined); ; rows = next(rows.at(-1))) {
    yield* rows;
    if (rows.length < size) return;
  }
}
