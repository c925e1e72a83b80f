// store/postgres/erase: what touches every table: erasing events with all that was derived from them, and the start of a
// rebuild.

import type { StoredEvent } from '../../../core/model/event.ts';
import type { EventId, ItemId, SessionId } from '../../../core/model/ids.ts';
import type { Erased, Log } from '../../contract/log.ts';
import { dropUsesBy } from '../derived/injection-log.ts';
import { dropAnswersOf } from '../derived/models.ts';
import type { PostgresContexts } from '../derived/session-contexts.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { lockFor } from '../engine/numbers.ts';
import { raw, type Sql, sql } from '../engine/sql.ts';
import { dropInjections, dropInjectionsOf } from '../items/injections.ts';
import type { ItemFollower, NumberedItem } from '../items/item-follower.ts';
import { itemsByIds, readItems } from '../items/item-rows.ts';
import { createItemChange } from '../items/write-items.ts';
import { dropBodies } from '../log/event-bodies.ts';
import { dropIds, numbersOf, withNumbers, withThose } from '../log/event-ids.ts';
import { bytesOfEvent, type RevisedEvent, readNumbered } from '../log/event-rows.ts';
import { createRowCounts } from '../log/row-counts.ts';
import { addSessionTombstones, addSummaryTombstones, addTombstones, hexOf } from '../log/tombstones.ts';
import { forgetDistilled } from '../marks/distill-marks.ts';
import { tidySession } from './tidy-session.ts';

/** What erasing needs of the store. */
export interface EraseDeps {
  engine: Engine;
  followers: readonly ItemFollower[];
  contexts: Pick<PostgresContexts, 'remove' | 'countErased'>;
  /** The key under which the paths of forgotten transcripts are hashed. */
  pathKey: Uint8Array;
  /** Removes some of the vectors that no item took over; false when none is left. */
  dropReleased(tx: Tx): Promise<boolean>;
}

/** When and why events are erased, and what is given them before they go. */
interface EraseHow {
  at: number;
  isPruning: boolean;
  keep?: ((events: readonly StoredEvent[]) => void) | undefined;
}

/** Upper bound on events erased in one transaction. */
const STEP = 100;

/**
 * Erases events, and the events about what was derived from them, in small transactions; a failure leaves the remaining
 * ones unchanged. Later reports of events of `sessions` are refused.
 */
export async function erase(deps: EraseDeps, [ids, at, also = {}]: Parameters<Log['erase']>): Promise<Erased> {
  const { sessions = [], isPruning = false, keep } = also;
  const { write } = deps.engine;
  if (sessions.length > 0) {
    await write(async (tx) => {
      await lockFor(tx, 'log');
      await addSessionTombstones(
        tx,
        sessions.map((session) => ({ hash: hexOf(session), at })),
      );
      await addSummaryTombstones(tx, sessions, at);
      await dropInjections(tx, sql`n.session_id = ANY(${sessions}::text[])`);
    });
  }
  const erased: Erased = { events: 0, items: [], bodies: 0, sharedBodies: [] };
  const touched = new Set<SessionId>();
  const known = new Set(ids);
  for (const waiting = [...ids]; waiting.length > 0; ) {
    const chosen = waiting.splice(0, STEP);
    const step = await write((tx) => eraseStep(deps, tx, { ids: chosen, at, isPruning, keep }));
    erased.events += step.events;
    erased.items.push(...step.items);
    erased.bodies += step.bodies;
    erased.sharedBodies.push(...step.sharedBodies);
    for (const session of step.touched) {
      touched.add(session);
      deps.contexts.countErased(session);
    }
    const more = [...new Set(step.about)].filter((id) => !known.has(id));
    for (const id of more) known.add(id);
    waiting.push(...more);
  }
  for (const session of touched) {
    await write((tx) => tidySession(tx, session, { isPruning, pathKey: deps.pathKey }));
  }
  // Vectors that a running rebuild has released may belong to erased items.
  while (await write((tx) => deps.dropReleased(tx)));
  return erased;
}

/**
 * The result of one step. `about`: events about the erased ones, to be erased as well; `touched`: sessions to be
 * tidied.
 */
type EraseStep = Erased & { about: EventId[]; touched: SessionId[] };

