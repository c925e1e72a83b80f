const CLASSES = 64;
const ASCII = 128;

/** Called for each word found: its index in the list, where it starts and ends. Gives where to go on: `end`, or further. */
export type AnchorVisit = (word: number, start: number, end: number) => number;

/** Finds many short words at once in one pass over a text. */
export interface AnchorScanner {
  /** Visits every occurrence in order of their ends; after a visit that gives more than `end` it goes on from there. */
  scan(text: string, visit: AnchorVisit): void;
}

interface Node {
  next: Map<number, Node>;
  words: number[];
  fail?: Node;
  id: number;
}

/**
 * Builds a scanner for ASCII words, in any case (Aho and Corasick 1975, as a full transition table): each character of the
 * text costs one look-up, whatever the words and the text are.
 */
export function createAnchorScanner(words: readonly string[]): AnchorScanner {
  const classOf = characterClasses(words);
  const nodes = buildTrie(words, classOf);
  linkFailures(nodes);
  const table = new Int16Array(nodes.length * CLASSES);
  for (const node of nodes) {
    for (let cls = 0; cls < CLASSES; cls += 1) {
      const target = step(node, cls);
      table[node.id * CLASSES + cls] = target.words.length > 0 ? -target.id : target.id;
    }
  }
  const found = nodes.map((node) => node.words);
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

function buildTrie(words: readonly string[], classOf: Uint8Array): Node[] {
  const root: Node = { next: new Map(), words: [], id: 0 };
  const nodes = [root];
  words.forEach((word, index) => {
    let node = root;
    for (let i = 0; i < word.length; i += 1) {
      const cls = classOf[word.toLowerCase().charCodeAt(i)] ?? 0;
      let child = node.next.get(cls);
      if (child === undefined) {
        child = { next: new Map(), words: [], id: nodes.length };
        nodes.push(child);
        node.next.set(cls, child);
      }
      node = child;
    }
    node.words.push(index);
  });
  return nodes;
}

/** Breadth first: each node learns its longest proper suffix in the trie, and the words that end there too. */
function linkFailures(nodes: readonly Node[]): void {
  const queue: Node[] = nodes.slice(0, 1);
  for (let head = 0; head < queue.length; head += 1) {
    const node = queue[head] as Node;
    for (const [cls, child] of node.next) {
      const fail = node.fail === undefined ? node : step(node.fail, cls);
      child.fail = fail;
      child.words = [...child.words, ...fail.words];
      queue.push(child);
    }
  }
}

function step(node: Node, cls: number): Node {
  let at: Node = node;
  for (;;) {
    const next = at.next.get(cls);
    if (next !== undefined) return next;
    if (at.fail === undefined) return at;
    at = at.fail;
  }
}
