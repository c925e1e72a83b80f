import { CairnError } from '../../../core/errors.ts';

/** What a key had in the place of a block, noted behind the key while the block is there. */
const NOTE = '# before: ';
const EMPTY_VALUE = /^(?:\{\s*\}|\[\s*\]|null|~|)$/;
const STEP = 2;

/** Lines `from` to `to`, the last one excluded. */
interface Range {
  from: number;
  to: number;
}

/** A key of a block: its line, what stands behind the colon, and the lines below it. */
interface Key extends Range {
  at: number;
  indent: number;
  value: string;
  comment: string;
}

/**
 * The children of the block at a path of keys, each with its lines: items of a list (`- …`) or keys with their values.
 * Empty when there is no such block. Reads YAML in block form, as people and programs write settings; throws `damaged`
 * where a key of the path has its value in the same line.
 */
export function yamlChildren(text: string, path: readonly string[]): string[] {
  const lines = linesOf(text);
  const block = blockAt(lines, path);
  return block === undefined ? [] : childrenOf(lines, block).map(({ from, to }) => lines.slice(from, to).join('\n'));
}

/**
 * Appends a child of one line to the block at a path, which is made where there is none. Every other line stays. Throws
 * `damaged`.
 */
export function insertYaml(text: string | undefined, path: readonly string[], child: string): string {
  const lines = linesOf(text ?? '');
  let range: Range = { from: 0, to: lines.length };
  let indent = 0;
  for (const [depth, name] of path.entries()) {
    const key = keyIn(lines, range, name);
    if (key === undefined) {
      const missing = path.slice(depth).map((each, index) => `${' '.repeat(indent + STEP * index)}${each}:`);
      const last = `${' '.repeat(indent + STEP * missing.length)}${child}`;
      return joined(lines, { at: endOf(lines, range), put: [...missing, last] });
    }
    const below = bodyOf(lines, key);
    if (below === undefined) {
      const rest = path.slice(depth + 1).map((each, index) => `${' '.repeat(key.indent + STEP * (index + 1))}${each}:`);
      const [head = ''] = /^.*?:(?=\s|$)/.exec(lines[key.at] ?? '') ?? [];
      const noted = `${head} ${NOTE}${`${key.value} ${key.comment}`.trim()}`;
      const last = `${' '.repeat(key.indent + STEP * (rest.length + 1))}${child}`;
      return joined(lines, { at: key.at, put: [noted.trimEnd(), ...rest, last], drop: 1 });
    }
    range = below;
    indent = indentOf(lines[below.from]);
  }
  return joined(lines, { at: endOf(lines, range), put: [`${' '.repeat(indent)}${child}`] });
}

/**
 * Removes children of the block at a path, and the keys of the path that nothing is left below. Reverts `insertYaml` byte
 * for byte; `undefined` when nothing else is in the text.
 */
