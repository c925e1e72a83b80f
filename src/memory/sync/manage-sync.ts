import type { Caller } from '../../api/contract.ts';
import type { SyncResult } from '../../api/home-answers.ts';
import type { SyncInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { isPublicId } from '../../core/model/ids.ts';
import { now } from '../../platform/clock.ts';
import { keepAsOwn } from '../../sync/hand-on-again.ts';
import { selfOf } from '../../sync/own-home.ts';
import { takeBack } from '../../sync/take-back.ts';
import { addRemote } from './add-remote.ts';
import { planShare, share, unshare } from './share-project.ts';
import { configOf, type SyncDeps } from './sync-deps.ts';
import { readSyncState } from './sync-state.ts';

/** What each field has done, for the words of a refusal. */
const BY_PERSONS = {
  add: 'takes part in a team',
  remove: 'leaves a team',
  share: 'says what is shared',
  unshare: 'says what is shared',
  keep: 'says what is shared',
  release: 'says what is shared',
} as const;

/** Tells how the home takes part; first does the one thing that is asked. Only a person changes what leaves. */
export async function manageSync(
  deps: SyncDeps,
  input: SyncInput,
  { caller, signal }: { caller: Caller; signal?: AbortSignal | undefined },
): Promise<SyncResult> {
  for (const [field, what] of Object.entries(BY_PERSONS)) {
    if (input[field as keyof typeof BY_PERSONS] !== undefined) assertPerson(caller, what);
  }
  if (input.pause === false) assertPerson(caller, 'ends a pause');
  if (input.run === true) await deps.sync.run(signal);
  if (input.add !== undefined) await addRemote(deps, { ...input, add: input.add });
  if (input.remove === true) await remove(deps);
  if (input.pause !== undefined) await deps.sync.changed({ ...configOf(deps), paused: input.pause });
  if (input.unshare !== undefined) await unshare(deps, input.unshare, caller);
  if (input.keep !== undefined) await keep(deps, input.keep);
  if (input.release !== undefined) await release(deps, input.release);
  const plan = input.share === undefined ? undefined : await planShare(deps, { ...input, share: input.share }, caller);
  if (plan !== undefined && input.confirm !== undefined) await share(deps, plan, input.confirm);
  const state = await readSyncState(deps, input);
  return plan === undefined || input.confirm !== undefined ? state : { ...state, plan };
}

function assertPerson({ person }: Caller, what: string): void {
  if (person) return;
  throw new CairnError('not_allowed', `Only a person ${what}.`, {
    fix: 'cairn sync --help, typed in a terminal of your own',
  });
}

/** The home takes part no more; what others have of it stays with them, and is known here as theirs. */
async function remove({ store, sync, paths }: SyncDeps): Promise<void> {
  const config = configOf({ sync });
  await keepAsOwn(store, paths.home, config);
  await store.sync.leave();
  await sync.changed(undefined);
}

async function keep({ store, sync, paths }: SyncDeps, ids: readonly string[]): Promise<void> {
  const items = itemsOf(ids);
  await store.sync.setPrivate(items, true);
  const config = sync.config() ?? (await selfOf(store, paths.home));
  const rows = (await store.sync.shared(items)).filter(({ state }) => state !== 'gone');
  if (config !== undefined && rows.length > 0) await takeBack({ store, config, now }, rows, 'unshared');
}

/** What may be shared again is looked at with all that is chosen. */
async function release({ store }: SyncDeps, ids: readonly string[]): Promise<void> {
  await store.sync.setPrivate(itemsOf(ids), false);
  await store.sync.setValue('compared', '');
}

function itemsOf(ids: readonly string[]): ItemId[] {
  for (const id of ids) {
    if (!isPublicId(id)) throw new CairnError('invalid_input', `"${id.slice(0, 40)}" is not the id of a memory.`);
  }
  return ids as ItemId[];
}
