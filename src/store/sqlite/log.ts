import type { StoredEvent } from '../../core/event.ts';
import type { Log } from '../contract.ts';
import { append } from './append.ts';
import { toCompactId } from './compact-id.ts';
import { readCounts } from './counters.ts';
import type { EraseParts } from './erase.ts';
import { erase } from './erase.ts';
import type { RevisedEvent } from './event-rows.ts';
import { EVENT_READS, readEvents } from './event-rows.ts';
import { readOffset } from './offsets.ts';
import { reset } from './reset.ts';
import { readProjects, readSessions } from './sessions.ts';

/** The log over one SQLite file. */
export function createLog(parts: EraseParts): Log {
  const { engine } = parts;
  const { db } = engine;
  return {
    append: async (batch) => append(parts, batch),
    events: async (ids) =>
      engine.read(() =>
        ids.flatMap((id) => {
          const compact = toCompactId(id);
          return compact === undefined ? [] : readEvents(db, EVENT_READS.byId, compact).map(withoutRevision);
        }),
      ),
    since: async (after, limit) =>
      engine.read(() => readEvents(db, EVENT_READS.since, after, limit).map(withoutRevision)),
    pending: async (limit) => engine.read(() => readEvents(db, EVENT_READS.pending, limit)),
    reset: async () => reset(parts),
    offset: async (path) => readOffset(db, path),
    sessions: async (filter) => readSessions(engine, filter),
    projects: async () => readProjects(engine),
    async erase(ids, at) {
      const erased = await erase(parts, ids, at);
      db.checkpoint();
      return erased;
    },
    counts: async () => engine.read(() => readCounts(db)),
  };
}

function withoutRevision({ revision: _, ...event }: RevisedEvent): StoredEvent {
  return event;
}
