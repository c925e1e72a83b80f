import { homeTarget } from '../core/model/shared-memory.ts';
import { partsOf } from '../core/parts-of.ts';
import type { Store } from '../store/contract/store.ts';
import type { SharedRow } from '../store/contract/sync.ts';
import type { SyncConfig } from './sync-config.ts';
import { SYNC_LIMITS, SYNC_VERSION, type TombstoneRecord, tombstoneId } from './wire.ts';

/** What taking back needs. */
export interface TakeBackDeps {
  store: Pick<Store, 'sync'>;
  config: Pick<SyncConfig, 'home' | 'member'>;
  now: () => number;
}

/** Takes shared memories back: a tombstone has the other homes erase them. Durable when it resolves; returns the tombstones' ids. */
export async function takeBack(
  { store, config, now }: TakeBackDeps,
  rows: readonly SharedRow[],
  reason: TombstoneRecord['reason'],
): Promise<string[]> {
  const ids: string[] = [];
  for (const part of partsOf(rows, SYNC_LIMITS.entries)) {
    const at = now();
    // The item may be gone, and with it which of the two ids the others know.
    const erases = part.flatMap(({ item, version: until }) => [
      { target: item, until },
      { target: homeTarget(item, config.home), until },
    ]);
    for (const some of partsOf(erases, SYNC_LIMITS.entries)) {
      const { home, member } = config;
      const id = tombstoneId({ home, at, erases: some });
      const data = { version: SYNC_VERSION, id, kind: 'tombstone', home, member, at, erases: some, reason };
      await store.sync.addRecords([{ id, kind: 'tombstone', at, data }]);
      ids.push(id);
    }
    await store.sync.putShared(part.map((row) => ({ ...row, state: 'gone' })));
  }
  return ids;
}
