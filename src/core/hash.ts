import { portableSha256 } from './portable-sha256.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/**
 * Up to this many bytes and hashes, SHA-256 is computed without `node:crypto`, whose loading costs a hook a sixth of
 * its time.
 */
const SHORT = { bytes: 16_384, times: 40 };
const HMAC_BLOCK = 64;

/** SHA-256 of UTF-8 text or bytes, as bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return digest(typeof data === 'string' ? Buffer.from(data, 'utf8') : data);
}

/** SHA-256 of UTF-8 text or bytes, as 64 hexadecimal digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return sha256(data).toString('hex');
}

/** SHA-256 of the concatenated parts, as 64 hexadecimal digits. */
export function sha256HexOf(parts: Iterable<Uint8Array>): string {
  const hash = crypto().createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** SHA-256 of what comes in parts; `digest` gives 64 hexadecimal digits, once. */
export function createSha256(): { update(part: Uint8Array): void; digest(): string } {
  const hash = crypto().createHash('sha256');
  return { update: (part) => void hash.update(part), digest: () => hash.digest('hex') };
}

/**
 * MD5 of UTF-8 text, as 32 hexadecimal digits: for file names that other programs derive so, never for Cairn's own
 * data.
 */
export function md5Hex(text: string): string {
  return crypto().hash('md5', text, 'hex');
}

/** HMAC-SHA-256 (RFC 2104) of UTF-8 text under the home's key of at most 64 bytes, as 32 hexadecimal digits (128 bits). */
export function hmacHex(key: Uint8Array, text: string): string {
  const pad = (byte: number): Buffer =>
    Buffer.alloc(HMAC_BLOCK, byte).map((value, i) => value ^ (key[i] ?? 0)) as Buffer;
  const inner = digest(Buffer.concat([pad(0x36), Buffer.from(text, 'utf8')]));
  return digest(Buffer.concat([pad(0x5c), inner]))
    .toString('hex')
    .slice(0, 32);
}

/** HMAC-SHA-256 (RFC 2104) of UTF-8 text under a key of any length, in base64. */
export function hmacBase64(key: Uint8Array, text: string): string {
  return crypto().createHmac('sha256', key).update(text).digest('base64');
}

const { crypto, digest } = createDigest();

function createDigest() {
  let native: typeof import('node:crypto') | undefined;
  let times = 0;
  const crypto = (): typeof import('node:crypto') => {
    native ??= process.getBuiltinModule('node:crypto');
    return native;
  };
  const digest = (bytes: Uint8Array): Buffer => {
    times += 1;
    const isShort = native === undefined && bytes.length <= SHORT.bytes && times <= SHORT.times;
    // Via hexadecimal digits: a buffer that Node allocates outside of its heap costs three times as much as the hash.
    return isShort ? portableSha256(bytes) : Buffer.from(crypto().hash('sha256', bytes, 'hex'), 'hex');
  };
  return { crypto, digest };
}

/** The first 53 bits of SHA-256 as an integer that a JavaScript number and SQLite store exactly. */
export function hash53(text: string): number {
  const bytes = sha256(text);
  return bytes.readUIntBE(0, 6) * 32 + ((bytes[6] ?? 0) >> 3);
}

/** `length` base32 characters (RFC 4648 alphabet in lower case, no padding) of SHA-256 of the parts, joined by NUL. */
export function hashBase32(parts: readonly string[], length = 16): string {
  return base32(sha256(parts.join('\0')), length);
}

/** Base32 of bytes (RFC 4648 alphabet in lower case, no padding), cut to `length` characters. */
export function base32(bytes: Uint8Array, length: number): string {
  let out = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5 && out.length < length) {
      bits -= 5;
      out += BASE32[(value >> bits) & 31];
    }
    if (out.length >= length) break;
  }
  return out;
}

/** `size` random bytes. */
export function randomKey(size: number): Buffer {
  return crypto().randomBytes(size);
}

/** A random UUID, version 4. */
export function randomId(): string {
  return crypto().randomUUID();
}

/** Random bytes that nobody can guess. */
export function randomBytes(count: number): Buffer {
  return crypto().randomBytes(count);
}

/** HMAC-SHA-256 (RFC 2104) of bytes under a key as text, in 64 hexadecimal digits. */
export function hmacSha256(key: string, data: Uint8Array): string {
  return crypto().createHmac('sha256', key).update(data).digest('hex');
}

/** True when two texts are equal, compared in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return crypto().timingSafeEqual(sha256(a), sha256(b));
}

const CIPHER = { name: 'aes-256-gcm', nonceBytes: 12, tagBytes: 16 } as const;

/** Encrypts with AES-256-GCM under a key of 32 bytes and a random nonce; `about` is authenticated, too. Nonce, text, tag. */
export function encrypt(key: Uint8Array, plain: Uint8Array, about: Uint8Array): Buffer {
  const nonce = randomKey(CIPHER.nonceBytes);
  const cipher = crypto().createCipheriv(CIPHER.name, key, nonce).setAAD(about);
  const sealed = [cipher.update(plain), cipher.final()];
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]);
}

/** What `encrypt` made, decrypted; `undefined` under another key, with another `about`, or when it was changed. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, about: Uint8Array): Buffer | undefined {
  const { name, nonceBytes, tagBytes } = CIPHER;
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = crypto().createDecipheriv(name, key, sealed.subarray(0, nonceBytes)).setAAD(about);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    // An authentication tag that does not fit is the one way in which this fails.
    return undefined;
  }
}

/** A key of 32 bytes for one use of another key (HKDF-SHA-256, RFC 5869). */
export function deriveKey(key: Uint8Array, salt: Uint8Array, use: string): Uint8Array {
  return new Uint8Array(crypto().hkdfSync('sha256', key, salt, use, 32));
}

/** A key of 32 bytes of a passphrase (scrypt, RFC 7914); it takes 128 * N * r bytes of memory. */
export function passphraseKey(
  passphrase: string,
  salt: Uint8Array,
  { N, r, p }: { N: number; r: number; p: number },
): Uint8Array {
  return crypto().scryptSync(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r });
}

/** Bytes of the key of a home. */
export const KEY_BYTES = 32;

/** Whether a key is among others: ids and hashes under both are the same. */
export function hasKey(keys: readonly Uint8Array[], key: Uint8Array): boolean {
  return keys.some((one) => Buffer.compare(one, key) === 0);
}