export function removeYaml(
  text: string,
  path: readonly string[],
  isGone: (child: string) => boolean,
): string | undefined {
  const lines = linesOf(text);
  const block = blockAt(lines, path);
  const gone = (block === undefined ? [] : childrenOf(lines, block)).filter(({ from, to }) =>
    isGone(lines.slice(from, to).join('\n')),
  );
  if (gone.length === 0) return text;
  for (const { from, to } of gone.toReversed()) lines.splice(from, to - from);
  for (let depth = path.length; depth > 0; depth -= 1) {
    const key = findKey(lines, path.slice(0, depth));
    if (key === undefined || bodyOf(lines, key) !== undefined) break;
    const before = key.comment.startsWith(NOTE.trim()) ? key.comment.slice(NOTE.trim().length).trim() : undefined;
    const line = lines[key.at] ?? '';
    const restored = `${line.slice(0, line.indexOf(NOTE.trim())).trimEnd()}${before ? ` ${before}` : ''}${line.endsWith('\r') ? '\r' : ''}`;
    lines.splice(key.at, 1, ...(before === undefined ? [] : [restored]));
    if (before !== undefined) break;
  }
  // The last line of a text without a line end at its end got one when something came after it.
  const rest = text.endsWith('\n') ? lines.join('\n') : lines.join('\n').replace(/\r$/, '');
  return rest === '' ? undefined : rest;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const first = lines.find((line) => !isBlank(line) && !/^(?:---|%)/.test(line));
  if (first !== undefined && !/^(?:[\w.-]+|"[^"]*"|'[^']*')\s*:(?:\s|$)/.test(first))
    throw new CairnError('damaged', 'it does not begin with a key of its own line');
  if (
    lines.some((line, index) => index > 0 && /^(?:---|\.\.\.)/.test(line) && !isBlank(lines.slice(0, index).join('')))
  )
    throw new CairnError('damaged', 'it is more than one document');
  return lines;
}

/** Puts lines at a place, in the stead of `drop` ones; the text keeps having, or not having, a line end at its end. */
function joined(
  lines: readonly string[],
  { at, put, drop = 0 }: { at: number; put: readonly string[]; drop?: number },
): string {
  const end = lines.some((line) => line.endsWith('\r')) ? '\r' : '';
  const isOnly = lines.length === 1 && lines[0] === '';
  const closed = put.map((line, index) => (at === lines.length && index === put.length - 1 ? line : `${line}${end}`));
  const kept = at === lines.length && drop === 0 && !isOnly ? withEnd(lines, end) : [...lines];
  kept.splice(isOnly ? 0 : at, drop, ...closed);
  return kept.join('\n');
}

function withEnd(lines: readonly string[], end: string): string[] {
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${end}`];
}

function isBlank(line: string | undefined): boolean {
  return /^\s*(?:#|$)/.test(line ?? '');
}

function indentOf(line: string | undefined): number {
  return (line ?? '').search(/\S/);
}

/** Where a new last line of a range goes: after its last line that says something. */
function endOf(lines: readonly string[], { from, to }: Range): number {
  let end = to;
  // A text's last line end is an empty line here.
  if (end === lines.length && lines.at(-1) === '') end -= 1;
  if (from === 0 && to === lines.length) return end;
  while (end > from && isBlank(lines[end - 1])) end -= 1;
  return end;
}

function findKey(lines: readonly string[], path: readonly string[]): Key | undefined {
  let range: Range = { from: 0, to: lines.length };
  let key: Key | undefined;
  for (const name of path) {
    key = keyIn(lines, range, name);
    if (key === undefined) return undefined;
    range = { from: key.from, to: key.to };
  }
  return key;
}

function blockAt(lines: readonly string[], path: readonly string[]): Range | undefined {
  const key = findKey(lines, path);
  return key === undefined ? undefined : bodyOf(lines, key);
}

/** The lines below a key; `undefined` when there are none. Throws for a value in the key's own line. */
function bodyOf(lines: readonly string[], { from, to, value, at }: Key): Range | undefined {
  if (!EMPTY_VALUE.test(value)) {
    const name = (lines[at] ?? '').trim().split(':', 1)[0];
    throw new CairnError('damaged', `what "${name}" has must stand in lines of its own`);
  }
  for (let start = from; start < to; start += 1) if (!isBlank(lines[start])) return { from: start, to };
  return undefined;
}

function keyIn(lines: readonly string[], range: Range, name: string): Key | undefined {
  const pattern = new RegExp(`^( *)(?:${name}|"${name}"|'${name}')\\s*:(?:\\s+(.*?))?\\s*$`);
  for (const { from, to } of childrenOf(lines, range)) {
    const match = pattern.exec(lines[from] ?? '');
    if (match === null) continue;
    const [, value = '', comment = ''] = /^(.*?)\s*(#.*)?$/.exec(match[2] ?? '') ?? [];
    return { at: from, from: from + 1, to, indent: match[1]?.length ?? 0, value, comment };
  }
  return undefined;
}

/** The entries of a block: from a line of its indent to the next one, without blank lines and comments at the end. */
function childrenOf(lines: readonly string[], { from, to }: Range): Range[] {
  let first = from;
  while (first < to && (isBlank(lines[first]) || /^(?:---|%)/.test(lines[first] ?? ''))) first += 1;
  if (first >= to) return [];
  const indent = indentOf(lines[first]);
  const isList = /^\s*-(?:\s|$)/.test(lines[first] ?? '');
  const starts: number[] = [];
  for (let at = first; at < to; at += 1) {
    const line = lines[at];
    // A list may stand at the indent of its key.
    const isItem = /^\s*-(?:\s|$)/.test(line ?? '');
    if (!isBlank(line) && indentOf(line) === indent && isItem === isList) starts.push(at);
  }
  return starts.map((start, index) => {
    let end = starts[index + 1] ?? to;
    while (end > start + 1 && isBlank(lines[end - 1])) end -= 1;
    return { from: start, to: end };
  });
}
