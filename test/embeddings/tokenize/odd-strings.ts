/** A generator of numbers from 0 to below `below`, the same for the same seed on every machine (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Blocks of Unicode, first and last code point: scripts, signs, marks, what has no width, what is private, all planes. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0x61, 0x7a],
  [0x00, 0x1f],
  [0x7f, 0xff],
  [0x100, 0x24f],
  [0x250, 0x2ff],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x530, 0x5ff],
  [0x600, 0x77f],
  [0x900, 0xdff],
  [0xe00, 0xeff],
  [0x1000, 0x10ff],
  [0x1100, 0x13ff],
  [0x1400, 0x1fff],
  [0x2000, 0x206f],
  [0x2070, 0x22ff],
  [0x2300, 0x2bff],
  [0x2e00, 0x2fff],
  [0x3000, 0x30ff],
  [0x3100, 0x33ff],
  [0x3400, 0x4dff],
  [0x4e00, 0x9fff],
  [0xa000, 0xabff],
  [0xac00, 0xd7ff],
  [0xe000, 0xf8ff],
  [0xf900, 0xffff],
  [0x10000, 0x12fff],
  [0x13000, 0x1cfff],
  [0x1d000, 0x1efff],
  [0x1f000, 0x1faff],
  [0x20000, 0x2ffff],
  [0x30000, 0x10ffff],
];
const WORDS: readonly string[] = [
  'the',
  'Order',
  'OrderService',
  'user_id',
  'src/core/hash.ts',
  'café',
  'naïve',
  'ΟΔΥΣΣΕΥΣ',
  'ΣΑΣ',
  'İstanbul',
  'straße',
  'ﬁnal',
  '[SEP]',
  '[CLS]x',
  'a[MASK]b',
  '[sep]',
  '[UNK',
  '##ing',
  'don’t',
  '日本語',
  'ภาษาไทย',
  'हिन्दी',
  'العربية',
  '한국어',
  'Việt',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  '…',
  '==>',
  '1,234.56',
  'x'.repeat(99),
  'y'.repeat(100),
  'z'.repeat(101),
  '𝒳'.repeat(100),
  '𝒳'.repeat(101),
  'e\u0301',
  'q\u0307\u0323',
  '\u00ad',
  '\u200b',
  '\ufeff',
  '\u0085',
  '\u000b',
  '\u3000',
];

/** `count` strings of words, characters of every script and what stands between, all well-formed, the same for a seed. */
export function oddStrings(count: number, seed: number): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => oddString(random));
}

function oddString(random: (below: number) => number): string {
  let out = '';
  for (let parts = random(16); parts >= 0; parts -= 1) {
    const way = random(4);
    if (way === 0) out += WORDS[random(WORDS.length)] ?? '';
    else for (let length = 1 + random(6); length > 0; length -= 1) out += oddCharacter(random);
    if (random(3) === 0) out += ' ';
  }
  return out;
}

function oddCharacter(random: (below: number) => number): string {
  const [first, last] = BLOCKS[random(BLOCKS.length)] ?? [0x61, 0x7a];
  const codePoint = first + random(last - first + 1);
  return codePoint >= 0xd800 && codePoint <= 0xdfff ? 'x' : String.fromCodePoint(codePoint);
}
