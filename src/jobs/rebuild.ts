import { setTimeout as pause } from 'node:timers/promises';
import { CairnError } from '../core/errors.ts';
import { asNumber, asString, type JsonObject } from '../core/json.ts';
import { REBUILDABLE, type Rebuildable } from '../core/model/kinds.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import type { Deriver } from '../pipeline/deriver.ts';
import { ignore } from '../platform/ignored.ts';
import type { Store } from '../store/contract/store.ts';
import type { JobHandler, JobRun } from './runner.ts';

/** Kind of the jobs that derive again. Payload: `{ what }`. */
export const REBUILD = 'rebuild';

/** Events marked at a time: about half a second of deriving. */
const MARKED = 1_000;
const DERIVED_MS = DAY_MS;
const REPORT_MS = 500;

/** The dependencies of a rebuild. */
export interface RebuildDeps {
  store: Pick<Store, 'log' | 'distilled' | 'vectors'>;
  deriver: Pick<Deriver, 'caughtUp' | 'settled'>;
  /** The background embedding. */
  embedding: { wake(): void; progress(): { failure?: { error: CairnError } } };
}

/**
 * The handler of `REBUILD` jobs. A kill costs one step: the next run resumes from the reported progress and the marks
 * in the store.
 */
export function rebuild(deps: RebuildDeps): JobHandler {
  return async (payload, run) => {
    const what = asString(payload.what) as Rebuildable | undefined;
    if (what === undefined || !REBUILDABLE.includes(what)) throw new CairnError('internal', 'a rebuild of nothing');
    if (what === 'vectors') return makeVectors(deps, run);
    if (what === 'items' && run.progress?.stage !== 'sessions') await deriveItems(deps, run);
    const isBegun = run.progress?.stage === 'sessions';
    if (what === 'index' && !isBegun) await deps.store.log.reset();
    if (what === 'patterns' && !isBegun) await deps.store.distilled.markAll('patterns');
    else if (what !== 'index' && !isBegun) await deps.store.distilled.markAll('sessions');
    await settle(deps, run);
  };
}

/** Marks events for deriving step by step, oldest first, and waits until they are derived. */
async function deriveItems({ store, deriver }: RebuildDeps, run: JobRun): Promise<void> {
  const { events } = await store.log.counts();
  let after = asNumber(run.progress?.after) ?? 0;
  let done = asNumber(run.progress?.done) ?? 0;
  for (;;) {
    run.signal.throwIfAborted();
    const marked = await store.log.markNextUnderived(after, MARKED);
    if (marked === undefined) return;
    // Invalidations wait for the end, so that a session with events in many steps is derived again only once.
    await deriver.caughtUp();
    after = marked.last;
    done += marked.events;
    await run.report({ stage: 'events', done, of: Math.max(events, done), after });
  }
}

/** Drops all vectors and waits until they are made again; after a cancel the rest is made in the background. */
async function makeVectors({ store, embedding }: RebuildDeps, run: JobRun): Promise<void> {
  if (run.progress?.stage !== 'vectors') await store.vectors.markAll();
  let most = asNumber(run.progress?.of) ?? 0;
  embedding.wake();
  for (;;) {
    run.signal.throwIfAborted();
    const { waiting } = await store.vectors.counts();
    most = Math.max(most, waiting);
    await run.report({ stage: 'vectors', done: most - waiting, of: most } satisfies JsonObject);
    if (waiting === 0) return;
    const { failure } = embedding.progress();
    if (failure !== undefined) throw failure.error;
    await pause(REPORT_MS, undefined, { ref: false });
  }
}

/** Waits until everything is derived and distilled; after a cancel the rest is done in the background. */
async function settle({ store, deriver }: RebuildDeps, run: JobRun): Promise<void> {
  const settled = deriver.settled(DERIVED_MS).then(() => true);
  // After a cancel nobody waits for this promise.
  settled.catch((error: unknown) => ignore(error, 'deriving again failed'));
  let most = 0;
  do {
    run.signal.throwIfAborted();
    const { sessions, patterns } = await store.distilled.waitingCounts();
    const { pending } = await store.log.counts();
    const left = pending + sessions + patterns;
    most = Math.max(most, left);
    await run.report({ stage: 'sessions', done: most - left, of: most } satisfies JsonObject);
  } while (!(await Promise.race([settled, pause(REPORT_MS, false, { ref: false })])));
}
