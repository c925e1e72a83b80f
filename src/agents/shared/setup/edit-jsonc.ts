import { createScanner, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { CairnError } from '../../../core/errors.ts';
import { type JsonValue, parseJson } from '../../../core/json.ts';
import { commaAfter, indentAt, lineEndOf, skipSpaceBack, tailOf } from './jsonc-text.ts';

/** Keys and indexes that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** Where a value is inserted: at the path, or as one more element of the list at the path. */
export interface JsonTarget {
  path: JsonPath;
  /** Adds to the list at `path` instead of setting the value there. */
  append?: boolean;
}

/** Upper bound on the levels of a text: the parser calls itself for each. */
const LEVELS = 500;
const BYTE_ORDER_MARK = '\uFEFF';

/** The value at a path of a JSON text with comments; `undefined` when there is none. Throws `damaged`. */
export function readJsonc(text: string, path: JsonPath): JsonValue | undefined {
  const { root } = parseDocument(text);
  const node = nodeAt(root, path);
  return node === undefined ? undefined : parseJson(JSON.stringify(getNodeValue(node)));
}

/**
 * Inserts a value into a JSON text with comments, or into a new one. Every other byte stays: comments, order,
 * indentation, line ends. Missing containers are created. Throws `damaged` when a value of another type is in the way.
 */
export function insertJsonc(text: string | undefined, target: JsonTarget, value: JsonValue): string {
  const steps: JsonPath = target.append ? [...target.path, 0] : target.path;
  if (text === undefined || text.trim() === '') return `${JSON.stringify(nest(value, steps), null, 2)}\n`;
  const { root, body, mark } = parseDocument(text);
  let node = root;
  for (const [depth, step] of target.path.entries()) {
    const next = nodeAt(node, [step]);
    if (next === undefined) {
      if (node.type !== 'object') throw inTheWay(target.path.slice(0, depth));
      const rest = nest(value, steps.slice(depth + 1));
      return mark + addChild(body, node, { name: `${JSON.stringify(step)}: `, value: rest });
    }
    node = next;
  }
  if (!target.append) return mark + replaceNode(body, node, value);
  if (node.type !== 'array') throw inTheWay(target.path);
  return mark + addChild(body, node, { name: '', value });
}

/**
 * Removes the value at a path, and the containers around it that `insertJsonc` created and that are empty then; reverts
 * an insertion byte for byte. `undefined` when nothing is left of a text that `insertJsonc` created.
 */
export function removeJsonc(text: string, path: JsonPath): string | undefined {
  const { root, body, mark } = parseDocument(text);
  let node = nodeAt(root, path);
  if (node === undefined) return text;
  for (;;) {
    const child: Node = childOf(node);
    const container = child.parent;
    if (container === undefined) return undefined;
    if (!isOurs(body, container, child)) return mark + removeChild(body, container, child);
    if (container.parent === undefined) return undefined;
    node = container;
  }
}

function parseDocument(text: string): { root: Node; body: string; mark: string } {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const body = text.slice(mark.length);
  if (levelsOf(body) > LEVELS) {
    throw new CairnError('damaged', `the file has lists and objects in each other of more than ${LEVELS} levels`);
  }
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) throw new CairnError('damaged', 'the file is not valid JSON');
  return { root, body, mark };
}

/** How deep lists and objects of a text stand in each other. */
function levelsOf(body: string): number {
  const scanner = createScanner(body, true);
  let [depth, deepest] = [0, 0];
  for (let length = -1; scanner.getPosition() > length; ) {
    length = scanner.getPosition();
    scanner.scan();
    const sign = body[scanner.getTokenOffset()];
    if (scanner.getTokenLength() !== 1) continue;
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The value at a path; of a name that is there twice the last, as agents' parsers take it. */
function nodeAt(root: Node, path: JsonPath): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) node = typeof step === 'number' ? elementOf(node, step) : memberOf(node, step);
  return node;
}

function elementOf(node: Node | undefined, index: number): Node | undefined {
  return node?.type === 'array' ? node.children?.[index] : undefined;
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === name)?.children?.[1];
}

