import type { Item } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';

/** What came after a failure in its session: the files changed, and the first success of the same command. */
export interface Fix {
  changes: Item[];
  success: Item;
}

const LOOKED_AT = 200;

/** How a failed command came to succeed later in its session; `undefined` when it did not, as far as is remembered. */
export async function findFix(store: Store, failed: Item): Promise<Fix | undefined> {
  const { subtitle } = failed.detail;
  if (failed.session === undefined || subtitle === undefined) return undefined;
  const filter = { session: failed.session, kinds: ['observation'] as const };
  const { rows } = await store.items.page(filter, { limit: LOOKED_AT, from: failed.id, oldestFirst: true });
  const at = rows.findIndex((item) => isSuccessOf(item, failed));
  const success = rows[at];
  if (success === undefined) return undefined;
  return { changes: rows.slice(0, at).filter(isChange), success };
}

/** True for a success of the same command: by program and what it is to do, as `npm test`; of a bare program as a whole. */
function isSuccessOf(item: Item, failed: Item): boolean {
  const { observation, success, subtitle, subagent } = item.detail;
  if (observation !== 'command' || success !== true || subagent !== failed.detail.subagent) return false;
  const isTelling = subtitle?.includes(' ') === true;
  return isTelling ? subtitle === failed.detail.subtitle : failed.title.startsWith(item.title);
}

/** True for a file that was changed. */
export function isChange(item: Item): boolean {
  return item.detail.observation === 'file-write' && item.detail.success !== false;
}
