const CLASSES = 64;
const ASCII = 128;

/** Called for each word found: its index in the list, where it starts and ends. Gives where to go on: `end`, or further. */
export type AnchorVisit = (word: number, start: number, end: number) => number;

/** Finds many short words at once in one pass over a text. */
export interface AnchorScanner {
  /** Visits every occurrence in order of their ends; after a visit that gives more than `end` it goes on from there. */
  scan(text: string, visit: AnchorVisit): void;
}

/**
 * Builds a scanner for ASCII words, in any case (Aho and Corasick 1975, as a full transition table): each character of the
 * text costs one look-up, whatever the words and the text are. Building copies whole rows of the table: a hook does it
 * once for a single event, and would wait for it.
 */
export function createAnchorScanner(words: readonly string[]): AnchorScanner {
  const classOf = characterClasses(words);
  const trie = buildTrie(words, classOf);
  completeTable(trie);
  const { table, found } = trie;
  const lengths = words.map((word) => word.length);
  return { scan: (text, visit) => scan(text, { table, classOf, found, lengths }, visit) };
}

interface Tables {
  table: Int16Array;
  classOf: Uint8Array;
  found: readonly (readonly number[])[];
  lengths: readonly number[];
}

function scan(text: string, tables: Tables, visit: AnchorVisit): void {
  const { table, classOf } = tables;
  const length = text.length;
  let state = 0;
  for (let i = 0; i < length; i += 1) {
    state = table[(state << 6) | (classOf[text.charCodeAt(i)] as number)] as number;
    if (state >= 0) continue;
    state = -state;
    const next = visitAll(tables, state, i + 1, visit);
    if (next > i + 1) {
      i = next - 1;
      state = 0;
    }
  }
}

function visitAll(tables: Tables, state: number, end: number, visit: AnchorVisit): number {
  for (const word of tables.found[state] ?? []) {
    const next = visit(word, end - (tables.lengths[word] ?? 0), end);
    if (next > end) return next;
  }
  return end;
}

/** A class for each UTF-16 code unit: 0 for those in no word, letters of both cases alike. */
function characterClasses(words: readonly string[]): Uint8Array {
  const classOf = new Uint8Array(65_536);
  let classes = 0;
  for (const char of words.join('').toLowerCase()) {
    const code = char.charCodeAt(0);
    if (code >= ASCII) throw new RangeError(`anchors are ASCII, not ${JSON.stringify(char)}`);
    if (classOf[code] !== 0) continue;
    classes += 1;
    classOf[code] = classes;
    classOf[char.toUpperCase().charCodeAt(0)] = classes;
  }
  if (classes >= CLASSES) throw new RangeError(`anchors use ${classes} characters, at most ${CLASSES - 1} fit`);
  return classOf;
}

/** States by number, 0 the root. A cell of `table` is the next state, negative where words end. */
interface Trie {
  table: Int16Array;
  /** Words that end in a state. */
  found: number[][];
  /** Classes for which a state has a child of its own. */
  edges: number[][];
}

function buildTrie(words: readonly string[], classOf: Uint8Array): Trie {
  const most = words.reduce((sum, word) => sum + word.length, 1);
  const trie: Trie = { table: new Int16Array(most * CLASSES), found: [[]], edges: [[]] };
  words.forEach((word, index) => {
    let state = 0;
    for (let i = 0; i < word.length; i += 1) state = childOf(trie, state, classOf[word.charCodeAt(i)] ?? 0);
    trie.found[state]?.push(index);
  });
  return trie;
}

function childOf({ table, found, edges }: Trie, state: number, cls: number): number {
  const cell = state * CLASSES + cls;
  if (table[cell] === 0) {
    table[cell] = found.length;
    found.push([]);
    edges.push([]);
    edges[state]?.push(cls);
  }
  return table[cell] as number;
}

/** Breadth first: where a state has no child it goes on like its longest proper suffix, whose row is complete by then. */
function completeTable({ table, found, edges }: Trie): void {
  const suffix = new Int16Array(found.length);
  const queue = [0];
  for (let head = 0; head < queue.length; head += 1) {
    const state = queue[head] as number;
    const row = state * CLASSES;
    const below = (suffix[state] as number) * CLASSES;
    const children = (edges[state] ?? []).map((cls) => ({ cls, child: table[row + cls] as number }));
    if (state !== 0) table.copyWithin(row, below, below + CLASSES);
    for (const { cls, child } of children) {
      const fallback = state === 0 ? 0 : Math.abs(table[below + cls] as number);
      suffix[child] = fallback;
      found[child]?.push(...(found[fallback] ?? []));
      table[row + cls] = found[child]?.length === 0 ? child : -child;
      queue.push(child);
    }
  }
}
