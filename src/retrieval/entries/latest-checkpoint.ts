import type { SessionId } from '../../core/model/ids.ts';
import type { CheckpointDetail, Item, ItemOf } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { lookUp } from '../../core/parts-of.ts';
import { checkpointId } from '../../derive/session/checkpoint.ts';
import type { Store } from '../../store/contract/store.ts';

/** An item with a checkpoint: the state of a session. */
export type LatestCheckpoint = ItemOf<'checkpoint'> & { detail: { checkpoint: CheckpointDetail } };

/** The latest checkpoint of a session: Cairn's own, derived from its items, otherwise an imported one; no earlier state. */
export async function latestCheckpoint(store: Store, session: SessionId): Promise<LatestCheckpoint | undefined> {
  return (await latestCheckpoints(store, [session])).get(session);
}

/** The latest checkpoints of sessions, by session; absent for those without one. */
export async function latestCheckpoints(
  store: Store,
  sessions: readonly SessionId[],
): Promise<ReadonlyMap<SessionId, LatestCheckpoint>> {
  const own = new Map((await lookUp(sessions.map(checkpointId), store.items.get)).map((item) => [item.id, item]));
  const latest = new Map<SessionId, LatestCheckpoint>();
  for (const session of sessions) {
    const found = own.get(checkpointId(session));
    const isOwn = found !== undefined && found.detail.hidden !== true && isState(found);
    const state = isOwn ? found : await importedState(store, session);
    if (state !== undefined) latest.set(session, state);
  }
  return latest;
}

async function importedState(store: Store, session: SessionId): Promise<LatestCheckpoint | undefined> {
  const imported = await store.items.list({ kinds: ['checkpoint'], session }, { limit: 4 });
  return imported.find(isState);
}

function isState(item: Item): item is LatestCheckpoint {
  const { checkpoint } = detailOfKind(item, 'checkpoint');
  return checkpoint !== undefined && checkpoint.compaction === undefined;
}
