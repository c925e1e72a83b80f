import type { DatabasePages } from './page-file.ts';
import type { SqlValue } from './sqlite.ts';

/** A row as it stands in a page: in a table with a rowid that number and its columns, else the columns of the key first. */
export interface StoredRow {
  /** The page of its cell, then those on which its content goes on. */
  pages: number[];
  rowid?: number;
  values: SqlValue[];
}

/** What the cells of a page are. `unread`: how many could not be read. */
export interface PageRows {
  rows: StoredRow[];
  unread: number;
}

/** The kinds of pages that hold rows: leaves of tables, and all pages of indexes, which tables without rowid are. */
const TABLE_LEAF = 13;
const INDEX_LEAF = 10;
const INDEX_INTERIOR = 2;
const TABLE_INTERIOR = 5;
/** Bytes of the file's own header before that of the first page. */
const FILE_HEADER = 100;
/** Upper bound on bytes of one row. */
const ROW_BYTES = 256 * 1024 * 1024;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The rows in a page, by the cells that it lists: each cell alone, so that a damaged one costs no other. `undefined` for a
 * page that holds no rows. By https://sqlite.org/fileformat2.html, sections 1.6 and 2.1.
 */
export function readRows(pages: DatabasePages, number: number): PageRows | undefined {
  const page = pages.page(number);
  if (page === undefined) return undefined;
  const start = number === 1 ? FILE_HEADER : 0;
  const kind = page[start];
  if (kind !== TABLE_LEAF && kind !== INDEX_LEAF && kind !== INDEX_INTERIOR) return undefined;
  const first = start + (kind === INDEX_INTERIOR ? 12 : 8);
  const most = (pages.pageSize - first) >> 1;
  const count = Math.min(page.readUInt16BE(start + 3), most);
  const found: PageRows = { rows: [], unread: 0 };
  for (let cell = 0; cell < count; cell += 1) {
    const at = page.readUInt16BE(first + 2 * cell);
    const row = at < first + 2 * count || at >= pages.pageSize ? undefined : readCell(pages, { page, kind, at });
    if (row === undefined) found.unread += 1;
    else found.rows.push({ ...row, pages: [number, ...row.pages] });
  }
  return found;
}

/** True for a page of a table's tree that holds no rows, only the way to them. */
export function isInner(pages: DatabasePages, number: number): boolean {
  return pages.page(number)?.[number === 1 ? FILE_HEADER : 0] === TABLE_INTERIOR;
}

interface Cell {
  page: Buffer;
  kind: number;
  at: number;
}

function readCell(pages: DatabasePages, { page, kind, at }: Cell): StoredRow | undefined {
  const cursor = { bytes: page, at: kind === INDEX_INTERIOR ? at + 4 : at };
  const size = readVarint(cursor);
  const rowid = kind === TABLE_LEAF ? readVarint(cursor) : undefined;
  if (size === undefined || size > ROW_BYTES || (kind === TABLE_LEAF && rowid === undefined)) return undefined;
  const payload = readPayload(pages, { page, at: cursor.at, size, isTable: kind === TABLE_LEAF });
  const values = payload === undefined ? undefined : readRecord(payload.bytes);
  if (payload === undefined || values === undefined) return undefined;
  return { pages: payload.overflow, values, ...(rowid === undefined ? {} : { rowid }) };
}

/** The content of a cell: its beginning in the page, the rest on a chain of overflow pages. */
function readPayload(
  pages: DatabasePages,
  { page, at, size, isTable }: { page: Buffer; at: number; size: number; isTable: boolean },
): { bytes: Buffer; overflow: number[] } | undefined {
  const usable = pages.pageSize;
  const here = bytesInPage(size, { usable, isTable });
  if (at + here + (here < size ? 4 : 0) > usable) return undefined;
  const overflow: number[] = [];
  if (here === size) return { bytes: page.subarray(at, at + size), overflow };
  const parts = [page.subarray(at, at + here)];
  let left = size - here;
  for (let next = page.readUInt32BE(at + here); left > 0; ) {
    const more = next === 0 ? undefined : pages.page(next);
    if (more === undefined) return undefined;
    overflow.push(next);
    const taken = Math.min(left, usable - 4);
    parts.push(more.subarray(4, 4 + taken));
    left -= taken;
    next = more.readUInt32BE(0);
    // The chain of a whole row ends with it: one that goes on or stops early is of other rows.
    if (left > 0 !== (next !== 0)) return undefined;
  }
  return { bytes: Buffer.concat(parts, size), overflow };
}

function bytesInPage(size: number, { usable, isTable }: { usable: number; isTable: boolean }): number {
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((size - least) % (usable - 4));
  return fitting <= most ? fitting : least;
}

/** The values of a record; `undefined` where its lengths do not add up or a text is no UTF-8. */
function readRecord(payload: Buffer): SqlValue[] | undefined {
  const cursor = { bytes: payload, at: 0 };
  const headerBytes = readVarint(cursor);
  if (headerBytes === undefined || headerBytes > payload.length) return undefined;
  const types: number[] = [];
  while (cursor.at < headerBytes) {
    const type = readVarint(cursor);
    if (type === undefined) return undefined;
    types.push(type);
  }
  if (cursor.at !== headerBytes) return undefined;
  const values: SqlValue[] = [];
  let at = headerBytes;
  for (const type of types) {
    const end = at + sizeOf(type);
    const value = end > payload.length ? undefined : readValue(payload.subarray(at, end), type);
    if (value === undefined) return undefined;
    values.push(value);
    at = end;
  }
  return at === payload.length ? values : undefined;
}

const SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function sizeOf(type: number): number {
  return type >= 12 ? (type - 12 - (type % 2)) / 2 : (SIZES[type] ?? Number.POSITIVE_INFINITY);
}

function readValue(bytes: Buffer, type: number): SqlValue | undefined {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  if (type % 2 === 0) return Uint8Array.from(bytes);
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A number of one to nine bytes; `undefined` beyond the end, and above what JavaScript counts exactly. */
function readVarint(cursor: { bytes: Buffer; at: number }): number | undefined {
  let value = 0;
  for (let n = 0; n < 8; n += 1) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) return undefined;
    cursor.at += 1;
    value = value * 128 + (byte & 127);
    if (byte < 128) return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
  }
  return undefined;
}
