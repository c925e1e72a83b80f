import type { StoredEvent } from '../../../core/model/event.ts';
import { sessionId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { EVENT_CODES } from '../engine/codes.ts';
import { toPublicId } from '../engine/compact-id.ts';
import { NOTHING_RECENT } from '../engine/engine.ts';
import { saveTargets } from '../log/append.ts';
import { EVENT_READS, hashOfData, LABELS, readEvents } from '../log/event-rows.ts';
import { markAllPending } from '../log/pending.ts';
import { createPackReader } from '../text/packs.ts';
import type { Losses } from './losses.ts';
import { UNKNOWN_AGENT } from './salvaged-tables.ts';

interface HashedRow {
  seq: number;
  id: Uint8Array;
  hash: number;
  data: string | null;
  pack: number;
  place: number;
}

const PAGE = 500;
/** The memories, projects and collections that an event is about. */
export type TargetsOf = (event: StoredEvent) => readonly string[];

/** Drops the saved events whose data are not what their hash says, so that a backup may give them. */
export function dropUnsoundEvents(db: Database): void {
  for (let after = 0; ; ) {
    const sql = 'SELECT seq, id, hash, data, pack, place FROM events WHERE seq > ? ORDER BY seq LIMIT ?';
    const rows = db.all<HashedRow>(sql, after, PAGE);
    const packed = createPackReader({ db, recent: NOTHING_RECENT });
    db.transaction(() => {
      for (const row of rows) {
        // What indexes miss is named by this, too.
        db.run('INSERT OR IGNORE INTO event_keys VALUES (?, ?)', row.id, row.seq);
        if (hashOfData(row.data ?? packed(row)) !== row.hash) db.run('DELETE FROM events WHERE seq = ?', row.seq);
      }
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

/**
 * Makes every reference of the saved rows one to a row that is there, names what is lost, and marks all events as not
 * derived.
 */
export function mendReferences(db: Database, losses: Losses): void {
  db.transaction(() => {
    nameLostEvents(db, losses);
    mendSessions(db, losses);
    mendProjects(db, losses);
    mendLabels(db, losses);
    dropUnheldTexts(db, losses);
    db.exec(`
      DELETE FROM injection_uses WHERE injection NOT IN (SELECT seq FROM injections);
      DELETE FROM injection_items WHERE injection NOT IN (SELECT seq FROM injections);
      DELETE FROM model_answer_sources WHERE answer NOT IN (SELECT seq FROM model_answers);
    `);
    countEvents(db);
    markAllPending(db);
  });
}

/** Names the events of which an index or a damaged row is left. */
function nameLostEvents(db: Database, losses: Losses): void {
  const sql = 'SELECT id FROM event_keys WHERE id NOT IN (SELECT id FROM events) ORDER BY seq';
  for (const { id } of db.all<{ id: Uint8Array }>(sql)) losses.add('events', toPublicId(id));
}

/** Sessions that events name and whose rows are lost, by what their index and the read transcripts say of them. */
function mendSessions(db: Database, losses: Losses): void {
  const sql = `SELECT e.session AS seq, k.id, min(e.at) AS firstAt, max(e.at) AS lastAt FROM events AS e
    LEFT JOIN session_keys AS k ON k.seq = e.session
    WHERE e.session NOT IN (SELECT seq FROM sessions) GROUP BY e.session`;
  const missing = db.all<{ seq: number; id: string | null; firstAt: number; lastAt: number }>(sql);
  const known = missing.length === 0 ? new Map<string, AgentsOwn>() : readAgentsOwn(db);
  const add = `INSERT INTO sessions (seq, id, agent, agent_session, project, started_at, last_at) VALUES (?1, ?2, ?3, ?4,
    (SELECT project FROM events WHERE session = ?1 AND project IS NOT NULL ORDER BY seq LIMIT 1), ?5, ?6)`;
  for (const { seq, firstAt, lastAt, ...row } of missing) {
    const id = row.id ?? sessionId(UNKNOWN_AGENT, `lost ${seq}`);
    const own = known.get(id);
    if (own === undefined) losses.add('sessions', `${id}, of which its agent's name`);
    db.run(add, seq, id, own?.agent ?? UNKNOWN_AGENT, own?.session ?? id, firstAt, lastAt);
  }
  db.exec(`UPDATE sessions SET exposed_at = NULL;
    DELETE FROM labels WHERE session NOT IN (SELECT seq FROM sessions);`);
}

interface AgentsOwn {
  agent: string;
  session: string;
}

/** The agents' own ids that the paths and states of read transcripts name, by the session that they are. */
function readAgentsOwn(db: Database): Map<string, AgentsOwn> {
  const found = new Map<string, AgentsOwn>();
  const rows = db.all<{ agent: string; path: string; state: string }>('SELECT agent, path, state FROM offsets');
  for (const { agent, path, state } of rows) {
    const words = [...path.split(/[/\\]/).flatMap((part) => [part, part.replace(/\.\w+$/, '')]), ...state.split('"')];
    const uuids = path.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    for (const session of [...words, ...uuids]) found.set(sessionId(agent, session), { agent, session });
  }
  return found;
}

/** Projects whose rows are lost: their index has the id, and their next event brings the name. */
function mendProjects(db: Database, losses: Losses): void {
  const used = 'SELECT project FROM events UNION SELECT project FROM sessions';
  const found = db.all<{ seq: number; id: string }>(
    `SELECT seq, id FROM project_keys WHERE seq IN (${used}) AND seq NOT IN (SELECT seq FROM projects)`,
  );
  for (const { seq, id } of found) {
    losses.add('projects', `${id}, of which its name`);
    db.run("INSERT OR IGNORE INTO projects (seq, id, identity, name) VALUES (?, ?, '', '')", seq, id);
  }
  nameLacking(db, losses, { column: 'project', lacking: 'project NOT IN (SELECT seq FROM projects)' });
  db.exec(`
    UPDATE sessions SET project = NULL WHERE project NOT IN (SELECT seq FROM projects);
    UPDATE projects SET given_name = NULL, merged = NULL, top = NULL;
    UPDATE projects SET joined = NULL WHERE joined NOT IN (SELECT seq FROM projects);
  `);
}

/** Labels whose rows are lost, by their index; a reference to one that is gone would be to the next that is made. */
function mendLabels(db: Database, losses: Losses): void {
  const used = LABELS.map((column) => `SELECT ${column}, session FROM events`).join(' UNION ');
  db.exec(`INSERT OR IGNORE INTO labels (seq, session, text)
    SELECT seq, session, text FROM label_keys WHERE (seq, session) IN (${used});`);
  for (const column of LABELS) {
    const lacking = `(${column}, session) NOT IN (SELECT seq, session FROM labels)`;
    nameLacking(db, losses, { column, lacking });
  }
}

/** Empties a column of the events whose reference there is to nothing, and names them. */
function nameLacking(db: Database, losses: Losses, { column, lacking }: { column: string; lacking: string }): void {
  const where = `${column} IS NOT NULL AND ${lacking}`;
  for (const { id } of db.all<{ id: Uint8Array }>(`SELECT id FROM events WHERE ${where} ORDER BY seq`)) {
    losses.add('events', `${toPublicId(id)}, of which its ${column}`);
  }
  db.exec(`UPDATE events SET ${column} = NULL WHERE ${where}`);
}

/** Drops texts that no event holds, and names the events of which a long text is lost. */
function dropUnheldTexts(db: Database, losses: Losses): void {
  db.exec('DELETE FROM event_bodies WHERE event NOT IN (SELECT seq FROM events)');
  const lacking = `SELECT e.id, h.path FROM event_bodies AS h JOIN events AS e ON e.seq = h.event
    WHERE h.body NOT IN (SELECT seq FROM bodies)`;
  for (const { id, path } of db.all<{ id: Uint8Array; path: string }>(lacking)) {
    losses.add('bodies', `${toPublicId(id)}, of which ${path.slice(0, 100)}`);
  }
  db.exec(`
    DELETE FROM event_bodies WHERE body NOT IN (SELECT seq FROM bodies);
    DELETE FROM bodies WHERE seq NOT IN (SELECT body FROM event_bodies);
    DELETE FROM packs WHERE seq NOT IN (SELECT pack FROM events WHERE pack IS NOT NULL);
  `);
}

/** Writes again which events are about which memories, projects and collections. */
export function findTargets(db: Database, targetsOf: TargetsOf): void {
  const source = { db, recent: NOTHING_RECENT };
  for (let after = 0; ; ) {
    const events = readEvents(source, EVENT_READS.since, after, PAGE);
    db.transaction(() => {
      for (const event of events) saveTargets(db, event.seq, { targets: targetsOf(event) });
    });
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

function countEvents(db: Database): void {
  db.exec('DELETE FROM counters');
  const kinds = db.all<{ kind: number; n: number }>('SELECT kind, count(*) AS n FROM events GROUP BY kind');
  for (const { kind, n } of kinds) {
    db.run('INSERT INTO counters (name, n) VALUES (?, ?)', `event:${EVENT_CODES.toWord(kind)}`, n);
  }
}
