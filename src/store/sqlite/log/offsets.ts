import { hmacHex } from '../../../core/hash.ts';
import { asObject, parseJson } from '../../../core/json.ts';
import type { EventId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { FORGOTTEN, toForgotten, transcriptFolderOf } from '../../common/forgotten-offset.ts';
import type { Offset } from '../../contract/log.ts';
import { toHexList } from '../engine/compact-id.ts';
import { readColumn } from '../engine/rows.ts';

/** Key under which `told` is stored in the reader's state. */
const TOLD = '$told';

/** The database, and the key under which the paths of forgotten transcripts are hashed. */
export interface OffsetDeps {
  db: Database;
  pathKey: Uint8Array;
}

/**
 * Writes how far a transcript was read. One of which nothing is known but what was forgotten is written without its path and
 * its reader's state, until an event of it is taken in.
 */
export function saveOffset(deps: OffsetDeps, offset: Offset, taken: { any: boolean; refused: boolean }): void {
  const hidden = hiddenPath(deps, offset.path);
  const isHidden = isKnown(deps.db, hidden);
  const staysHidden = !taken.any && (isHidden || (taken.refused && !isKnown(deps.db, offset.path)));
  if (isHidden && !staysHidden) deps.db.run('DELETE FROM offsets WHERE path = ?', hidden);
  writeOffset(deps.db, staysHidden ? toForgotten(offset, hidden) : offset);
}

function writeOffset(db: Database, offset: Offset): void {
  db.run(
    `INSERT INTO offsets (path, agent, resume_at, size_bytes, modified_at, head, head_bytes, state)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT DO UPDATE SET agent = ?2, resume_at = ?3, size_bytes = ?4, modified_at = ?5, head = ?6,
        head_bytes = ?7, state = ?8`,
    offset.path,
    offset.agent,
    offset.resumeAt,
    offset.sizeBytes,
    offset.modifiedAt,
    offset.head,
    offset.headBytes,
    JSON.stringify(offset.told === undefined ? offset.state : { ...offset.state, [TOLD]: offset.told }),
  );
}

function hiddenPath({ pathKey }: OffsetDeps, path: string): string {
  return `${FORGOTTEN}${hmacHex(pathKey, path)}`;
}

function isKnown(db: Database, path: string): boolean {
  return db.get('SELECT 1 FROM offsets WHERE path = ?', path) !== undefined;
}

const COLUMNS = `path, agent, resume_at AS resumeAt, size_bytes AS sizeBytes, modified_at AS modifiedAt, head,
  head_bytes AS headBytes, state`;

type OffsetRow = Omit<Offset, 'state' | 'told'> & { state: string };

/** Reads how far a transcript was read; `undefined` when it never was. */
export function readOffset(deps: OffsetDeps, path: string): Offset | undefined {
  const sql = `SELECT ${COLUMNS} FROM offsets WHERE path = ?`;
  const row = deps.db.get<OffsetRow>(sql, path) ?? deps.db.get<OffsetRow>(sql, hiddenPath(deps, path));
  return row === undefined ? undefined : toOffset({ ...row, path });
}

function toOffset(row: OffsetRow): Offset {
  const { [TOLD]: told, ...state } = asObject(parseJson(row.state));
  return { ...row, state, ...(typeof told === 'boolean' ? { told } : {}) };
}

/** Whose places are forgotten: an agent's session, or a project in a folder. */
export type ForgottenPlace = { agent: string; session: string } | { root: string };

/** Takes the paths of what was forgotten, and what their readers kept, out of the offsets; and the jobs on those paths. */
export function forgetPlaces(deps: OffsetDeps, place: ForgottenPlace): void {
  const { db } = deps;
  const ofSession = `agent = ? AND instr(path, ?) > 0`;
  const ofRoot = `(instr(path, ?1) > 0 OR instr(path, ?2) > 0 OR instr(state, ?1) > 0)`;
  const words = 'root' in place ? [place.root, transcriptFolderOf(place.root)] : [place.agent, place.session];
  const sql = `SELECT ${COLUMNS} FROM offsets WHERE substr(path, 1, ${FORGOTTEN.length}) <> '${FORGOTTEN}' AND `;
  for (const row of db.all<OffsetRow>(sql + ('root' in place ? ofRoot : ofSession), ...words)) {
    db.run('DELETE FROM offsets WHERE path = ?', row.path);
    writeOffset(db, toForgotten(toOffset(row), hiddenPath(deps, row.path)));
  }
  const named = 'root' in place ? words : [place.session, place.session];
  db.run('DELETE FROM jobs WHERE state <> 1 AND (instr(key, ?1) > 0 OR instr(key, ?2) > 0)', ...named);
}

/** Paths of the read transcripts that contain the agents' own ids of the sessions of these events. */
export function transcriptsOf(db: Database, ids: readonly EventId[]): string[] {
  const sql = `SELECT DISTINCT o.path FROM events AS e JOIN sessions AS s ON s.seq = e.session
    JOIN offsets AS o ON o.agent = s.agent AND instr(o.path, s.agent_session) > 0
    WHERE e.id IN (SELECT unhex(value) FROM json_each(?)) ORDER BY o.path`;
  return readColumn(db, sql, toHexList(ids));
}
