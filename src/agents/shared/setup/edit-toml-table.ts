import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { CairnError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../core/json.ts';
import { appendBlock, assertMeans, parseToml, plain, splitMark, withoutTable } from './edit-toml.ts';
import { lineEndOf } from './jsonc-text.ts';
import { type TomlStatement, tomlStatements } from './toml-statements.ts';

/** Keys that lead to a table. */
export type TomlPath = readonly string[];

interface Header {
  path: TomlPath;
  /** Index of its header in the statements. */
  at: number;
}

/** The table at a path of a TOML text; `undefined` when there is none. Throws `damaged`. */
export function readTable(text: string, path: TomlPath): JsonObject | undefined {
  return tableIn(parseToml(splitMark(text).body), path);
}

/**
 * Sets the pairs of a table `[path]`, or appends the table to a TOML text or to a new one. Every other byte stays.
 * Throws `damaged`, also when the table is written inline within another one.
 */
export function putTable(text: string | undefined, path: TomlPath, table: JsonObject): string {
  const { mark, body } = splitMark(text ?? '');
  const before = parseToml(body);
  const present = tableIn(before, path);
  const header = headersOf(body).find((one) => isDeepStrictEqual(one.path, path));
  if (present !== undefined && header === undefined) throw notOnItsOwn(path);
  const name = `[${path.map(nameOf).join('.')}]`;
  const isNew = text === undefined;
  const result = header === undefined ? appendBlock(body, name, { table, isNew }) : setPairs(body, header, table);
  assertMeans(result, withTable(before, path, { ...present, ...table }));
  return mark + result;
}

/**
 * Removes the table `[path]` and its subtables; comments among their lines stay. Reverts `putTable` byte for byte;
 * `undefined` when nothing is left of a text that it created. Throws `damaged`.
 */
export function removeTable(text: string, path: TomlPath): string | undefined {
  const { mark, body } = splitMark(text);
  const before = parseToml(body);
  if (tableIn(before, path) === undefined) return text;
  const headers = headersOf(body).filter((one) => isDeepStrictEqual(one.path.slice(0, path.length), path));
  if (headers.length === 0) throw notOnItsOwn(path);
  const statements = tomlStatements(body);
  const result = headers.reduceRight((rest, { at }) => withoutTable(rest, statements, at), body);
  assertMeans(result, withTable(before, path, undefined), (document) => pruned(document, path));
  return result === '' && headers[0]?.at === 0 ? undefined : mark + result;
}

function tableIn(document: TomlTable, path: TomlPath): JsonObject | undefined {
  let value: JsonValue | undefined = parseJson(plain(document));
  for (const key of path) {
    if (!isJsonObject(value)) throw new CairnError('damaged', `"${key}" is in something that is not a table`);
    value = Object.hasOwn(value, key) ? value[key] : undefined;
    if (value === undefined) return undefined;
  }
  if (isJsonObject(value)) return value;
  throw new CairnError('damaged', `"${path.join('.')}" is not a table`);
}

/** The headers of a valid text. A header alone is a document of nested objects with one key each. */
function headersOf(body: string): Header[] {
  return tomlStatements(body).flatMap(({ kind, start, end }, at) =>
    kind === 'table' ? [{ at, path: pathOf(parse(body.slice(start, end))) }] : [],
  );
}

function pathOf(document: unknown): TomlPath {
  const path: string[] = [];
  let value = Array.isArray(document) ? (document[0] as unknown) : document;
  for (;;) {
    const [entry] = Object.entries(value as TomlTable);
    if (entry === undefined) return path;
    path.push(entry[0]);
    value = Array.isArray(entry[1]) ? entry[1][0] : entry[1];
  }
}

/** Replaces the pairs with the same keys, and adds the others after the last pair of the table. */
function setPairs(body: string, header: Header, table: JsonObject): string {
  const statements = tomlStatements(body);
  const next = statements.findIndex(({ kind }, index) => index > header.at && kind === 'table');
  const own = statements.slice(header.at, next < 0 ? undefined : next);
  const pairs = own.filter(({ kind }) => kind === 'pair');
  const last = pairs.at(-1) ?? own[0];
  const keyed = new Map(pairs.map((pair) => [Object.keys(parse(body.slice(pair.start, pair.end)))[0], pair]));
  const edits = Object.entries(table).map(([key, value]) =>
    editOf(body, { key, value }, { pair: keyed.get(key), last }),
  );
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), body);
}

function editOf(
  body: string,
  { key, value }: { key: string; value: JsonValue },
  { pair, last }: { pair: TomlStatement | undefined; last: TomlStatement | undefined },
): { start: number; end: number; text: string } {
  const line = stringify({ [key]: value }).trimEnd();
  if (pair === undefined) {
    const end = last?.end ?? body.length;
    const isOpen = !body.slice(0, end).endsWith('\n');
    return { start: end, end, text: isOpen ? lineEndOf(body) + line : line + lineEndOf(body) };
  }
  const written = body.slice(pair.start, pair.end);
  if (isDeepStrictEqual(parseJson(plain(parse(written))), { [key]: value })) return { ...pair, text: written };
  return { ...pair, text: line + (/\r?\n$/.exec(written)?.[0] ?? '') };
}

function withTable(document: TomlTable, path: TomlPath, table: JsonObject | undefined): Record<string, unknown> {
  const [key = '', ...rest] = path;
  const { [key]: present, ...others } = document;
  if (rest.length > 0) return { ...others, [key]: withTable((present ?? {}) as TomlTable, rest, table) };
  return table === undefined ? others : { ...others, [key]: table };
}

/** A document without the empty tables along a path: a header without pairs creates one, and nobody's edit means it. */
function pruned(document: Record<string, unknown>, path: TomlPath): Record<string, unknown> {
  const [key = '', ...rest] = path;
  const { [key]: present, ...others } = document;
  if (!isJsonObject(present)) return document;
  const left = pruned(present, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [key]: left };
}

function nameOf(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

function notOnItsOwn(path: TomlPath): CairnError {
  return new CairnError('damaged', `"${path.join('.')}" is not a table [${path.join('.')}] of its own`);
}
