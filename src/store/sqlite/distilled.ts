import type { Finding } from '../../core/finding.ts';
import { hash53 } from '../../core/hash.ts';
import type { ItemId, ProjectId, SessionId } from '../../core/ids.ts';
import type { Item } from '../../core/item.ts';
import type {
  Distilled,
  DistilledBatch,
  MarkedAnew,
  UndistilledSession,
  WaitingPattern,
} from '../contract/distilled.ts';
import { PATTERN_CODES } from './codes.ts';
import { requireCompactId, toCompactId, toHexList, toPublicId } from './compact-id.ts';
import { findPatternKey, replaceFindings, SELECT_FINDINGS, toFinding } from './findings.ts';
import { ITEM_READS, readItems } from './item-rows.ts';
import { byId } from './items.ts';
import { keepStamp } from './stamps.ts';
import { markAllPatterns, markAllSessions, markPatterns, markSessions } from './undistilled.ts';
import type { ItemParts } from './write-items.ts';
import { createItemChange } from './write-items.ts';

const STAMP = 'distil';
const FINDINGS_MAX = 1_000;
const FIND_MAX = 1_000;

interface WaitingRow {
  id: SessionId;
  mark: number;
}

interface PatternRow {
  project_id: ProjectId | null;
  kind: number;
  key: string;
  mark: number;
}

const WAITING = `SELECT s.id, u.mark FROM undistilled AS u JOIN sessions AS s ON s.seq = u.session`;

const WAITING_PATTERNS = `SELECT p.id AS project_id, k.kind, k.key, w.mark FROM patterns_waiting AS w
  JOIN pattern_keys AS k ON k.seq = w.pattern LEFT JOIN projects AS p ON p.seq = k.project`;

/** Statements that read; exported so that a test can ask for their plans. */
export const DISTILLED_READS = {
  items: `SELECT seq FROM items WHERE session = ?1 AND event IS NOT NULL AND (at, id) > (?2, ?3)
    ORDER BY at, id LIMIT ?4`,
  findings: `${SELECT_FINDINGS} WHERE f.pattern = ? ORDER BY f.last_at DESC, s.id LIMIT ${FINDINGS_MAX}`,
} as const;

