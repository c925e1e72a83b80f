import { CairnError } from '../../../core/errors.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import { AUTHORS, ITEM_KINDS } from '../../../core/model/kinds.ts';
import type { ItemHead } from '../../contract/items.ts';
import type { Tx } from '../engine/engine.ts';
import { insertRows, NONE } from '../engine/rows.ts';
import { raw, type Sql, sql } from '../engine/sql.ts';
import type { NumberedItem } from './item-follower.ts';

/** Reads items by a condition on `items AS i` that may end in ORDER BY and LIMIT. */
export async function readItems(tx: Tx, rest: Sql): Promise<NumberedItem[]> {
  const rows = await tx.all<{ seq: number; item: string }>(
    sql`SELECT i.seq, i.item FROM items AS i WHERE i.tenant_id = ${tx.tenant} AND ${rest}`,
  );
  return rows.map(({ seq, item }) => ({ seq, item: JSON.parse(item) as Item }));
}

/** The items with these ids, in no order; unknown ids are absent. */
export async function itemsByIds(tx: Tx, ids: Iterable<ItemId>): Promise<NumberedItem[]> {
  const asked = [...new Set(ids)];
  return asked.length === 0 ? [] : readItems(tx, sql`i.id = ANY(${asked}::text[])`);
}

const COLUMNS = {
  project_id: 'text',
  id: 'text',
  seq: 'bigint',
  kind: 'text',
  sort: 'text',
  session_id: 'text',
  event_id: 'text',
  at: 'bigint',
  author: 'text',
  exposed: 'boolean',
  meaning: 'text',
  category: 'text',
  status: 'text',
  success: 'boolean',
  tokens: 'bigint',
  hidden: 'boolean',
  retired: 'boolean',
  made: 'boolean',
  content_hash: 'bigint',
  head: 'text',
  item: 'text',
} as const;

/** What an item of its kind is more precisely: what an observation is of, what knowledge states; '' for other kinds. */
export function sortOf({ kind, detail }: Item): string {
  if (kind === 'observation') return detail.observation ?? NONE;
  return kind === 'knowledge' ? (detail.knowledge ?? NONE) : NONE;
}

function toRow({ seq, item }: NumberedItem) {
  const { kind, author } = item;
  if (!isOneOf(ITEM_KINDS, kind)) throw new CairnError('internal', `There is no kind of item "${kind}".`);
  if (!isOneOf(AUTHORS, author)) throw new CairnError('internal', `There is no author "${author}".`);
  const detail: AnyDetail = item.detail;
  return {
    project_id: item.project ?? NONE,
    id: item.id,
    seq,
    kind,
    sort: sortOf(item),
    session_id: item.session ?? NONE,
    event_id: item.event ?? NONE,
    at: item.at,
    author,
    exposed: item.exposed,
    meaning: detail.meaning ?? NONE,
    category: detail.category ?? NONE,
    status: detail.status ?? NONE,
    success: detail.success ?? null,
    tokens: Math.round(detail.tokens ?? 0),
    hidden: detail.hidden === true,
    retired: detail.retired !== undefined,
    made: isAggregate(item),
    content_hash: item.contentHash,
    head: JSON.stringify(toHead(item)),
    item: JSON.stringify(item),
  };
}

/** The parts of any detail that have a column. */
type AnyDetail = Item['detail'] & { success?: boolean; tokens?: number };

function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

function toHead({ id, kind, at, detail }: Item): ItemHead {
  const { success }: AnyDetail = detail;
  return {
    id,
    kind,
    ...(kind === 'observation' ? { observation: detail.observation } : {}),
    at,
    ...(success === undefined ? {} : { success }),
    filesRead: detail.filesRead ?? [],
    filesChanged: detail.filesChanged ?? [],
  };
}

/** The bytes that an item takes as a row keeps it. */
export function bytesOfItem(item: Item): number {
  return Buffer.byteLength(JSON.stringify(item));
}

const FILE_COLUMNS = { project_id: 'text', path: 'text', item_id: 'text', changed: 'boolean', seq: 'bigint' } as const;
const CONCEPT_COLUMNS = { concept: 'text', item_id: 'text', seq: 'bigint' } as const;

/** Inserts items with the files and concepts that they name. */
export async function insertItems(tx: Tx, items: readonly NumberedItem[]): Promise<void> {
  await insertRows(tx, { table: 'items', columns: COLUMNS }, items.map(toRow));
  const again = raw('ON CONFLICT DO NOTHING');
  const files = items.flatMap(({ seq, item: { id, project, detail } }) => {
    const row = { project_id: project ?? NONE, item_id: id, seq };
    const read = (detail.filesRead ?? []).map((path) => ({ ...row, path, changed: false }));
    return [...read, ...(detail.filesChanged ?? []).map((path) => ({ ...row, path, changed: true }))];
  });
  await insertRows(tx, { table: 'item_files', columns: FILE_COLUMNS, rest: again }, files);
  const concepts = items.flatMap(({ seq, item: { id, detail } }) =>
    (detail.concepts ?? []).map((concept) => ({ concept, item_id: id, seq })),
  );
  await insertRows(tx, { table: 'item_concepts', columns: CONCEPT_COLUMNS, rest: again }, concepts);
}

/** Removes items with what names them: files, concepts, links from and to them. */
export async function deleteItems(tx: Tx, items: readonly NumberedItem[]): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map(({ item }) => item.id);
  const remove = (table: string, column: string): Promise<number> =>
    tx.run(sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${tx.tenant} AND ${raw(column)} = ANY(${ids}::text[])`);
  await remove('item_files', 'item_id');
  await remove('item_concepts', 'item_id');
  await remove('links', 'from_id');
  await remove('links', 'to_id');
  await remove('items', 'id');
}
