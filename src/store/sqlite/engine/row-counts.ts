import type { EventKind } from '../../../core/model/event.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import type { StoreCounts } from '../../../core/model/store-counts.ts';
import { sum } from '../../../core/sum.ts';
import { fileSize } from '../../../platform/files.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { spaceOf } from './free-space.ts';

/** What is counted: events and items by kind, and which of all items are made of others. */
export type RowKind = `event:${EventKind}` | `item:${ItemKind}` | 'made';

/** Counts kept beside the rows, so that nobody has to count a million of them. Collects changes until `save`. */
export interface RowCounts {
  add(what: RowKind, by: number): void;
  save(): void;
}

/** A tally of one transaction. */
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

/** How many items there are that are made of events. */
export function countItems(db: Database): number {
  const sql = `SELECT ifnull(sum(iif(name = 'made', -n, n)), 0) AS n FROM counters WHERE name GLOB 'item:*' OR name = 'made'`;
  return db.get<{ n: number }>(sql)?.n ?? 0;
}

/** All counts, from the tally and from small tables. */
export function readCounts(db: Database): StoreCounts {
  const count = (sql: string): number => db.get<{ n: number }>(sql)?.n ?? 0;
  const byKind: StoreCounts['byKind'] = {};
  const byEvent: StoreCounts['byEvent'] = {};
  for (const { name, n } of db.all<{ name: string; n: number }>(
    "SELECT name, n FROM counters WHERE n > 0 AND name <> 'made'",
  )) {
    const [what, kind] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
    if (what === 'item') byKind[kind as ItemKind] = n;
    else byEvent[kind as EventKind] = n;
  }
  return {
    events: sum(Object.values(byEvent)),
    items: sum(Object.values(byKind)),
    sessions: count('SELECT count(*) AS n FROM sessions'),
    projects: count('SELECT count(*) AS n FROM projects'),
    byKind,
    byEvent,
    sizeBytes: fileSize(db.path) + fileSize(`${db.path}-wal`),
    ...spaceOf(db),
    pending: count('SELECT count(*) AS n FROM pending'),
  };
}
