import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';

/** The end of a failure within its session: the files changed after it, and the first success of the same command. */
export interface Fix {
  changes: Item[];
  success: Item;
}

const LOOKED_AT = 200;

/** Finds how a failed command came to succeed later in its session; `undefined` when no success is recorded. */
export async function findFix(store: Store, failed: Item): Promise<Fix | undefined> {
  const { subtitle } = detailOfKind(failed, 'observation');
  if (failed.session === undefined || subtitle === undefined) return undefined;
  const filter = { session: failed.session, kinds: ['observation'] as const };
  const { rows } = await store.items.page(filter, { limit: LOOKED_AT, from: failed.id, oldestFirst: true });
  const at = rows.findIndex((item) => isSuccessOf(item, failed));
  const success = rows[at];
  if (success === undefined) return undefined;
  return { changes: rows.slice(0, at).filter(isChange), success };
}

/**
 * True for a success of the same command: same program and subcommand, as `npm test`; a program without one, by the
 * whole line.
 */
function isSuccessOf(item: Item, failed: Item): boolean {
  const { observation, success, subtitle, subagent } = detailOfKind(item, 'observation');
  if (observation !== 'command' || success !== true || subagent !== failed.detail.subagent) return false;
  const isTelling = subtitle?.includes(' ') === true;
  return isTelling ? subtitle === detailOfKind(failed, 'observation').subtitle : failed.title.startsWith(item.title);
}

/** True for a changed file. */
export function isChange(item: Item): boolean {
  const { observation, success } = detailOfKind(item, 'observation');
  return observation === 'file-write' && success !== false;
}
