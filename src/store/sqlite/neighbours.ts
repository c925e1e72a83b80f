import type { ItemId } from '../../core/ids.ts';
import type { Neighbours } from '../contract.ts';
import { ITEM_CODES } from './codes.ts';
import { toCompactId, toPublicId } from './compact-id.ts';
import type { Engine } from './engine.ts';

/** What was read out of a message stands in it, and has no place of its own among what happened. */
const STEP = `n.kind <> ${ITEM_CODES.toCode('knowledge')} AND n.hidden IS NOT 1 AND n.event IS NOT i.event`;

/**
 * Ids (hexadecimal) of the items before and after one in its session, nearest first. Exported so that a test can ask for
 * its plan.
 */
export const NEIGHBOURS_OF = `
  SELECT
    (SELECT json_group_array(hex(id)) FROM (SELECT n.id FROM items AS n INDEXED BY items_by_session
      WHERE n.session = i.session AND (n.at, n.seq) < (i.at, i.seq) AND ${STEP}
      ORDER BY n.at DESC, n.seq DESC LIMIT ?2)) AS before,
    (SELECT json_group_array(hex(id)) FROM (SELECT n.id FROM items AS n INDEXED BY items_by_session
      WHERE n.session = i.session AND (n.at, n.seq) > (i.at, i.seq) AND ${STEP}
      ORDER BY n.at, n.seq LIMIT ?2)) AS after
  FROM items AS i WHERE i.id = ?1`;

/** The items next to some in their sessions. */
export function readNeighbours({ db }: Engine, ids: readonly ItemId[], reach: number): Map<ItemId, Neighbours> {
  const found = new Map<ItemId, Neighbours>();
  for (const id of ids) {
    const compact = toCompactId(id);
    const row =
      compact === undefined
        ? undefined
        : db.get<{ before: string; after: string }>(NEIGHBOURS_OF, compact, Math.trunc(reach));
    if (row !== undefined) found.set(id, { before: idsIn(row.before), after: idsIn(row.after) });
  }
  return found;
}

function idsIn(list: string): ItemId[] {
  const digits = JSON.parse(list) as string[];
  return digits.map((one) => toPublicId(Uint8Array.from(Buffer.from(one, 'hex'))) as ItemId);
}
