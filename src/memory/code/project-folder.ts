import { isAbsolute, resolve } from 'node:path';
import type { Caller } from '../../api/contract.ts';
import { CairnError } from '../../core/errors.ts';
import type { EventSource } from '../../core/model/event.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { now } from '../../platform/clock.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { Store } from '../../store/contract/store.ts';
import { selectedEvents } from '../runtime/logged-events.ts';

const OF_WORK: ReadonlySet<EventSource> = new Set(['hook', 'transcript', 'sdk', 'cli']);
/** Events of a project that are looked at for one of an agent's session, and how many at once. */
const LOOKED_AT = 2_000;
const PAGE = 100;

/** Who asks about the files of a project, and where. `home`: the person's home folder. */
export type Asker = Pick<Caller, 'cwd' | 'surface'> & { home: string };

/** The surface of who asks about files: by TCP, also over MCP, the folder that a caller names is its own word alone. */
export function askingSurface({ surface, byTcp }: Caller): Caller['surface'] {
  return byTcp === true ? 'http' : surface;
}

/** A folder that was asked about, and the root of its project. */
export interface ProjectFolder {
  folder: string;
  root: string;
}

/**
 * Finds the folder whose files are asked about: the caller's, or the named one. A folder is looked at itself, so that a
 * worktree has its own files. An agent that names another project than its own, and whoever comes by TCP, reads only those
 * in which sessions worked. Throws `not_found`.
 */
export async function findProjectFolder(
  store: Store,
  named: string | undefined,
  { cwd, surface, home }: Asker,
): Promise<ProjectFolder> {
  const isPath = named === undefined || isAbsolute(named) || /[/\\]/.test(named) || named === '.' || named === '..';
  const folder = named === undefined ? cwd : cwd === undefined ? named : resolve(cwd, named);
  const rows = await store.log.projects();
  const isPersons = surface === 'cli' || surface === 'sdk';
  if (isPath && folder !== undefined && isAbsolute(folder)) {
    const found = createProjectResolver({ userHome: home, now })(folder);
    const isOwn = named === undefined && surface !== 'http';
    if (found?.root !== undefined && (isOwn || isPersons || (await wasWorkedIn(store, found.id))))
      return { folder, root: found.root };
  } else if (!isPath) {
    const id = await selectProject(store, named, home);
    const root = rows.find((row) => row.id === id)?.root;
    if (id !== undefined && root !== undefined && (isPersons || (await wasWorkedIn(store, id))))
      return { folder: root, root };
  }
  throw new CairnError('not_found', named === undefined ? 'There is no project here.' : 'There is no such project.', {
    fix: 'Ask from a folder of a project, or name one: a path in it, its name or id.',
  });
}

/** Whether a hook, a transcript or a program of the person tells of work in a project: whoever asks could name any folder by a call. */
async function wasWorkedIn(store: Store, project: ProjectId): Promise<boolean> {
  let seen = 0;
  for await (const { sources } of selectedEvents(store.log, { project }, { limit: PAGE })) {
    if (sources.some((source) => OF_WORK.has(source))) return true;
    seen += 1;
    if (seen >= LOOKED_AT) return false;
  }
  return false;
}
