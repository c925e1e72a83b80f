import type { ItemId } from '../../core/ids.ts';
import type { ItemLink } from '../contract.ts';
import { RELATION_CODES } from './codes.ts';
import { toCompactId, toPublicId } from './compact-id.ts';
import type { Engine } from './engine.ts';

/** The links of one item, of some relations. Exported so that a test can ask for its plan. */
export const LINKS_OF = `SELECT l.relation, t.id FROM items AS f JOIN links AS l ON l.from_item = f.seq
  JOIN items AS t ON t.seq = l.to_item
  WHERE f.id = ? AND l.relation IN (SELECT value FROM json_each(?))`;

/** The links of items to others, of some relations. */
export function readLinks(
  { db }: Engine,
  ids: readonly ItemId[],
  relations: readonly ItemLink['relation'][],
): ItemLink[] {
  const codes = JSON.stringify(relations.map(RELATION_CODES.toCode));
  return ids.flatMap((from) => {
    const compact = toCompactId(from);
    const rows = compact === undefined ? [] : db.all<{ relation: number; id: Uint8Array }>(LINKS_OF, compact, codes);
    return rows.map(({ relation, id }) => ({
      from,
      relation: RELATION_CODES.toWord(relation),
      to: toPublicId(id) as ItemId,
    }));
  });
}
