import type { Entry } from '../../../src/api/answers.ts';
import { nameDay, startOfDay } from '../../parts/format.ts';

/** A row of the feed: the head of a session, a memory, or the day on which what follows happened. */
export type FeedRow = HeadRow | MemoryRow | { is: 'day'; key: string; says: string };

/** The head of a session on one day. */
export interface HeadRow {
  is: 'head';
  key: string;
  sessionId: string;
  agent: string | undefined;
  from: string;
  to: string;
}

/** A memory. */
export interface MemoryRow {
  is: 'memory';
  key: string;
  entry: Entry;
}

/** The rows of the feed, and the keys of those that can be selected. */
export interface FeedRows {
  rows: readonly FeedRow[];
  keys: readonly string[];
}

/** How the feed is grouped, and which sessions show their heads alone. */
export interface FeedOrder {
  by: 'session' | 'time';
  folded: ReadonlySet<string>;
  now: Date;
}

interface Group {
  day: number;
  sessionId: string | undefined;
  rows: MemoryRow[];
}

interface Grouped {
  by: FeedOrder['by'];
  entries: readonly Entry[];
  groups: Group[];
  known: Map<string, Group>;
}

/** Kinds that are made of sessions as a whole: their heads and views of their own say what they say. */
const OF_A_SESSION = new Set(['summary', 'topic', 'checkpoint', 'pattern']);

/** Whether a memory has a row of its own in the feed, unless its kind is asked for. */
export function isEvent({ kind }: Entry): boolean {
  return !OF_A_SESSION.has(kind);
}

/**
 * Makes the rows of memories, newest first: by session and day, each at the place of its newest memory, or by time alone; a day
 * that is not today has its row. Of entries that go on where those before ended, only the new ones are looked at.
 */
export function createFeedRows(): (entries: readonly Entry[], order: FeedOrder) => FeedRows {
  let made: Grouped | undefined;
  return (entries, order) => {
    const isMore = made !== undefined && made.by === order.by && goesOn(made.entries, entries);
    const grouped = isMore && made !== undefined ? made : { by: order.by, entries: [], groups: [], known: new Map() };
    for (const entry of entries.slice(grouped.entries.length)) addTo(grouped, entry);
    made = { ...grouped, entries };
    return flatten(made.groups, order);
  };
}

function goesOn(before: readonly Entry[], entries: readonly Entry[]): boolean {
  const last = before.length - 1;
  return last >= 0 && entries.length > last && entries[0] === before[0] && entries[last] === before[last];
}

function addTo({ by, groups, known }: Grouped, entry: Entry): void {
  const day = dayOf(entry.at);
  const sessionId = by === 'session' ? entry.sessionId : undefined;
  const key = `${by === 'session' ? (entry.sessionId ?? entry.id) : ''} ${day}`;
  const row: MemoryRow = { is: 'memory', key: entry.id, entry };
  const group = known.get(key);
  if (group !== undefined) {
    group.rows.push(row);
    return;
  }
  const added = { day, sessionId, rows: [row] };
  known.set(key, added);
  groups.push(added);
}

function flatten(groups: readonly Group[], { folded, now }: FeedOrder): FeedRows {
  const rows: FeedRow[] = [];
  const keys: string[] = [];
  let day = startOfDay(now);
  for (const group of groups) {
    if (group.day !== day) {
      day = group.day;
      rows.push({ is: 'day', key: `day ${day} ${rows.length}`, says: nameDay(new Date(day), now) });
    }
    const head = headOf(group);
    if (head !== undefined) {
      rows.push(head);
      keys.push(head.key);
      if (folded.has(head.sessionId)) continue;
    }
    for (const row of group.rows) {
      rows.push(row);
      keys.push(row.key);
    }
  }
  return { rows, keys };
}

function headOf({ sessionId, day, rows }: Group): HeadRow | undefined {
  const first = rows[0]?.entry;
  if (sessionId === undefined || first === undefined) return undefined;
  const from = rows.at(-1)?.entry.at ?? first.at;
  return { is: 'head', key: `head ${sessionId} ${day}`, sessionId, agent: first.agent, from, to: first.at };
}

const days = new Map<string, number>();
const MOST_DAYS = 50_000;
const MINUTE_CHARS = 16;

/** The day of a moment (ISO 8601), as the clock here has it; looked up by its minute, since many share one. */
function dayOf(at: string): number {
  const minute = at.slice(0, MINUTE_CHARS);
  const known = days.get(minute);
  if (known !== undefined) return known;
  if (days.size > MOST_DAYS) days.clear();
  const day = startOfDay(new Date(at));
  days.set(minute, day);
  return day;
}
