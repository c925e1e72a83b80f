import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { createCheckpointReducer } from './checkpoint.ts';
import type { DistilledSession } from './session-reducer.ts';

/** The checkpoint of a session's current state, from some or all of its items in any order; `undefined` when it has none. */
export function deriveCheckpoint(session: DistilledSession, items: readonly Item[]): Item | undefined {
  const reducer = createCheckpointReducer(session);
  const ordered = items
    .filter((item) => item.session === session.id)
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  for (const item of ordered) reducer.take(item);
  return reducer.end().items.find((item) => detailOfKind(item, 'checkpoint').checkpoint?.compaction === undefined);
}
