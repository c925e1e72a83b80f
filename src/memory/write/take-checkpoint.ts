import type { CheckpointResult } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { CheckpointInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { Noted } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { getRecords } from '../../retrieval/entries/get.ts';
import { latestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { chooseSession } from './choose-session.ts';
import { statedWork } from './stated-work.ts';
import { eventIn, takeActs } from './take-acts.ts';

type CheckpointDeps = Pick<MemoryParts, 'store' | 'intake' | 'deriver' | 'deadlines' | 'environment'>;

/**
 * Takes a checkpoint of a session now, with a note and with what the caller states of its work, where either is given.
 * Throws `not_found` when there is no session, or when nothing was asked, planned, stated or changed in it.
 */
export async function takeCheckpoint(
  deps: CheckpointDeps,
  input: CheckpointInput,
  caller: Caller,
): Promise<CheckpointResult> {
  const { store } = deps;
  const session = await chooseSession(deps, input, caller);
  const note = input.note?.trim() ?? '';
  const work = statedWork(input, caller);
  // A note on a session without a checkpoint would be kept where nobody looks for it.
  if (note !== '' && work === undefined) await checkpointOf(deps, session);
  const bodies: Noted[] = [
    ...(work === undefined ? [] : [work]),
    ...(note === '' ? [] : [{ kind: 'noted' as const, text: note, person: caller.person, detail: {} }]),
  ];
  const events = bodies.map((body) => eventIn(session, body, caller));
  const { taken, redacted } = events.length === 0 ? { taken: undefined, redacted: {} } : await takeActs(deps, events);
  const { checkpoint, record } = await checkpointOf(deps, session);
  const event = note === '' ? undefined : taken?.ids.at(-1);
  const [noted] = event === undefined ? [] : await store.items.ofEvent(event);
  return { id: checkpoint.id, sessionId: session.id, ...omitUndefined({ noteId: noted?.id }), redacted, record };
}

/** The checkpoint of a session as it stands now; throws `not_found` when nothing was asked, planned or changed in it. */
async function checkpointOf({ store, deriver }: CheckpointDeps, { id }: SessionRow) {
  await deriver.distil(id);
  const checkpoint = await latestCheckpoint(store, id);
  const [record] = checkpoint === undefined ? [] : (await getRecords(store, [checkpoint.id])).records;
  if (checkpoint !== undefined && record !== undefined) return { checkpoint, record };
  throw new CairnError('not_found', `Nothing was asked, planned or changed in ${id}.`, { fix: 'cairn sessions' });
}
