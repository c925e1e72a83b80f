import type { Item } from '../../../core/model/item.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import { areNearDuplicates, bandsOf, shinglesOf } from '../../../core/text/minhash.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { ITEM_CODES, RELATION_CODES, SORT_CODES } from '../engine/codes.ts';
import { readColumn } from '../engine/rows.ts';
import { sortOf } from './item-keys.ts';

/** Upper bound on candidates per LSH band: the latest items before an item. Items of one time are taken all or none. */
const WINDOW = 8;
/** Upper bound on items per LSH band, from an item's time on, whose window may contain that item. */
const REACH = 2 * (WINDOW + 2);
const NEAR = RELATION_CODES.toCode('near');

/** Read statements. */
const NEAR_READS = {
  /** Parameter: a JSON list of bands. Selects those that contain items. */
  held: 'SELECT DISTINCT band FROM near_bands WHERE band IN (SELECT value FROM json_each(?))',
  before: 'SELECT item, at FROM near_bands WHERE band = ? AND at <= ? AND item <> ? ORDER BY at DESC LIMIT ?',
  after: 'SELECT item FROM near_bands WHERE band = ? AND at >= ? ORDER BY at LIMIT ?',
  one: 'SELECT seq, id, project, kind, sort, at, text FROM items WHERE seq = ?',
} as const;

/**
 * Collects the items that a transaction puts or removes, then links each to the earliest nearly equal one among the
 * latest items before it in its LSH bands. The links depend on the stored items only, not on the order of writing.
 */
export interface NearDuplicates {
  add(seq: number, item: Item, project: number | null): void;
  remove(seq: number, item: Item, project: number | null): void;
  save(): void;
}

/** An item in one of its bands. */
interface NearEntry {
  band: number;
  at: number;
  item: number;
}

/** Builds the collector for one transaction. */
export function createNearDuplicates(db: Database): NearDuplicates {
  const leaving: NearEntry[] = [];
  const coming: NearEntry[] = [];
  const entriesOf = (seq: number, item: Item, project: number | null): NearEntry[] =>
    bandsOfItem(item, project).map((band) => ({ band, at: item.at, item: seq }));
  return {
    add: (seq, item, project) => void coming.push(...entriesOf(seq, item, project)),
    remove: (seq, item, project) => void leaving.push(...entriesOf(seq, item, project)),
    save() {
      for (const { band, at, item } of leaving) {
        db.run('DELETE FROM near_bands WHERE band = ? AND at = ? AND item = ?', band, at, item);
      }
      const changed = changedBy(db, leaving, coming);
      for (const { band, at, item } of coming) {
        db.run('INSERT INTO near_bands (band, at, item) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', band, at, item);
      }
      const compared = createCompared(db);
      for (const seq of changed) link(db, seq, compared);
      leaving.length = coming.length = 0;
    },
  };
}

/**
 * Items whose window can change: in each band the stored items from a changed one's time on, and new items that share
 * the band with another.
 */
function changedBy(db: Database, leaving: readonly NearEntry[], coming: readonly NearEntry[]): Set<number> {
  const bands = JSON.stringify([...leaving, ...coming].map(({ band }) => band));
  const held = new Set(readColumn<number>(db, NEAR_READS.held, bands));
  const changed = new Set<number>();
  for (const { band, at } of [...leaving, ...coming]) {
    if (!held.has(band)) continue;
    for (const item of readColumn<number>(db, NEAR_READS.after, band, at, REACH)) changed.add(item);
  }
  for (const [band, entries] of Map.groupBy(coming, (entry) => entry.band)) {
    if (held.has(band) || entries.length > 1) for (const { item } of entries) changed.add(item);
  }
  return changed;
}

/** Kinds that are compared: texts of people and agents; of observations only commands with their output, and notes. */
const COMPARED: ReadonlySet<ItemKind> = new Set(['observation', 'knowledge', 'prompt', 'message', 'summary']);

function bandsOfItem(item: Item, project: number | null): number[] {
  const { kind, text } = item;
  const sort = sortOf(item);
  if (kind === 'observation' && sort !== 'command' && sort !== 'note') return [];
  if (!COMPARED.has(kind)) return [];
  return bandsOfWords(shinglesOf(text), {
    project,
    kind: ITEM_CODES.toCode(kind),
    sort: sort === undefined ? null : SORT_CODES.toCode(sort),
  });
}

/** Most compared items are commands: they get one band, texts of people and agents two. */
const COMMAND = { kind: ITEM_CODES.toCode('observation'), sort: SORT_CODES.toCode('command') };

/** Computes the bands of a text, mixed with project, kind and subkind, so that only items of one group share a band. */
function bandsOfWords(
  shingles: Int32Array,
  { project, kind, sort }: Pick<NearRow, 'project' | 'kind' | 'sort'>,
): number[] {
  const group = Math.imul((project ?? 0) + 1, 0x9e3779b1) ^ Math.imul(kind * 64 + (sort ?? 63), 0x85ebca6b);
  return bandsOf(shingles, kind === COMMAND.kind && sort === COMMAND.sort ? 1 : 2).map((band) => band ^ group);
}

interface NearRow {
  seq: number;
  id: Uint8Array;
  project: number | null;
  kind: number;
  sort: number | null;
  at: number;
  text: string;
}

/** An item with what it is compared by. */
interface Compared extends NearRow {
  shingles: Int32Array;
  distinct: ReadonlySet<number>;
}

/** Reads each item at most once: those that one transaction changes are in the windows of each other. */
function createCompared(db: Database): (seq: number) => Compared | undefined {
  const read = new Map<number, Compared | undefined>();
  return (seq) => {
    if (read.has(seq)) return read.get(seq);
    const row = db.get<NearRow>(NEAR_READS.one, seq);
    const shingles = shinglesOf(row?.text ?? '');
    const compared = row && { ...row, shingles, distinct: new Set(shingles) };
    read.set(seq, compared);
    return compared;
  };
}

/** Rewrites an item's link. */
function link(db: Database, seq: number, compared: (seq: number) => Compared | undefined): void {
  const own = compared(seq);
  if (own === undefined) return;
  db.run('DELETE FROM links WHERE from_item = ? AND relation = ?', seq, NEAR);
  const found = new Set(bandsOfWords(own.shingles, own).flatMap((band) => windowOf(db, band, own)));
  const first = [...found]
    .flatMap((other) => compared(other) ?? [])
    .filter((other) => isOfGroup(other, own) && compareTimes(other, own) < 0)
    .sort(compareTimes)
    .find(({ distinct }) => areNearDuplicates(distinct, own.distinct));
  if (first !== undefined) {
    db.run('INSERT INTO links (from_item, relation, to_item) VALUES (?, ?, ?)', seq, NEAR, first.seq);
  }
}

/** Bands of two groups may be equal by chance. */
function isOfGroup(one: NearRow, other: NearRow): boolean {
  return one.project === other.project && one.kind === other.kind && one.sort === other.sort;
}

function compareTimes(one: NearRow, other: NearRow): number {
  return one.at - other.at || Buffer.compare(one.id, other.id);
}

/**
 * The window of an item in a band. Items of one time are taken all or none, so that the order of writing does not
 * matter.
 */
function windowOf(db: Database, band: number, { seq, at }: NearRow): number[] {
  const rows = db.all<{ item: number; at: number }>(NEAR_READS.before, band, at, seq, WINDOW + 1);
  const cut = rows.length > WINDOW ? rows[WINDOW]?.at : undefined;
  return rows.filter((row) => row.at !== cut).map(({ item }) => item);
}
