import type { ItemId } from '../../../core/model/ids.ts';
import type { Neighbours } from '../../contract/neighbours.ts';
import { ITEM_CODES } from '../engine/codes.ts';
import { toCompactId, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';

/**
 * What was read out of a message stands in it, and what is made of a whole session in all of it: neither has a place of its
 * own among what happened.
 */
const STEP = `n.kind <> ${ITEM_CODES.toCode('knowledge')} AND n.hidden IS NULL AND n.event IS NOT NULL
      AND n.event IS NOT i.event`;

/**
 * Ids (hexadecimal) of the items before and after some, a JSON list of ids, in their sessions, nearest first. Exported so
 * that a test can ask for its plan.
 */
export const NEIGHBOURS_OF = `
  SELECT i.id AS id,
    (SELECT json_group_array(hex(id)) FROM (SELECT n.id FROM items AS n INDEXED BY items_by_session
      WHERE n.session = i.session AND (n.at, n.seq) < (i.at, i.seq) AND ${STEP}
      ORDER BY n.at DESC, n.seq DESC LIMIT ?2)) AS before,
    (SELECT json_group_array(hex(id)) FROM (SELECT n.id FROM items AS n INDEXED BY items_by_session
      WHERE n.session = i.session AND (n.at, n.seq) > (i.at, i.seq) AND ${STEP}
      ORDER BY n.at, n.seq LIMIT ?2)) AS after
  FROM json_each(?1) AS one CROSS JOIN items AS i ON i.id = unhex(one.value)`;

/** The items next to some in their sessions. */
export function readNeighbours({ db }: Engine, ids: readonly ItemId[], reach: number): Map<ItemId, Neighbours> {
  const asked = ids.flatMap((id) => toCompactId(id) ?? []).map((id) => Buffer.from(id).toString('hex'));
  const rows = db.all<{ id: Uint8Array; before: string; after: string }>(
    NEIGHBOURS_OF,
    JSON.stringify(asked),
    Math.trunc(reach),
  );
  return new Map(
    rows.map(({ id, before, after }) => [toPublicId(id) as ItemId, { before: idsIn(before), after: idsIn(after) }]),
  );
}

function idsIn(list: string): ItemId[] {
  const digits = JSON.parse(list) as string[];
  return digits.map((one) => toPublicId(Uint8Array.from(Buffer.from(one, 'hex'))) as ItemId);
}
