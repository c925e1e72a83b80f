import { DAY_MS, isoTime } from '../core/text/calendar.ts';
import { formatCounted } from '../core/text/format-count.ts';
import { now as clock } from '../platform/clock.ts';
import type { OwnRecord, SyncRunRow } from '../store/contract/sync.ts';
import { COMPARED } from './find-changes.ts';
import { keepOwnHome, leaveBehind, readOwnHomes } from './own-home.ts';
import { type PullDeps, pullFromBeginning } from './pull-changes.ts';
import { keepHomeId, placeOf, type SyncConfig } from './sync-config.ts';
import { helloId, SYNC_VERSION } from './wire.ts';

/** Name of the value that holds what this home wrote to its series. */
const SERIES = 'series';
const TOLD_MS = 7 * DAY_MS;

/** Where a home keeps what it wrote to its series. */
export function seriesNotes({ sync }: Pick<PullDeps['store'], 'sync'>) {
  return {
    read: async () => (await sync.value(SERIES)) || undefined,
    write: (text: string) => sync.setValue(SERIES, text),
  };
}

/**
 * Marks all that a home shares, takes back and says as to be handed on again, where what it handed on is gone. What others took
 * back is read again, too, so that it is confirmed again. True where something was there to be lost.
 */
export async function handOnLost({ store, remote, config }: PullDeps): Promise<boolean> {
  const found = await remote.mend?.(async () => {
    const waiting = await store.sync.waitingRecords(1);
    if (waiting.every(({ kind }) => kind !== 'hello')) await store.sync.addRecords([helloOf(config)]);
    await store.sync.sendAgain();
    await pullFromBeginning({ store });
  });
  return found === 'lost';
}

/**
 * The home takes part as one, or by a remote, as which it did not until now: what its memory shared before, here or on the machine of
 * which it is a copy, is taken up, and all that it shares and takes back is handed on there, whatever was handed on before. All that is
 * there is read, and of its series there it knows what it finds.
 */
export async function joinAnew(store: PullDeps['store'], config: SyncConfig): Promise<void> {
  const { homes, place } = await readOwnHomes(store);
  await store.sync.leave();
  if (homes.length > 0 && place !== placeOf(config.remote)) await leaveBehind(store, clock());
  await store.sync.addRecords([helloOf(config)]);
  await store.sync.sendAgain();
  await pullFromBeginning({ store });
  for (const name of [SERIES, COMPARED]) await store.sync.setValue(name, '');
}

/**
 * Keeps as whom this machine's home takes part. A memory that took part as another until now, such as a copy of a home's files, or by
 * another remote, such as a backup of an earlier time, begins as one that joins.
 */
export async function keepAsOwn(store: PullDeps['store'], folder: string, config: SyncConfig): Promise<void> {
  const { homes, place } = await readOwnHomes(store);
  const isOther = homes.at(-1) !== config.home || place !== placeOf(config.remote);
  if (homes.length > 0 && isOther) await joinAnew(store, config);
  keepHomeId(folder, config.home);
  await keepOwnHome(store, config);
}

/** What status and doctor tell of the runs of the last week that handed everything on again; `undefined` where none did. */
export function handedOnAgain(runs: readonly SyncRunRow[]): string | undefined {
  const [latest, ...more] = runs.filter(({ at, data }) => data.again === true && at > clock() - TOLD_MS);
  if (latest === undefined) return undefined;
  const times = more.length === 0 ? '' : `, and ${formatCounted(more.length, 'time')} before`;
  return `Files that this home wrote for the others were gone, or an older copy, at ${isoTime(latest.at)}${times}: all that it shares is handed on again.`;
}

/** The record by which a home says that it takes part. */
export function helloOf({ home, member }: Pick<SyncConfig, 'home' | 'member'>): OwnRecord {
  const at = clock();
  const id = helloId({ home, member, at });
  return { id, kind: 'hello', at, data: { version: SYNC_VERSION, id, kind: 'hello', home, member, at } };
}
