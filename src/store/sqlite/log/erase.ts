import type { StoredEvent } from '../../../core/model/event.ts';
import type { EventId, ItemId, SessionId } from '../../../core/model/ids.ts';
import { sum } from '../../../core/sum.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import type { Erased } from '../../contract/log.ts';
import { forgetDistilled } from '../derived/distill-marks.ts';
import { dropInjectionsTo, dropUsesBy } from '../derived/injection-log.ts';
import { dropAnswersOf } from '../derived/models.ts';
import type { SqliteContexts } from '../derived/session-contexts.ts';
import { EVENT_CODES } from '../engine/codes.ts';
import { requireCompactId, toCompactId, toPublicId } from '../engine/compact-id.ts';
import { createRowCounts, type RowCounts } from '../engine/row-counts.ts';
import { readColumn } from '../engine/rows.ts';
import { dropInjectionsOf } from '../items/injections.ts';
import { ITEM_READS, type NumberedItem, readItems } from '../items/item-rows.ts';
import { createItemChange } from '../items/write-items.ts';
import { dropReleased } from '../vectors/vector-change.ts';
import { type AppendDeps, releasePack } from './append.ts';
import { EVENT_READS, readEvents, replaceLongStrings } from './event-rows.ts';
import { forgetPlaces } from './offsets.ts';

/** What erasing needs of the store. */
export type EraseDeps = AppendDeps & { contexts: Pick<SqliteContexts, 'forget'> };

/** When and why events are erased, and what is given them before they go. */
interface EraseHow {
  at: number;
  isPruning: boolean;
  keep?: ((events: readonly StoredEvent[]) => void) | undefined;
}

/** Upper bound on events erased in one transaction: FTS5 takes about 0.25 ms to erase a row for good. */
const STEP = 20;

/**
 * Erases events, and the events about what was derived from them, in small transactions with turns for other work in
 * between; a failure leaves the remaining ones unchanged. Later reports of events of `sessions` are refused.
 */
export async function erase(
  deps: EraseDeps,
  ids: readonly EventId[],
  { at, sessions, isPruning, keep }: EraseHow & { sessions: readonly SessionId[] },
): Promise<Erased> {
  const erased: Erased = { events: 0, items: [], bodies: 0, sharedBodies: [] };
  deps.engine.write(() => {
    for (const session of sessions) {
      deps.tombstones.addSession(session, at);
      dropInjectionsTo(deps.engine.db, session);
    }
  });
  const waiting = [...ids];
  const known = new Set(ids);
  const touched = new Set<number>();
  while (waiting.length > 0) {
    const step = deps.engine.write(() => eraseStep(deps, waiting.splice(0, STEP), { at, isPruning, keep }));
    erased.events += step.events;
    erased.items.push(...step.items);
    erased.bodies += step.bodies;
    erased.sharedBodies.push(...step.sharedBodies);
    for (const session of step.touched) touched.add(session);
    const more = [...new Set(step.about)].filter((id) => !known.has(id));
    for (const id of more) known.add(id);
    waiting.push(...more);
    await yieldToEventLoop();
  }
  for (const session of touched) {
    deps.engine.write(() => tidySession(deps, session, isPruning));
    await yieldToEventLoop();
  }
  // Vectors that a running rebuild has released may belong to erased items.
  while (deps.engine.write(() => dropReleased(deps.engine.db))) await yieldToEventLoop();
  return erased;
}

/** Removes a session without events, its project when nothing else belongs to it, and the paths of both. */
function dropSession({ engine: { db }, pathKey }: EraseDeps, session: number): void {
  const sql = `SELECT s.agent, s.agent_session AS name, s.project, p.root FROM sessions AS s
    LEFT JOIN projects AS p ON p.seq = s.project WHERE s.seq = ?`;
  const row = db.get<{ agent: string; name: string; project: number | null; root: string | null }>(sql, session);
  if (row === undefined) return;
  db.run('DELETE FROM sessions WHERE seq = ?', session);
  forgetPlaces({ db, pathKey }, { agent: row.agent, session: row.name });
  const { changes } = db.run(DROP_PROJECT, row.project);
  if (changes > 0 && row.root !== null) forgetPlaces({ db, pathKey }, { root: row.root });
}

