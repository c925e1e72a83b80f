import type { SessionId } from '../../core/model/ids.ts';
import type { CheckpointDetail, Item, ItemOf } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { checkpointId } from '../../derive/session/checkpoint.ts';
import type { Store } from '../../store/contract/store.ts';

/** An item with a checkpoint: the state of a session. */
export type LatestCheckpoint = ItemOf<'checkpoint'> & { detail: { checkpoint: CheckpointDetail } };

/** The latest checkpoint of a session: Cairn's own, derived from its items, otherwise an imported one; no earlier state. */
export async function latestCheckpoint(store: Store, session: SessionId): Promise<LatestCheckpoint | undefined> {
  const [own] = await store.items.get([checkpointId(session)]);
  if (own !== undefined && own.detail.hidden !== true && isState(own)) return own;
  const imported = await store.items.list({ kinds: ['checkpoint'], session }, { limit: 4 });
  return imported.find(isState);
}

function isState(item: Item): item is LatestCheckpoint {
  const { checkpoint } = detailOfKind(item, 'checkpoint');
  return checkpoint !== undefined && checkpoint.compaction === undefined;
}
