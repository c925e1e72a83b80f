import { findDialect } from '../agents/dialects.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import type { EventKind, EventSource } from '../core/model/event.ts';
import { openHomeKey } from '../platform/home-key.ts';
import { createExclusion } from '../privacy/exclude.ts';
import { createDoor, type Door, type DoorOptions } from './door.ts';

/** What the door of a home is made of: its key, its settings and, in the owner, the ledger of own words. */
export interface HomeDoorOptions {
  paths: Pick<HomePaths, 'key' | 'asides'>;
  settings: Pick<Settings, 'privacy.excludePaths' | 'privacy.excludeProjects' | 'privacy.maxChars'>;
  ledger?: DoorOptions['ledger'];
  shinglesOf?: DoorOptions['shinglesOf'];
  isShort?: () => boolean;
}

/** The door of a home, the same in the owner and in a hook that finds none. The home's key is made when missing. */
export function openHomeDoor({ paths, settings, ledger, shinglesOf, isShort }: HomeDoorOptions): Door {
  return createDoor({
    key: openHomeKey(paths.key),
    exclusion: createExclusion({
      paths: settings['privacy.excludePaths'],
      // What an agent does that is asked as a model is no session of its person.
      projects: [...settings['privacy.excludeProjects'], paths.asides],
    }),
    maxChars: settings['privacy.maxChars'],
    authority: authorityOf,
    ...(ledger === undefined ? {} : { ledger }),
    ...(shinglesOf === undefined ? {} : { shinglesOf }),
    ...(isShort === undefined ? {} : { isShort }),
  });
}

/** 2 when the agent's capabilities name this source as the authority for this kind; callers of the SDK speak for themselves. */
function authorityOf(agent: string, kind: EventKind, source: EventSource): 1 | 2 {
  if (source !== 'hook' && source !== 'transcript') return 2;
  return findDialect(agent)?.authority[kind] === source ? 2 : 1;
}
