import type { Item } from '../core/item.ts';
import type { Store } from '../store/contract.ts';

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

function isSuccessOf(item: Item, failed: Item): boolean {
  const { observation, success, subtitle, subagent } = item.detail;
  const isSame = subtitle === failed.detail.subtitle && subagent === failed.detail.subagent;
  return observation === 'command' && success === true && isSame;
}

/** True for a file that was changed. */
export function isChange(item: Item): boolean {
  return item.detail.observation === 'file-write' && item.detail.success !== false;
}