/** What is made of whole sessions, over one SQLite file. */
export function createDistilled(parts: ItemParts): Distilled {
  const { db } = parts.engine;
  const rows = { db, interned: parts.interned };
  const count = (table: string): number => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  return {
    waiting: async (limit) =>
      db.all<WaitingRow>(`${WAITING} ORDER BY s.last_at DESC, s.seq DESC LIMIT ?`, limit).map(toWaiting),
    waitingOf: async (ids) =>
      db
        .all<WaitingRow>(`${WAITING} WHERE s.id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
        .map(toWaiting),
    waitingCounts: async () => ({ sessions: count('undistilled'), patterns: count('patterns_waiting') }),
    itemsOf: async (session, page) => parts.engine.read(() => itemsOf(parts, session, page)),
    put: async (batch) => put(parts, batch),
    patternsWaiting: async (limit) => db.all<PatternRow>(`${WAITING_PATTERNS} LIMIT ?`, limit).map(toWaitingPattern),
    findings: async (pattern) => {
      const found = findPatternKey(rows, pattern);
      return found === undefined
        ? []
        : db.all<FindingRow>(DISTILLED_READS.findings, found.seq).map(toFinding).reverse();
    },
    findingsOf: async (session) => {
      const sql = `${SELECT_FINDINGS} WHERE s.id = ? ORDER BY f.pattern`;
      return db.all<FindingRow>(sql, session).map(toFinding);
    },
    putPatterns: async (made) =>
      parts.engine.write(() => {
        for (const { pattern, item } of made) putPattern(parts, pattern, item);
      }, 'later'),
    makeAnew: async (ids) => makeAnew(parts, ids),
    find: async (filter) => find(parts, filter),
    rulesAre: async (stamp) =>
      parts.engine.write(() => {
        if (!keepStamp(db, STAMP, stamp)) return false;
        markAllSessions(db);
        markAllPatterns(db);
        return true;
      }),
    markAll: async (what) =>
      parts.engine.write(() => {
        if (what === 'sessions') markAllSessions(db);
        markAllPatterns(db);
      }),
    ofSessions: async (ids) => ids.flatMap((id) => ofSession(parts, id)),
  };
}

type FindingRow = Parameters<typeof toFinding>[0];

function toWaiting({ id, mark }: WaitingRow): UndistilledSession {
  return { session: id, mark };
}

function toWaitingPattern({ project_id, kind, key, mark }: PatternRow): WaitingPattern {
  return { ...(project_id === null ? {} : { project: project_id }), kind: PATTERN_CODES.toWord(kind), key, mark };
}

/** The page's items, read in the order of their index; of one time, by id. */
function itemsOf(
  { engine: { db }, interned }: ItemParts,
  session: SessionId,
  { after, limit }: { after?: Pick<Item, 'at' | 'id'>; limit: number },
): Item[] {
  const seq = interned.session(session);
  if (seq === undefined) return [];
  const seqs = db.all<{ seq: number }>(
    DISTILLED_READS.items,
    seq,
    after?.at ?? -1e15,
    after === undefined ? new Uint8Array() : requireCompactId(after.id),
    limit,
  );
  const list = JSON.stringify(seqs.map((row) => row.seq));
  const found = new Map(readItems({ db, interned }, ITEM_READS.bySeqs, list).map((one) => [one.seq, one.item]));
  return seqs.flatMap((row) => found.get(row.seq) ?? []);
}

/** Durable later: a power cut takes the mark's end with it. */
function put(parts: ItemParts, batch: DistilledBatch): WaitingPattern[] {
  return parts.engine.write(() => putNow(parts, batch), 'later');
}

function putNow(parts: ItemParts, { session, mark, items, findings }: DistilledBatch): WaitingPattern[] {
  const { db } = parts.engine;
  const rows = { db, interned: parts.interned };
  const seq = parts.interned.session(session);
  if (seq === undefined) return [];
  const waiting = db.get<{ least: number }>('SELECT least FROM undistilled WHERE session = ?', seq);
  if (waiting !== undefined && mark < waiting.least) return [];
  const change = createItemChange(parts);
  change.remove(readItems(rows, ITEM_READS.ofSessionAlone, seq));
  for (const item of items) change.put(item);
  change.save();
  const changed = replaceFindings(rows, seq, findings);
  markPatterns(db, changed);
  db.run('DELETE FROM undistilled WHERE session = ? AND mark = ?', seq, mark);
  return patternsOf(parts, [...changed]);
}

function patternsOf({ engine: { db } }: ItemParts, seqs: readonly number[]): WaitingPattern[] {
  const sql = `${WAITING_PATTERNS} WHERE w.pattern IN (SELECT value FROM json_each(?))`;
  return db.all<PatternRow>(sql, JSON.stringify(seqs)).map(toWaitingPattern);
}

function putPattern(parts: ItemParts, pattern: WaitingPattern, item: Item | undefined): void {
  const { db } = parts.engine;
  const found = findPatternKey({ db, interned: parts.interned }, pattern);
  if (found === undefined) return;
  const { changes } = db.run('DELETE FROM patterns_waiting WHERE pattern = ? AND mark = ?', found.seq, pattern.mark);
  // What it was made of changed meanwhile: it is made anew in any case.
  if (changes === 0) return;
  if (found.item !== null || item !== undefined) {
    const change = createItemChange(parts);
    if (found.item !== null) change.remove(byId(parts, toPublicId(found.item) as ItemId));
    if (item !== undefined) change.put(item);
    change.save();
    const id = item === undefined ? null : requireCompactId(item.id);
    db.run('UPDATE pattern_keys SET item = ? WHERE seq = ?', id, found.seq);
  }
  if (item !== undefined) return;
  db.run(
    `DELETE FROM pattern_keys WHERE seq = ?1 AND item IS NULL
      AND NOT EXISTS (SELECT 1 FROM findings WHERE pattern = ?1)`,
    found.seq,
  );
}

function makeAnew(parts: ItemParts, ids: readonly ItemId[]): MarkedAnew {
  const { db } = parts.engine;
  const known = toHexList(ids.filter((id) => toCompactId(id) !== undefined));
  const sessions = db.all<{ seq: number; id: SessionId }>(
    `SELECT DISTINCT s.seq, s.id FROM items AS i JOIN sessions AS s ON s.seq = i.session
      WHERE i.event IS NULL AND i.id IN (SELECT unhex(value) FROM json_each(?))`,
    known,
  );
  const patterns = db
    .all<{ seq: number }>('SELECT seq FROM pattern_keys WHERE item IN (SELECT unhex(value) FROM json_each(?))', known)
    .map(({ seq }) => seq);
  if (sessions.length + patterns.length === 0) return { sessions: [], patterns: [] };
  parts.engine.write(() => {
    const seqs = sessions.map(({ seq }) => seq);
    markSessions(db, seqs);
    markPatterns(db, patterns);
  });
  return { sessions: sessions.map(({ id }) => id), patterns: patternsOf(parts, patterns) };
}

const IS_CONFIRMED = `EXISTS (SELECT 1 FROM items AS i WHERE i.id = k.item AND i.detail ->> '$.status' = 'confirmed')`;

function find(
  { engine: { db }, interned }: ItemParts,
  { kinds, project, keys, limit, confirmedFirst = false }: Parameters<Distilled['find']>[0],
): Finding[] {
  const owner = project === undefined ? undefined : interned.project(project);
  if (project !== undefined && owner === undefined) return [];
  const where = [
    'k.kind IN (SELECT value FROM json_each(?))',
    ...(owner === undefined ? [] : ['k.project = ?']),
    ...(keys === undefined
      ? []
      : ['k.hash IN (SELECT value FROM json_each(?))', 'k.key IN (SELECT value FROM json_each(?))']),
  ];
  const values = [
    JSON.stringify(kinds.map(PATTERN_CODES.toCode)),
    ...(owner === undefined ? [] : [owner]),
    ...(keys === undefined ? [] : [JSON.stringify(keys.map(hash53)), JSON.stringify(keys)]),
  ];
  const first = confirmedFirst ? `${IS_CONFIRMED} DESC, ` : '';
  const sql = `${SELECT_FINDINGS} WHERE ${where.join(' AND ')} ORDER BY ${first}f.last_at DESC, s.id, k.seq LIMIT ?`;
  return db.all<FindingRow>(sql, ...values, Math.min(limit, FIND_MAX)).map(toFinding);
}

function ofSession({ engine: { db }, interned }: ItemParts, id: SessionId): ItemId[] {
  const seq = interned.session(id);
  const sql = 'SELECT id FROM items WHERE session = ? AND event IS NULL ORDER BY kind, at, id';
  if (seq === undefined) return [];
  return db.all<{ id: Uint8Array }>(sql, seq).map((row) => toPublicId(row.id) as ItemId);
}
