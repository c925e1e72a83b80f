import { resolve } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { isPublicId, type ProjectId } from '../../core/model/ids.ts';
import { now } from '../../platform/clock.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import type { Store } from '../../store/contract/store.ts';
import { placeOf, resolveIds } from './resolve-id.ts';

/**
 * The project that a caller names: by its id, the id of something that happened in it, its display name, or a path
 * inside it; `undefined` for no name. Throws `not_found` for an unknown name, `invalid_input` for an ambiguous one.
 */
export async function selectProject(
  store: Store,
  named: string | undefined,
  userHome: string,
): Promise<ProjectId | undefined> {
  if (named === undefined || named === '') return undefined;
  if (/^r_[a-z2-7]{16}$/.test(named)) return named as ProjectId;
  const found = isPublicId(named) ? (await resolveIds(store, [named])).get(named) : undefined;
  const project = found === undefined ? undefined : placeOf(found).project;
  if (project !== undefined) return project;
  const isPath = /[/\\]/.test(named) || named === '.' || named === '..';
  return isPath ? createProjectResolver({ userHome, now })(resolve(named))?.id : projectCalled(store, named);
}

async function projectCalled(store: Store, name: string): Promise<ProjectId> {
  const called = (await store.log.projects()).filter(
    (project) => project.name === name && project.joined === undefined,
  );
  const [only, ...others] = called;
  const shown = JSON.stringify(name.slice(0, 60));
  if (only === undefined) {
    throw new CairnError('not_found', `No project is called ${shown}.`, {
      fix: 'cairn projects',
    });
  }
  if (others.length === 0) return only.id;
  throw new CairnError('invalid_input', `${called.length} projects are called ${shown}.`, {
    fix: `Give an id: ${called.map(({ id, root, identity }) => `${id} (${root ?? identity})`).join(', ')}.`,
  });
}
