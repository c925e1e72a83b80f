// bench/support/lessons: failures of recorded sessions that an earlier session had mended, and what Cairn says at their call.

import { failureLine, knownFailure } from '../../../src/context/lines/known-failure.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { detailOfKind } from '../../../src/core/model/item.ts';
import { failureKeys } from '../../../src/derive/failure/error-fingerprint.ts';
import type { Store } from '../../../src/store/contract/store.ts';

/** A failed command whose failure an earlier session of the project had mended. */
export interface ReturningFailure {
  /** The event of the failed call. */
  event: string;
  key: string;
  at: number;
  /** What Cairn says there; '' where it is silent. */
  line: string;
}

const MOST = 100_000;
const FOUND = 1_000;

/** Goes through the failed commands of a store in time: which of their failures were mended before, and what Cairn says then. */
export async function returningFailures(store: Store): Promise<ReturningFailure[]> {
  const items = await store.items.list({ kinds: ['observation'] }, { limit: MOST, oldestFirst: true });
  const found: ReturningFailure[] = [];
  const told = new Set<string>();
  for (const item of items) {
    const { failure, observation } = detailOfKind(item, 'observation');
    if (failure === undefined || observation !== 'command') continue;
    for (const key of failureKeys(failure)) {
      const name = `${item.session} ${key}`;
      const line = told.has(name) ? undefined : await lineAt(store, item, key);
      if (line === undefined) continue;
      told.add(name);
      found.push({ event: item.event ?? '', key, at: item.at, line });
    }
  }
  return found;
}

/** The line of a mended failure by what was known at a call: nothing later, and nothing of its own session. */
async function lineAt(store: Store, { project, session, at }: Item, key: string): Promise<string | undefined> {
  if (project === undefined) return undefined;
  const find: Store['distilled']['find'] = async (filter) =>
    (await store.distilled.find({ ...filter, limit: FOUND })).filter(
      (one) => one.session !== session && one.lastAt < at,
    );
  const past = { ...store, distilled: { ...store.distilled, find } };
  const known = await knownFailure(past, { project, key });
  if (known?.fix === undefined) return undefined;
  return (await failureLine(past, known, project))?.text ?? '';
}
