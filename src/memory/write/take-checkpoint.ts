import type { CheckpointResult } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { CheckpointInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { randomId } from '../../core/hash.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { NO_SESSION } from '../../derive/event/note-item.ts';
import { now } from '../../platform/clock.ts';
import { getRecords } from '../../retrieval/entries/get.ts';
import { latestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import { placeProject } from '../../retrieval/query/place-project.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { takeActs } from './take-acts.ts';

type CheckpointDeps = Pick<MemoryParts, 'store' | 'intake' | 'deriver' | 'environment'>;

/**
 * Upper bound on the newest sessions that are searched when none is named; notes outside of sessions are skipped and
 * few.
 */
const NEWEST = 12;

/**
 * Takes a checkpoint of a session now, with a note when one is given. Throws `not_found` when there is no session, or
 * when nothing was asked, planned or changed in it.
 */
export async function takeCheckpoint(
  deps: CheckpointDeps,
  input: CheckpointInput,
  caller: Caller,
): Promise<CheckpointResult> {
  const { store, deriver } = deps;
  const session = await sessionOf(deps, input, caller);
  const note = input.note?.trim() ?? '';
  const { taken, redacted } =
    note === '' ? { taken: undefined, redacted: {} } : await takeActs(deps, [noteEvent(session, note, caller)]);
  await deriver.distil(session.id);
  const checkpoint = await latestCheckpoint(store, session.id);
  const [record] = checkpoint === undefined ? [] : (await getRecords(store, [checkpoint.id])).records;
  if (checkpoint === undefined || record === undefined) {
    throw new CairnError('not_found', `Nothing was asked, planned or changed in ${session.id}.`, {
      fix: 'cairn sessions',
    });
  }
  const [event] = taken?.ids ?? [];
  const [noted] = event === undefined ? [] : await store.items.ofEvent(event);
  return { id: checkpoint.id, sessionId: session.id, ...omitUndefined({ noteId: noted?.id }), redacted, record };
}

async function sessionOf(
  { store, environment }: CheckpointDeps,
  input: CheckpointInput,
  caller: Caller,
): Promise<SessionRow> {
  const ids = input.sessionId === undefined ? undefined : [await resolveSession(store, input.sessionId)];
  const { project: path } = placeProject(input, caller.cwd);
  const project = await selectProject(store, path ?? caller.cwd, environment.home);
  const rows = await store.log.sessions(
    ids === undefined ? { ...omitUndefined({ project }), limit: NEWEST } : { ids, limit: 1 },
  );
  const row = rows.find(({ agentSession }) => ids !== undefined || agentSession !== NO_SESSION);
  if (row !== undefined) return row;
  throw new CairnError('not_found', 'There is no session in this project yet.', { fix: 'cairn sessions' });
}

/** The event of the note, in the session that it is about. */
function noteEvent({ agent, agentSession, cwd }: SessionRow, text: string, caller: Caller): RawEvent {
  return {
    agent,
    agentSession,
    at: now(),
    ...omitUndefined({ cwd }),
    identity: { content: text, origin: randomId() },
    source: caller.surface,
    body: { kind: 'noted', text, person: caller.person, detail: {} },
  };
}
