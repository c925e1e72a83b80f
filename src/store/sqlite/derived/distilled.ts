// store/sqlite/derived: aggregates of sessions, findings, contexts, jobs, statistics, the injection log.
// A rebuild drops the derived rows and derives them again.

import { hash53 } from '../../../core/hash.ts';
import type { Finding } from '../../../core/model/finding.ts';
import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import type {
  Distilled,
  DistilledBatch,
  MarkedAggregates,
  UndistilledSession,
  WaitingPattern,
} from '../../contract/distilled.ts';
import { PATTERN_CODES } from '../engine/codes.ts';
import { knownIds, requireCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { readColumn, readNumber } from '../engine/rows.ts';
import { keepStamp } from '../engine/stamps.ts';
import { allOf, type Sql, toSql } from '../items/filter.ts';
import { ITEM_READS, readItems } from '../items/item-rows.ts';
import { byId } from '../items/items.ts';
import { createItemChange } from '../items/write-items.ts';
import { projectGroup } from '../log/projects.ts';
import { markAll, markPatterns, markSessions } from './distill-marks.ts';
import { findPatternKey, patternValues, readFindings, replaceFindings, SELECT_FINDINGS } from './findings.ts';

const STAMP = 'distil';
const FINDINGS_MAX = 1_000;
const FIND_MAX = 1_000;

/** The waiting rows are few compared with all sessions, so the join starts from them. */
const WAITING = `SELECT s.id AS session, u.mark FROM undistilled AS u CROSS JOIN sessions AS s ON s.seq = u.session`;

const WAITING_PATTERNS = `SELECT p.id AS project, k.kind, k.key, w.mark FROM patterns_waiting AS w
  JOIN pattern_keys AS k ON k.seq = w.pattern LEFT JOIN projects AS p ON p.seq = k.project`;

const FINDINGS_OF_PATTERN = `${SELECT_FINDINGS} WHERE k.project = ? AND k.kind = ? AND k.hash = ? AND k.key = ?
  ORDER BY f.last_at DESC, s.id LIMIT ${FINDINGS_MAX}`;

/** Builds the contract `Distilled` over one SQLite file. */
export function createDistilled(engine: Engine): Distilled {
  const { db, read, write } = engine;
  const waiting = (rest: string, value: SqlValue): UndistilledSession[] =>
    db.all<UndistilledSession>(`${WAITING} ${rest}`, value).map((row) => ({ ...row }));
  return {
    waiting: async (limit) => waiting('ORDER BY s.last_at DESC, s.seq DESC LIMIT ?', limit),
    waitingOf: async (ids) => waiting('WHERE s.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)),
    waitingCounts: async () => ({
      sessions: readNumber(db, 'SELECT count(*) FROM undistilled'),
      patterns: readNumber(db, 'SELECT count(*) FROM patterns_waiting'),
    }),
    itemsOf: async (session, page) => read(() => itemsOf(engine, session, page)),
    // Not synced at once: a power cut may lose the batch, but its mark with it, so the session waits again.
    put: async (batches) => write(() => put(engine, batches), 'later'),
    patternsWaiting: async (limit) => waitingPatterns(db, 'LIMIT ?', limit),
    findings: async (pattern) => {
      const values = patternValues(engine, pattern);
      return values === undefined ? [] : readFindings(db, FINDINGS_OF_PATTERN, ...values).reverse();
    },
    findingsOf: async (session) => readFindings(db, `${SELECT_FINDINGS} WHERE s.id = ? ORDER BY f.pattern`, session),
    putPatterns: async (made) => write(() => putPatterns(engine, made), 'later'),
    markItems: async (ids) => markItems(engine, ids),
    find: async (filter) => find(engine, filter),
    rulesAre: async (stamp) =>
      write(() => {
        const areOther = keepStamp(db, STAMP, stamp);
        if (areOther) markAll(db, 'sessions');
        return areOther;
      }),
    markAll: async (what) => write(() => markAll(db, what)),
  };
}

function waitingPatterns(db: Database, rest: string, value: SqlValue): WaitingPattern[] {
  const rows = db.all<Nullable<Omit<WaitingPattern, 'kind'>> & { kind: number }>(`${WAITING_PATTERNS} ${rest}`, value);
  return rows.map((row) => withoutNulls<WaitingPattern>({ ...row, kind: PATTERN_CODES.toWord(row.kind) }));
}

/** One page of items derived from the session's events, by `at`, then id. */
function itemsOf(
  engine: Engine,
  session: SessionId,
  { after, limit }: { after?: Pick<Item, 'at' | 'id'>; limit: number },
): Item[] {
  const seq = engine.interned.session(session);
  if (seq === undefined) return [];
  const id = after === undefined ? new Uint8Array() : requireCompactId(after.id);
  return readItems(engine, ITEM_READS.ofSession, seq, after?.at ?? -1e15, id, limit).map(({ item }) => item);
}

function put(engine: Engine, batches: readonly DistilledBatch[]): WaitingPattern[] {
  const { db } = engine;
  const change = createItemChange(engine);
  const changed = new Set<number>();
  for (const { session, mark, items, findings } of batches) {
    const seq = engine.interned.session(session);
    if (seq === undefined) continue;
    if (mark < readNumber(db, 'SELECT least FROM undistilled WHERE session = ?', seq)) continue;
    change.remove(readItems(engine, ITEM_READS.ofSessionAlone, seq));
    for (const item of items) change.put(item);
    for (const pattern of replaceFindings(engine, seq, findings)) changed.add(pattern);
    db.run('DELETE FROM undistilled WHERE session = ? AND mark = ?', seq, mark);
  }
  change.save();
  markPatterns(db, changed);
  return patternsOf(db, [...changed]);
}

function patternsOf(db: Database, seqs: readonly number[]): WaitingPattern[] {
  return waitingPatterns(db, 'WHERE w.pattern IN (SELECT value FROM json_each(?))', JSON.stringify(seqs));
}

function putPatterns(engine: Engine, made: Parameters<Distilled['putPatterns']>[0]): void {
  const { db } = engine;
  const change = createItemChange(engine);
  for (const { pattern, item } of made) {
    const found = findPatternKey(engine, pattern);
    if (found === undefined) continue;
    const { changes } = db.run('DELETE FROM patterns_waiting WHERE pattern = ? AND mark = ?', found.seq, pattern.mark);
    // Its findings changed meanwhile, so it is built again in any case.
    if (changes === 0) continue;
    const former = found.item === null ? undefined : (toPublicId(found.item) as ItemId);
    if (former !== undefined && former !== item?.id) change.remove(byId(engine, former));
    if (item !== undefined) change.put(item);
    if (former !== item?.id) {
      const id = item === undefined ? null : requireCompactId(item.id);
      db.run('UPDATE pattern_keys SET item = ? WHERE seq = ?', id, found.seq);
    }
    if (item === undefined) dropUnfound(db, found.seq);
  }
  change.save();
}

/** Removes a pattern that has no findings left. */
function dropUnfound(db: Database, pattern: number): void {
  db.run('DELETE FROM pattern_keys WHERE seq = ?1 AND NOT EXISTS (SELECT 1 FROM findings WHERE pattern = ?1)', pattern);
}

function markItems({ db, write }: Engine, ids: readonly ItemId[]): MarkedAggregates {
  const known = toHexList(knownIds(ids));
  const sessions = db.all<{ seq: number; id: SessionId }>(
    `SELECT DISTINCT s.seq, s.id FROM items AS i JOIN sessions AS s ON s.seq = i.session
      WHERE i.event IS NULL AND i.id IN (SELECT unhex(value) FROM json_each(?))`,
    known,
  );
  const ofItems = 'SELECT seq FROM pattern_keys WHERE item IN (SELECT unhex(value) FROM json_each(?))';
  const patterns = readColumn<number>(db, ofItems, known);
  if (sessions.length + patterns.length === 0) return { sessions: [], patterns: [] };
  write(() => {
    const seqs = sessions.map(({ seq }) => seq);
    markSessions(db, seqs);
    markPatterns(db, patterns);
  });
  return { sessions: sessions.map(({ id }) => id), patterns: patternsOf(db, patterns) };
}

const IS_CONFIRMED = `EXISTS (SELECT 1 FROM items AS i WHERE i.id = k.item AND i.detail ->> '$.status' = 'confirmed')`;

function find({ db }: Engine, { kinds, project, keys, limit, confirmed }: Parameters<Distilled['find']>[0]): Finding[] {
  const where = [among('k.kind', kinds.map(PATTERN_CODES.toCode))];
  if (project !== undefined) where.push(toSql(`k.project IN (${projectGroup(db, project)})`));
  if (confirmed === 'only') where.push(toSql(IS_CONFIRMED));
  if (keys !== undefined) where.push(among('k.hash', keys.map(hash53)), among('k.key', keys));
  const { sql, values } = allOf(where);
  const first = confirmed === 'first' ? `${IS_CONFIRMED} DESC, ` : '';
  const order = `ORDER BY ${first}f.last_at DESC, s.id, k.seq LIMIT ?`;
  return readFindings(db, `${SELECT_FINDINGS} WHERE ${sql} ${order}`, ...values, Math.min(limit, FIND_MAX));
}

function among(column: string, values: readonly SqlValue[]): Sql {
  return toSql(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
}
