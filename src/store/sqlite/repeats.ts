import type { Item } from '../../core/item.ts';
import { LONGEST_REPEAT_MS, REPEAT_WINDOWS_MS } from '../../core/repeats.ts';
import type { Database } from '../../platform/sqlite.ts';
import { ITEM_CODES, RELATION_CODES, SORT_CODES } from './codes.ts';

/**
 * Observations with one of some contents, around its time. The value is a JSON list of `[hash, from, to]`. Exported so
 * that a test can ask for its plan.
 */
export const EQUALS = `SELECT i.seq, i.at, i.project, i.sort, i.content_hash AS hash FROM json_each(?) AS asked
  CROSS JOIN items AS i ON i.content_hash = asked.value ->> 0 AND i.at BETWEEN asked.value ->> 1 AND asked.value ->> 2
  WHERE i.kind = ${ITEM_CODES.toCode('observation')} ORDER BY i.at, i.id`;

const REPEATS = RELATION_CODES.toCode('repeats');

interface EqualRow {
  seq: number;
  at: number;
  project: number | null;
  sort: number;
  hash: number;
}

interface Span {
  from: number;
  to: number;
}

/** Collects the observations that a transaction puts or removes, then links each repetition to its earliest equal. */
export interface Repeats {
  note(item: Item): void;
  save(): void;
}

/** What one transaction changes in repetitions: the outcome depends on the observations only, not on their order. */
export function createRepeats(db: Database): Repeats {
  const spans = new Map<number, Span>();
  return {
    note({ kind, detail, at, contentHash }) {
      if (kind !== 'observation' || detail.observation === undefined) return;
      if (REPEAT_WINDOWS_MS[detail.observation] === undefined) return;
      const span = spans.get(contentHash) ?? { from: at, to: at };
      spans.set(contentHash, { from: Math.min(span.from, at), to: Math.max(span.to, at) });
    },
    save() {
      const asked = [...spans].map(([hash, { from, to }]) => [hash, from - LONGEST_REPEAT_MS, to + LONGEST_REPEAT_MS]);
      const rows = asked.length === 0 ? [] : db.all<EqualRow>(EQUALS, JSON.stringify(asked));
      for (const [hash, equals] of Map.groupBy(rows, (row) => row.hash)) link(db, equals, spans.get(hash)?.from ?? 0);
      spans.clear();
    },
  };
}

/** Makes the links anew of equal observations, in order of time, from a time on. */
function link(db: Database, equals: readonly EqualRow[], from: number): void {
  if (equals.length < 2) return;
  for (const row of equals) {
    if (row.at < from) continue;
    db.run('DELETE FROM links WHERE from_item = ? AND relation = ?', row.seq, REPEATS);
    const earliest = earliestEqual(row, equals);
    if (earliest === undefined) continue;
    db.run('INSERT INTO links (from_item, relation, to_item) VALUES (?, ?, ?)', row.seq, REPEATS, earliest.seq);
  }
}

function earliestEqual(row: EqualRow, equals: readonly EqualRow[]): EqualRow | undefined {
  const window = windowOf(row);
  for (const other of equals) {
    if (other.seq === row.seq) return undefined;
    if (other.project === row.project && other.sort === row.sort && other.at >= row.at - window) return other;
  }
  return undefined;
}

function windowOf(row: EqualRow): number {
  const word = SORT_CODES.toWord(row.sort);
  return word in REPEAT_WINDOWS_MS ? (REPEAT_WINDOWS_MS[word as keyof typeof REPEAT_WINDOWS_MS] ?? 0) : 0;
}
