import { asObject, parseJson } from '../../../core/json.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import { ANY_HOME, EVERY_VERSION } from '../../../core/model/shared-memory.ts';
import { sum } from '../../../core/sum.ts';
import type { OwnRecord, SyncHome, SyncState } from '../../contract/sync.ts';
import { knownIds, requireCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { readColumn } from '../engine/rows.ts';
import { saidToOthers } from './said-to-others.ts';
import { numbersOf, putSharedRow, SHARED_COLUMNS, type SharedRowData, STATES, toSharedRow } from './shared-rows.ts';

const RUNS_KEPT = 200;
const TOMBSTONES = 'tombstone';
/** Less than every item. */
const FIRST = new Uint8Array();

/** Parameters: two places in the log. Selects items of the events between, aggregates of their sessions, and what they name. */
const CHANGED = `SELECT i.id FROM events AS e JOIN items AS i ON i.event = e.seq WHERE e.seq > ?1 AND e.seq <= ?2
  UNION SELECT i.id FROM (SELECT DISTINCT session FROM events WHERE seq > ?1 AND seq <= ?2) AS s
    JOIN items AS i ON i.session = s.session AND i.event IS NULL
  UNION SELECT a.target FROM events AS e JOIN about AS a ON a.event = e.seq WHERE e.seq > ?1 AND e.seq <= ?2`;

interface RecordRow extends Omit<OwnRecord, 'data'> {
  data: string;
}

/** Builds the contract `SyncState` over one SQLite file. */
export function createSync(engine: Engine): SyncState {
  const own = { ...sharing(engine), ...shares(engine), ...records(engine), ...saidToOthers(engine) };
  return { ...own, ...refusals(engine), ...others(engine) };
}

type SyncPart<Names extends keyof SyncState> = Pick<SyncState, Names>;

function sharing({ db, read, write }: Engine): SyncPart<'shared' | 'putShared' | 'inState' | 'markSent'> {
  return {
    shared: async (items) =>
      read(() => {
        const sql = `SELECT ${SHARED_COLUMNS} FROM sync_shared AS s WHERE s.item IN (SELECT unhex(value) FROM json_each(?))`;
        return items.length === 0 ? [] : db.all<SharedRowData>(sql, toHexList(items)).map(toSharedRow);
      }),
    putShared: async (rows) =>
      write(() => {
        for (const row of rows) putSharedRow(db, row);
      }),
    inState: async (state, { after, limit }) =>
      read(() => {
        const sql = `SELECT ${SHARED_COLUMNS} FROM sync_shared AS s WHERE s.state = ? AND s.item > ? ORDER BY s.item LIMIT ?`;
        const rows = numbersOf(state).flatMap((one) => db.all<SharedRowData>(sql, one, placeOf(after), limit));
        return rows
          .sort((a, b) => Buffer.compare(a.item, b.item))
          .slice(0, limit)
          .map(toSharedRow);
      }),
    markSent: async (rows) =>
      write(() => {
        for (const { item, version } of rows) {
          const sql = 'UPDATE sync_shared SET state = state + 1 WHERE item = ? AND version = ? AND state IN (0, 4)';
          db.run(sql, requireCompactId(item), version);
        }
      }),
  };
}

function shares({
  db,
  read,
  write,
}: Engine): SyncPart<'changedItems' | 'vanished' | 'counts' | 'setPrivate' | 'privateAmong' | 'privateItems'> {
  return {
    changedItems: async (after, until) =>
      read(() => readColumn<Uint8Array>(db, CHANGED, after, until).map((id) => toPublicId(id) as ItemId)),
    vanished: async ({ after, limit }) =>
      read(() => {
        const sql = `SELECT ${SHARED_COLUMNS} FROM sync_shared AS s WHERE s.state = ?1 AND s.item > ?2
          AND NOT EXISTS (SELECT 1 FROM items AS i WHERE i.id = s.item) ORDER BY s.item LIMIT ?3`;
        const rows = [0, 1, 3, 4, 5, 7].flatMap((state) => db.all<SharedRowData>(sql, state, placeOf(after), limit));
        return rows.map(toSharedRow);
      }),
    counts: async () =>
      read(() => {
        const sql =
          'SELECT project, kind, state & 3 AS state, count(*) AS count FROM sync_shared GROUP BY project, kind, state & 3';
        const rows = db.all<{ project: string; kind: string; state: number; count: number }>(sql);
        return rows.map((row) => ({ ...row, state: STATES[row.state] ?? 'gone' }));
      }),
    setPrivate: async (items, isPrivate) =>
      write(() => {
        const sql = isPrivate
          ? 'INSERT INTO sync_private (item) VALUES (?) ON CONFLICT DO NOTHING'
          : 'DELETE FROM sync_private WHERE item = ?';
        for (const item of items) db.run(sql, requireCompactId(item));
      }),
    privateAmong: async (items) =>
      read(() => {
        const sql = 'SELECT item FROM sync_private WHERE item IN (SELECT unhex(value) FROM json_each(?))';
        return new Set(
          readColumn<Uint8Array>(db, sql, toHexList(knownIds(items))).map((id) => toPublicId(id) as ItemId),
        );
      }),
    privateItems: async () =>
      read(() => {
        const sql = 'SELECT item FROM sync_private ORDER BY item';
        return readColumn<Uint8Array>(db, sql).map((id) => toPublicId(id) as ItemId);
      }),
  };
}

function records({
  db,
  read,
  write,
}: Engine): SyncPart<
  'addRecords' | 'waitingRecords' | 'recordsSent' | 'sendAgain' | 'heardAll' | 'tombstones' | 'addReached'
> {
  return {
    addRecords: async (added) =>
      write(() => {
        const sql = 'INSERT INTO sync_records (id, kind, at, data, sent) VALUES (?, ?, ?, ?, 0) ON CONFLICT DO NOTHING';
        for (const { id, kind, at, data } of added) db.run(sql, id, kind, at, JSON.stringify(data));
      }),
    waitingRecords: async (limit) =>
      read(() => {
        const sql = 'SELECT id, kind, at, data FROM sync_records WHERE sent = 0 ORDER BY seq LIMIT ?';
        return db.all<RecordRow>(sql, limit).map(toRecord);
      }),
    recordsSent: async (ids) =>
      write(() => {
        for (const id of ids) {
          db.run('UPDATE sync_records SET sent = 1 WHERE id = ? AND kind = ?', id, TOMBSTONES);
          db.run('DELETE FROM sync_records WHERE id = ? AND kind <> ?', id, TOMBSTONES);
        }
      }),
    sendAgain: async () =>
      write(() => {
        db.run('UPDATE sync_shared SET state = state - 1 WHERE state IN (1, 5)');
        db.run('UPDATE sync_records SET sent = 0 WHERE sent <> 0');
      }),
    heardAll: async () =>
      write(() => {
        db.run('UPDATE sync_records SET sent = 2 WHERE sent = 1');
      }),
    tombstones: async ({ limit, ids }) =>
      read(() => {
        const named = ids === undefined ? '' : 'AND id IN (SELECT value FROM json_each(?3))';
        const sql = `SELECT id, kind, at, data, sent FROM sync_records WHERE kind = ?1 ${named} ORDER BY seq DESC LIMIT ?2`;
        const given = [TOMBSTONES, limit, ...(ids === undefined ? [] : [JSON.stringify(ids)])];
        return db.all<RecordRow & { sent: number }>(sql, ...given).map((row) => ({
          ...toRecord(row),
          heard: row.sent === 2,
          reached: readColumn<string>(db, 'SELECT home FROM sync_reached WHERE record = ? ORDER BY home', row.id),
        }));
      }),
    addReached: async (ids, home) =>
      write(() => {
        const sql = `INSERT INTO sync_reached (record, home) SELECT ?1, ?2 WHERE EXISTS
          (SELECT 1 FROM sync_records WHERE id = ?1) ON CONFLICT DO NOTHING`;
        for (const id of ids) db.run(sql, id, home);
      }),
  };
}

function refusals({ db, read, write }: Engine): SyncPart<'addErased' | 'erased' | 'refused' | 'allow'> {
  return {
    addErased: async (home, erased) =>
      write(() => {
        const sql = `INSERT INTO sync_erased (home, target, until) VALUES (?1, ?2, ?3)
          ON CONFLICT DO UPDATE SET until = max(until, ?3)`;
        for (const { target, until } of erased) db.run(sql, home, requireCompactId(target), until);
      }),
    erased: async (home, targets) =>
      read(() => {
        const sql = `SELECT target, max(until) AS until FROM sync_erased
          WHERE home IN (?, ?) AND target IN (SELECT unhex(value) FROM json_each(?)) GROUP BY target`;
        const rows = db.all<{ target: Uint8Array; until: number }>(sql, home, ANY_HOME, toHexList(knownIds(targets)));
        return new Map(rows.map(({ target, until }) => [toPublicId(target), until]));
      }),
    refused: async () =>
      read(() => {
        const sql = 'SELECT home, target, until FROM sync_erased ORDER BY home, target';
        const rows = db.all<{ home: string; target: Uint8Array; until: number }>(sql);
        return rows.map((row) => ({ ...row, target: toPublicId(row.target) }));
      }),
    allow: async (shared) =>
      write(() => {
        const sql = 'DELETE FROM sync_erased WHERE home IN (?, ?) AND target = ? AND until = ?';
        const drop = (home: string, target: string): number =>
          db.run(sql, home, ANY_HOME, requireCompactId(target), EVERY_VERSION).changes;
        return sum(shared.map(({ home, target }) => drop(home, target))) > 0;
      }),
  };
}

function others({
  db,
  read,
  write,
}: Engine): SyncPart<'sawHome' | 'homes' | 'value' | 'setValue' | 'addRun' | 'runs' | 'leave' | 'beginElsewhere'> {
  return {
    sawHome: async ({ home, member, at }) =>
      write(() => {
        const sql = `INSERT INTO sync_homes (home, member, at) VALUES (?1, ?2, ?3)
          ON CONFLICT DO UPDATE SET member = CASE WHEN ?3 >= at THEN ?2 ELSE member END, at = max(at, ?3)`;
        db.run(sql, home, member, at);
      }),
    homes: async () => read(() => db.all<SyncHome>('SELECT home, member, at FROM sync_homes ORDER BY home')),
    value: async (name) =>
      read(() => db.get<{ value: string }>('SELECT value FROM sync_values WHERE name = ?', name)?.value),
    setValue: async (name, value) =>
      write(() => {
        const sql = 'INSERT INTO sync_values (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2';
        db.run(sql, name, value);
      }),
    addRun: async ({ at, data }) =>
      write(() => {
        db.run('INSERT INTO sync_runs (at, data) VALUES (?, ?)', at, JSON.stringify(data));
        db.run('DELETE FROM sync_runs WHERE seq <= (SELECT max(seq) FROM sync_runs) - ?', RUNS_KEPT);
      }),
    runs: async (limit) =>
      read(() =>
        db
          .all<{ at: number; data: string }>('SELECT at, data FROM sync_runs ORDER BY seq DESC LIMIT ?', limit)
          .map(({ at, data }) => ({ at, data: asObject(parseJson(data)) })),
      ),
    leave: async () =>
      write(() => {
        // The latest words of what waited are with nobody.
        const hash = "CASE WHEN state & 3 = 0 THEN x'' ELSE hash END";
        db.run(`UPDATE sync_shared SET hash = ${hash}, state = state | 3 WHERE state & 3 <> 2`);
        db.run('DELETE FROM sync_runs');
      }),
    beginElsewhere: async () =>
      write(() => {
        db.run('UPDATE sync_shared SET state = state | 4 WHERE state & 3 = 3');
        db.run('DELETE FROM sync_homes');
      }),
  };
}

function placeOf(item: ItemId | undefined): Uint8Array {
  return item === undefined ? FIRST : requireCompactId(item);
}

function toRecord({ id, kind, at, data }: RecordRow): OwnRecord {
  return { id, kind, at, data: asObject(parseJson(data)) };
}
