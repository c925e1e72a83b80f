const ASCII = /^[\t\n -~]*$/;
/** UTF-8 bytes of a group of characters up to which the table is asked for it as a whole. */
const GROUP_BYTES = 5;
let graphemes: Intl.Segmenter | undefined;

/** True for a table that `createCharacterMap` can read. */
export function isCharacterTable(table: string): boolean {
  const bytes = Buffer.from(table, 'base64');
  const trieBytes = bytes.length < 4 ? 0 : bytes.readUInt32LE(0);
  return trieBytes > 0 && trieBytes % 4 === 0 && 4 + trieBytes <= bytes.length;
}

/**
 * Replaces characters by a table that SentencePiece compiled: in base 64 the length of a double-array trie in bytes (u32),
 * the trie (u32 units of darts-clone), and the replacements, each ended by NUL. As the original: of a group of characters
 * that are shown as one it takes the shortest part that the table begins with, and what that leaves is lost.
 */
export function createCharacterMap(table: string): (text: string) => string {
  const bytes = Buffer.from(table, 'base64');
  const trieBytes = bytes.readUInt32LE(0);
  const trie = Uint32Array.from({ length: trieBytes / 4 }, (_, i) => bytes.readUInt32LE(4 + 4 * i));
  const replacements = bytes.subarray(4 + trieBytes);
  const find = (text: string): string | undefined => {
    const at = firstMatch(trie, Buffer.from(text, 'utf8'));
    if (at === undefined) return undefined;
    const end = replacements.indexOf(0, at);
    return replacements.toString('utf8', at, end < 0 ? undefined : end);
  };
  const ascii = Array.from({ length: 128 }, (_, code) => find(String.fromCharCode(code)));
  const replaceOne = (character: string): string => {
    const code = character.codePointAt(0) ?? 0;
    return (code < 128 ? ascii[code] : find(character)) ?? character;
  };
  const replaceGroup = (group: string): string => {
    if (group.length === 1) return replaceOne(group);
    const whole = Buffer.byteLength(group, 'utf8') <= GROUP_BYTES ? find(group) : undefined;
    return whole ?? [...group].map(replaceOne).join('');
  };
  return (text) => {
    if (ASCII.test(text)) return text.replace(/./gs, replaceOne);
    // Made when it is needed: it takes 10 ms, and most programs that load this module embed nothing.
    graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    return Array.from(graphemes.segment(text), ({ segment }) => replaceGroup(segment)).join('');
  };
}

/** Where the replacement of the shortest key begins that the bytes begin with. */
function firstMatch(trie: Uint32Array, bytes: Uint8Array): number | undefined {
  let at = offsetOf(trie[0] ?? 0);
  for (const byte of bytes) {
    if (byte === 0) return undefined;
    at ^= byte;
    const unit = trie[at] ?? 0;
    if ((unit & 0x800000ff) >>> 0 !== byte) return undefined;
    at ^= offsetOf(unit);
    if (((unit >>> 8) & 1) === 1) return (trie[at] ?? 0) & 0x7fffffff;
  }
  return undefined;
}

function offsetOf(unit: number): number {
  return ((unit >>> 10) << ((unit & 0x200) >>> 6)) >>> 0;
}