/** The folder of a session's first event that has one. */
const FIRST_FOLDER = `SELECT l.text FROM events AS e JOIN labels AS l ON l.seq = e.cwd WHERE e.session = ?1
  ORDER BY e.seq LIMIT 1`;

/** Sets a session's branch by its remaining events, as appending them does. */
const BRANCH_OF_WHAT_IS_LEFT = `UPDATE sessions SET (branch, branch_at) = (SELECT b.branch, b.at FROM (SELECT 1)
  LEFT JOIN (SELECT l.text AS branch, e.at AS at FROM events AS e JOIN labels AS l ON l.seq = e.branch
    WHERE e.session = ?1 AND e.subagent IS NULL ORDER BY e.at DESC, l.text DESC LIMIT 1) AS b) WHERE seq = ?1`;

/** Sets a session's times by its remaining events. `context_lost_at` stays: the agent's context did not come back. */
const TIMES_OF_WHAT_IS_LEFT = `UPDATE sessions SET (started_at, last_at, ended_at) =
  (SELECT min(at), max(at), max(CASE WHEN kind = ?2 THEN at END) FROM events WHERE session = ?1) WHERE seq = ?1`;

/** Removes a project that no session, event, item or pattern belongs to any more. */
const DROP_PROJECT = `DELETE FROM projects WHERE seq = ?1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE project = ?1)
  AND NOT EXISTS (SELECT 1 FROM items WHERE project = ?1) AND NOT EXISTS (SELECT 1 FROM events WHERE project = ?1)
  AND NOT EXISTS (SELECT 1 FROM pattern_keys WHERE project = ?1)`;

interface FoundEvents {
  seq: number;
  kind: number;
  session: number;
}

/**
 * The result of one step. `about`: events about the erased ones, to be erased as well; `touched`: sessions to be
 * tidied.
 */
type EraseStep = Erased & { about: EventId[]; touched: number[] };

function eraseStep(deps: EraseDeps, ids: readonly EventId[], { at, isPruning, keep }: EraseHow): EraseStep {
  const { db } = deps.engine;
  const isRead = !isPruning || keep !== undefined;
  const events = isRead ? ids.flatMap((id) => readEvents(deps.engine, EVENT_READS.byId, requireCompactId(id))) : [];
  keep?.(events);
  const tally = createRowCounts(db);
  for (const id of ids) deps.tombstones.add(id, at);
  if (!isPruning) for (const event of events) deps.tombstones.addCopy(event, at);
  if (!isPruning) for (const { session } of events) deps.tombstones.addSummaries(session, at);
  const sql = 'SELECT seq, kind, session FROM events WHERE id = ?';
  const found = ids.flatMap((id) => db.get<FoundEvents>(sql, toCompactId(id) ?? null) ?? []);
  const { items, about } = eraseItems(deps, found);
  const bodies = found.map((event) => eraseEvent(deps, event, tally));
  tally.save();
  return {
    events: found.length,
    items,
    bodies: sum(bodies.map(({ dropped }) => dropped)),
    sharedBodies: bodies.flatMap(({ shared }) => shared.map((body) => ({ heldBy: holdersOf(db, body) }))),
    about: isPruning ? about : [...about, ...aboutSessions(db, found)],
    touched: found.map((event) => event.session),
  };
}

/** Removes the items derived from the events, and the aggregates of their sessions. */
function eraseItems(deps: EraseDeps, found: readonly FoundEvents[]): { items: ItemId[]; about: EventId[] } {
  const { engine } = deps;
  const { db } = engine;
  const gone: NumberedItem[] = found.flatMap(({ seq }) => readItems(engine, ITEM_READS.byEvent, seq));
  for (const session of new Set(found.map((event) => event.session))) {
    gone.push(...readItems(engine, ITEM_READS.ofSessionAlone, session));
    deps.contexts.forget(session);
    // A pattern with findings of other sessions is built again without this one.
    for (const id of forgetDistilled(db, session)) gone.push(...readItems(engine, ITEM_READS.byId, id));
  }
  const change = createItemChange(engine);
  change.remove(gone);
  change.save();
  const items = gone.map(({ item }) => item.id);
  dropInjectionsOf(db, items);
  dropUsesBy(db, items);
  dropAnswersOf(db, items);
  const stated = gone.filter(({ item }) => item.event !== undefined).map(({ item }) => item.id);
  return { items, about: takeOffAbout(db, stated) };
}

