import { homedir } from 'node:os';
import { findDialect } from '../agents/dialects.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import type { EventKind, EventSource } from '../core/model/event.ts';
import { realPathOf } from '../platform/files.ts';
import { openHomeKey, openHomeKeyOrRandom } from '../platform/home-key.ts';
import { createExclusion, type Exclusion } from '../privacy/exclude.ts';
import { createDoor, type Door, type DoorOptions } from './door.ts';
import { repositoryOf } from './work-trees.ts';

/** The inputs for a home's door: its key, its settings and, in the worker, the ledger. */
export interface HomeDoorOptions extends Pick<DoorOptions, 'ledger' | 'shinglesOf' | 'isShort' | 'isExcludedTrace'> {
  paths: Pick<HomePaths, 'key' | 'asides'>;
  settings: Pick<Settings, 'privacy.excludePaths' | 'privacy.excludeProjects' | 'privacy.maxChars'>;
  /** The person's folder; default that of this process. */
  userHome?: string | undefined;
  /** The top of a folder's repository; a hook looks at each folder above instead. */
  topOf?: Exclusion['topOf'];
  /** The tops of the work trees of a folder's repository; a hook knows the main one, and looks at each folder above instead. */
  workTreesOf?: Exclusion['workTreesOf'];
  /** Further keys of which the memory has hashes; none for a hook, which tells of what is new. */
  otherKeys?: readonly Uint8Array[];
  /** Whether events pass although the key of the home is damaged; for a hook, which nobody sends a second time. */
  anyKey?: boolean;
}

/**
 * The door of a home, the same in the worker and in a hook that finds no worker. Creates the home's key when it is
 * missing.
 */
export function openHomeDoor({
  paths,
  settings,
  userHome,
  topOf,
  workTreesOf,
  anyKey = false,
  otherKeys = [],
  ...inWorker
}: HomeDoorOptions): Door {
  const excluded = settings['privacy.excludeProjects'];
  const exclusion = createExclusion({
    paths: settings['privacy.excludePaths'],
    projects: excluded,
    // An agent that is run as a model for Cairn is no session of its person.
    asides: [paths.asides],
    userHome: userHome ?? homedir(),
    realPath: realPathOf,
  });
  return createDoor({
    keys: [anyKey ? openHomeKeyOrRandom(paths.key) : openHomeKey(paths.key), ...otherKeys],
    // A folder is left out by every name that leads to it, and a work tree with the repository that it is of.
    exclusion: {
      ...exclusion,
      topOf,
      workTreesOf,
      repositoryOf,
      project: (root) => {
        const real = realPathOf(root);
        return [root, real, excluded.length > 0 ? repositoryOf(real) : ''].some(exclusion.project);
      },
    },
    maxChars: settings['privacy.maxChars'],
    authority: authorityOf,
    ...inWorker,
  });
}

/**
 * 2 when the agent's capabilities name this source as the authority for this kind of event, else 1; callers of the SDK
 * are their own authority.
 */
export function authorityOf(agent: string, kind: EventKind, source: EventSource): 1 | 2 {
  if (source !== 'hook' && source !== 'transcript') return 2;
  return findDialect(agent)?.authority[kind] === source ? 2 : 1;
}
