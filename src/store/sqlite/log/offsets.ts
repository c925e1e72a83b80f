import type { JsonObject } from '../../../core/json.ts';
import type { EventId } from '../../../core/model/ids.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { Offset } from '../../contract/log.ts';
import { toHexList } from '../engine/compact-id.ts';
import { readColumn } from '../engine/rows.ts';

/** Key under which `told` is stored in the reader's state. */
const TOLD = '$told';

/** Writes how far a transcript was read. */
export function saveOffset(db: Database, offset: Offset): void {
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

/** Reads how far a transcript was read; `undefined` when it never was. */
export function readOffset(db: Database, path: string): Offset | undefined {
  const row = db.get<Omit<Offset, 'state' | 'told'> & { state: string }>(
    `SELECT path, agent, resume_at AS resumeAt, size_bytes AS sizeBytes, modified_at AS modifiedAt, head,
      head_bytes AS headBytes, state FROM offsets WHERE path = ?`,
    path,
  );
  if (row === undefined) return undefined;
  const { [TOLD]: told, ...state } = JSON.parse(row.state) as JsonObject;
  return { ...row, state, ...(typeof told === 'boolean' ? { told } : {}) };
}

/** Paths of the read transcripts that contain the agents' own ids of the sessions of these events. */
export function transcriptsOf(db: Database, ids: readonly EventId[]): string[] {
  const sql = `SELECT DISTINCT o.path FROM events AS e JOIN sessions AS s ON s.seq = e.session
    JOIN offsets AS o ON o.agent = s.agent AND instr(o.path, s.agent_session) > 0
    WHERE e.id IN (SELECT unhex(value) FROM json_each(?)) ORDER BY o.path`;
  return readColumn(db, sql, toHexList(ids));
}
