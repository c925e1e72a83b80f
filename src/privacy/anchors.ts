const CLASSES = 64;
const ASCII = 128;
/** Letters of other alphabets in words that are looked for, and the ASCII letters in their places that anchors have. */
const FOLDED = { from: 'парольключПАРОЛЬКЮЧłéşパスワード密码碼비밀번호', to: 'paroljkljqparoljkjqlqsqxzjkqjjqzxj' };
/**
 * Limits for the scan without tables: texts up to `chars` characters, for the first `times` scans. After that, building
 * the tables pays.
 */
const SHORT = { chars: 8_192, times: 40 };

/**
 * Called for each word found, with its index in the list, its start and its end. Returns the offset at which to
 * continue: `end` or further.
 */
export type AnchorVisit = (word: number, start: number, end: number) => number;

/** Finds many short words in one pass over a text. */
export interface AnchorScanner {
  /**
   * Visits every occurrence in order of its end; after a visit that returns more than `end`, the scan continues from
   * there.
   */
  scan(text: string, visit: AnchorVisit): void;
}

/**
 * Builds a scanner for distinct ASCII words in any case (Aho and Corasick 1975, as a full transition table): one
 * look-up per character of the text, however many words there are. The table is built on first need.
 */
export function createAnchorScanner(list: readonly string[]): AnchorScanner {
  const words = list.map((word) => word.toLowerCase());
  let tables: Tables | undefined;
  let shortTexts = 0;
  return {
    scan(text, visit) {
      shortTexts += 1;
      if (tables === undefined && text.length <= SHORT.chars && shortTexts <= SHORT.times) {
        scanShort(text, words, visit);
        return;
      }
      tables ??= buildTables(words, characterClasses(words));
      scan(text, tables, visit);
    },
  };
}

/**
 * The same for a short text, without tables: all occurrences in order of their ends; for equal ends the longest first.
 */
function scanShort(text: string, words: readonly string[], visit: AnchorVisit): void {
  const lower = text
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    .replace(/[^\0-\x7f]/g, (letter) => FOLDED.to.charAt(FOLDED.from.indexOf(letter)) || letter);
  const found: { word: number; start: number; end: number }[] = [];
  for (let word = 0; word < words.length; word += 1) {
    const anchor = words[word] as string;
    if (anchor.length > lower.length) continue;
    for (let start = lower.indexOf(anchor); start >= 0; start = lower.indexOf(anchor, start + 1)) {
      found.push({ word, start, end: start + anchor.length });
    }
  }
  found.sort((a, b) => a.end - b.end || a.start - b.start);
  let from = 0;
  for (const { word, start, end } of found) {
    if (start < from) continue;
    const goOn = visit(word, start, end);
    if (goOn > end) from = goOn;
  }
}

interface Tables {
  classOf: Uint8Array;
  /** The next state for a state and a character class, negative when a word ends there. State 0 is the start. */
  next: Int16Array;
  /** Number, from 1, of the word that ends in a state; 0 for none. */
  wordOf: Int16Array;
  /** The state of the longest shorter word that also ends in a state; 0 for none. */
  shorter: Int16Array;
  lengths: readonly number[];
}

function scan(text: string, tables: Tables, visit: AnchorVisit): void {
  const { next, classOf } = tables;
  const length = text.length;
  let state = 0;
  for (let i = 0; i < length; i += 1) {
    state = next[(state << 6) | (classOf[text.charCodeAt(i)] as number)] as number;
    if (state >= 0) continue;
    state = -state;
    const goOn = visitAll(tables, { state, end: i + 1 }, visit);
    if (goOn > i + 1) {
      i = goOn - 1;
      state = 0;
    }
  }
}

/** Visits the words that end in a state, the longest first. */
function visitAll(
  { wordOf, shorter, lengths }: Tables,
  { state, end }: { state: number; end: number },
  visit: AnchorVisit,
): number {
  for (let at = state; at !== 0; at = shorter[at] as number) {
    const word = (wordOf[at] as number) - 1;
    if (word < 0) continue;
    const goOn = visit(word, end - (lengths[word] as number), end);
    if (goOn > end) return goOn;
  }
  return end;
}

/** A class for each UTF-16 code unit: 0 for characters in no word; upper and lower case share a class. */
function characterClasses(words: readonly string[]): Uint8Array {
  const classOf = new Uint8Array(65_536);
  let classes = 0;
  for (const char of new Set(words.join('').toLowerCase())) {
    const code = char.charCodeAt(0);
    if (code >= ASCII) throw new RangeError(`anchors are ASCII, not ${JSON.stringify(char)}`);
    classes += 1;
    classOf[code] = classes;
    classOf[char.toUpperCase().charCodeAt(0)] = classes;
  }
  for (const [at, letter] of [...FOLDED.from].entries()) {
    classOf[letter.charCodeAt(0)] = classOf[FOLDED.to.charCodeAt(at)] as number;
  }
  if (classes >= CLASSES) throw new RangeError(`anchors use ${classes} characters, at most ${CLASSES - 1} fit`);
  return classOf;
}

/**
 * States are created in order of the length of their prefix. A row starts as a copy of the row of the state's longest
 * proper suffix, which is complete by then; the entry that a word's next character overwrites there is the new state's
 * suffix.
 */
function buildTables(words: readonly string[], classOf: Uint8Array): Tables {
  const lengths = words.map((word) => word.length);
  const most = lengths.reduce((sum, length) => sum + length, 1);
  const next = new Int16Array(most * CLASSES);
  const suffix = new Int16Array(most);
  const wordOf = new Int16Array(most);
  const shorter = new Int16Array(most);
  const stateOf = new Int16Array(words.length);
  const longest = Math.max(...lengths, 0);
  let states = 1;
  for (let length = 1, level = 0; length <= longest + 1; length += 1) {
    const below = level;
    level = states;
    for (let state = Math.max(below, 1); state < level; state += 1) {
      const from = (suffix[state] as number) * CLASSES;
      next.copyWithin(state * CLASSES, from, from + CLASSES);
    }
    for (let word = 0; word < words.length; word += 1) {
      if ((lengths[word] as number) < length) continue;
      const cell =
        (stateOf[word] as number) * CLASSES + (classOf[(words[word] as string).charCodeAt(length - 1)] as number);
      let state = Math.abs(next[cell] as number);
      if (state < level) {
        suffix[states] = state;
        shorter[states] = wordOf[state] === 0 ? (shorter[state] as number) : state;
        state = states;
        states += 1;
        next[cell] = shorter[state] === 0 ? state : -state;
      }
      stateOf[word] = state;
      if (lengths[word] === length) {
        if (wordOf[state] !== 0) throw new RangeError(`anchor ${words[word]} is there twice`);
        wordOf[state] = word + 1;
        next[cell] = -state;
      }
    }
  }
  return { classOf, next, wordOf, shorter, lengths };
}
