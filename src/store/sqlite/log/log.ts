// store/sqlite/log: events, sessions, projects, offsets and tombstones; erasing them with all that was derived.
// An event is appended, completed or erased, never edited.

import type { StoredEvent } from '../../../core/model/event.ts';
import type { Log } from '../../contract/log.ts';
import { toCompactId } from '../engine/compact-id.ts';
import { addCounts, readCounted } from '../engine/persistent-counters.ts';
import { reset } from '../engine/reset.ts';
import { readCounts } from '../engine/row-counts.ts';
import { append } from './append.ts';
import type { EraseDeps } from './erase.ts';
import { erase } from './erase.ts';
import type { RevisedEvent } from './event-rows.ts';
import { EVENT_READS, readEvents } from './event-rows.ts';
import { readAbout } from './event-targets.ts';
import { readOffset, transcriptsOf } from './offsets.ts';
import { keepRules, markAnew, markPending, markPendingOf } from './pending.ts';
import { nameProject, readProjects } from './projects.ts';
import { measureEvents, selectEvents } from './select-events.ts';
import { pageSessions, readSessions } from './sessions.ts';

/** The log over one SQLite file. */
export function createLog(deps: EraseDeps): Log {
  const { engine } = deps;
  const { db } = engine;
  return {
    append: async (batch) => append(deps, batch),
    events: async (ids) =>
      engine.read(() =>
        ids.flatMap((id) => {
          const compact = toCompactId(id);
          return compact === undefined ? [] : readEvents(engine, EVENT_READS.byId, compact).map(withoutRevision);
        }),
      ),
    since: async (after, limit) =>
      engine.read(() => readEvents(engine, EVENT_READS.since, after, limit).map(withoutRevision)),
    about: async (targets) => engine.read(() => readAbout(engine, targets).map(withoutRevision)),
    select: async (filter, page) => (await selectEvents(deps, filter, page)).map(withoutRevision),
    measure: async (filter) => measureEvents(deps, filter),
    derivedAnew: async (ids) => markPending(engine, ids),
    derivedAnewOf: async (filter, page) => markPendingOf(deps, filter, page),
    markAnew: async (after, limit) => markAnew(engine, after, limit),
    rulesAre: async (stamp) => keepRules(engine, stamp),
    pending: async (limit) => engine.read(() => readEvents(engine, EVENT_READS.pending, limit)),
    reset: async () => reset(deps),
    offset: async (path) => readOffset(db, path),
    transcriptsOf: async (ids) => engine.read(() => transcriptsOf(db, ids)),
    sessions: async (filter) => readSessions(engine, filter),
    sessionPage: async (filter, page) => pageSessions(engine, filter, page),
    projects: async () => readProjects(engine),
    nameProject: async (id, name) => nameProject(engine, id, name),
    erase: (ids, at, also) => erase(deps, ids, { at, sessions: [], isPruning: false, ...also }),
    counts: async () => engine.read(() => readCounts(db)),
    count: async (added, at) => addCounts(engine, added, at),
    counted: async (prefix) => readCounted(engine, prefix),
  };
}

function withoutRevision({ revision: _, ...event }: RevisedEvent): StoredEvent {
  return event;
}
