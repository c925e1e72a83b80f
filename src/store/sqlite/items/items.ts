// store/sqlite/items: items with their links, concepts, files and duplicates, and the filters over them.
// The word index and the vector index are rooms of their own.

import type { EventId, ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { ItemBatch, ItemLink, Items } from '../../contract/items.ts';
import type { Neighbours } from '../../contract/neighbours.ts';
import { markSessionsOfEvents } from '../derived/distill-marks.ts';
import { ITEM_CODES, RELATION_CODES } from '../engine/codes.ts';
import { knownIds, toCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { readNumber } from '../engine/rows.ts';
import { dropReleased } from '../vectors/vector-change.ts';
import { changedSince } from './changed-files.ts';
import { readInjected, readInjectedLast, readNoticed, saveInjection } from './injections.ts';
import { listHeads } from './item-heads.ts';
import { findDerived } from './item-keys.ts';
import { ITEM_READS, type NumberedItem, readItems } from './item-rows.ts';
import { countBySession, listItems, pageItems } from './list-items.ts';
import { listPrompts } from './list-prompts.ts';
import { createItemChange, exposeSession } from './write-items.ts';

/** Builds the contract `Items` over one SQLite file. */
export function createItems(engine: Engine): Items {
  const { db, read, write } = engine;
  return {
    // Not synced at once: a power cut may lose the batch, but then its events wait to be derived again.
    apply: async (batch) => write(() => apply(engine, batch), 'later'),
    get: async (ids) => read(() => byIds(engine, ids)),
    ofEvent: async (id) => read(() => ofEvent(engine, id)),
    list: async (filter, options) => read(() => listItems(engine, filter, options)),
    heads: async (filter, options) => read(() => listHeads(engine, filter, options)),
    page: async (filter, page) => read(() => pageItems(engine, filter, page)),
    prompts: async (session, options) => read(() => listPrompts(engine, session, options)),
    countBySession: async (ids) => read(() => countBySession(engine, ids)),
    neighbours: async (ids, reach) => read(() => readNeighbours(engine, ids, reach)),
    links: async (ids, relations) => read(() => readLinks(engine, ids, relations)),
    changedSince: async (items) => read(() => changedSince(engine, items)),
    recordInjection: async (injection) => write(() => saveInjection(db, injection)),
    injected: async (session, after) => read(() => readInjected(db, session, after)),
    noticed: async (session) => read(() => readNoticed(db, session)),
    injectedLast: async (session, until, limit) => read(() => readInjectedLast(db, session, { until, limit })),
    contextLostAt: async (session) => readNumber(db, 'SELECT context_lost_at FROM sessions WHERE id = ?', session),
  };
}

function apply(engine: Engine, batch: ItemBatch): void {
  const { db } = engine;
  for (const exposure of batch.exposed ?? []) exposeSession(engine, exposure);
  const derived = findDerived(engine, batch.derived);
  const change = createItemChange(engine, derived);
  const events = JSON.stringify([...derived.bySeq.keys()]);
  change.remove(readItems(engine, ITEM_READS.byEvents, events));
  if (derived.bySeq.size > 0) markSessionsOfEvents(db, events);
  for (const id of batch.drop ?? []) change.remove(byId(engine, id));
  for (const item of batch.put) change.put(item);
  change.save();
  const isDone = ({ seq, revision }: ItemBatch['derived'][number]) =>
    (revision ?? derived.bySeq.get(seq)) === derived.bySeq.get(seq);
  const done = batch.derived.filter(isDone).map(({ seq }) => seq);
  db.run('DELETE FROM pending WHERE event IN (SELECT value FROM json_each(?))', JSON.stringify(done));
  // The rebuild is complete: vectors that no item took over are of no use.
  if (db.get('SELECT 1 FROM pending LIMIT 1') === undefined) dropReleased(db);
}

/** Reads items in the order of their ids, in one statement. */
function byIds(engine: Engine, ids: readonly ItemId[]): Item[] {
  const known = knownIds(ids);
  if (known.length === 0) return [];
  const found = readItems(engine, ITEM_READS.byIds, toHexList(known));
  const items = new Map(found.map(({ item }) => [item.id, item]));
  return ids.flatMap((id) => items.get(id) ?? []);
}

/** The item with an id, as a list of at most one. */
export function byId(engine: Engine, id: ItemId): NumberedItem[] {
  const compact = toCompactId(id);
  return compact === undefined ? [] : readItems(engine, ITEM_READS.byId, compact);
}

function ofEvent(engine: Engine, id: EventId): Item[] {
  const compact = toCompactId(id);
  if (compact === undefined) return [];
  const seq = readNumber(engine.db, 'SELECT seq FROM events WHERE id = ?', compact);
  return readItems(engine, ITEM_READS.byEvent, seq).map(({ item }) => item);
}

/**
 * Parameters: a JSON list of item ids as hexadecimal digits, and one of relation codes. Selects the links from these
 * items, with the position of each in the list.
 */
const LINKS_OF = `SELECT one.key AS place, l.relation, t.id
  FROM json_each(?) AS one CROSS JOIN items AS f ON f.id = unhex(one.value)
  CROSS JOIN links AS l ON l.from_item = f.seq CROSS JOIN items AS t ON t.seq = l.to_item
  WHERE l.relation IN (SELECT value FROM json_each(?))`;

/** Reads the links from items to earlier ones, of the given relations. */
function readLinks({ db }: Engine, ids: readonly ItemId[], relations: readonly ItemLink['relation'][]): ItemLink[] {
  const codes = JSON.stringify(relations.map(RELATION_CODES.toCode));
  const known = knownIds(ids);
  const rows = db.all<{ place: number; relation: number; id: Uint8Array }>(LINKS_OF, toHexList(known), codes);
  return rows.flatMap(({ place, relation, id }) => {
    const from = known[place];
    return from === undefined ? [] : { from, relation: RELATION_CODES.toWord(relation), to: toPublicId(id) as ItemId };
  });
}

/**
 * The condition for a neighbour: not knowledge, which a message next to it contains, not an aggregate, not hidden, not
 * of the same event.
 */
const IS_STEP = `n.kind <> ${ITEM_CODES.toCode('knowledge')} AND n.hidden IS NULL AND n.event IS NOT NULL
      AND n.event IS NOT i.event`;

/**
 * Parameters: a JSON list of item ids as hexadecimal digits, and the reach. Selects for each the ids of the items
 * before and after it in its session, nearest first.
 */
const NEIGHBOURS_OF = `
  SELECT i.id AS id,
    (SELECT json_group_array(hex(id)) FROM (SELECT n.id FROM items AS n INDEXED BY items_by_session
      WHERE n.session = i.session AND (n.at, n.seq) < (i.at, i.seq) AND ${IS_STEP}
      ORDER BY n.at DESC, n.seq DESC LIMIT ?2)) AS before,
    (SELECT json_group_array(hex(id)) FROM (SELECT n.id FROM items AS n INDEXED BY items_by_session
      WHERE n.session = i.session AND (n.at, n.seq) > (i.at, i.seq) AND ${IS_STEP}
      ORDER BY n.at, n.seq LIMIT ?2)) AS after
  FROM json_each(?1) AS one CROSS JOIN items AS i ON i.id = unhex(one.value)`;

interface NeighbourRow {
  id: Uint8Array;
  before: string;
  after: string;
}

/** Reads the neighbours of items in their sessions. */
function readNeighbours({ db }: Engine, ids: readonly ItemId[], reach: number): Map<ItemId, Neighbours> {
  const rows = db.all<NeighbourRow>(NEIGHBOURS_OF, toHexList(knownIds(ids)), Math.trunc(reach));
  return new Map(
    rows.map(({ id, before, after }) => [toPublicId(id) as ItemId, { before: idsIn(before), after: idsIn(after) }]),
  );
}

function idsIn(list: string): ItemId[] {
  const digits = JSON.parse(list) as string[];
  return digits.map((one) => toPublicId(Uint8Array.from(Buffer.from(one, 'hex'))) as ItemId);
}
