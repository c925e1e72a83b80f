import { DUPLICATE_WINDOWS_MS, LONGEST_DUPLICATE_WINDOW_MS } from '../../../core/model/duplicate-window.ts';
import type { Item } from '../../../core/model/item.ts';
import { OBSERVATION_KINDS } from '../../../core/model/kinds.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { ITEM_CODES, RELATION_CODES, SORT_CODES } from '../engine/codes.ts';

/**
 * Selects the observations of a project and time span that have one of the content hashes.
 */
const EQUALS = `SELECT seq, content_hash AS hash FROM items INDEXED BY items_by_project
  WHERE project IS ? AND kind = ${ITEM_CODES.toCode('observation')} AND at BETWEEN ? AND ?
    AND content_hash IN (SELECT value FROM json_each(?))`;

/** The duplicate windows in milliseconds by the code of the observation kind. */
const WINDOWS = new Map<number | null, number>(
  OBSERVATION_KINDS.flatMap((kind) => {
    const window = DUPLICATE_WINDOWS_MS[kind];
    return window === undefined ? [] : [[SORT_CODES.toCode(kind), window] as const];
  }),
);

const REPEATS = RELATION_CODES.toCode('repeats');

/** Collects the observations that a transaction puts or removes, then links each repetition to its earliest equal. */
export interface Duplicates {
  note(item: Item, project: number | null): void;
  save(): void;
}

/** The changes within one project: content hashes, and the time span they cover. */
interface DuplicateChange {
  hashes: Set<number>;
  from: number;
  to: number;
}

/**
 * Builds the collector for one transaction. The resulting links depend on the stored observations only, not on the
 * order of writing.
 */
export function createDuplicates(db: Database): Duplicates {
  const changes = new Map<number | null, DuplicateChange>();
  return {
    note({ kind, detail, at, contentHash }, project) {
      if (kind !== 'observation' || detail.observation === undefined) return;
      if (DUPLICATE_WINDOWS_MS[detail.observation] === undefined) return;
      const change = changes.get(project) ?? { hashes: new Set(), from: at, to: at };
      change.hashes.add(contentHash);
      change.from = Math.min(change.from, at);
      change.to = Math.max(change.to, at);
      changes.set(project, change);
    },
    save() {
      for (const [project, change] of changes) linkAll(db, project, change);
      changes.clear();
    },
  };
}

function linkAll(db: Database, project: number | null, { hashes, from, to }: DuplicateChange): void {
  const reach = [from - LONGEST_DUPLICATE_WINDOW_MS, to + LONGEST_DUPLICATE_WINDOW_MS] as const;
  const rows = db.all<{ seq: number; hash: number }>(EQUALS, project, ...reach, JSON.stringify([...hashes]));
  for (const equals of Map.groupBy(rows, ({ hash }) => hash).values()) {
    if (equals.length > 1) link(db, equals, from);
  }
}

interface EqualRow {
  seq: number;
  at: number;
  sort: number | null;
}

/** Rewrites the links of the observations with equal content from a time on. */
function link(db: Database, rows: readonly { seq: number }[], from: number): void {
  const sql = 'SELECT seq, at, sort FROM items WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY at, id';
  const equals = db.all<EqualRow>(sql, JSON.stringify(rows.map(({ seq }) => seq)));
  for (const row of equals) {
    if (row.at < from) continue;
    db.run('DELETE FROM links WHERE from_item = ? AND relation = ?', row.seq, REPEATS);
    const earliest = earliestEqual(row, equals);
    if (earliest === undefined) continue;
    db.run('INSERT INTO links (from_item, relation, to_item) VALUES (?, ?, ?)', row.seq, REPEATS, earliest.seq);
  }
}

function earliestEqual(row: EqualRow, equals: readonly EqualRow[]): EqualRow | undefined {
  const window = WINDOWS.get(row.sort);
  if (window === undefined) return undefined;
  for (const other of equals) {
    if (other.seq === row.seq) return undefined;
    if (other.sort === row.sort && other.at >= row.at - window) return other;
  }
  return undefined;
}
