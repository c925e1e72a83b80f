import { parse, stringify, type TomlTable } from 'smol-toml';
import { CairnError } from '../../../core/errors.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts';
import { lineEndOf } from './jsonc-text.ts';
import { type TomlStatement, tomlStatements } from './toml-statements.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = /\r?\n$/;
const BLANK_LINE = /(?:^|\n)(\r?\n)$/;

/** The tables `[[name]]` of a TOML text, in order; empty when there is no such key. Throws `damaged`. */
export function readTables(text: string, name: string): JsonObject[] {
  return tablesOf(parseToml(splitMark(text).body), name);
}

/**
 * Appends tables `[[name]]` to a TOML text, or to a new one. Every other byte stays: a blank line goes before each
 * table, and a text without a final line end gets none. Throws `damaged`.
 */
export function appendTables(text: string | undefined, name: string, tables: readonly JsonObject[]): string {
  if (tables.length === 0) return text ?? '';
  const { mark, body } = splitMark(text ?? '');
  const before = text === undefined ? {} : parseToml(body);
  headersOf(body, name, before);
  let result = body;
  for (const table of tables) {
    const isNew = text === undefined && result === '';
    result = appendBlock(result, `[[${name}]]`, { table, isNew });
  }
  assertMeans(result, { ...before, [name]: [...tablesOf(before, name), ...tables] });
  return mark + result;
}

/**
 * Removes the tables `[[name]]` for which `isGone` returns true, called in order; comments among their lines stay.
 * Reverts `appendTables` byte for byte; `undefined` when nothing is left of a text that it created. Throws `damaged`.
 */
export function removeTables(text: string, name: string, isGone: (table: JsonObject) => boolean): string | undefined {
  const { mark, body } = splitMark(text);
  const before = parseToml(body);
  const tables = tablesOf(before, name);
  const gone = tables.map(isGone);
  if (!gone.includes(true)) return text;
  const statements = tomlStatements(body);
  const headers = headersOf(body, name, before);
  let result = body;
  for (const [index, at] of [...headers.entries()].reverse()) {
    if (gone[index] === true) result = withoutTable(result, statements, at);
  }
  const kept = tables.filter((_, index) => !gone[index]);
  const { [name]: _all, ...others } = before;
  assertMeans(result, kept.length === 0 ? others : { ...others, [name]: kept });
  const isMade = headers[0] === 0 && gone[0] === true;
  return result === '' && isMade ? undefined : mark + result;
}

/** Indexes of the statements that begin the tables. Throws `damaged` when the tables are an inline list instead. */
function headersOf(body: string, name: string, document: TomlTable): number[] {
  const header = new RegExp(`^\\s*\\[\\[\\s*(?:${name}|"${name}"|'${name}')\\s*\\]\\]`);
  const headers = tomlStatements(body).flatMap(({ kind, start, end }, index) =>
    kind === 'table' && header.test(body.slice(start, end)) ? [index] : [],
  );
  const isList = Object.hasOwn(document, name) && headers.length === 0;
  if (!isList && headers.length === tablesOf(document, name).length) return headers;
  throw new CairnError(
    'damaged',
    `"${name}" is one list; each of its entries has to be a table [[${name}]] of its own`,
  );
}

/** Appends a header with the pairs of a table to a text; a blank line goes before it, unless the text is new. */
export function appendBlock(
  body: string,
  header: string,
  { table, isNew }: { table: JsonObject; isNew: boolean },
): string {
  const lineEnd = lineEndOf(body);
  const lines = [header, ...stringify(table).trimEnd().split('\n')].join(lineEnd);
  const isOpen = body !== '' && !body.endsWith('\n');
  return body + (isNew ? '' : lineEnd) + lines + (isOpen ? '' : lineEnd);
}

/**
 * The text without the table whose header is the statement `at`. Comments and blank lines after its last pair belong to
 * what follows, and stay.
 */
export function withoutTable(text: string, statements: readonly TomlStatement[], at: number): string {
  const next = statements.findIndex(({ kind }, index) => index > at && kind === 'table');
  const own = statements.slice(at, next < 0 ? undefined : next);
  const last = own.findLastIndex(({ kind }) => kind === 'pair' || kind === 'table');
  const comments = own.slice(0, last).filter(({ kind }) => kind === 'comment');
  const end = own[last]?.end ?? text.length;
  const before = text.slice(0, own[0]?.start);
  const blank = BLANK_LINE.exec(before)?.[1];
  const isLast = end >= text.length && !text.endsWith('\n');
  const lineEnd = isLast ? LINE_END.exec(before)?.[0] : undefined;
  const kept = before.slice(0, before.length - (blank ?? lineEnd ?? '').length);
  return kept + comments.map((comment) => text.slice(comment.start, comment.end)).join('') + text.slice(end);
}

/** A text split into its byte order mark, if it has one, and the rest. */
export function splitMark(text: string): { mark: string; body: string } {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  return { mark, body: text.slice(mark.length) };
}

/** The value of a TOML text without a byte order mark. Throws `damaged`. */
export function parseToml(body: string): TomlTable {
  try {
    return parse(body, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    throw new CairnError('damaged', 'the file is not valid TOML', { cause: error });
  }
}

function tablesOf(document: TomlTable, name: string): JsonObject[] {
  const value = Object.hasOwn(document, name) ? parseJson(plain(document[name])) : [];
  if (Array.isArray(value) && value.every(isJsonObject)) return value;
  throw new CairnError('damaged', `"${name}" is not what it should be`);
}

/**
 * Checks that an edited text has the intended value, however the editor understood it; compares only what `relevant`
 * leaves of both. Throws `damaged`.
 */
export function assertMeans(
  body: string,
  expected: Record<string, unknown>,
  relevant: (document: Record<string, unknown>) => Record<string, unknown> = (document) => document,
): void {
  const meaning = (document: Record<string, unknown>): string =>
    canonicalJson(parseJson(plain(relevant(document))) ?? null);
  try {
    if (meaning(parse(body, { integersAsBigInt: 'asNeeded' })) === meaning(expected)) return;
  } catch (error) {
    throw new CairnError('damaged', 'it could not be edited so that it stays valid', { cause: error });
  }
  throw new CairnError('damaged', 'it could not be edited without changing more');
}

/** A value as comparable JSON text, including values that are not JSON: dates and large integers. */
export function plain(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_, entry: unknown) => (typeof entry === 'bigint' ? `${entry}` : entry) as JsonValue,
  );
  return text ?? 'null';
}
