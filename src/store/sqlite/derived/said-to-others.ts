import type { ItemId } from '../../../core/model/ids.ts';
import { mergeSaid, SAID_VALUES } from '../../common/merge-said.ts';
import type { SaidToOthers, SharedRow, SyncHome, SyncState } from '../../contract/sync.ts';
import { toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { putSharedRow, SHARED_COLUMNS, type SharedRowData, toSharedRow } from './shared-rows.ts';

const NAMES = JSON.stringify(SAID_VALUES);
/** Numbers of the states of what is with others, and was not seen here since a restore. */
const UNSEEN = '(9, 11, 13, 15)';
const IS_HERE = 'EXISTS (SELECT 1 FROM items AS i WHERE i.id = s.item)';

/** Builds what outlives a restore and a salvage of what sync remembers. */
export function saidToOthers(
  engine: Engine,
): Pick<SyncState, 'said' | 'learn' | 'countUnseen' | 'seen' | 'withOthersOnly'> {
  const { db, read, write } = engine;
  return {
    said: async () => read(() => readSaid(engine)),
    learn: async (said, { isLater, at }) =>
      write(() => {
        const mine = readSaid(engine);
        writeSaid(engine, mine, isLater ? mergeSaid(mine, said, at) : mergeSaid(said, mine, at));
      }),
    countUnseen: async () =>
      write(() => {
        const waitingToSent = 'CASE WHEN state & 3 = 0 THEN 1 ELSE 0 END';
        db.run(`UPDATE sync_shared SET state = (state | 8) + ${waitingToSent} WHERE state & 3 <> 2`);
        db.run('DELETE FROM sync_values WHERE name NOT IN (SELECT value FROM json_each(?))', NAMES);
      }),
    seen: async (at) =>
      write(() => {
        const sql = `UPDATE sync_shared AS s SET version = CASE WHEN state & 3 = 1 THEN max(?, version + 1) ELSE version END,
          state = CASE WHEN state & 3 = 1 THEN state - 9 ELSE state - 8 END WHERE state IN ${UNSEEN} AND ${IS_HERE}`;
        db.run(sql, at);
      }),
    withOthersOnly: async () =>
      read(() => {
        const sql = `SELECT s.item, s.project FROM sync_shared AS s WHERE s.state IN ${UNSEEN} AND NOT ${IS_HERE} ORDER BY s.item`;
        const rows = db.all<{ item: Uint8Array; project: string }>(sql);
        return rows.map(({ item, project }) => ({ item: toPublicId(item) as ItemId, project }));
      }),
  };
}

function readSaid({ db }: Engine): SaidToOthers {
  const shared = db.all<SharedRowData>(`SELECT ${SHARED_COLUMNS} FROM sync_shared AS s`).map(toSharedRow);
  const values = db.all<{ name: string; value: string }>(
    'SELECT name, value FROM sync_values WHERE name IN (SELECT value FROM json_each(?))',
    NAMES,
  );
  return {
    shared,
    records: db.all<SaidToOthers['records'][number]>('SELECT id, kind, at, data, sent FROM sync_records ORDER BY seq'),
    reached: db.all<SaidToOthers['reached'][number]>('SELECT record, home FROM sync_reached'),
    homes: db.all<SyncHome>('SELECT home, member, at FROM sync_homes'),
    values: values.map(({ name, value }) => [name, value]),
  };
}

/** Writes what is known now in place of what was; of a memory about which that is new, it is not seen here yet. */
function writeSaid({ db }: Engine, was: SaidToOthers, is: SaidToOthers): void {
  const known = new Map(was.shared.map((row) => [row.item, row]));
  for (const row of is.shared) if (!isSame(known.get(row.item), row)) putSharedRow(db, toUnseen(row));
  const record = `INSERT INTO sync_records (id, kind, at, data, sent) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (id) DO UPDATE SET sent = ?5`;
  for (const { id, kind, at, data, sent } of is.records) db.run(record, id, kind, at, data, sent);
  const reached = 'INSERT INTO sync_reached (record, home) VALUES (?, ?) ON CONFLICT DO NOTHING';
  for (const { record: of, home } of is.reached) db.run(reached, of, home);
  db.run('DELETE FROM sync_homes');
  const homes = 'INSERT INTO sync_homes (home, member, at) VALUES (?, ?, ?)';
  for (const { home, member, at } of is.homes) db.run(homes, home, member, at);
  const value = 'INSERT INTO sync_values (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2';
  for (const [name, text] of is.values) db.run(value, name, text);
}

function isSame(one: SharedRow | undefined, other: SharedRow): boolean {
  return one?.version === other.version && one.state === other.state && one.elsewhere === other.elsewhere;
}

function toUnseen({ unseen: _, ...row }: SharedRow): SharedRow {
  if (row.state === 'gone') return row;
  return { ...row, state: row.state === 'waiting' ? 'sent' : row.state, unseen: true };
}