async function eraseStep(
  deps: EraseDeps,
  tx: Tx,
  { ids, at, isPruning, keep }: EraseHow & { ids: readonly EventId[] },
): Promise<EraseStep> {
  await lockFor(tx, 'log');
  await lockFor(tx, 'items');
  const found = await readNumbered(tx, numbersOf(tx, ids));
  keep?.(found.map(({ revision: _, ...event }) => event));
  await addTombstones(
    tx,
    ids.map((id) => ({ hash: hexOf(id), at })),
  );
  const touched = [...new Set(found.map(({ session }) => session))];
  if (!isPruning) await addSummaryTombstones(tx, touched, at);
  const { items, about } = await eraseItems(deps, tx, { found, touched });
  const { dropped, shared } = await eraseEvents(tx, found);
  return {
    events: found.length,
    items,
    bodies: dropped,
    sharedBodies: shared,
    about: isPruning ? about : [...about, ...(await eventsAbout(tx, touched))],
    touched,
  };
}

/** Removes the items derived from the events, and the aggregates of their sessions. */
async function eraseItems(
  { followers, contexts }: EraseDeps,
  tx: Tx,
  { found, touched }: { found: readonly RevisedEvent[]; touched: readonly SessionId[] },
): Promise<{ items: ItemId[]; about: EventId[] }> {
  const events = found.map(({ id }) => id);
  const gone: NumberedItem[] = await readItems(tx, sql`i.event_id = ANY(${events}::text[]) AND i.event_id <> ''`);
  gone.push(
    ...(await readItems(tx, sql`i.session_id = ANY(${touched}::text[]) AND i.session_id <> '' AND i.event_id = ''`)),
  );
  for (const session of touched) {
    await contexts.remove(tx, session);
    // A pattern with findings of other sessions is built again without this one.
    gone.push(...(await itemsByIds(tx, await forgetDistilled(tx, session))));
  }
  const change = createItemChange(tx, followers);
  change.remove(gone);
  await change.save();
  const items = [...new Set(gone.map(({ item }) => item.id))];
  await dropInjectionsOf(tx, items);
  await dropUsesBy(tx, items);
  await dropAnswersOf(tx, items);
  const stated = gone.filter(({ item }) => item.event !== undefined).map(({ item }) => item.id);
  return { items, about: await takeOffAbout(tx, stated) };
}

/**
 * Removes erased items from the targets of events; returns the events that have no other existing target, which are
 * erased too: an event about several items goes with the last of them.
 */
async function takeOffAbout(tx: Tx, items: readonly ItemId[]): Promise<EventId[]> {
  if (items.length === 0) return [];
  const own = sql`a.tenant_id = ${tx.tenant} AND a.target = ANY(${items}::text[])`;
  const alone = await eventIds(
    tx,
    sql`${withThose(sql`SELECT a.seq FROM about AS a WHERE ${own}`)} AND NOT EXISTS (
      SELECT 1 FROM about AS b JOIN items AS i ON i.tenant_id = ${tx.tenant} AND i.id = b.target
      WHERE b.tenant_id = ${tx.tenant} AND b.seq = e.seq)`,
  );
  await tx.run(sql`DELETE FROM about AS a WHERE ${own}`);
  return alone;
}

/** The `pruned` events of the sessions: what they keep of the session may contain what is erased. */
function eventsAbout(tx: Tx, sessions: readonly SessionId[]): Promise<EventId[]> {
  return eventIds(
    tx,
    withThose(
      sql`SELECT a.seq FROM about AS a WHERE a.tenant_id = ${tx.tenant} AND a.target = ANY(${sessions}::text[])`,
    ),
  );
}

async function eventIds(tx: Tx, condition: Sql): Promise<EventId[]> {
  const rows = await tx.all<{ id: EventId }>(
    sql`SELECT e.id FROM events AS e WHERE e.tenant_id = ${tx.tenant} AND ${condition} ORDER BY e.seq`,
  );
  return rows.map(({ id }) => id);
}

async function eraseEvents(tx: Tx, found: readonly RevisedEvent[]): ReturnType<typeof dropBodies> {
  const seqs = found.map(({ seq }) => seq);
  const bodies = await dropBodies(tx, seqs);
  const own = sql`tenant_id = ${tx.tenant} AND seq = ANY(${seqs}::bigint[])`;
  await tx.run(sql`DELETE FROM about WHERE ${own}`);
  await tx.run(sql`DELETE FROM pending WHERE ${own}`);
  await tx.run(sql`DELETE FROM events WHERE tenant_id = ${tx.tenant} AND ${withNumbers(raw('seq'), seqs)}`);
  await dropIds(
    tx,
    found.map(({ id }) => id),
  );
  const tally = createRowCounts();
  for (const event of found) {
    tally.add(`event:${event.body.kind}`, -1);
    tally.add('bytes:events', -bytesOfEvent(event));
  }
  await tally.save(tx);
  return bodies;
}
