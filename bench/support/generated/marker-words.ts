import type { StoredEvent } from '../../../src/core/model/event.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';

const PAGE = 1_000;
const MARK = /\bmark-\d+-\d+\b/g;

/** A word that stands in one event only. */
export function markerWord(writer: number, number: number): string {
  return `mark-${writer}-${number}`;
}

/** How often the marks of acknowledged events stand in a log. */
export interface MarkCounts {
  /** Marks that stand in exactly one event. */
  kept: number;
  lost: number;
  doubled: number;
}

/** Reads a whole log for marks; the database is at rest. */
export async function countMarks(db: string, marks: Iterable<string>): Promise<MarkCounts> {
  const store = openSqliteStore({ path: db, readonly: true });
  const seen = new Map<string, number>();
  try {
    let page: StoredEvent[] = [];
    do {
      page = await store.log.since(page.at(-1)?.seq ?? 0, PAGE);
      for (const { body } of page) {
        for (const mark of new Set(JSON.stringify(body).match(MARK))) seen.set(mark, (seen.get(mark) ?? 0) + 1);
      }
    } while (page.length > 0);
  } finally {
    await store.close();
  }
  const counts = { kept: 0, lost: 0, doubled: 0 };
  for (const mark of marks) {
    const times = seen.get(mark) ?? 0;
    counts[times === 1 ? 'kept' : times === 0 ? 'lost' : 'doubled'] += 1;
  }
  return counts;
}
