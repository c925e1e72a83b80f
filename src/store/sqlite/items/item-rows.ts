import type { EventId, ItemId, ProjectId, SessionId } from '../../../core/model/ids.ts';
import type { Item, ItemDetail } from '../../../core/model/item.ts';
import { asItem } from '../../../core/model/item.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { AUTHOR_CODES, CATEGORY_CODES, ITEM_CODES, MEANING_CODES, SORT_CODES } from '../engine/codes.ts';
import { requireCompactId, toPublicId } from '../engine/compact-id.ts';
import type { Interned } from '../engine/interned.ts';
import { dropConcepts, saveConcepts } from './item-concepts.ts';
import { findFiles } from './item-files.ts';
import type { ItemKeys } from './item-keys.ts';
import { sortOf } from './item-keys.ts';

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

/** The column `hidden` is a bit set: 1 hidden, 2 retired; NULL for neither. */
const HIDDEN = {
  of: ({ hidden, retired }: ItemDetail): number | null =>
    (hidden === true ? 1 : 0) + (retired === undefined ? 0 : 2) || null,
  isHidden: (column: number | null): boolean => ((column ?? 0) & 1) === 1,
} as const;

/** Reads items by one of `ITEM_READS`. */
export function readItems(
  { db, interned }: { db: Database; interned: Interned },
  sql: string,
  ...values: SqlValue[]
): NumberedItem[] {
  const rows = db.all<ItemRow>(sql, ...values);
  const details = rows.map(storedDetail);
  const files: number[] = [];
  for (const { filesRead, filesChanged } of details) {
    if (filesRead !== undefined) files.push(...filesRead);
    if (filesChanged !== undefined) files.push(...filesChanged);
  }
  const pathOf = interned.paths(files);
  return rows.map((row, i) => ({ seq: row.seq, item: toItem(row, unpackDetail(row, details[i] ?? {}, pathOf)) }));
}

/**
 * Inserts an item's row and the files and concepts it names, under `seq` or else a new row number; returns that number.
 */
export function insertItem(
  parts: { db: Database; interned: Interned },
  { item, seq, places }: { item: Item; seq?: number; places: ItemKeys },
): number {
  const { db, interned } = parts;
  const { fields, files, columns } = packDetail(item, places, interned);
  const { rowid } = db.run(
    `INSERT INTO items (seq, id, kind, sort, project, session, at, author, exposed, rule, event, prompt, subagent,
      content_hash, title, terms, detail, text, meaning, category, hidden)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    seq ?? null,
    requireCompactId(item.id),
    ITEM_CODES.toCode(item.kind),
    columns.sort,
    places.project ?? null,
    places.session ?? null,
    item.at,
    AUTHOR_CODES.toCode(item.author),
    item.exposed ? 1 : 0,
    interned.addRule(item.rule),
    places.event ?? null,
    columns.prompt,
    columns.subagent,
    item.contentHash,
    packTitle(item),
    item.terms === '' ? null : item.terms,
    fields,
    item.text,
    columns.meaning,
    columns.category,
    columns.hidden,
  );
  for (const { file, changed } of files) {
    db.run(
      'INSERT INTO item_files (file, item, changed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      file,
      rowid,
      changed,
    );
  }
  saveConcepts(parts, rowid, item.detail);
  return rowid;
}

/** Removes an item's row, and the files and concepts that no item names any more. */
export function deleteItem(parts: { db: Database; interned: Interned }, { seq, item }: NumberedItem): void {
  const { db, interned } = parts;
  const project = item.project === undefined ? 0 : (interned.project(item.project) ?? 0);
  const paths = new Set([...(item.detail.filesRead ?? []), ...(item.detail.filesChanged ?? [])]);
  for (const path of paths) {
    for (const file of findFiles(db, path, project)) {
      db.run('DELETE FROM item_files WHERE file = ? AND item = ?', file, seq);
      const { changes } = db.run(
        'DELETE FROM files WHERE seq = ?1 AND NOT EXISTS (SELECT 1 FROM item_files WHERE file = ?1)',
        file,
      );
      if (changes > 0) interned.clear();
    }
  }
  dropConcepts(parts, seq, item.detail);
  db.run('DELETE FROM links WHERE from_item = ?1 OR to_item = ?1', seq);
  db.run('DELETE FROM items WHERE seq = ?', seq);
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
  fields: string | null;
  files: { file: number; changed: 0 | 1 }[];
  columns: Record<'sort' | 'prompt' | 'subagent' | 'meaning' | 'category' | 'hidden', number | null>;
}

/** Packs an item's detail: fields with a column of their own are left out, paths become file numbers. */
function packDetail(item: Item, { session, project }: ItemKeys, interned: Interned): PackedDetail {
  const { kind, detail } = item;
  const label = (text: string | undefined): number | null =>
    text === undefined || session === undefined ? null : interned.addLabel(session, text);
  const sort = sortOf(item);
  const read = detail.filesRead?.map((path) => interned.addFile(path, project));
  const changed = detail.filesChanged?.map((path) => interned.addFile(path, project));
  const { meaning, category, hidden, ...others } = detail;
  const fields: Record<string, unknown> = { ...others, filesRead: read, filesChanged: changed };
  if (sort !== undefined) fields[kind] = undefined;
  if (session !== undefined) fields.prompt = fields.subagent = undefined;
  const json = JSON.stringify(fields);
  return {
    fields: json === '{}' ? null : json,
    files: [...toFiles(read, 0), ...toFiles(changed, 1)],
    columns: {
      sort: sort === undefined ? null : SORT_CODES.toCode(sort),
      prompt: label(detail.prompt),
      subagent: label(detail.subagent),
      meaning: meaning === undefined ? null : MEANING_CODES.toCode(meaning),
      category: category === undefined ? null : CATEGORY_CODES.toCode(category),
      hidden: HIDDEN.of(detail),
    },
  };
}

function toFiles(numbers: readonly number[] | undefined, changed: 0 | 1): PackedDetail['files'] {
  return (numbers ?? []).map((file) => ({ file, changed }));
}

/** A detail as stored: paths are file numbers. */
type StoredDetail = Omit<ItemDetail, 'filesRead' | 'filesChanged'> & { filesRead?: number[]; filesChanged?: number[] };

function storedDetail({ detail }: ItemRow): StoredDetail {
  return detail === null ? {} : (JSON.parse(detail) as StoredDetail);
}

function unpackDetail(row: ItemRow, stored: StoredDetail, pathOf: (file: number) => string): ItemDetail {
  const { filesRead, filesChanged, ...rest } = stored;
  const detail: Record<string, unknown> = {};
  if (row.sort !== null) detail[ITEM_CODES.toWord(row.kind)] = SORT_CODES.toWord(row.sort);
  if (row.meaning !== null) detail.meaning = MEANING_CODES.toWord(row.meaning);
  if (row.category !== null) detail.category = CATEGORY_CODES.toWord(row.category);
  if (HIDDEN.isHidden(row.hidden)) detail.hidden = true;
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
