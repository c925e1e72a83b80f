import { KEY_BYTES, sha256 } from '../../../core/hash.ts';
import { asObject, parseJson } from '../../../core/json.ts';
import { projectId, sessionId } from '../../../core/model/ids.ts';
import type { StoredRow } from '../../../platform/sqlite/read-cells.ts';
import type { Database, SqlValue } from '../../../platform/sqlite/sqlite.ts';
import { SAID_VALUES } from '../../common/merge-said.ts';
import { COPY_BYTES, HASH_BYTES, SUMMARY_BYTES } from '../../common/tombstone-hash.ts';
import { EVENT_CODES } from '../engine/codes.ts';
import { unpackText } from '../text/packed-text.ts';

/** The agent of a session of which only its id is left. */
export const UNKNOWN_AGENT = 'unknown';

/** A row by its columns. */
export type TableRow = Record<string, SqlValue>;

/** A table whose rows are saved: what no rebuild can make again. */
export interface SalvagedTable {
  name: string;
  columns: readonly Column[];
  /** The column that is the row's number; absent for a table that is an index by its key. */
  rowid?: string;
  /** Whether a row of the right types is one of this table and as it was written, as far as the row alone tells that. */
  isSound: (row: TableRow) => boolean;
}

interface Column {
  name: string;
  type: string;
  isOptional: boolean;
}

const TEXT = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '');
const isLengthOf =
  (column: string, bytes: number) =>
  (row: TableRow): boolean =>
    (row[column] as Uint8Array).length === bytes;
const isOneOf =
  (column: string, pattern: RegExp) =>
  (row: TableRow): boolean =>
    pattern.test(TEXT(row[column]));

const HOME = /^h_[a-z2-7]{16}$/;
const RECORD = /^[adh]_[a-z2-7]{16}$/;
/** The year 2000: a time in milliseconds that is earlier is none. */
const EARLIEST = 946_684_800_000;
const isTime = (value: SqlValue | undefined): boolean => typeof value === 'number' && value >= EARLIEST;
const isWithoutSecret = ({ key, value }: TableRow): boolean =>
  !/^(?:embed|llm)\.(?:model|url)$/.test(TEXT(key)) ||
  /^"(?:|none|minilm|\(not kept\)|.* #[0-9a-f]{16})"$/.test(TEXT(value));
const isHashAt = (row: TableRow): boolean =>
  [HASH_BYTES, COPY_BYTES, SUMMARY_BYTES].some((bytes) => isLengthOf('hash', bytes)(row)) && isTime(row.at);

/**
 * The tables in the order in which they are saved: tombstones with the keys of their hashes and what is kept private first, and what others name before them. A test
 * says for each that a row is one of it, since pages that nothing names any more are known by their rows alone.
 */
const CHECKS: readonly (readonly [string, SalvagedTable['isSound']])[] = [
  ['tombstones', isHashAt],
  ['session_tombstones', isHashAt],
  ['home_keys', isLengthOf('key', KEY_BYTES)],
  ['sync_private', isLengthOf('item', 11)],
  ['sync_erased', (row) => isLengthOf('target', 11)(row) && isOneOf('home', /^(?:\*|h_[a-z2-7]{16})$/)(row)],
  ['sync_shared', isShared],
  [
    'sync_records',
    ({ id, data }) => asObject(parseJson(TEXT(data))).id === id && isOneOf('id', RECORD)({ id: id ?? null }),
  ],
  ['sync_reached', (row) => isOneOf('record', RECORD)(row) && isOneOf('home', HOME)(row)],
  ['sync_homes', (row) => isOneOf('home', HOME)(row) && isTime(row.at)],
  ['sync_values', ({ name }) => SAID_VALUES.includes(TEXT(name))],
  ['projects', isProject],
  ['sessions', isSession],
  ['labels', () => true],
  ['packs', ({ data }) => textOf(data)?.split('\n').every(isPackLine) ?? false],
  ['bodies', isSoundBody],
  ['events', isEvent],
  ['event_bodies', ({ path }) => Array.isArray(parseJson(TEXT(path)))],
  ['tellings', isLengthOf('fingerprint', 16)],
  ['deliveries', (row) => isLengthOf('id', 16)(row) && isTime(row.at)],
  ['offsets', ({ head, state }) => /^[\w+/=-]*$/.test(TEXT(head)) && parseJson(TEXT(state)) !== undefined],
  ['tallies', (row) => isOneOf('name', /:/)(row) && isTime(row.last_at)],
  ['model_answers', ({ answer }) => parseJson(TEXT(answer)) !== undefined],
  ['model_answer_sources', isLengthOf('source', 11)],
  ['model_uses', isOneOf('day', /^\d{4}-\d\d-\d\d$/)],
  ['injections', isLengthOf('session', 11)],
  ['injection_items', isLengthOf('item', 11)],
  ['injection_uses', ({ at }) => isTime(at)],
  // A name or address of a model without its hash is of an earlier schema, and can hold a secret.
  ['guards', (row) => isOneOf('how', /^(?:seen|loosened|accepted)$/)(row) && isTime(row.at) && isWithoutSecret(row)],
];