/**
 * Selects events about a target that have no other existing target. An event about several items goes with the last of
 * them.
 */
const ABOUT_ALONE = `SELECT e.id FROM about AS a JOIN events AS e ON e.seq = a.event WHERE a.target = ?
  AND NOT EXISTS (SELECT 1 FROM about AS b JOIN items AS i ON i.id = b.target WHERE b.event = a.event)`;

/** The `pruned` events of the sessions: what they keep of the session may contain what is erased. */
function aboutSessions(db: Database, found: readonly FoundEvents[]): EventId[] {
  const numbers = JSON.stringify([...new Set(found.map(({ session }) => session))]);
  const sql = 'SELECT id FROM sessions WHERE seq IN (SELECT value FROM json_each(?))';
  const events = 'SELECT e.id FROM about AS a JOIN events AS e ON e.seq = a.event WHERE a.target = ?';
  const sessions = readColumn<SessionId>(db, sql, numbers);
  return sessions.flatMap((id) => eventIds(db, events, requireCompactId(id)));
}

/**
 * Removes erased items from the targets of events; returns the events that had no other target, which are erased too.
 */
function takeOffAbout(db: Database, items: readonly ItemId[]): EventId[] {
  const ids = items.map(requireCompactId);
  const alone = ids.flatMap((id) => eventIds(db, ABOUT_ALONE, id));
  for (const id of ids) db.run('DELETE FROM about WHERE target = ?', id);
  return alone;
}

/** Some of the events that contain a long text. */
function holdersOf(db: Database, body: number): EventId[] {
  const sql = 'SELECT e.id FROM event_bodies AS h JOIN events AS e ON e.seq = h.event WHERE h.body = ? LIMIT 20';
  return eventIds(db, sql, body);
}

function eventIds(db: Database, sql: string, of: SqlValue): EventId[] {
  return readColumn<Uint8Array>(db, sql, of).map((id) => toPublicId(id) as EventId);
}

function eraseEvent(
  deps: EraseDeps,
  { seq, kind }: FoundEvents,
  tally: RowCounts,
): { dropped: number; shared: number[] } {
  const { db } = deps.engine;
  releasePack(deps.engine, seq);
  const bodies = replaceLongStrings(deps.engine, seq, []);
  db.run('DELETE FROM pending WHERE event = ?', seq);
  db.run('DELETE FROM events WHERE seq = ?', seq);
  tally.add(`event:${EVENT_CODES.toWord(kind)}`, -1);
  return bodies;
}

/**
 * Removes a session without events, its labels, and a project that nothing belongs to; another session is derived
 * again, because the meaning and authorship of its events can depend on what was erased. When pruning, the session's
 * aggregates are kept as they are.
 */
function tidySession(deps: EraseDeps, session: number, isPruning: boolean): void {
  const { db, interned } = deps.engine;
  const isEmpty = db.get('SELECT 1 FROM events WHERE session = ? LIMIT 1', session) === undefined;
  db.run(
    `DELETE FROM labels WHERE session = ?1 AND seq NOT IN (
      SELECT cwd FROM events WHERE session = ?1 AND cwd IS NOT NULL
      UNION SELECT branch FROM events WHERE session = ?1 AND branch IS NOT NULL
      UNION SELECT prompt FROM events WHERE session = ?1 AND prompt IS NOT NULL
      UNION SELECT subagent FROM events WHERE session = ?1 AND subagent IS NOT NULL
      UNION SELECT prompt FROM items WHERE session = ?1 AND prompt IS NOT NULL
      UNION SELECT subagent FROM items WHERE session = ?1 AND subagent IS NOT NULL)`,
    session,
  );
  if (isEmpty) {
    dropSession(deps, session);
  } else {
    db.run(`UPDATE sessions SET cwd = (${FIRST_FOLDER}) WHERE seq = ?1`, session);
    db.run(BRANCH_OF_WHAT_IS_LEFT, session);
    if (!isPruning) db.run(TIMES_OF_WHAT_IS_LEFT, session, EVENT_CODES.toCode('session.end'));
    db.run('INSERT INTO pending (event) SELECT seq FROM events WHERE session = ? ON CONFLICT DO NOTHING', session);
  }
  interned.clear();
}
