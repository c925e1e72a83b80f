import type { EventKind } from '../../../core/model/event.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import type { StoreCounts } from '../../../core/model/store-counts.ts';
import { sum } from '../../../core/sum.ts';
import { fileSize } from '../../../platform/files.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { spaceOf } from './free-space.ts';
import { readNumber } from './rows.ts';

/** What is counted: events and items by kind, and `made`: the items that are aggregates. */
export type RowKind = `event:${EventKind}` | `item:${ItemKind}` | 'made';

/** Row counts kept in a table, so that nobody must count a million rows. Collects changes until `save`. */
export interface RowCounts {
  add(what: RowKind, by: number): void;
  save(): void;
}

/** Builds the count changes of one transaction. */
export function createRowCounts(db: Database): RowCounts {
  const changes = new Map<RowKind, number>();
  return {
    add: (what, by) => void changes.set(what, (changes.get(what) ?? 0) + by),
    save() {
      for (const [name, n] of changes) {
        db.run('INSERT INTO counters (name, n) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET n = n + ?2', name, n);
      }
      changes.clear();
    },
  };
}

/** The number of items derived from events. */
export function countItems(db: Database): number {
  return readNumber(
    db,
    "SELECT sum(iif(name = 'made', -n, n)) FROM counters WHERE name GLOB 'item:*' OR name = 'made'",
  );
}

/** Reads all counts: from the count table, and by counting small tables. */
export function readCounts(db: Database): StoreCounts {
  const count = (table: string): number => readNumber(db, `SELECT count(*) FROM ${table}`);
  const byKind: StoreCounts['byKind'] = {};
  const byEvent: StoreCounts['byEvent'] = {};
  const sql = "SELECT name, n FROM counters WHERE n > 0 AND name <> 'made'";
  for (const { name, n } of db.all<{ name: string; n: number }>(sql)) {
    const [what, kind] = name.split(':');
    if (what === 'item') byKind[kind as ItemKind] = n;
    else byEvent[kind as EventKind] = n;
  }
  return {
    events: sum(Object.values(byEvent)),
    items: sum(Object.values(byKind)),
    sessions: count('sessions'),
    projects: count('projects'),
    byKind,
    byEvent,
    sizeBytes: fileSize(db.path) + fileSize(`${db.path}-wal`),
    ...spaceOf(db),
    pending: count('pending'),
  };
}
