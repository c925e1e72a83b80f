// code/parse: a text to its symbols. A tree query names the nodes, this folder makes symbols of them, with the place of
// signature and comment. Nothing here opens a source file or knows a project.

import type { Node, Query, QueryMatch } from 'web-tree-sitter';
import { SYMBOL_KINDS, type SymbolKind } from '../../core/model/symbol-kinds.ts';
import { redact } from '../../privacy/redact.ts';
import type { Language } from '../languages/language.ts';
import { docOf } from './doc-comment.ts';
import type { CodeSymbol, FileSymbols } from './symbol.ts';

/** Upper bounds on the symbols of one file, on what is remembered half-matched, and on the characters of a signature and a name. */
const SYMBOLS = 20_000;
const MATCHES = 50_000;
const NAME_CHARS = 120;
/** No secret is shorter. */
const SECRET_CHARS = 12;
/** Upper bound on the characters of a declaration that are looked at. */
export const SIGNATURE_MAX = 800;

const KINDS: ReadonlySet<string> = new Set(SYMBOL_KINDS);
const HOLDS_LOCALS: ReadonlySet<SymbolKind> = new Set(['function', 'method']);
const LOCAL: ReadonlySet<SymbolKind> = new Set(['constant', 'field', 'method', 'type', 'macro']);
const OF_CLASSES: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'struct', 'trait', 'enum']);

interface FoundNode {
  kind: SymbolKind;
  name: string;
  node: Node;
  outer: Node;
  body: Node | null;
}

/** The symbols of a parsed file. Variables within functions are left out. */
export function findSymbols(
  root: Node,
  query: Query,
  { language, text }: { language: Language; text: string },
): FileSymbols {
  const found = new Map<number, FoundNode>();
  for (const match of query.matches(root, { matchLimit: MATCHES })) {
    const one = foundIn(match, language);
    // Two patterns may take one node: the first in the query's order, which is the nearer one, holds.
    if (one !== undefined && !found.has(one.node.id)) found.set(one.node.id, one);
    if (found.size >= SYMBOLS) break;
  }
  const ordered = [...found.values()].sort(
    (one, other) => one.node.startIndex - other.node.startIndex || other.node.endIndex - one.node.endIndex,
  );
  return { symbols: nested(ordered, { language, text }), isBroken: root.hasError };
}

function foundIn({ captures }: QueryMatch, { wrappers = [] }: Language): FoundNode | undefined {
  const main = captures.find(({ name }) => KINDS.has(name));
  const named = captures.find(({ name }) => name === 'name');
  if (main === undefined || named === undefined) return undefined;
  const { node } = main;
  const name = safeName(named.node.text);
  if (name === '') return undefined;
  let outer = node;
  for (let up = node.parent; up !== null && wrappers.includes(up.type); up = up.parent) {
    // `a = 1, b = 2` is one declaration of two: the second keeps its own place.
    if (up.namedChildCount > 1 && up.namedChild(0)?.id !== outer.id && !isMark(up.namedChild(0))) break;
    outer = up;
  }
  const marked = captures.find((capture) => capture.name === 'body')?.node;
  return { kind: main.name as SymbolKind, name, node, outer, body: marked ?? bodyOf(node) };
}

/** A name in one line; one that is computed may hold a secret. */
function safeName(text: string): string {
  const name = text
    .replace(/\s+/g, ' ')
    .replace(/^["']|["']$/g, '')
    .slice(0, NAME_CHARS);
  return name.length < SECRET_CHARS ? name : redact(name).text;
}

/** Decorators and comments may come before what an `export` exports. */
function isMark(node: Node | null): boolean {
  return node !== null && /decorator|comment|template_parameter|attribute|modifier/.test(node.type);
}

/** What follows the signature: the body, or the body of the function that is the value. */
function bodyOf(node: Node): Node | null {
  const body = node.childForFieldName('body');
  if (body !== null) return body;
  const value = node.childForFieldName('value') ?? node.childForFieldName('right');
  return value === null ? null : (value.childForFieldName('body') ?? (isLong(value) ? value : null));
}

function isLong({ startPosition, endPosition }: Node): boolean {
  return endPosition.row > startPosition.row;
}

function nested(found: readonly FoundNode[], { language, text }: { language: Language; text: string }): CodeSymbol[] {
  const symbols: CodeSymbol[] = [];
  const open: { end: number; at: number }[] = [];
  for (const one of found) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= one.node.startIndex) open.pop();
    const parent = open.at(-1)?.at;
    const holder = parent === undefined ? undefined : symbols[parent];
    if (holder !== undefined && HOLDS_LOCALS.has(holder.kind) && LOCAL.has(one.kind)) continue;
    symbols.push(toSymbol(one, { language, text, holder, ...(parent === undefined ? {} : { parent }) }));
    open.push({ end: one.node.endIndex, at: symbols.length - 1 });
  }
  return symbols;
}

function toSymbol(
  { kind, name, node, outer, body }: FoundNode,
  {
    language,
    text,
    holder,
    parent,
  }: { language: Language; text: string; holder: CodeSymbol | undefined; parent?: number },
): CodeSymbol {
  const doc = docOf(outer, body, language);
  const takesFunctions = holder !== undefined && OF_CLASSES.has(holder.kind);
  const isFunction = node.childForFieldName('value')?.childForFieldName('parameters') != null || arrow(node);
  return {
    name,
    kind: kind === 'function' && takesFunctions ? 'method' : kind === 'constant' && isFunction ? 'function' : kind,
    line: outer.startPosition.row + 1,
    endLine: outer.endPosition.column === 0 ? outer.endPosition.row : outer.endPosition.row + 1,
    ...(doc === undefined ? {} : { docLine: doc }),
    ...(parent === undefined ? {} : { parent }),
    column: outer.startPosition.column,
    chars: charsOf(text, outer.startIndex, body?.startIndex ?? endWithoutBody(outer, text)),
  };
}

function arrow(node: Node): boolean {
  return node.childForFieldName('value')?.type === 'arrow_function';
}

/** Most declarations end with their line, but for what opens their body or ends them: 0 says so, and is kept in few bits. */
function charsOf(text: string, start: number, bodyStart: number): number {
  const end = start + text.slice(start, bodyStart).trimEnd().length;
  const lineEnd = text.indexOf('\n', start);
  const rest = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
  const isWholeLine = (lineEnd < 0 || end <= lineEnd) && /^[\s{(=:;,]*$/.test(rest.slice(0, SIGNATURE_MAX));
  return isWholeLine ? 0 : Math.min(end - start, SIGNATURE_MAX);
}

/** Where a declaration ends whose grammar names no body: before its first brace, if it goes on over lines. */
function endWithoutBody({ startIndex, endIndex, startPosition, endPosition }: Node, text: string): number {
  if (startPosition.row === endPosition.row) return endIndex;
  const brace = text.slice(startIndex, endIndex).indexOf('{');
  return brace <= 0 ? endIndex : startIndex + brace;
}
