import { hash53 } from '../../../core/hash.ts';
import type { Item } from '../../../core/model/item.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import { areNearDuplicates, bandsOf, shinglesOf } from '../../../core/text/minhash.ts';
import type { Tx } from '../engine/engine.ts';
import { compareIds } from '../engine/ids.ts';
import { insertRows } from '../engine/rows.ts';
import { sql } from '../engine/sql.ts';
import { type ItemsChanged, isFound, type NumberedItem } from './item-follower.ts';
import { readItems } from './item-rows.ts';
import { LINKS } from './links.ts';

/** Upper bound on candidates per LSH band: the latest items before an item. Items of one time are taken all or none. */
const WINDOW = 8;
/** Upper bound on items per LSH band, from an item's time on, whose window may contain that item. */
const REACH = 2 * (WINDOW + 2);

/** An item in one of its bands. */
interface NearEntry {
  band: number;
  at: number;
  seq: number;
}

/**
 * Links each item to the earliest nearly equal one among the latest items before it in its LSH bands. The links depend
 * on the stored items only, not on the order of writing.
 */
export async function followNearDuplicates(tx: Tx, { removed, put }: ItemsChanged): Promise<void> {
  const leaving = removed.flatMap(entriesOf);
  const coming = put.flatMap(entriesOf);
  if (leaving.length + coming.length === 0) return;
  await dropEntries(tx, leaving);
  const changed = await changedBy(tx, leaving, coming);
  await addEntries(tx, coming);
  await linkAll(tx, changed);
}

/** Forgets all bands: the start of a rebuild. */
export async function resetNearDuplicates(tx: Tx): Promise<void> {
  await tx.run(sql`DELETE FROM near_bands WHERE tenant_id = ${tx.tenant}`);
}

function entriesOf({ seq, item }: NumberedItem): NearEntry[] {
  return isFound(item) ? bandsOfItem(item).map((band) => ({ band, at: item.at, seq })) : [];
}

async function dropEntries(tx: Tx, entries: readonly NearEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.run(sql`DELETE FROM near_bands AS b
    USING unnest(${entries.map(({ band }) => band)}::int[], ${entries.map(({ at }) => at)}::bigint[],
      ${entries.map(({ seq }) => seq)}::bigint[]) AS e (band, at, seq)
    WHERE b.tenant_id = ${tx.tenant} AND b.band = e.band AND b.at = e.at AND b.seq = e.seq`);
}

async function addEntries(tx: Tx, entries: readonly NearEntry[]): Promise<void> {
  const once = new Map(entries.map((entry) => [`${entry.band} ${entry.at} ${entry.seq}`, entry]));
  const columns = { band: 'integer', at: 'bigint', seq: 'bigint' } as const;
  await insertRows(tx, { table: 'near_bands', columns }, [...once.values()]);
}

/**
 * Items whose window can change: in each band the stored items from a changed one's time on, and new items that share
 * the band with another.
 */
async function changedBy(tx: Tx, leaving: readonly NearEntry[], coming: readonly NearEntry[]): Promise<Set<number>> {
  const entries = [...leaving, ...coming];
  const rows = await tx.all<{ band: number; seq: number }>(sql`SELECT e.band, b.seq
    FROM unnest(${entries.map(({ band }) => band)}::int[], ${entries.map(({ at }) => at)}::bigint[]) AS e (band, at)
    CROSS JOIN LATERAL (SELECT n.seq FROM near_bands AS n
      WHERE n.tenant_id = ${tx.tenant} AND n.band = e.band AND n.at >= e.at ORDER BY n.at LIMIT ${REACH}) AS b`);
  const held = await tx.all<{ band: number }>(sql`SELECT DISTINCT n.band FROM near_bands AS n
    WHERE n.tenant_id = ${tx.tenant} AND n.band = ANY(${[...new Set(entries.map(({ band }) => band))]}::int[])`);
  const bands = new Set(held.map(({ band }) => band));
  const changed = new Set(rows.map(({ seq }) => seq));
  for (const [band, own] of Map.groupBy(coming, (entry) => entry.band)) {
    if (bands.has(band) || own.length > 1) for (const { seq } of own) changed.add(seq);
  }
  return changed;
}

/** Kinds that are compared: texts of people and agents; of observations only commands with their output, and notes. */
const COMPARED: ReadonlySet<ItemKind> = new Set(['observation', 'knowledge', 'prompt', 'message', 'summary']);

function bandsOfItem(item: Item): number[] {
  return isCompared(item) ? bandsOfWords(item, shinglesOf(item.text)) : [];
}

function isCompared({ kind, detail }: Item): boolean {
  if (kind === 'observation' && detail.observation !== 'command' && detail.observation !== 'note') return false;
  return COMPARED.has(kind);
}

