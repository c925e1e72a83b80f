// memory/sync: how a home takes part in a team: what is shared (asked first), the runs of sync as a job of the worker, and what
// forgetting tells the others. What records are, and what carries them, is `sync`.

import { randomId } from '../../core/hash.ts';
import { type ItemId, isPublicId } from '../../core/model/ids.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import { keepAsOwn } from '../../sync/hand-on-again.ts';
import { readElsewhere, selfOf } from '../../sync/own-home.ts';
import { pullFromBeginning } from '../../sync/pull-changes.ts';
import { runSync, type SyncRun } from '../../sync/run-sync.ts';
import { isCopy, readSyncConfig, removeSyncConfig, type SyncConfig, writeSyncConfig } from '../../sync/sync-config.ts';
import { takeBack } from '../../sync/take-back.ts';
import { homeIdOf } from '../../sync/wire.ts';
import type { TraceDeps } from '../forget/leave-no-trace.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import type { SyncWork, ToldForgotten } from '../runtime/sync-work.ts';
import { createErasing } from './create-erasing.ts';
import { openRemote } from './open-remote.ts';
import { allowBrought, refuseForgotten } from './refuse-forgotten.ts';

/** Kind of the jobs that run sync. */
export const SYNC = 'sync';

const KEY = 'run';
const FIRST_MS = 30_000;
/** Milliseconds before another run where events waited to be derived. */
const AGAIN_MS = 60_000;
const MINUTE_MS = 60_000;
/** Longest wait of a run that a person asked for until everything is derived. */
const SETTLED_MS = 30_000;

/** What the runs of sync need. */
export type SyncParts = Pick<
  MemoryParts,
  'store' | 'intake' | 'deriver' | 'runner' | 'environment' | 'paths' | 'settings' | 'closing'
> &
  TraceDeps & { onAdded: () => void };

/** Builds it. The configuration is read once, and after each change. */
export function createSyncWork(parts: SyncParts): SyncWork {
  const { runner, paths, settings, closing } = parts;
  let config = readConfig(paths.home);
  let isScheduled = false;
  let last: Promise<unknown> = Promise.resolve();
  const schedule = async (delayMs: number): Promise<void> => {
    if (config === undefined || config.paused || closing.aborted) return;
    isScheduled = true;
    await runner.add({ kind: SYNC, key: KEY, payload: {}, delayMs });
  };
  const once = (atOnce: boolean, signal: AbortSignal | undefined): Promise<SyncRun> => {
    const turn = last.then(async () => {
      if (config !== undefined) await keepAsOwn(parts.store, paths.home, config);
      const stop = AbortSignal.any([closing, ...(signal === undefined ? [] : [signal])]);
      const place = { userHome: parts.environment.home, now, signal: stop, erasing: createErasing(parts) };
      return runSync({ ...parts, ...openRemote(parts, config), ...place }, { atOnce });
    });
    last = Promise.allSettled([turn]);
    return turn;
  };
  return {
    config: () => config,
    async changed(next) {
      config = next;
      if (next === undefined) removeSyncConfig(paths.home);
      else writeSyncConfig(paths.home, next);
      await schedule(FIRST_MS);
    },
    async run(signal) {
      const early = (error: unknown): void => ignore(error, 'sync runs before everything is derived');
      await parts.deriver.settled(SETTLED_MS).catch(early);
      return once(true, signal);
    },
    heard() {
      if (isScheduled) return;
      schedule(settings['sync.minutes'] * MINUTE_MS).catch((error: unknown) =>
        ignore(error, 'sync could not be scheduled'),
      );
    },
    async forgotten(items) {
      const told = items.length === 0 ? undefined : await tellForgotten(parts, config, items);
      if (told !== undefined) await schedule(0);
      return told;
    },
    refuse: (events) => refuseForgotten(parts, events),
    async allow(shared) {
      if (!(await allowBrought(parts, shared))) return;
      // A run under way notes its place when it is done.
      last = Promise.allSettled([last.then(() => pullFromBeginning(parts))]);
      await schedule(0);
    },
    async handle(_payload, { signal }) {
      isScheduled = false;
      if (config === undefined || config.paused) return;
      try {
        const { waits } = await once(false, signal);
        if (waits) await schedule(AGAIN_MS);
      } catch (error) {
        // It is noted with the run, and tried again when something happens.
        ignore(error, 'a run of sync failed');
      }
    },
    async begin() {
      // One that began with a program that kept its id in its configuration alone goes on as the same.
      if (config !== undefined) await keepAsOwn(parts.store, paths.home, config);
      await schedule(FIRST_MS);
    },
  };
}

/** Takes back what was shared of some memories, also before the home took part no more; `undefined` where nothing was. */
async function tellForgotten(
  { store, paths }: Pick<SyncParts, 'store' | 'paths'>,
  config: SyncConfig | undefined,
  items: readonly string[],
): Promise<ToldForgotten | undefined> {
  const rows = (await store.sync.shared(items.filter(isPublicId) as ItemId[])).filter(({ state }) => state !== 'gone');
  const self = config ?? (rows.length === 0 ? undefined : await selfOf(store, paths.home));
  if (self === undefined || rows.length === 0) return undefined;
  const ids = await takeBack({ store, config: self, now }, rows, 'forgotten');
  const { homes } = await readElsewhere(store);
  const others = [...(await store.sync.homes()), ...(rows.some(({ elsewhere }) => elsewhere) ? homes : [])];
  const members = [...new Set(others.map(({ member }) => member))];
  return { ids, memories: rows.map(({ item }) => item), members, ...(config === undefined && { away: true as const }) };
}

/** How the home takes part; a copy of a home's files does so as another one from now on. */
function readConfig(home: string): SyncConfig | undefined {
  try {
    const config = readSyncConfig(home);
    if (config === undefined || !isCopy(home, config.home)) return config;
    const own = { ...config, home: homeIdOf(randomId()) };
    writeSyncConfig(home, own);
    return own;
  } catch (error) {
    ignore(error, 'how this home takes part in sync cannot be read');
    return undefined;
  }
}
