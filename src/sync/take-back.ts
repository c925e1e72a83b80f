import { homeTarget } from '../core/model/shared-memory.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { partsOf } from '../core/parts-of.ts';
import type { Store } from '../store/contract/store.ts';
import type { SharedRow } from '../store/contract/sync.ts';
import { formerHomes } from './own-home.ts';
import type { SyncConfig } from './sync-config.ts';
import { SYNC_LIMITS, SYNC_VERSION, type TombstoneRecord, tombstoneId } from './wire.ts';

/** What taking back needs. */
export interface TakeBackDeps {
  store: Pick<Store, 'sync'>;
  config: Pick<SyncConfig, 'home' | 'member'>;
  now: () => number;
}

/**
 * Takes shared memories back: a tombstone has the other homes erase them, also those that an earlier home of this memory shared.
 * Durable when it resolves; returns the tombstones' ids.
 */
export async function takeBack(
  { store, config, now }: TakeBackDeps,
  rows: readonly SharedRow[],
  reason: TombstoneRecord['reason'],
): Promise<string[]> {
  const ids: string[] = [];
  const { home, member } = config;
  const earlier = (await formerHomes(store, home)).slice(-SYNC_LIMITS.formerly);
  const formerly = earlier.length === 0 ? undefined : earlier;
  for (const part of partsOf(rows, SYNC_LIMITS.entries)) {
    const at = now();
    const elsewhere = part.some((row) => row.elsewhere) || undefined;
    // An earlier home, or a database that is lost, may have shared later versions than are known here.
    const gone = part.map((row) => ({ ...row, version: Math.max(row.version, at) }));
    // The item may be gone, and with it which of the ids the others know.
    const erases = gone.flatMap(({ item, version: until }) => [
      { target: item as string, until },
      ...[home, ...earlier].map((one) => ({ target: homeTarget(item, one), until })),
    ]);
    for (const some of partsOf(erases, SYNC_LIMITS.entries)) {
      const id = tombstoneId({ home, at, erases: some });
      const said = { erases: some, reason, ...omitUndefined({ formerly, elsewhere }) };
      const data = { version: SYNC_VERSION, id, kind: 'tombstone', home, member, at, ...said };
      await store.sync.addRecords([{ id, kind: 'tombstone', at, data }]);
      ids.push(id);
    }
    await store.sync.putShared(gone.map(({ unseen: _, ...row }) => ({ ...row, state: 'gone' })));
  }
  return ids;
}
