// store/sqlite/derived: aggregates of sessions, findings, contexts, jobs, statistics, the injection log.
// A rebuild drops the derived rows and derives them again.

import { hash53 } from '../../../core/hash.ts';
import type { Finding } from '../../../core/model/finding.ts';
import type { ItemId, ProjectId, SessionId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type {
  Distilled,
  DistilledBatch,
  MarkedAnew,
  UndistilledSession,
  WaitingPattern,
} from '../../contract/distilled.ts';
import { PATTERN_CODES } from '../engine/codes.ts';
import { knownIds, requireCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import { keepStamp } from '../engine/stamps.ts';
import { ITEM_READS, readItems } from '../items/item-rows.ts';
import { byId } from '../items/items.ts';
import type { ItemDeps } from '../items/write-items.ts';
import { createItemChange } from '../items/write-items.ts';
import { markAllPatterns, markAllSessions, markPatterns, markSessions } from './distill-marks.ts';
import { findPatternKey, replaceFindings, SELECT_FINDINGS, toFinding } from './findings.ts';

const STAMP = 'distil';
const FINDINGS_MAX = 1_000;
const FIND_MAX = 1_000;

interface WaitingSessionRow {
  id: SessionId;
  mark: number;
}

interface PatternRow {
  project_id: ProjectId | null;
  kind: number;
  key: string;
  mark: number;
}

/** The waiting rows are few compared with all sessions, so the join starts from them. */
const WAITING = `SELECT s.id, u.mark FROM undistilled AS u CROSS JOIN sessions AS s ON s.seq = u.session`;

const WAITING_PATTERNS = `SELECT p.id AS project_id, k.kind, k.key, w.mark FROM patterns_waiting AS w
  JOIN pattern_keys AS k ON k.seq = w.pattern LEFT JOIN projects AS p ON p.seq = k.project`;

/** Read statements. */
const DISTILLED_READS = {
  findings: `${SELECT_FINDINGS} WHERE k.project = ? AND k.kind = ? AND k.hash = ? AND k.key = ?
    ORDER BY f.last_at DESC, s.id LIMIT ${FINDINGS_MAX}`,
} as const;

/** Builds the contract `Distilled` over one SQLite file. */
export function createDistilled(deps: ItemDeps): Distilled {
  const {
    engine: { db },
    interned,
  } = deps;
  const count = (table: string): number => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  return {
    waiting: async (limit) =>
      db.all<WaitingSessionRow>(`${WAITING} ORDER BY s.last_at DESC, s.seq DESC LIMIT ?`, limit).map(toWaiting),
    waitingOf: async (ids) =>
      db
        .all<WaitingSessionRow>(`${WAITING} WHERE s.id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
        .map(toWaiting),
    waitingCounts: async () => ({ sessions: count('undistilled'), patterns: count('patterns_waiting') }),
    itemsOf: async (session, page) => deps.engine.read(() => itemsOf(deps, session, page)),
    put: async (batches) => put(deps, batches),
    patternsWaiting: async (limit) => db.all<PatternRow>(`${WAITING_PATTERNS} LIMIT ?`, limit).map(toWaitingPattern),
    findings: async ({ kind, project, key }) => {
      const projectSeq = project === undefined ? 0 : interned.project(project);
      if (projectSeq === undefined) return [];
      const values = [projectSeq, PATTERN_CODES.toCode(kind), hash53(key), key];
      return db
        .all<PatternFindingRow>(DISTILLED_READS.findings, ...values)
        .map(toFinding)
        .reverse();
    },
    findingsOf: async (session) => {
      const sql = `${SELECT_FINDINGS} WHERE s.id = ? ORDER BY f.pattern`;
      return db.all<PatternFindingRow>(sql, session).map(toFinding);
    },
    putPatterns: async (made) => deps.engine.write(() => putPatterns(deps, made), 'later'),
    makeAnew: async (ids) => makeAnew(deps, ids),
    find: async (filter) => find(deps, filter),
    rulesAre: async (stamp) =>
      deps.engine.write(() => {
        if (!keepStamp(db, STAMP, stamp)) return false;
        markAllSessions(db);
        markAllPatterns(db);
        return true;
      }),
    markAll: async (what) =>
      deps.engine.write(() => {
        if (what === 'sessions') markAllSessions(db);
        markAllPatterns(db);
      }),
  };
}

type PatternFindingRow = Parameters<typeof toFinding>[0];

function toWaiting({ id, mark }: WaitingSessionRow): UndistilledSession {
  return { session: id, mark };
}

function toWaitingPattern({ project_id, kind, key, mark }: PatternRow): WaitingPattern {
  return { ...(project_id === null ? {} : { project: project_id }), kind: PATTERN_CODES.toWord(kind), key, mark };
}

/** One page of items derived from the session's events, by `at`, then id. */
function itemsOf(
  { engine: { db }, interned }: ItemDeps,
  session: SessionId,
  { after, limit }: { after?: Pick<Item, 'at' | 'id'>; limit: number },
): Item[] {
  const seq = interned.session(session);
  if (seq === undefined) return [];
  const id = after === undefined ? new Uint8Array() : requireCompactId(after.id);
  return readItems({ db, interned }, ITEM_READS.ofSession, seq, after?.at ?? -1e15, id, limit).map(({ item }) => item);
}

/** Not synced at once: a power cut may lose the batch, but its mark with it, so the session waits again. */
function put(deps: ItemDeps, batches: readonly DistilledBatch[]): WaitingPattern[] {
  return deps.engine.write(() => putNow(deps, batches), 'later');
}

function putNow(deps: ItemDeps, batches: readonly DistilledBatch[]): WaitingPattern[] {
  const { db } = deps.engine;
  const rows = { db, interned: deps.interned };
  const change = createItemChange(deps);
  const changed = new Set<number>();
  for (const { session, mark, items, findings } of batches) {
    const seq = deps.interned.session(session);
    if (seq === undefined) continue;
    const waiting = db.get<{ least: number }>('SELECT least FROM undistilled WHERE session = ?', seq);
    if (waiting !== undefined && mark < waiting.least) continue;
    change.remove(readItems(rows, ITEM_READS.ofSessionAlone, seq));
    for (const item of items) change.put(item);
    for (const pattern of replaceFindings(rows, seq, findings)) changed.add(pattern);
    db.run('DELETE FROM undistilled WHERE session = ? AND mark = ?', seq, mark);
  }
  change.save();
  markPatterns(db, changed);
  return patternsOf(deps, [...changed]);
}

function patternsOf({ engine: { db } }: ItemDeps, seqs: readonly number[]): WaitingPattern[] {
  const sql = `${WAITING_PATTERNS} WHERE w.pattern IN (SELECT value FROM json_each(?))`;
  return db.all<PatternRow>(sql, JSON.stringify(seqs)).map(toWaitingPattern);
}

function putPatterns(deps: ItemDeps, made: Parameters<Distilled['putPatterns']>[0]): void {
  const { db } = deps.engine;
  const change = createItemChange(deps);
  for (const { pattern, item } of made) {
    const found = findPatternKey({ db, interned: deps.interned }, pattern);
    if (found === undefined) continue;
    const { changes } = db.run('DELETE FROM patterns_waiting WHERE pattern = ? AND mark = ?', found.seq, pattern.mark);
    // Its findings changed meanwhile, so it is built again in any case.
    if (changes === 0) continue;
    const former = found.item === null ? undefined : (toPublicId(found.item) as ItemId);
    if (former !== undefined && former !== item?.id) change.remove(byId(deps, former));
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

function makeAnew(deps: ItemDeps, ids: readonly ItemId[]): MarkedAnew {
  const { db } = deps.engine;
  const known = toHexList(knownIds(ids));
  const sessions = db.all<{ seq: number; id: SessionId }>(
    `SELECT DISTINCT s.seq, s.id FROM items AS i JOIN sessions AS s ON s.seq = i.session
      WHERE i.event IS NULL AND i.id IN (SELECT unhex(value) FROM json_each(?))`,
    known,
  );
  const patterns = db
    .all<{ seq: number }>('SELECT seq FROM pattern_keys WHERE item IN (SELECT unhex(value) FROM json_each(?))', known)
    .map(({ seq }) => seq);
  if (sessions.length + patterns.length === 0) return { sessions: [], patterns: [] };
  deps.engine.write(() => {
    const seqs = sessions.map(({ seq }) => seq);
    markSessions(db, seqs);
    markPatterns(db, patterns);
  });
  return { sessions: sessions.map(({ id }) => id), patterns: patternsOf(deps, patterns) };
}

const IS_CONFIRMED = `EXISTS (SELECT 1 FROM items AS i WHERE i.id = k.item AND i.detail ->> '$.status' = 'confirmed')`;

function find(
  { engine: { db }, interned }: ItemDeps,
  { kinds, project, keys, limit, confirmed }: Parameters<Distilled['find']>[0],
): Finding[] {
  const projectSeq = project === undefined ? undefined : interned.project(project);
  if (project !== undefined && projectSeq === undefined) return [];
  const where = [
    'k.kind IN (SELECT value FROM json_each(?))',
    ...(projectSeq === undefined ? [] : ['k.project = ?']),
    ...(confirmed === 'only' ? [IS_CONFIRMED] : []),
    ...(keys === undefined
      ? []
      : ['k.hash IN (SELECT value FROM json_each(?))', 'k.key IN (SELECT value FROM json_each(?))']),
  ];
  const values = [
    JSON.stringify(kinds.map(PATTERN_CODES.toCode)),
    ...(projectSeq === undefined ? [] : [projectSeq]),
    ...(keys === undefined ? [] : [JSON.stringify(keys.map(hash53)), JSON.stringify(keys)]),
  ];
  const first = confirmed === 'first' ? `${IS_CONFIRMED} DESC, ` : '';
  const sql = `${SELECT_FINDINGS} WHERE ${where.join(' AND ')} ORDER BY ${first}f.last_at DESC, s.id, k.seq LIMIT ?`;
  return db.all<PatternFindingRow>(sql, ...values, Math.min(limit, FIND_MAX)).map(toFinding);
}
