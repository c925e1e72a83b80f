import { CairnError, toCairnError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { NOT_YOUR_HOME } from '../core/model/shared-memory.ts';
import { findChanges } from './find-changes.ts';
import { handOnLost } from './hand-on-again.ts';
import { leaveNoTrace, type PullDeps, type Pulled, pullChanges, pullFromBeginning } from './pull-changes.ts';
import { type Pushed, pushChanges } from './push-changes.ts';

/** What a run did. `waits`: events are to be derived first, so that what changed here is handed on by a later run. */
export interface SyncRun {
  pushed: Pushed;
  pulled: Pulled;
  waits: boolean;
  /** What this home had handed on was gone, or older: all that it shares is handed on again. */
  again: boolean;
  tookMs: number;
}

/**
 * Hands on what this home shares and takes in what others do, once. A run that fails, or is stopped, goes on next time where it
 * was; it is noted with what it did. Throws what the remote throws.
 */
export async function runSync(deps: PullDeps, { atOnce }: { atOnce: boolean }): Promise<SyncRun> {
  const { store, remote, now, signal } = deps;
  const began = now();
  const run = { pushed: noPush(), pulled: noPull(), waits: false, again: false };
  const note = (data: JsonObject): Promise<void> =>
    store.sync.addRun({ at: began, data: { ...toJson(run), tookMs: now() - began, ...data } });
  try {
    await remote.begin?.(signal);
    // A run that ended while it erased said nothing of it yet.
    await leaveNoTrace(deps);
    run.waits = !(await findChanges(deps, { atOnce }));
    run.again = await handOnLost(deps);
    const failed = await handOn(deps, run);
    run.pulled = await pull(deps);
    if (failed !== undefined) throw failed;
    // What was carried out is said at once.
    const said = await pushChanges(deps);
    run.pushed.records += said.records;
    run.pushed.memories += said.memories;
    await remote.end?.(signal);
  } catch (error) {
    const { code, message } = toCairnError(error);
    await note({ error: { code, message } });
    throw error;
  }
  await note({});
  return { ...run, tookMs: now() - began };
}

/** Hands on; says why nothing could be written, or is taken, which keeps nothing from being read. */
async function handOn(deps: PullDeps, run: Pick<SyncRun, 'pushed'>): Promise<CairnError | undefined> {
  try {
    run.pushed = await pushChanges(deps);
    return (run.pushed.refused[NOT_YOUR_HOME] ?? 0) > 0 ? notYourHome(deps) : undefined;
  } catch (error) {
    if (error instanceof CairnError && error.code === 'unwritable') return error;
    throw error;
  }
}

/** The server has the home as that of another person, as where a member was removed and another one added in its place. */
function notYourHome({ config }: Pick<PullDeps, 'config'>): CairnError {
  return new CairnError(
    'not_allowed',
    `The team server has this home (${config.home}) as another member's: what it shares and takes back waits. An admin of the server gives it back with the name that you had: cairn server member remove NAME, then member add NAME.`,
    { fix: 'Ask an admin of the server: cairn server member list' },
  );
}

/** Pulls; from the beginning where the remote does not know the place any more. */
async function pull(deps: PullDeps): Promise<Pulled> {
  try {
    return await pullChanges(deps);
  } catch (error) {
    if (!(error instanceof CairnError) || error.code !== 'outdated') throw error;
    await pullFromBeginning(deps);
    return pullChanges(deps);
  }
}

function noPush(): Pushed {
  return { memories: 0, records: 0, refused: {} };
}

function noPull(): Pulled {
  return { added: 0, known: 0, refused: 0, erased: 0, skipped: {} };
}

function toJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
