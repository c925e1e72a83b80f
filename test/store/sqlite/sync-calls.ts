import type { ItemId } from '../../../src/core/model/ids.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import type { SharedRow } from '../../../src/store/contract/sync.ts';

const AT = 1_767_225_600_000;

/** Calls of each function of what sync remembers, about two items. */
export function syncCalls(item: ItemId, other: ItemId): Record<string, (store: Store) => Promise<unknown>> {
  const project = 'example.com/p';
  const shared: SharedRow = { item, project, kind: 'knowledge', version: AT, hash: '00', state: 'waiting' };
  return {
    changedItems: ({ sync }) => sync.changedItems(0, 9),
    putShared: ({ sync }) => sync.putShared([shared, { ...shared, item: other }]),
    shared: ({ sync }) => sync.shared([item]),
    inState: ({ sync }) => sync.inState('waiting', { limit: 9 }),
    vanished: ({ sync }) => sync.vanished({ limit: 9 }),
    markSent: ({ sync }) => sync.markSent([shared]),
    seen: ({ sync }) => sync.seen(AT),
    withOthersOnly: ({ sync }) => sync.withOthersOnly(),
    setPrivate: async ({ sync }) => {
      await sync.setPrivate([other], true);
      return sync.setPrivate([other], false);
    },
    privateAmong: ({ sync }) => sync.privateAmong([item]),
    addRecords: ({ sync }) => sync.addRecords([{ id: 'd_1', kind: 'tombstone', at: AT, data: {} }]),
    waitingRecords: ({ sync }) => sync.waitingRecords(9),
    recordsSent: ({ sync }) => sync.recordsSent(['d_1']),
    addReached: ({ sync }) => sync.addReached(['d_1'], 'h_1'),
    heardAll: ({ sync }) => sync.heardAll(),
    tombstones: async ({ sync }) => {
      await sync.tombstones({ limit: 9 });
      return sync.tombstones({ limit: 9, ids: ['d_1'] });
    },
    addErased: ({ sync }) => sync.addErased('h_1', [{ target: item, until: AT }]),
    erased: ({ sync }) => sync.erased('h_1', [item]),
    allow: ({ sync }) => sync.allow([{ home: 'h_1', target: item }]),
    sawHome: ({ sync }) => sync.sawHome({ home: 'h_1', member: 'Ada', at: AT }),
    homes: ({ sync }) => sync.homes(),
    value: ({ sync }) => sync.value('cursor'),
    setValue: ({ sync }) => sync.setValue('cursor', ''),
    addRun: ({ sync }) => sync.addRun({ at: AT, data: {} }),
    runs: ({ sync }) => sync.runs(9),
  };
}
