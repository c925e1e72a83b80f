import { isAbsolute, resolve } from 'node:path';
import type { Caller } from '../../api/contract.ts';
import { CairnError } from '../../core/errors.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Merged } from '../../core/project-acts.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { ProjectRow } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** The act that merges a project, and the folder in which it is done: the one that was named. */
export interface MergeAct {
  body: Merged;
  cwd?: string;
}

/**
 * The act that merges a project into the one that `into` names (an id, a name, or a path in it, of which nothing need be
 * known yet), or with an empty `into` takes that back; `undefined` when it is so already. Throws `not_allowed` unless a
 * person asks, and `invalid_input` for a circle.
 */
export async function mergeAct(
  { store, environment }: Pick<MemoryParts, 'store' | 'environment'>,
  { project, into }: { project: ProjectRow; into: string },
  caller: Caller,
): Promise<MergeAct | undefined> {
  if (!caller.person) {
    throw new CairnError('not_allowed', 'Only a person merges projects.', {
      fix: 'cairn projects merge, typed in a terminal of your own',
    });
  }
  const { person } = caller;
  const rows = await store.log.projects();
  if (into.trim() === '') {
    return project.joined === undefined
      ? undefined
      : { body: { kind: 'merged', target: project.id, into: '', person } };
  }
  const isPath = /[/\\]/.test(into) || into === '.' || into === '..';
  const path = !isPath ? undefined : isAbsolute(into) ? into : resolve(caller.cwd ?? '/', into);
  const id = await selectProject(store, path ?? into, environment.home);
  if (id === undefined || (path === undefined && rows.every((row) => row.id !== id))) {
    throw new CairnError('not_found', `There is no project ${JSON.stringify(into.slice(0, 200))}.`, {
      fix: 'cairn projects',
    });
  }
  if (topOf(rows, id) === project.id) {
    const why =
      id === project.id ? 'A project does not go into itself.' : `${id} is merged into ${project.id} already.`;
    throw new CairnError('invalid_input', why, { fix: `cairn projects merge --undo ${id}` });
  }
  if (project.joined === topOf(rows, id)) return undefined;
  return { body: { kind: 'merged', target: project.id, into: id, person }, ...omitUndefined({ cwd: path }) };
}

function topOf(rows: readonly ProjectRow[], id: ProjectId): ProjectId {
  return rows.find((row) => row.id === id)?.joined ?? id;
}