function inTheWay(path: JsonPath): CairnError {
  const where = path.length === 0 ? 'the file' : `"${path.join('.')}"`;
  return new CairnError('damaged', `${where} is not what it should be`);
}

/** Wraps a value in containers along the path: a list for a number, an object for a name. */
function nest(value: JsonValue, steps: JsonPath): JsonValue {
  return steps.reduceRight<JsonValue>((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value);
}

/** The child node of a container: the property around a member's value, or the element itself. */
function childOf(node: Node): Node {
  return node.parent?.type === 'property' ? node.parent : node;
}

/**
 * Marks the end of a container that was empty before an insertion: a blank line, which Cairn's own values never
 * contain.
 */
function emptyMark(body: string, container: Node): string {
  const lineEnd = lineEndOf(body);
  return lineEnd + lineEnd + indentAt(body, container.offset);
}

/** Adds a child after the last one; `name` is the text before its value. */
function addChild(body: string, container: Node, { name, value }: { name: string; value: JsonValue }): string {
  const last = container.children?.at(-1);
  const outer = indentAt(body, container.offset);
  const lineEnd = lineEndOf(body);
  if (last === undefined) {
    const at = container.offset + 1;
    const indent = outer + indentUnit(body);
    const entry = lineEnd + indent + name + format(value, body, indent);
    return body.slice(0, at) + entry + emptyMark(body, container) + body.slice(at);
  }
  const isOneLine = !body.slice(container.offset, container.offset + container.length).includes('\n');
  const indent = indentAt(body, last.offset) === outer ? outer + indentUnit(body) : indentAt(body, last.offset);
  const entry = isOneLine ? ` ${name}${JSON.stringify(value)}` : lineEnd + indent + name + format(value, body, indent);
  const end = last.offset + last.length;
  const tail = tailOf(body, end);
  const [before, after] = tail.comma === undefined ? [',', ''] : ['', ','];
  return body.slice(0, end) + before + body.slice(end, tail.end) + entry + after + body.slice(tail.end);
}

function replaceNode(body: string, node: Node, value: JsonValue): string {
  const text = format(value, body, indentAt(body, node.offset));
  return body.slice(0, node.offset) + text + body.slice(node.offset + node.length);
}

function removeChild(body: string, container: Node, child: Node): string {
  const children = container.children ?? [];
  const index = children.indexOf(child);
  const end = child.offset + child.length;
  const start = skipSpaceBack(body, child.offset);
  const previous = children[index - 1];
  let comma = commaAfter(body, end);
  if (comma === undefined && previous !== undefined) comma = commaAfter(body, previous.offset + previous.length);
  const mark = children.length === 1 ? emptyMark(body, container) : '';
  const rest = body.slice(end).startsWith(mark) ? end + mark.length : end;
  const cut = (from: number): string => {
    if (comma === undefined) return body.slice(0, from) + body.slice(rest);
    if (comma < from) return body.slice(0, comma) + body.slice(comma + 1, from) + body.slice(rest);
    return body.slice(0, from) + body.slice(rest, comma) + body.slice(comma + 1);
  };
  // After a line comment the line end must stay.
  const shorter = cut(start);
  return isValid(shorter) ? shorter : cut(child.offset);
}

function isValid(body: string): boolean {
  const errors: ParseError[] = [];
  parseTree(body, errors, { allowTrailingComma: true });
  return errors.length === 0;
}

/** True for a container that `insertJsonc` created and that contains only this child. */
function isOurs(body: string, container: Node, child: Node): boolean {
  if (container.children?.length !== 1) return false;
  const before = body.slice(container.offset + 1, child.offset);
  const after = body.slice(child.offset + child.length, container.offset + container.length - 1);
  return before.trim() === '' && after.trim() === '' && !after.startsWith(emptyMark(body, container));
}

function indentUnit(body: string): string {
  return /\n([ \t]+)["[{]/.exec(body)?.[1] ?? '  ';
}

function format(value: JsonValue, body: string, indent: string): string {
  const lines = JSON.stringify(value, null, indentUnit(body)).split('\n');
  return lines.join(lineEndOf(body) + indent);
}
