import type { Caller } from '../../api/contract.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { placeProject } from '../../retrieval/query/place-project.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** The session that a caller names, else the newest of its project; throws `not_found` when there is none. */
export async function chooseSession(
  { store, environment }: Pick<MemoryParts, 'store' | 'environment'>,
  input: { sessionId?: string; project?: string },
  { cwd }: Caller,
): Promise<SessionRow> {
  const ids = input.sessionId === undefined ? undefined : [await resolveSession(store, input.sessionId)];
  const { project: path } = placeProject(input, cwd);
  const project = await selectProject(store, path ?? cwd, environment.home);
  const [row] = await store.log.sessions(
    ids === undefined ? { ...omitUndefined({ project }), work: true, limit: 1 } : { ids, limit: 1 },
  );
  if (row !== undefined) return row;
  throw new CairnError('not_found', 'There is no session in this project yet.', { fix: 'cairn sessions' });
}
