import type { ItemFilter } from '../../contract/item-filter.ts';
import type { Tx } from '../engine/engine.ts';
import { type Sql, sql } from '../engine/sql.ts';

/** The conjunction of a filter's conditions on `items AS i`, without the tenant's. */
export async function conditionsOf(_tx: Tx, _filter: ItemFilter): Promise<Sql> {
  return sql`true`;
}
