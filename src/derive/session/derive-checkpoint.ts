import type { Item } from '../../core/model/item.ts';
import { createCheckpointReducer } from './checkpoint.ts';
import type { DistilledSession } from './session-reducer.ts';

/** Where a session stands, from some or all of its items in any order; `undefined` when there is nothing to go on from. */
export function deriveCheckpoint(session: DistilledSession, items: readonly Item[]): Item | undefined {
  const fold = createCheckpointReducer(session);
  const ordered = items
    .filter((item) => item.session === session.id)
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  for (const item of ordered) fold.take(item);
  return fold.end().items.find(({ detail }) => detail.checkpoint?.compaction === undefined);
}
