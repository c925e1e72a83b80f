import type { ItemId } from '../../../core/model/ids.ts';
import type { ItemLink } from '../../contract/items.ts';
import { RELATION_CODES } from '../engine/codes.ts';
import { knownIds, toHexList, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';

/**
 * The links of the items of a JSON list of ids as hexadecimal digits, in its order, of some relations. Exported so that a
 * test can ask for its plan.
 */
export const LINKS_OF = `SELECT one.key AS place, l.relation, t.id
  FROM json_each(?) AS one CROSS JOIN items AS f ON f.id = unhex(one.value)
  CROSS JOIN links AS l ON l.from_item = f.seq CROSS JOIN items AS t ON t.seq = l.to_item
  WHERE l.relation IN (SELECT value FROM json_each(?))`;

/** The links of items to others, of some relations. */
export function readLinks(
  { db }: Engine,
  ids: readonly ItemId[],
  relations: readonly ItemLink['relation'][],
): ItemLink[] {
  const codes = JSON.stringify(relations.map(RELATION_CODES.toCode));
  const known = knownIds(ids);
  const rows = db.all<{ place: number; relation: number; id: Uint8Array }>(LINKS_OF, toHexList(known), codes);
  return rows.flatMap(({ place, relation, id }) => {
    const from = known[place];
    return from === undefined ? [] : { from, relation: RELATION_CODES.toWord(relation), to: toPublicId(id) as ItemId };
  });
}
