// store/postgres/items: items with their links, concepts and files, and the filters over them.
// What follows a change of items (words, vectors, links) is handed in as followers, so that no index is known here.

import type { EventId, ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { ItemBatch, ItemLink, Items } from '../../contract/items.ts';
import type { Neighbours } from '../../contract/neighbours.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { raw, sql } from '../engine/sql.ts';
import { withNumbers } from '../log/event-ids.ts';
import { markSessions } from '../marks/distill-marks.ts';
import { changedSince } from './changed-files.ts';
import { readInjected, readInjectedLast, readNoticed, saveInjection } from './injections.ts';
import type { ItemFollower } from './item-follower.ts';
import { itemsByIds, readItems } from './item-rows.ts';
import { countBySession, listHeads, listItems, listPrompts, pageItems } from './list-items.ts';
import { createItemChange, lockItems } from './write-items.ts';

/** What items need of the store; the followers are called in their order. */
export interface ItemDeps {
  engine: Engine;
  followers: readonly ItemFollower[];
  /** Called at the end of an `apply` after which no event waits to be derived: a rebuild is complete then. */
  whenDerived(tx: Tx): Promise<unknown>;
}

/** Builds the items of one tenant. */
export function createItems(deps: ItemDeps): Items {
  const { read, write } = deps.engine;
  return {
    apply: (batch) => write((tx) => apply(tx, deps, batch)),
    get: (ids) => read((tx) => byIds(tx, ids)),
    ofEvent: (id) =>
      read(async (tx) =>
        (await readItems(tx, sql`i.event_id = ${id} AND i.event_id <> '' ORDER BY i.seq`)).map(({ item }) => item),
      ),
    list: (filter, options) => read((tx) => listItems(tx, filter, options)),
    heads: (filter, options) => read((tx) => listHeads(tx, filter, options)),
    page: (filter, page) => read((tx) => pageItems(tx, filter, page)),
    prompts: (session, options) => read((tx) => listPrompts(tx, session, options)),
    countBySession: (ids) => read((tx) => countBySession(tx, ids)),
    neighbours: (ids, reach) => read((tx) => readNeighbours(tx, ids, reach)),
    links: (ids, relations) => read((tx) => readLinks(tx, ids, relations)),
    changedSince: (items) => read((tx) => changedSince(tx, items)),
    recordInjection: (injection) => write((tx) => saveInjection(tx, injection)),
    injected: (session, after) => read((tx) => readInjected(tx, session, after)),
    noticed: (session) => read((tx) => readNoticed(tx, session)),
    injectedLast: (session, until, limit) => read((tx) => readInjectedLast(tx, session, { until, limit })),
    contextLostAt: (session) =>
      read(async (tx) => {
        const lost = sql`SELECT context_lost_at AS at FROM sessions WHERE tenant_id = ${tx.tenant} AND id = ${session}`;
        return (await tx.get<{ at: number | null }>(lost))?.at ?? 0;
      }),
  };
}

async function apply(tx: Tx, { followers, whenDerived }: ItemDeps, batch: ItemBatch): Promise<void> {
  await lockItems(tx);
  await expose(tx, batch.exposed ?? []);
  const events = await findDerived(tx, batch.derived);
  const change = createItemChange(tx, followers);
  const ids = events.map(({ id }) => id);
  if (ids.length > 0) {
    change.remove(await readItems(tx, sql`i.event_id = ANY(${ids}::text[]) AND i.event_id <> ''`));
    // What another home shared belongs to no session: nothing of one is to be distilled again.
    const ofSessions = events.filter(({ kind }) => kind !== 'shared');
    await markSessions(tx, new Set(ofSessions.map(({ session }) => session)));
  }
  change.remove(await itemsByIds(tx, batch.drop ?? []));
  for (const item of batch.put) change.put(item);
  await change.save();
  const revisions = new Map(events.map(({ seq, revision }) => [seq, revision]));
  const done = batch.derived.filter(({ seq, revision }) => revision === undefined || revision === revisions.get(seq));
  const seqs = done.map(({ seq }) => seq);
  await tx.run(sql`DELETE FROM pending WHERE tenant_id = ${tx.tenant} AND seq = ANY(${seqs}::bigint[])`);
  const waiting = await tx.get(sql`SELECT 1 FROM pending WHERE tenant_id = ${tx.tenant} LIMIT 1`);
  if (waiting === undefined) await whenDerived(tx);
}

/**
 * The derived events that still exist, locked so that none is completed or erased before the end of the transaction: one
 * that is completed later is pending again, after this transaction took it off.
 */
async function findDerived(tx: Tx, derived: ItemBatch['derived']) {
  if (derived.length === 0) return [];
  const seqs = derived.map(({ seq }) => seq);
  type Row = {
    id: EventId;
    kind: string;
    seq: number;
    revision: number;
    session: ItemBatch['put'][number]['session'] & string;
  };
  return tx.all<Row>(sql`SELECT id, kind, seq, revision, session_id AS session FROM events
    WHERE tenant_id = ${tx.tenant} AND ${withNumbers(raw('seq'), seqs)} FOR SHARE`);
}

/** Notes when sessions first read text from outside. */
async function expose(tx: Tx, exposed: NonNullable<ItemBatch['exposed']>): Promise<void> {
  for (const { session, at } of exposed) {
    await tx.run(sql`UPDATE sessions SET exposed_at = ${at} WHERE tenant_id = ${tx.tenant} AND id = ${session}
      AND (exposed_at IS NULL OR exposed_at > ${at})`);
  }
}

/** Reads items in the order of their ids. */
async function byIds(tx: Tx, ids: readonly ItemId[]): Promise<Item[]> {
  const items = new Map((await itemsByIds(tx, ids)).map(({ item }) => [item.id, item]));
  return ids.flatMap((id) => items.get(id) ?? []);
}

/** Reads the links from items to earlier ones, of the given relations. */
function readLinks(tx: Tx, ids: readonly ItemId[], relations: readonly ItemLink['relation'][]): Promise<ItemLink[]> {
  return tx.all(sql`SELECT l.from_id AS "from", l.relation, l.to_id AS "to" FROM links AS l
    WHERE l.tenant_id = ${tx.tenant} AND l.from_id = ANY(${ids}::text[]) AND l.relation = ANY(${relations}::text[])
    ORDER BY array_position(${ids}::text[], l.from_id), l.relation, l.to_id`);
}

interface NeighbourRow {
  id: ItemId;
  before: ItemId[];
  after: ItemId[];
}

/**
 * Reads the neighbours of items in their sessions, in the order of the items: not knowledge, which a message next to it
 * contains, not an aggregate, not hidden, not of the same event.
 */
async function readNeighbours(tx: Tx, ids: readonly ItemId[], reach: number): Promise<Map<ItemId, Neighbours>> {
  const next = (isBefore: boolean) => {
    const [beyond, order] = isBefore ? [sql`<`, sql`n.at DESC, n.seq DESC`] : [sql`>`, sql`n.at, n.seq`];
    return sql`ARRAY(SELECT n.id FROM items AS n WHERE n.tenant_id = ${tx.tenant} AND n.session_id = i.session_id
      AND n.session_id <> '' AND (n.at, n.seq) ${beyond} (i.at, i.seq) AND n.kind <> 'knowledge' AND NOT n.hidden
      AND NOT n.retired AND n.event_id <> '' AND n.event_id <> i.event_id ORDER BY ${order} LIMIT ${Math.trunc(reach)})`;
  };
  const rows = await tx.all<NeighbourRow>(sql`SELECT i.id, ${next(true)} AS before, ${next(false)} AS after
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS one (id, place)
    JOIN items AS i ON i.tenant_id = ${tx.tenant} AND i.id = one.id ORDER BY one.place`);
  return new Map(rows.map(({ id, before, after }) => [id, { before, after }]));
}
