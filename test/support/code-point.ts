import fc from 'fast-check';

/** How many numbers, and from which on, are halves of a character. */
const HALVES = { from: 0xd800, count: 0x800 };
const MOST = 0x10ffff - HALVES.count;

/**
 * Any character of Unicode, for `fc.string({ unit: CODE_POINT })`: the same as its own unit "binary", which makes a table
 * of all million of them in each process.
 */
export const CODE_POINT: fc.Arbitrary<string> = fc.integer({ min: 0, max: MOST }).map(
  (number) => String.fromCodePoint(number < HALVES.from ? number : number + HALVES.count),
  (character) => {
    const [point] = typeof character === 'string' && [...character].length === 1 ? [character.codePointAt(0)] : [];
    if (point === undefined || (point >= HALVES.from && point < HALVES.from + HALVES.count)) throw new TypeError();
    return point < HALVES.from ? point : point - HALVES.count;
  },
);