/**
 * The bands of an item's text, mixed with its project, kind and subkind, so that only items of one group share a band.
 * Most compared items are commands: they get one band, texts of people and agents two.
 */
function bandsOfWords(item: Item, shingles: Int32Array): number[] {
  const isCommand = item.kind === 'observation' && item.detail.observation === 'command';
  const group = hash53(groupOf(item)) | 0;
  return bandsOf(shingles, isCommand ? 1 : 2).map((band) => band ^ group);
}

function groupOf(item: Item): string {
  const sort =
    item.kind === 'observation' ? item.detail.observation : item.kind === 'knowledge' ? item.detail.knowledge : '';
  return [item.project ?? '', item.kind, sort ?? ''].join('\0');
}

/** Rewrites the links of items, given by their numbers. */
async function linkAll(tx: Tx, seqs: ReadonlySet<number>): Promise<void> {
  if (seqs.size === 0) return;
  const items = await itemsBySeq(tx, [...seqs]);
  const ids = [...items.values()].map(({ id }) => id);
  await tx.run(sql`DELETE FROM links WHERE tenant_id = ${tx.tenant} AND from_id = ANY(${ids}::text[])
    AND relation = 'near'`);
  const shingles = new Map([...items].map(([seq, { text }]) => [seq, shinglesOf(text)]));
  const windows = await windowsOf(
    tx,
    [...items].flatMap(([seq, item]) =>
      bandsOfWords(item, shingles.get(seq) ?? new Int32Array()).map((band) => ({ band, at: item.at, seq })),
    ),
  );
  const others = [...new Set([...windows.values()].flat())].filter((seq) => !items.has(seq));
  const known = new Map([...items, ...(await itemsBySeq(tx, others))]);
  const setOf = createSets(known, shingles);
  const links = [...items].flatMap(([seq, item]) => {
    const near = (windows.get(seq) ?? [])
      .flatMap((other) => {
        const found = known.get(other);
        return found !== undefined && groupOf(found) === groupOf(item) && isBefore(found, item)
          ? [{ other, found }]
          : [];
      })
      .sort((one, two) => (isBefore(one.found, two.found) ? -1 : 1))
      .find(({ other }) => areNearDuplicates(setOf(other), setOf(seq)));
    return near === undefined ? [] : [{ from_id: item.id, relation: 'near' as const, to_id: near.found.id }];
  });
  await insertRows(tx, LINKS, links);
}

/** The sets of shingles of items, each computed once. */
function createSets(
  items: ReadonlyMap<number, Item>,
  shingles: ReadonlyMap<number, Int32Array>,
): (seq: number) => ReadonlySet<number> {
  const sets = new Map<number, ReadonlySet<number>>();
  return (seq) => {
    const known = sets.get(seq) ?? new Set(shingles.get(seq) ?? shinglesOf(items.get(seq)?.text ?? ''));
    sets.set(seq, known);
    return known;
  };
}

function isBefore(one: Item, other: Item): boolean {
  return one.at === other.at ? compareIds(one.id, other.id) < 0 : one.at < other.at;
}

async function itemsBySeq(tx: Tx, seqs: readonly number[]): Promise<Map<number, Item>> {
  if (seqs.length === 0) return new Map();
  const found = await readItems(tx, sql`i.seq = ANY(${seqs}::bigint[])`);
  return new Map(found.map(({ seq, item }) => [seq, item]));
}

/**
 * The windows of items, by number. Items of one time are taken all or none, so that the order of writing does not
 * matter.
 */
async function windowsOf(tx: Tx, entries: readonly NearEntry[]): Promise<Map<number, number[]>> {
  const windows = new Map<number, number[]>();
  if (entries.length === 0) return windows;
  const rows = await tx.all<{ place: number; seq: number; at: number }>(sql`SELECT e.place, b.seq, b.at
    FROM unnest(${entries.map(({ band }) => band)}::int[], ${entries.map(({ at }) => at)}::bigint[],
      ${entries.map(({ seq }) => seq)}::bigint[]) WITH ORDINALITY AS e (band, at, seq, place)
    CROSS JOIN LATERAL (SELECT n.seq, n.at FROM near_bands AS n
      WHERE n.tenant_id = ${tx.tenant} AND n.band = e.band AND n.at <= e.at AND n.seq <> e.seq
      ORDER BY n.at DESC LIMIT ${WINDOW + 1}) AS b`);
  for (const [place, found] of Map.groupBy(rows, (row) => row.place)) {
    const own = entries[place - 1]?.seq ?? 0;
    const sorted = found.toSorted((one, other) => other.at - one.at);
    const cut = sorted.length > WINDOW ? sorted[WINDOW]?.at : undefined;
    const window = sorted.filter(({ at }) => at !== cut).map(({ seq }) => seq);
    windows.set(own, [...(windows.get(own) ?? []), ...window]);
  }
  return windows;
}
