// store/sqlite/log: events, sessions, projects, offsets and tombstones; erasing events with all that was derived from
// them.
// An event is appended, completed or erased, never edited.

import type { StoredEvent } from '../../../core/model/event.ts';
import type { Log, StoredCount } from '../../contract/log.ts';
import { DROP_DISTILLED } from '../derived/distill-marks.ts';
import { knownIds, toCompactId, toHexList } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { readCounts } from '../engine/row-counts.ts';
import { readNumber } from '../engine/rows.ts';
import { RELEASE_VECTORS } from '../vectors/vector-change.ts';
import { append } from './append.ts';
import { coveredCopies, coveredEvents } from './covered-events.ts';
import { type EraseDeps, erase } from './erase.ts';
import { EVENT_READS, type RevisedEvent, readEvents } from './event-rows.ts';
import { readOffset, transcriptsOf } from './offsets.ts';
import { keepRules, markAllPending, markNextUnderived, markPending, markPendingOf } from './pending.ts';
import { mergeProject, nameProject, readProjects, settleTops } from './projects.ts';
import { measureEvents, selectEvents } from './select-events.ts';
import { pageSessions, readSessions } from './sessions.ts';

/** A place after every act. */
const LAST = { at: Number.MAX_SAFE_INTEGER, seq: 0 };

/** Builds the contract `Log` over one SQLite file. */
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
    lastSeq: async () => readNumber(db, 'SELECT max(seq) FROM events'),
    placeBefore: async (count) =>
      readNumber(db, 'SELECT seq FROM events WHERE seq <= ?2 ORDER BY seq DESC LIMIT 1 OFFSET ?1', count, LAST.at),
    about: async (targets) =>
      engine.read(() => readEvents(engine, EVENT_READS.about, toHexList(knownIds(targets))).map(withoutRevision)),
    acts: async ({ before = LAST, limit }) =>
      engine.read(() => readEvents(engine, EVENT_READS.acts, before.at, before.seq, limit).map(withoutRevision)),
    select: async (filter, page) => (await selectEvents(engine, filter, page)).map(withoutRevision),
    measure: async (filter) => measureEvents(engine, filter),
    markUnderived: async (ids) => markPending(engine, ids),
    markUnderivedOf: async (filter, page) => markPendingOf(engine, filter, page),
    markNextUnderived: async (after, limit) => markNextUnderived(engine, after, limit),
    rulesAre: async (stamp) => keepRules(engine, stamp),
    pending: async (limit) => engine.read(() => readEvents(engine, EVENT_READS.pending, limit)),
    reset: async () => reset(engine),
    offset: async (path) => readOffset({ db, pathKey: deps.pathKey }, path),
    transcriptsOf: async (ids) => engine.read(() => transcriptsOf(db, ids)),
    sessions: async (filter) => readSessions(engine, filter),
    sessionPage: async (filter, page) => pageSessions(engine, filter, page),
    projects: async () => readProjects(engine),
    nameProject: async (id, name) => nameProject(engine, id, name),
    mergeProject: async (id, into) => mergeProject(engine, id, into),
    erase: (ids, at, also) => erase(deps, ids, { at, sessions: [], isPruning: false, ...also }),
    tombstones: async () => deps.tombstones.all(),
    liftTombstones: async ({ events = [], sessions = [], copies = [] }, at) =>
      engine.write(() => {
        deps.tombstones.lift([...events, ...sessions], at);
        deps.tombstones.liftCopies(copies, at);
      }),
    addTombstones: async (rows, { byCopies = false } = {}) => {
      engine.write(() => deps.tombstones.addAll(rows));
      return engine.read(() => [
        ...new Set([...coveredEvents(db, rows), ...(byCopies ? coveredCopies(deps, rows) : [])]),
      ]);
    },
    counts: async () => engine.read(() => readCounts(db)),
    count: async (added, at) => addCounts(engine, added, at),
    counted: async (prefix) => readCounted(engine, prefix),
  };
}

function withoutRevision({ revision: _, ...event }: RevisedEvent): StoredEvent {
  return event;
}

/**
 * Drops everything derived and marks every event as not derived: the start of a rebuild. Vectors are kept, for items
 * whose text is derived again unchanged.
 */
function reset({ db, write, interned }: Engine): void {
  write(() => {
    db.exec(`
      INSERT INTO items_fts (items_fts) VALUES ('delete-all');
      INSERT INTO made_fts (made_fts) VALUES ('delete-all');
      DELETE FROM links;
      DELETE FROM lexicon;
      DELETE FROM near_bands;
      ${RELEASE_VECTORS}
      DELETE FROM item_files;
      DELETE FROM item_concepts;
      DELETE FROM concepts;
      DELETE FROM items;
      DELETE FROM files;
      DELETE FROM rules;
      ${DROP_DISTILLED}
      DELETE FROM session_contexts;
      DELETE FROM counters WHERE name GLOB 'item:*' OR name = 'made';
      UPDATE sessions SET exposed_at = NULL;
      UPDATE projects SET given_name = NULL, merged = NULL;
    `);
    settleTops(db);
    markAllPending(db);
  });
  interned.clear();
}

/**
 * Adds to counters by name; `at` in milliseconds since 1970. Not synced at once: a power cut may lose the last
 * additions.
 */
function addCounts({ db, write }: Engine, added: Readonly<Record<string, number>>, at: number): void {
  write(() => {
    for (const [name, n] of Object.entries(added)) {
      db.run(
        `INSERT INTO tallies (name, n, last_at) VALUES (?1, ?2, ?3)
          ON CONFLICT DO UPDATE SET n = n + ?2, last_at = max(last_at, ?3)`,
        name,
        n,
        at,
      );
    }
  }, 'later');
}

/** Reads the counters whose names begin with a prefix. */
function readCounted({ db }: Engine, prefix: string): Record<string, StoredCount> {
  const sql = 'SELECT name, n, last_at AS lastAt FROM tallies WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name';
  const rows = db.all<StoredCount & { name: string }>(sql, prefix);
  return Object.fromEntries(rows.map(({ name, n, lastAt }) => [name, { n, lastAt }]));
}
