/**
 * Changes between lower case, upper case and digit per character; a text with fewer is not random. Chosen on data: 1 to
 * 10 % of strings of 16 random characters (hexadecimal, base32, base36, base62) are below the rate, of 32 under 2 %; of
 * 20,000 identifiers, file names and dates with digits from real transcripts that are no hash, id or blob, 1 % are
 * above it.
 */
const CHANGE_RATE = 0.2;
/** Mixed case alone is also how identifiers are written: `getUserAccountToken` changes at .33, `armSseKeepAlive` at .43, random letters at .5. */
const CHANGE_RATE_LETTERS = 0.46;
const MIN_LENGTH = 12;
const DRAWN = /^(?=.*[A-Za-z0-9]{12})(?:[A-Za-z0-9+/_-]{16,256}={0,2}|[0-9a-f-]{36})$/;
const MIN_ENTROPY = 2.6;

/** Shannon entropy of a text in bits per UTF-16 code unit. */
export function entropyOf(text: string): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/**
 * True for text that looks drawn at random: letters and digits of at least 12 characters, high entropy, and a change
 * between lower case, upper case and digit at every fifth character at least. Words, file names and dates are not.
 */
export function isRandomLooking(text: string): boolean {
  if (!/^[A-Za-z0-9+/=_.~:%-]+$/.test(text)) return false;
  const letters = text.replace(/[^A-Za-z0-9]/g, '');
  if (letters.length < MIN_LENGTH || !/[A-Za-z]/.test(letters)) return false;
  const rate = changesIn(letters) / (letters.length - 1);
  if (rate < (/\d/.test(letters) ? CHANGE_RATE : CHANGE_RATE_LETTERS)) return false;
  return entropyOf(letters.slice(0, 64)) >= MIN_ENTROPY;
}

function changesIn(text: string): number {
  let changes = 0;
  for (let i = 1; i < text.length; i += 1) {
    if (classOf(text.charCodeAt(i)) !== classOf(text.charCodeAt(i - 1))) changes += 1;
  }
  return changes;
}

function classOf(code: number): number {
  if (code < 0x3a) return 0;
  return code < 0x5b ? 1 : 2;
}

/** True for a text that can only be drawn at random: letters and digits, twelve of them in a row, or a UUID. */
export function isDrawn(text: string): boolean {
  return DRAWN.test(text) && /\d/.test(text) && isRandomLooking(text);
}
