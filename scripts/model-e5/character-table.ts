/** A byte of a key, or the end of one: the bytes that may follow, and where the replacement begins. */
interface Branch {
  next: Map<number, Branch>;
  value?: number;
}

const HAS_VALUE = 1 << 8;
const OFFSET_MAX = 1 << 21;

/**
 * Compiles a map of characters to what replaces them into the table of SentencePiece that `createCharacterMap` reads: the
 * length of a double-array trie in bytes, its units, and the replacements, each ended by NUL; in base 64.
 */
export function compileCharacters(characters: ReadonlyMap<number, string>): string {
  const root: Branch = { next: new Map() };
  const replacements: Buffer[] = [];
  let size = 0;
  for (const [code, replacement] of [...characters].sort(([one], [other]) => one - other)) {
    if (code === 0) continue;
    let branch = root;
    for (const byte of Buffer.from(String.fromCodePoint(code), 'utf8')) {
      const next: Branch = branch.next.get(byte) ?? { next: new Map() };
      branch.next.set(byte, next);
      branch = next;
    }
    branch.value = size;
    const bytes = Buffer.from(`${replacement}\0`, 'utf8');
    replacements.push(bytes);
    size += bytes.length;
  }
  const units = toUnits(root);
  const trie = Buffer.alloc(4 + 4 * units.length);
  trie.writeUInt32LE(4 * units.length);
  for (const [at, unit] of units.entries()) trie.writeUInt32LE(unit, 4 + 4 * at);
  return Buffer.concat([trie, ...replacements]).toString('base64');
}

/** The units of a trie: below a base, the unit of a byte stands at the base XOR the byte, that of a value at the base. */
function toUnits(root: Branch): number[] {
  const units: number[] = [0];
  const taken = new Set([0]);
  const bases = new Set<number>();
  const queue: { branch: Branch; at: number }[] = [{ branch: root, at: 0 }];
  let from = 1;
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    const { branch, at } = one;
    const labels = [...branch.next.keys(), ...(branch.value === undefined ? [] : [0])];
    const isFree = (base: number): boolean => !bases.has(base) && labels.every((label) => !taken.has(base ^ label));
    while (taken.has(from)) from += 1;
    let base = from;
    while (!isFree(base)) base += 1;
    bases.add(base);
    const offset = at ^ base;
    if (offset >= OFFSET_MAX) throw new Error('the table of characters is too large');
    units[at] = ((units[at] ?? 0) | (offset << 10) | (branch.value === undefined ? 0 : HAS_VALUE)) >>> 0;
    for (const label of labels) taken.add(base ^ label);
    if (branch.value !== undefined) units[base] = (0x80000000 | branch.value) >>> 0;
    for (const [byte, next] of branch.next) {
      units[base ^ byte] = byte;
      queue.push({ branch: next, at: base ^ byte });
    }
  }
  return Array.from(units, (unit) => unit ?? 0);
}