/** The tables of what a person holds back or erased, and of what others heard: what only a backup has of them counts, too. */
export const GUARDS: readonly string[] = CHECKS.slice(
  0,
  CHECKS.findIndex(([name]) => name === 'projects'),
).map(([name]) => name);

/** The tables that are saved, with the columns that they have in a database of this version. */
export function salvagedTables(db: Database): SalvagedTable[] {
  return CHECKS.map(([name, isSound]) => {
    const found = db.all<{ name: string; type: string; notnull: number; pk: number }>(`PRAGMA table_info(${name})`);
    const columns = found.map((one) => ({
      name: one.name,
      type: one.type,
      isOptional: one.notnull === 0 && one.pk === 0,
    }));
    const { wr } = db.get<{ wr: number }>(`PRAGMA table_list(${name})`) ?? { wr: 0 };
    const rowid = wr === 0 ? found.find(({ pk }) => pk === 1)?.name : undefined;
    return { name, columns, isSound, ...(rowid === undefined ? {} : { rowid }) };
  });
}

/** The row of a table that a cell holds; `undefined` when it is none of that table, or not as it was written. */
export function toRow(table: SalvagedTable, { rowid, values }: StoredRow): TableRow | undefined {
  const { columns } = table;
  if ((rowid === undefined) !== (table.rowid === undefined) || values.length > columns.length) return undefined;
  const row: TableRow = {};
  for (const [i, { name }] of columns.entries()) {
    const isNumber = rowid !== undefined && name === table.rowid;
    // A row that is older than a column ends before it.
    row[name] = (isNumber && values[i] === null ? rowid : values[i]) ?? null;
  }
  return isSoundRow(table, row) ? row : undefined;
}

/** Whether the columns of a row have the types of its table, and what they say is sound. */
export function isSoundRow({ columns, isSound }: SalvagedTable, row: TableRow): boolean {
  return columns.every((column) => fits(row[column.name] ?? null, column)) && isSound(row);
}

/** Writes a row unless one with its key is there; false when there is. */
export function insert(db: Database, { name, columns }: SalvagedTable, row: TableRow): boolean {
  const known = columns.filter((column) => row[column.name] !== undefined);
  const marks = known.map(() => '?').join(', ');
  const sql = `INSERT OR IGNORE INTO ${name} (${known.map((column) => column.name).join(', ')}) VALUES (${marks})`;
  return db.run(sql, ...known.map((column) => row[column.name] ?? null)).changes > 0;
}

function fits(value: SqlValue, { type, isOptional }: Column): boolean {
  if (value === null) return isOptional;
  if (type === 'TEXT') return typeof value === 'string';
  if (type === 'BLOB') return value instanceof Uint8Array;
  return typeof value === 'number' && (type === 'REAL' || Number.isSafeInteger(value));
}

/** What was shared of an item: a hash, or none of what nobody has, and one of the states. */
function isShared({ item, hash, version, state }: TableRow): boolean {
  const bytes = (hash as Uint8Array).length;
  return (
    (item as Uint8Array).length === 11 &&
    (bytes === 0 || bytes === 16) &&
    isTime(version) &&
    (state as number) >= 0 &&
    (state as number) < 16
  );
}

function isEvent({ id, kind, at, data, pack }: TableRow): boolean {
  const isId = (id as Uint8Array).length === 11 && (id as Uint8Array)[0] === 'e'.charCodeAt(0);
  return (
    isId &&
    EVENT_CODES.words[kind as number] !== undefined &&
    (at as number) >= 0 &&
    (data === null) !== (pack === null)
  );
}

/** A project by its identity, or one of which a salvage has found the id alone. */
function isProject({ id, identity }: TableRow): boolean {
  return isOneOf('id', /^r_[a-z2-7]{16}$/)({ id: id ?? null }) && (identity === '' || projectId(TEXT(identity)) === id);
}

/** A session by its agent's own id, or one of which a salvage has found the id alone. */
function isSession({ id, agent, agent_session }: TableRow): boolean {
  const isOfId = agent === UNKNOWN_AGENT || sessionId(TEXT(agent), TEXT(agent_session)) === id;
  return isOneOf('id', /^s_[a-z2-7]{16}$/)({ id: id ?? null }) && isOfId;
}

function isSoundBody({ hash, data }: TableRow): boolean {
  const text = textOf(data);
  return text !== undefined && sha256(text).equals(hash as Uint8Array);
}

/** A line of a pack: an event's data, or empty once that was taken out. */
function isPackLine(line: string): boolean {
  return line === '' || (line.startsWith('{') && line.endsWith('}'));
}

function textOf(data: SqlValue | undefined): string | undefined {
  if (!(data instanceof Uint8Array) || data.length === 0) return undefined;
  try {
    return unpackText(data);
  } catch {
    return undefined;
  }
}
