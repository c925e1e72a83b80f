import type { EventId, ItemId, ProjectId, SessionId } from '../../../core/model/ids.ts';
import { asItem, type CommonDetail, type Item, type ItemDetail } from '../../../core/model/item.ts';
import type { SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { AUTHOR_CODES, CATEGORY_CODES, ITEM_CODES, MEANING_CODES, SORT_CODES } from '../engine/codes.ts';
import { requireCompactId, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { insertInto } from '../engine/rows.ts';
import { findFiles } from './item-files.ts';
import { type ItemKeys, sortOf } from './item-keys.ts';

const addItem = insertInto('items');

/** An item and its row number, which is also its rowid in the word index. */
export interface NumberedItem {
  seq: number;
  item: Item;
}

interface ItemRow {
  seq: number;
  id: Uint8Array;
  kind: number;
  sort: number | null;
  at: number;
  author: number;
  exposed: number;
  content_hash: number;
  title: string | number;
  terms: string | null;
  detail: string | null;
  text: string;
  meaning: number | null;
  category: number | null;
  hidden: number | null;
  rule_name: string;
  event_id: Uint8Array | null;
  session_id: SessionId | null;
  project_id: ProjectId | null;
  prompt_text: string | null;
  subagent_text: string | null;
}

const SELECT = `
  SELECT i.seq, i.id, i.kind, i.sort, i.at, i.author, i.exposed, i.content_hash, i.title, i.terms, i.detail, i.text,
    i.meaning, i.category, i.hidden,
    r.name AS rule_name, e.id AS event_id, s.id AS session_id, p.id AS project_id,
    q.text AS prompt_text, a.text AS subagent_text
  FROM items AS i
  JOIN rules AS r ON r.seq = i.rule
  LEFT JOIN events AS e ON e.seq = i.event
  LEFT JOIN sessions AS s ON s.seq = i.session
  LEFT JOIN projects AS p ON p.seq = i.project
  LEFT JOIN labels AS q ON q.seq = i.prompt
  LEFT JOIN labels AS a ON a.seq = i.subagent`;

/** Statements that read items. */
export const ITEM_READS = {
  /** Parameter: a JSON list of row numbers. */
  bySeqs: `${SELECT} WHERE i.seq IN (SELECT value FROM json_each(?))`,
  byId: `${SELECT} WHERE i.id = ?`,
  byEvent: `${SELECT} WHERE i.event = ? ORDER BY i.seq`,
  /** Parameter: a JSON list of ids as hexadecimal digits, or of row numbers of events. */
  byIds: `${SELECT} WHERE i.id IN (SELECT unhex(value) FROM json_each(?))`,
  byEvents: `${SELECT} WHERE i.event IN (SELECT value FROM json_each(?))`,
  ofSessionAlone: `${SELECT} WHERE i.session = ? AND i.event IS NULL ORDER BY i.seq`,
  /** Items derived from a session's events, after a time and id: one page in the order of their index. */
  ofSession: `${SELECT} WHERE i.session = ?1 AND i.event IS NOT NULL AND (i.at, i.id) > (?2, ?3)
    ORDER BY i.at, i.id LIMIT ?4`,
} as const;

/** Bits of the column `hidden`, which is NULL for neither. */
const HIDDEN = 1;
const RETIRED = 2;

/** Reads items by one of `ITEM_READS`. */
export function readItems({ db, interned }: Engine, sql: string, ...values: SqlValue[]): NumberedItem[] {
  const rows = db.all<ItemRow>(sql, ...values);
  const details = rows.map(({ detail }) => (detail === null ? {} : (JSON.parse(detail) as StoredDetail)));
  const files: number[] = [];
  for (const { filesRead = [], filesChanged = [] } of details) files.push(...filesRead, ...filesChanged);
  const pathOf = interned.paths(files);
  return rows.map((row, i) => ({ seq: row.seq, item: toItem(row, unpackDetail(row, details[i] ?? {}, pathOf)) }));
}

/**
 * Reads items by row number, in the given order, in one statement: one statement for each item takes nine times as
 * long.
 */
export function readBySeq(engine: Engine, seqs: readonly number[]): NumberedItem[] {
  if (seqs.length === 0) return [];
  // Sorted in table order, so that adjacent rows are read together.
  const sorted = JSON.stringify(seqs.toSorted((a, b) => a - b));
  const found = new Map(readItems(engine, ITEM_READS.bySeqs, sorted).map((one) => [one.seq, one]));
  return seqs.flatMap((seq) => found.get(seq) ?? []);
}

/**
 * Inserts an item's row and the files and concepts it names, under `seq` or else a new row number; returns that number.
 */
export function insertItem(
  engine: Engine,
  { item, seq, places }: { item: Item; seq: number | undefined; places: ItemKeys },
): number {
  const { db, interned } = engine;
  const { columns, files } = packDetail(item, places, engine);
  const rowid = addItem(db, {
    seq: seq ?? null,
    id: requireCompactId(item.id),
    kind: ITEM_CODES.toCode(item.kind),
    at: item.at,
    author: AUTHOR_CODES.toCode(item.author),
    exposed: item.exposed ? 1 : 0,
    rule: interned.addRule(item.rule),
    content_hash: item.contentHash,
    title: packTitle(item),
    terms: item.terms === '' ? null : item.terms,
    text: item.text,
    ...places,
    ...columns,
  });
  for (const { file, changed } of files) {
    const sql = 'INSERT INTO item_files (file, item, changed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    db.run(sql, file, rowid, changed);
  }
  saveConcepts(engine, rowid, item.detail);
  return rowid;
}

const DROP_FILE = 'DELETE FROM files WHERE seq = ?1 AND NOT EXISTS (SELECT 1 FROM item_files WHERE file = ?1)';
const DROP_CONCEPT =
  'DELETE FROM concepts WHERE seq = ?1 AND NOT EXISTS (SELECT 1 FROM item_concepts WHERE concept = ?1)';

/** Removes an item's row, and the files and concepts that no item names any more. */
export function deleteItem(engine: Engine, { seq, item }: NumberedItem): void {
  const { db, interned } = engine;
  const project = item.project === undefined ? 0 : (interned.project(item.project) ?? 0);
  const paths = new Set([...(item.detail.filesRead ?? []), ...(item.detail.filesChanged ?? [])]);
  for (const path of paths) {
    for (const file of findFiles(db, path, project)) {
      db.run('DELETE FROM item_files WHERE file = ? AND item = ?', file, seq);
      if (db.run(DROP_FILE, file).changes > 0) interned.clear();
    }
  }
  dropConcepts(engine, seq, item.detail);
  db.run('DELETE FROM links WHERE from_item = ?1 OR to_item = ?1', seq);
  db.run('DELETE FROM items WHERE seq = ?', seq);
}

/** Writes which concepts an item names. */
function saveConcepts({ db, interned }: Engine, item: number, { concepts = [] }: CommonDetail): void {
  for (const name of new Set(concepts)) {
    db.run('INSERT INTO item_concepts (concept, item) VALUES (?, ?)', interned.addConcept(name), item);
  }
}

/** Removes which concepts an item names, and the concepts that no item names any more. */
function dropConcepts({ db, interned }: Engine, item: number, { concepts = [] }: CommonDetail): void {
  for (const name of new Set(concepts)) {
    const concept = interned.concept(name);
    if (concept === undefined) continue;
    db.run('DELETE FROM item_concepts WHERE concept = ? AND item = ?', concept, item);
    if (db.run(DROP_CONCEPT, concept).changes > 0) interned.clear();
  }
}

/** Packs the title: a number of characters when it is the head of the text (see the table). */
function packTitle({ title, text }: Item): string | number {
  const isCut = title.endsWith('…') && !text.startsWith(title);
  const head = isCut ? title.slice(0, -1) : title;
  if (head === '' || !text.startsWith(head) || text.includes('\0')) return title;
  return isCut ? -[...head].length : [...head].length;
}

function unpackTitle(title: string | number, text: string): string {
  if (typeof title === 'string') return title;
  const length = Math.abs(title);
  const head = text.slice(0, length);
  const exact = /[\ud800-\udfff]/.test(head) ? [...text].slice(0, length).join('') : head;
  return title < 0 ? `${exact}…` : exact;
}

interface PackedDetail {
  columns: Record<'sort' | 'prompt' | 'subagent' | 'meaning' | 'category' | 'hidden' | 'detail', SqlValue>;
  files: { file: number; changed: 0 | 1 }[];
}

/**
 * Packs an item's detail: fields with a column of their own are left out of the column `detail`, paths become file
 * numbers.
 */
function packDetail(item: Item, { session, project }: ItemKeys, { interned }: Engine): PackedDetail {
  const { kind, detail } = item;
  const label = (text: string | undefined): number | null =>
    text === undefined || session === null ? null : interned.addLabel(session, text);
  const sort = sortOf(item);
  const read = detail.filesRead?.map((path) => interned.addFile(path, project));
  const changed = detail.filesChanged?.map((path) => interned.addFile(path, project));
  const { meaning, category, hidden: _, ...others } = detail;
  const fields: Record<string, unknown> = { ...others, filesRead: read, filesChanged: changed };
  if (sort !== undefined) fields[kind] = undefined;
  if (session !== null) fields.prompt = fields.subagent = undefined;
  const json = JSON.stringify(fields);
  const toFiles = (numbers: readonly number[] = [], change: 0 | 1) =>
    numbers.map((file) => ({ file, changed: change }));
  return {
    files: [...toFiles(read, 0), ...toFiles(changed, 1)],
    columns: {
      detail: json === '{}' ? null : json,
      sort: sort === undefined ? null : SORT_CODES.toCode(sort),
      prompt: label(detail.prompt),
      subagent: label(detail.subagent),
      meaning: meaning === undefined ? null : MEANING_CODES.toCode(meaning),
      category: category === undefined ? null : CATEGORY_CODES.toCode(category),
      hidden: (detail.hidden === true ? HIDDEN : 0) + (detail.retired === undefined ? 0 : RETIRED) || null,
    },
  };
}

/** A detail as stored: paths are file numbers. */
type StoredDetail = Omit<ItemDetail, 'filesRead' | 'filesChanged'> & { filesRead?: number[]; filesChanged?: number[] };

function unpackDetail(row: ItemRow, stored: StoredDetail, pathOf: (file: number) => string): ItemDetail {
  const { filesRead, filesChanged, ...rest } = stored;
  const detail: Record<string, unknown> = {};
  if (row.sort !== null) detail[ITEM_CODES.toWord(row.kind)] = SORT_CODES.toWord(row.sort);
  if (row.meaning !== null) detail.meaning = MEANING_CODES.toWord(row.meaning);
  if (row.category !== null) detail.category = CATEGORY_CODES.toWord(row.category);
  if (((row.hidden ?? 0) & HIDDEN) !== 0) detail.hidden = true;
  Object.assign(detail, rest);
  if (filesRead !== undefined) detail.filesRead = filesRead.map(pathOf);
  if (filesChanged !== undefined) detail.filesChanged = filesChanged.map(pathOf);
  if (row.prompt_text !== null) detail.prompt = row.prompt_text;
  if (row.subagent_text !== null) detail.subagent = row.subagent_text;
  return detail;
}

function toItem(row: ItemRow, detail: ItemDetail): Item {
  return asItem({
    id: toPublicId(row.id) as ItemId,
    kind: ITEM_CODES.toWord(row.kind),
    ...(row.event_id === null ? {} : { event: toPublicId(row.event_id) as EventId }),
    ...(row.session_id === null ? {} : { session: row.session_id }),
    ...(row.project_id === null ? {} : { project: row.project_id }),
    at: row.at,
    author: AUTHOR_CODES.toWord(row.author),
    exposed: row.exposed === 1,
    rule: row.rule_name,
    title: unpackTitle(row.title, row.text),
    text: row.text,
    terms: row.terms ?? '',
    detail,
    contentHash: row.content_hash,
  });
}
