import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import { countsAsUsed, type MemoryUsage, USAGE_KINDS } from '../../../core/model/memory-usage.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import type {
  InjectedMemory,
  InjectionCounts,
  InjectionLog,
  InjectionOutcome,
  InjectionSum,
  ItemInjection,
  SessionInjections,
} from '../../contract/injection-log.ts';
import { requireCompactId, toCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';

const INJECTED_MAX = 500;
const COUNTED_MAX = 200;
/** Excludes tool answers, notices for users, and blocks withheld for comparison (`meter.control`). */
const UNASKED = "n.occasion NOT IN ('tool', 'notice', 'control')";

/** Builds the contract `InjectionLog` over one SQLite file. */
export function createInjectionLog(engine: Engine): InjectionLog {
  const { db } = engine;
  return {
    ofSession: async (session) => engine.read(() => ofSession(db, session)),
    keep: async (session, uses) => engine.write(() => keep(db, session, uses), 'later'),
    outcomes: async (filter, limit) => engine.read(() => outcomes(db, filter, limit)),
    sums: async (time) => engine.read(() => sumInjections(db, time)),
    tokensOf: async (sessions) => engine.read(() => tokensOf(db, sessions)),
    ofItem: async (id, limit) => engine.read(() => ofItem(db, id, limit)),
    counts: async (ids) => engine.read(() => countInjections(db, ids)),
  };
}

type InjectedRow = Nullable<Omit<InjectedMemory, 'item'>> & { item: Uint8Array };

function ofSession(db: Database, session: SessionId): SessionInjections {
  const id = toCompactId(session);
  if (id === undefined) return { injected: [], requested: [] };
  const rows = db.all<InjectedRow>(
    `SELECT n.seq AS injection, m.place, n.at, n.occasion, m.section, m.item FROM injections AS n
      JOIN injection_items AS m ON m.injection = n.seq WHERE n.session = ? ORDER BY n.at DESC, n.seq DESC, m.place LIMIT ?`,
    id,
    INJECTED_MAX,
  );
  const injected = rows
    .map((row) => withoutNulls<InjectedMemory>({ ...row, item: toPublicId(row.item) as ItemId }))
    .reverse();
  return {
    injected: injected.filter(({ occasion }) => occasion !== 'tool' && occasion !== 'notice'),
    requested: injected.filter(({ occasion }) => occasion === 'tool').map(({ item, at }) => ({ item, at })),
  };
}

function keep(db: Database, session: SessionId, uses: readonly MemoryUsage[]): void {
  const id = toCompactId(session);
  if (id === undefined) return;
  db.run('DELETE FROM injection_uses WHERE injection IN (SELECT seq FROM injections WHERE session = ?)', id);
  for (const { injection, place, how, at, by } of uses) {
    // The injected item may have been erased meanwhile.
    db.run(
      `INSERT INTO injection_uses (injection, place, how, at, by) SELECT injection, place, ?, ?, ? FROM injection_items
        WHERE injection = ? AND place = ? ON CONFLICT DO NOTHING`,
      USAGE_KINDS.indexOf(how),
      at,
      by === undefined ? null : (toCompactId(by) ?? null),
      injection,
      place,
    );
  }
}

type InjectionLogRow = Omit<InjectionOutcome, 'session' | 'items'> & { seq: number; session: Uint8Array };

interface UsedItemRow {
  injection: number;
  section: string | null;
  item: Uint8Array;
  /** JSON list of the codes of its uses. */
  uses: string;
}

const USED_ITEMS = `SELECT injection, section, item, (SELECT json_group_array(how) FROM injection_uses AS u
    WHERE u.injection = m.injection AND u.place = m.place) AS uses
  FROM injection_items AS m WHERE injection IN (SELECT value FROM json_each(?)) ORDER BY injection, place`;

function outcomes(
  db: Database,
  { since = 0, until = Number.MAX_SAFE_INTEGER, session }: Parameters<InjectionLog['outcomes']>[0],
  limit: number,
): InjectionOutcome[] {
  const own = session === undefined ? [] : [requireCompactId(session)];
  const rows = db.all<InjectionLogRow>(
    `SELECT seq, session, at, occasion, tokens FROM injections AS n WHERE n.occasion <> 'tool' AND n.occasion <> 'notice' AND n.at BETWEEN ? AND ?
      ${own.length === 0 ? '' : 'AND n.session = ?'} ORDER BY n.at DESC, n.seq DESC LIMIT ?`,
    since,
    until,
    ...own,
    limit,
  );
  const items = db.all<UsedItemRow>(USED_ITEMS, JSON.stringify(rows.map(({ seq }) => seq)));
  const byInjection = Map.groupBy(items, ({ injection }) => injection);
  return rows.map(({ seq, session, ...row }) => ({
    ...row,
    session: toPublicId(session) as SessionId,
    items: (byInjection.get(seq) ?? []).map(toUsedItem),
  }));
}

function toUsedItem({ item, section, uses }: UsedItemRow): InjectionOutcome['items'][number] {
  return { id: toPublicId(item) as ItemId, ...(section === null ? {} : { section }), uses: toUses(uses) };
}

/** The kinds of usage of a JSON list of their codes. */
function toUses(codes: string): MemoryUsage['how'][] {
  return (JSON.parse(codes) as number[]).flatMap((code) => USAGE_KINDS[code] ?? []);
}

const TOKENS = `SELECT session, sum(tokens) AS tokens FROM injections AS n
  WHERE n.session IN (SELECT unhex(value) FROM json_each(?)) AND ${UNASKED} GROUP BY session`;

function tokensOf(db: Database, sessions: readonly SessionId[]): Map<SessionId, number> {
  const rows = db.all<{ session: Uint8Array; tokens: number }>(TOKENS, toHexList(sessions));
  return new Map(rows.map(({ session, tokens }) => [toPublicId(session) as SessionId, tokens]));
}

const USED = USAGE_KINDS.flatMap((how, code) => (countsAsUsed(how) ? [code] : [])).join(', ');

const QUARTER_MS = 900_000;
const SUMS = `SELECT session, quarter, count(*) AS blocks, sum(tokens) AS tokens, sum(lines) AS lines, sum(used) AS used,
    CAST(round(total(CASE WHEN lines > 0 THEN 1.0 * tokens * used / lines END)) AS INTEGER) AS usedTokens
  FROM (SELECT n.session, n.at / ${QUARTER_MS} AS quarter, n.tokens, count(m.place) AS lines,
      count(CASE WHEN EXISTS (SELECT 1 FROM injection_uses AS u WHERE u.injection = m.injection AND u.place = m.place
        AND u.how IN (${USED})) THEN 1 END) AS used
    FROM injections AS n INDEXED BY injections_by_time LEFT JOIN injection_items AS m ON m.injection = n.seq
    WHERE n.occasion <> 'tool' AND ${UNASKED} AND n.at BETWEEN ? AND ? GROUP BY n.seq)
  GROUP BY session, quarter`;

type SumRow = Omit<InjectionSum, 'session' | 'at'> & { session: Uint8Array; quarter: number };

function sumInjections(db: Database, { since, until }: { since: number; until: number }): InjectionSum[] {
  return db.all<SumRow>(SUMS, since, until).map(({ session, quarter, ...row }) => ({
    session: toPublicId(session) as SessionId,
    at: quarter * QUARTER_MS,
    ...row,
  }));
}

/** Counts the newest injections of one item, and those in which it was used. */
const COUNT_INJECTIONS = `SELECT count(*) AS told, total(used) AS used FROM (
  SELECT EXISTS (SELECT 1 FROM injection_uses AS u WHERE u.injection = m.injection AND u.place = m.place
    AND u.how IN (${USED})) AS used
  FROM injection_items AS m JOIN injections AS n ON n.seq = m.injection
  WHERE m.item = ? AND ${UNASKED} ORDER BY m.injection DESC LIMIT ${COUNTED_MAX})`;

function countInjections(db: Database, ids: readonly ItemId[]): Map<ItemId, InjectionCounts> {
  const counts = new Map<ItemId, InjectionCounts>();
  for (const id of new Set(ids)) {
    const row = db.get<InjectionCounts>(COUNT_INJECTIONS, toCompactId(id) ?? null);
    if (row !== undefined && row.told > 0) counts.set(id, { ...row });
  }
  return counts;
}

const OF_ITEM = `SELECT n.session, n.at, n.occasion, m.section, (SELECT json_group_array(how) FROM injection_uses AS u
    WHERE u.injection = m.injection AND u.place = m.place) AS uses
  FROM injection_items AS m JOIN injections AS n ON n.seq = m.injection
  WHERE m.item = ? AND ${UNASKED} ORDER BY m.injection DESC LIMIT ?`;

type ItemInjectionRow = Omit<ItemInjection, 'session' | 'section' | 'uses'> &
  Pick<UsedItemRow, 'section' | 'uses'> & { session: Uint8Array };

function ofItem(db: Database, id: ItemId, limit: number): ItemInjection[] {
  return db
    .all<ItemInjectionRow>(OF_ITEM, toCompactId(id) ?? null, limit)
    .map(({ session, section, uses, ...row }) => ({
      ...row,
      session: toPublicId(session) as SessionId,
      ...(section === null ? {} : { section }),
      uses: toUses(uses),
    }));
}

/** Removes the usages that these items gave evidence of. Must be called within a transaction. */
export function dropUsesBy(db: Database, items: readonly ItemId[]): void {
  if (items.length === 0) return;
  db.run('DELETE FROM injection_uses WHERE by IN (SELECT unhex(value) FROM json_each(?))', toHexList(items));
}

/** Removes the injections into an erased session. Must be called within a transaction. */
export function dropInjectionsTo(db: Database, session: SessionId): void {
  const id = toCompactId(session);
  if (id === undefined) return;
  const own = '(SELECT seq FROM injections WHERE session = ?)';
  db.run(`DELETE FROM injection_uses WHERE injection IN ${own}`, id);
  db.run(`DELETE FROM injection_items WHERE injection IN ${own}`, id);
  db.run('DELETE FROM injections WHERE session = ?', id);
}
