import { type Database, openDatabase, type SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { NOTHING_RECENT } from '../engine/engine.ts';
import { migrate } from '../engine/migrate.ts';
import { hashOfData, LABELS } from '../log/event-rows.ts';
import { createPackReader } from '../text/packs.ts';
import { GUARDS, insert, type SalvagedTable, type TableRow } from './salvaged-tables.ts';

const PAGE = 500;

/** Both databases: numbers of rows are those of one history, unless a row was removed and its number given again. */
interface Both {
  db: Database;
  backup: Database;
  tables: ReadonlyMap<string, SalvagedTable>;
}

/**
 * Adds what only a backup has: tombstones, what is kept private, what others heard, the rows that saved events name, the long texts that they lack, and whole events.
 * Returns how many events.
 */
export function takeFromBackup(
  db: Database,
  { path, tables }: { path: string; tables: readonly SalvagedTable[] },
): number {
  const backup = openDatabase(path);
  try {
    migrate(backup);
    const both = { db, backup, tables: new Map(tables.map((table) => [table.name, table])) };
    return db.transaction(() => {
      for (const name of GUARDS) {
        const table = both.tables.get(name);
        // Numbers of rows that nothing names may be of others here.
        for (const row of backup.all<TableRow>(`SELECT * FROM ${name}`))
          put(both, name, table?.rowid === undefined ? row : { ...row, [table.rowid]: null });
      }
      takeNamed(both);
      takeTexts(both);
      return takeEvents(both);
    });
  } finally {
    backup.close();
  }
}

function put({ db, tables }: Both, name: string, row: TableRow): boolean {
  const table = tables.get(name);
  return table !== undefined && insert(db, table, row);
}

/** The sessions, projects and labels that saved events name and that are missing. */
function takeNamed(both: Both): void {
  const { db, backup } = both;
  const missing = (of: string, table: string): number[] =>
    db
      .all<{ seq: number }>(`SELECT DISTINCT ${of} AS seq FROM events WHERE ${of} NOT IN (SELECT seq FROM ${table})`)
      .map(({ seq }) => seq);
  for (const [of, table] of [
    ['session', 'sessions'],
    ['project', 'projects'],
  ] as const) {
    for (const seq of missing(of, table)) {
      const row = backup.get<TableRow>(`SELECT * FROM ${table} WHERE seq = ?`, seq);
      const keyed = db.get<{ id: string }>(`SELECT id FROM ${of}_keys WHERE seq = ?`, seq);
      // An index that names another one says that the number was given again since.
      if (row !== undefined && (keyed === undefined || keyed.id === row.id)) put(both, table, row);
    }
  }
  for (const of of LABELS) {
    for (const seq of missing(of, 'labels')) {
      // Their index is younger than the backup.
      if (db.get('SELECT 1 FROM label_keys WHERE seq = ?', seq) !== undefined) continue;
      const row = backup.get<TableRow>('SELECT * FROM labels WHERE seq = ?', seq);
      if (row !== undefined && isSameRow(both, 'sessions', row.session)) put(both, 'labels', row);
    }
  }
}

/** Whether a number is of the same session or project in both. */
function isSameRow({ db, backup }: Both, table: 'sessions' | 'projects', seq: SqlValue | undefined): boolean {
  const sql = `SELECT id FROM ${table} WHERE seq = ?`;
  const here = db.get<{ id: string }>(sql, seq ?? null)?.id;
  return here !== undefined && here === backup.get<{ id: string }>(sql, seq ?? null)?.id;
}

interface LackingText {
  event: number;
  path: string;
  body: number;
  id: Uint8Array;
}

/** The long texts that saved events lack. */
function takeTexts(both: Both): void {
  const { db, backup } = both;
  const sql = `SELECT h.event, h.path, h.body, e.id FROM event_bodies AS h JOIN events AS e ON e.seq = h.event
    WHERE h.body NOT IN (SELECT seq FROM bodies)`;
  for (const { event, path, body, id } of db.all<LackingText>(sql)) {
    const text = backup.get<TableRow>(
      `SELECT b.hash, b.data FROM events AS e JOIN event_bodies AS h ON h.event = e.seq JOIN bodies AS b ON b.seq = h.body
        WHERE e.id = ? AND h.path = ?`,
      id,
      path,
    );
    if (text !== undefined) {
      db.run(
        'UPDATE event_bodies SET body = ? WHERE event = ? AND path = ?',
        putText(both, { ...text, seq: body }),
        event,
        path,
      );
    }
  }
}

/** The number of a text, which gets the one that it had where that is free. */
function putText({ db }: Both, { hash, data, seq }: TableRow): number {
  const known = db.get<{ seq: number }>('SELECT seq FROM bodies WHERE hash = ?', hash ?? null);
  if (known !== undefined) return known.seq;
  const isFree = db.get('SELECT 1 FROM bodies WHERE seq = ?', seq ?? null) === undefined;
  const number = isFree ? (seq ?? null) : null;
  return db.run('INSERT INTO bodies (seq, hash, data) VALUES (?, ?, ?)', number, hash ?? null, data ?? null).rowid;
}

/** The events that are not there, each with all that it names. */
function takeEvents(both: Both): number {
  const { db, backup } = both;
  let taken = 0;
  for (let after = 0; ; ) {
    const rows = backup.all<TableRow>('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?', after, PAGE);
    const packed = createPackReader({ db: backup, recent: NOTHING_RECENT });
    for (const row of rows) {
      if (db.get('SELECT 1 FROM events WHERE id = ?', row.id ?? null) !== undefined) continue;
      const data = (row.data as string | null) ?? packed({ pack: row.pack as number, place: row.place as number });
      if (hashOfData(data) === row.hash && takeEvent(both, { ...row, data, pack: null, place: null })) taken += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return taken;
    after = last.seq as number;
  }
}

function takeEvent(both: Both, row: TableRow): boolean {
  const { db, backup } = both;
  const session = takeReferred(both, 'sessions', row.session);
  if (session === null) return false;
  const labels = LABELS.map((of) => [of, takeLabel(both, session, row[of])] as const);
  const isFree = db.get('SELECT 1 FROM events WHERE seq = ?', row.seq ?? null) === undefined;
  const project = takeReferred(both, 'projects', row.project);
  const event = { ...row, ...Object.fromEntries(labels), session, project, seq: isFree ? row.seq : null } as TableRow;
  if (!put(both, 'events', event)) return false;
  const seq = db.get<{ seq: number }>('SELECT seq FROM events WHERE id = ?', row.id ?? null)?.seq ?? 0;
  const sql = `SELECT h.path, b.seq, b.hash, b.data FROM event_bodies AS h JOIN bodies AS b ON b.seq = h.body WHERE h.event = ?`;
  for (const { path, ...text } of backup.all<TableRow>(sql, row.seq ?? null)) {
    db.run(
      'INSERT OR REPLACE INTO event_bodies (event, path, body) VALUES (?, ?, ?)',
      seq,
      path ?? null,
      putText(both, text),
    );
  }
  return true;
}

/** The number here of a session or project of the backup, which is added where it is missing. */
function takeReferred(both: Both, table: 'sessions' | 'projects', seq: SqlValue | undefined): number | null {
  const { db, backup } = both;
  const row = backup.get<TableRow>(`SELECT * FROM ${table} WHERE seq = ?`, seq ?? null);
  if (row === undefined) return null;
  const find = (): number | undefined =>
    db.get<{ seq: number }>(`SELECT seq FROM ${table} WHERE id = ?`, row.id ?? null)?.seq;
  const known = find();
  if (known !== undefined) return known;
  const isFree = db.get(`SELECT 1 FROM ${table} WHERE seq = ?`, seq ?? null) === undefined;
  const project =
    table === 'sessions'
      ? { project: takeReferred(both, 'projects', row.project) }
      : { joined: null, merged: null, top: null };
  put(both, table, { ...row, ...project, seq: isFree ? (row.seq ?? null) : null });
  return find() ?? null;
}

function takeLabel({ db, backup }: Both, session: number, seq: SqlValue | undefined): number | null {
  const text = backup.get<{ text: string }>('SELECT text FROM labels WHERE seq = ?', seq ?? null)?.text;
  if (text === undefined) return null;
  const known = db.get<{ seq: number }>('SELECT seq FROM labels WHERE session = ? AND text = ?', session, text);
  return known?.seq ?? db.run('INSERT INTO labels (session, text) VALUES (?, ?)', session, text).rowid;
}
