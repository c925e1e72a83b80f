// store/postgres/log: events, sessions, projects, offsets and tombstones.
// An event is appended or completed, never edited; erasing is a room of its own, since it touches every table.

import type { StoredEvent } from '../../../core/model/event.ts';
import type { Log } from '../../contract/log.ts';
import { lockFor } from '../engine/numbers.ts';
import { sql } from '../engine/sql.ts';
import { type AppendDeps, createAppend } from './append-queue.ts';
import { numbersOf } from './event-ids.ts';
import { type RevisedEvent, readEvents, readNumbered } from './event-rows.ts';
import { readOffset, transcriptsOf } from './offsets.ts';
import { keepRules, markNextUnderived, markPending, markPendingOf } from './pending.ts';
import { mergeProject, nameProject, readProjects } from './projects.ts';
import { addTallies, readCounts, readTallies } from './row-counts.ts';
import { measureEvents, selectEvents } from './select-events.ts';
import { pageSessions, readSessions } from './sessions.ts';
import { addSessionTombstones, addTombstones, coveredEvents, liftTombstones, readTombstones } from './tombstones.ts';

/** The contract `Log` but for what touches derived rows as well. */
export type AppendedLog = Omit<Log, 'erase' | 'reset'>;

/** Builds the log of one tenant. */
export function createLog(deps: AppendDeps): AppendedLog {
  const { engine, pathKey } = deps;
  const { read, write } = engine;
  const eventsOf = async (events: Promise<RevisedEvent[]>): Promise<StoredEvent[]> =>
    (await events).map(({ revision: _, ...event }) => event);
  return {
    append: createAppend(deps),
    events: (ids) =>
      read(async (tx) => {
        const events = await eventsOf(readNumbered(tx, numbersOf(tx, ids)));
        const byId = new Map(events.map((event) => [event.id, event]));
        return ids.flatMap((id) => byId.get(id) ?? []);
      }),
    since: (after, limit) =>
      read((tx) => eventsOf(readEvents(tx, sql`e.seq > ${after} ORDER BY e.seq LIMIT ${limit}`))),
    lastSeq: () =>
      read(async (tx) => {
        const found = sql`SELECT max(seq) AS seq FROM events WHERE tenant_id = ${tx.tenant}`;
        return (await tx.get<{ seq: number | null }>(found))?.seq ?? 0;
      }),
    placeBefore: (count) =>
      read(async (tx) => {
        const found = sql`SELECT seq FROM events WHERE tenant_id = ${tx.tenant}
          ORDER BY seq DESC LIMIT 1 OFFSET ${count}`;
        return (await tx.get<{ seq: number }>(found))?.seq ?? 0;
      }),
    pending: (limit) =>
      read((tx) =>
        readNumbered(
          tx,
          sql`SELECT p.seq FROM pending AS p WHERE p.tenant_id = ${tx.tenant} ORDER BY p.seq LIMIT ${limit}`,
        ),
      ),
    about: (targets) =>
      read((tx) => {
        const own = sql`SELECT DISTINCT a.seq FROM about AS a WHERE a.tenant_id = ${tx.tenant} AND a.target = ANY(${targets}::text[])`;
        return eventsOf(readNumbered(tx, own));
      }),
    acts: ({ before, limit }) =>
      read((tx) => {
        const earlier = before === undefined ? sql`true` : sql`(e.at, e.seq) < (${before.at}, ${before.seq})`;
        return eventsOf(readEvents(tx, sql`e.is_act AND ${earlier} ORDER BY e.at DESC, e.seq DESC LIMIT ${limit}`));
      }),
    select: (filter, page) => read((tx) => eventsOf(selectEvents(tx, filter, page))),
    measure: (filter) => read((tx) => measureEvents(tx, filter)),
    markUnderived: (ids) => markPending(engine, ids),
    markUnderivedOf: (filter, page) => markPendingOf(engine, filter, page),
    markNextUnderived: (after, limit) => markNextUnderived(engine, after, limit),
    rulesAre: (stamp) => keepRules(engine, stamp),
    offset: (path) => read((tx) => readOffset(tx, path, pathKey)),
    transcriptsOf: (ids) => read((tx) => transcriptsOf(tx, ids)),
    sessions: (filter) => read((tx) => readSessions(tx, filter)),
    sessionPage: (filter, page) => read((tx) => pageSessions(tx, filter, page)),
    projects: () => read(readProjects),
    nameProject: (id, name) => nameProject(engine, id, name),
    mergeProject: (id, into) => mergeProject(engine, id, into),
    tombstones: () => read(readTombstones),
    liftTombstones: (of, at) => write((tx) => liftTombstones(tx, { ...of, key: pathKey }, at)),
    addTombstones: (rows) =>
      write(async (tx) => {
        await lockFor(tx, 'log');
        await addTombstones(tx, rows.events);
        await addSessionTombstones(tx, rows.sessions);
        return coveredEvents(tx, rows);
      }),
    counts: () => read(readCounts),
    count: (added, at) => write((tx) => addTallies(tx, added, at)),
    counted: (prefix) => read((tx) => readTallies(tx, prefix)),
  };
}
