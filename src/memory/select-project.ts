import { resolve } from 'node:path';
import { createProjectResolver } from '../capture/project.ts';
import type { ProjectId } from '../core/ids.ts';
import { now } from '../platform/clock.ts';
import type { Store } from '../store/contract.ts';

/** The project that a caller names: by id, by its display name, or by a path inside it; `undefined` for no project. */
export async function selectProject(
  store: Store,
  named: string | undefined,
  userHome: string,
): Promise<ProjectId | undefined> {
  if (named === undefined || named === '') return undefined;
  if (/^r_[a-z2-7]{16}$/.test(named)) return named as ProjectId;
  if (!named.includes('/') && named !== '.') {
    const row = (await store.log.projects()).find((project) => project.name === named);
    if (row !== undefined) return row.id;
  }
  return createProjectResolver({ userHome, now })(resolve(named))?.id;
}
