import { CairnError } from '../../../core/errors.ts';

const PUBLIC_ID = /^[a-z]_[a-z2-7]{16}$/;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz234567'];
const VALUES = new Uint8Array(128);
for (const [value, letter] of LETTERS.entries()) VALUES[letter.charCodeAt(0)] = value;
/** The two base32 characters for each ten-bit number. */
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** A public id as 11 bytes: its letter, then the 80 bits of its 16 base32 characters. `undefined` for any other text. */
export function toCompactId(id: string): Uint8Array | undefined {
  if (!PUBLIC_ID.test(id)) return undefined;
  const bytes = new Uint8Array(11);
  bytes[0] = id.charCodeAt(0);
  for (let half = 0; half < 2; half += 1) {
    const high = bitsOf(id, 2 + half * 8);
    const low = bitsOf(id, 6 + half * 8);
    const at = 1 + half * 5;
    bytes[at] = high >> 12;
    bytes[at + 1] = high >> 4;
    bytes[at + 2] = (high << 4) | (low >> 16);
    bytes[at + 3] = low >> 8;
    bytes[at + 4] = low;
  }
  return bytes;
}

/** As `toCompactId`, but throws `invalid_input` for a text that is no public id. */
export function requireCompactId(id: string): Uint8Array {
  const bytes = toCompactId(id);
  if (bytes === undefined) throw notAnId(id);
  return bytes;
}

/** Those of the texts that are public ids. */
export function knownIds<Id extends string>(ids: readonly Id[]): Id[] {
  return ids.filter((id) => PUBLIC_ID.test(id));
}

function notAnId(id: string): CairnError {
  return new CairnError('invalid_input', `"${id}" is not an id of Cairn.`);
}

/** As `toCompactId`, for many ids, as the JSON list of hexadecimal digits that `unhex` takes. */
export function toHexList(ids: Iterable<string>): string {
  return `["${Array.from(ids, toHex).join('","')}"]`;
}

/** Converts the base32 part of an id to hexadecimal digits, four characters to five digits. */
function toHex(id: string): string {
  if (!PUBLIC_ID.test(id)) throw notAnId(id);
  let digits = id.charCodeAt(0).toString(16);
  for (let at = 2; at < 18; at += 4) digits += (bitsOf(id, at) | 0x10_0000).toString(16).slice(1);
  return digits;
}

/** The public id of 11 bytes. */
export function toPublicId(bytes: Uint8Array): string {
  return `${String.fromCharCode(bytes[0] ?? 0)}_${lettersOf(bytes, 1)}${lettersOf(bytes, 6)}`;
}

/** The eight base32 characters of the five bytes at an offset. */
function lettersOf(bytes: Uint8Array, at: number): string {
  const high = ((bytes[at] ?? 0) << 12) | ((bytes[at + 1] ?? 0) << 4) | ((bytes[at + 2] ?? 0) >> 4);
  const low = (((bytes[at + 2] ?? 0) & 15) << 16) | ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
  return (PAIRS[high >> 10] ?? '') + (PAIRS[high & 1023] ?? '') + (PAIRS[low >> 10] ?? '') + (PAIRS[low & 1023] ?? '');
}

/**
 * SQL that converts a column of 11 bytes to the public id, as `toPublicId` does, for views that any program can read.
 */
export function publicIdSql(column: string): string {
  const half = (start: number): string => {
    const bits = `json_extract('[0x' || hex(substr(${column}, ${start}, 5)) || ']', '$[0]')`;
    const letters = [35, 30, 25, 20, 15, 10, 5, 0].map(
      (shift) => `substr('${LETTERS.join('')}', 1 + ((${bits} >> ${shift}) & 31), 1)`,
    );
    return letters.join(' || ');
  };
  return `CAST(substr(${column}, 1, 1) AS TEXT) || '_' || ${half(2)} || ${half(7)}`;
}

/** The 20 bits of four base32 characters. */
function bitsOf(id: string, at: number): number {
  const value = (offset: number): number => VALUES[id.charCodeAt(at + offset)] ?? 0;
  return (value(0) << 15) | (value(1) << 10) | (value(2) << 5) | value(3);
}
