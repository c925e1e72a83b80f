import type { SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import type { ItemKind } from '../core/model/kinds.ts';
import { deriveCheckpoint } from '../derive/session/checkpoint.ts';
import type { Store } from '../store/contract/store.ts';

const NEWEST = 400;
const FIRST = 3;
const KINDS: readonly ItemKind[] = ['prompt', 'observation', 'knowledge', 'message'];

/**
 * The checkpoint of a session from its first prompts and newest items, for use while the session was distilled too
 * recently to be distilled again. `undefined` for a session that is gone or has nothing to show.
 */
export async function readLatestCheckpoint(
  { log, items }: Pick<Store, 'log' | 'items'>,
  session: SessionId,
): Promise<Item | undefined> {
  const [row] = await log.sessions({ ids: [session], limit: 1 });
  if (row === undefined) return undefined;
  const newest = await items.list({ session, kinds: KINDS }, { limit: NEWEST });
  const first = await items.list({ session, kinds: ['prompt'] }, { limit: FIRST, oldestFirst: true });
  const known = new Map([...first, ...newest].map((item) => [item.id, item]));
  return deriveCheckpoint(row, [...known.values()]);
}
