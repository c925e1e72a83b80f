import { hmacHex } from '../../../core/hash.ts';
import { asObject, parseJson } from '../../../core/json.ts';
import type { EventId } from '../../../core/model/ids.ts';
import { FORGOTTEN, toForgotten, transcriptFolderOf } from '../../common/forgotten-offset.ts';
import type { Offset } from '../../contract/log.ts';
import type { Tx } from '../engine/engine.ts';
import { type Sql, sql } from '../engine/sql.ts';
import { withIds } from './event-ids.ts';

/** Key under which `told` is stored in the reader's state. */
const TOLD = '$told';

/**
 * Writes how far a transcript was read. One of which nothing is known but what was forgotten is written without its path
 * and its reader's state, until an event of it is taken in. `pathKey`: the key under which the path of a forgotten transcript is hashed.
 */
export async function saveOffset(
  tx: Tx,
  offset: Offset,
  { pathKey, any, refused }: { pathKey: Uint8Array; any: boolean; refused: boolean },
): Promise<void> {
  const hidden = hiddenPath(pathKey, offset.path);
  const known = await tx.all<{ path: string }>(
    sql`SELECT path FROM offsets WHERE tenant_id = ${tx.tenant} AND path = ANY(${[hidden, offset.path]}::text[])`,
  );
  const isHidden = known.some(({ path }) => path === hidden);
  const isOpen = known.some(({ path }) => path !== hidden);
  const staysHidden = !any && (isHidden || (refused && !isOpen));
  if (isHidden && !staysHidden) {
    await tx.run(sql`DELETE FROM offsets WHERE tenant_id = ${tx.tenant} AND path = ${hidden}`);
  }
  await writeOffset(tx, staysHidden ? toForgotten(offset, hidden) : offset);
}

async function writeOffset(tx: Tx, offset: Offset): Promise<void> {
  const { path, agent, resumeAt, sizeBytes, modifiedAt, head, headBytes, told } = offset;
  const state = JSON.stringify(told === undefined ? offset.state : { ...offset.state, [TOLD]: told });
  await tx.run(sql`INSERT INTO offsets
    (tenant_id, path, agent, resume_at, size_bytes, modified_at, head, head_bytes, state)
    VALUES (${tx.tenant}, ${path}, ${agent}, ${resumeAt}, ${sizeBytes}, ${modifiedAt}, ${head}, ${headBytes}, ${state})
    ON CONFLICT (tenant_id, path) DO UPDATE SET agent = excluded.agent, resume_at = excluded.resume_at,
      size_bytes = excluded.size_bytes, modified_at = excluded.modified_at, head = excluded.head,
      head_bytes = excluded.head_bytes, state = excluded.state`);
}

function hiddenPath(pathKey: Uint8Array, path: string): string {
  return `${FORGOTTEN}${hmacHex(pathKey, path)}`;
}

type OffsetRow = Omit<Offset, 'state' | 'told'> & { state: string };

/** Reads offsets by a condition. */
async function readOffsets(tx: Tx, condition: Sql): Promise<Offset[]> {
  const rows = await tx.all<OffsetRow>(sql`SELECT path, agent, resume_at AS "resumeAt", size_bytes AS "sizeBytes",
    modified_at AS "modifiedAt", head, head_bytes AS "headBytes", state FROM offsets
    WHERE tenant_id = ${tx.tenant} AND ${condition}`);
  return rows.map((row) => {
    const { [TOLD]: told, ...state } = asObject(parseJson(row.state));
    return { ...row, state, ...(typeof told === 'boolean' ? { told } : {}) };
  });
}

/** Reads how far a transcript was read; `undefined` when it never was. */
export async function readOffset(tx: Tx, path: string, pathKey: Uint8Array): Promise<Offset | undefined> {
  const found = await readOffsets(tx, sql`path = ANY(${[path, hiddenPath(pathKey, path)]}::text[])`);
  const offset = found.find((one) => one.path === path) ?? found[0];
  return offset === undefined ? undefined : { ...offset, path };
}

/** Whose places are forgotten: an agent's session, or a project in a folder. */
export type ForgottenPlace = { agent: string; session: string } | { root: string };

/** Takes the paths of what was forgotten, and what their readers kept, out of the offsets; and the jobs on those paths. */
export async function forgetPlaces(tx: Tx, place: ForgottenPlace, pathKey: Uint8Array): Promise<void> {
  const words = 'root' in place ? [place.root, transcriptFolderOf(place.root)] : [place.session, place.session];
  const [one = '', other = ''] = words;
  const ofPlace =
    'root' in place
      ? sql`(strpos(path, ${one}) > 0 OR strpos(path, ${other}) > 0 OR strpos(state, ${one}) > 0)`
      : sql`agent = ${place.agent} AND strpos(path, ${one}) > 0`;
  for (const offset of await readOffsets(tx, sql`NOT starts_with(path, ${FORGOTTEN}) AND ${ofPlace}`)) {
    await tx.run(sql`DELETE FROM offsets WHERE tenant_id = ${tx.tenant} AND path = ${offset.path}`);
    await writeOffset(tx, toForgotten(offset, hiddenPath(pathKey, offset.path)));
  }
  await tx.run(sql`DELETE FROM jobs WHERE tenant_id = ${tx.tenant} AND state <> 'leased'
    AND (strpos(key, ${one}) > 0 OR strpos(key, ${other}) > 0)`);
}

/** Paths of the read transcripts that contain the agents' own ids of the sessions of these events. */
export async function transcriptsOf(tx: Tx, ids: readonly EventId[]): Promise<string[]> {
  const rows = await tx.all<{ path: string }>(sql`SELECT DISTINCT o.path
    FROM events AS e
    JOIN sessions AS s ON s.tenant_id = ${tx.tenant} AND s.id = e.session_id
    JOIN offsets AS o ON o.tenant_id = ${tx.tenant} AND o.agent = s.agent AND strpos(o.path, s.agent_session) > 0
    WHERE e.tenant_id = ${tx.tenant} AND ${withIds(tx, ids)} ORDER BY o.path`);
  return rows.map(({ path }) => path);
}
