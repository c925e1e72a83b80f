import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** SHA-256 of UTF-8 text, as bytes. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

/** SHA-256 of UTF-8 text or bytes, as 64 hexadecimal digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** HMAC-SHA-256 of UTF-8 text under the home's key, as 32 hexadecimal digits (128 bits). */
export function hmacHex(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex').slice(0, 32);
}

/** The first 53 bits of SHA-256 as an integer that a JavaScript number and SQLite hold exactly. */
export function hash53(text: string): number {
  const digest = sha256(text);
  return digest.readUIntBE(0, 6) * 32 + ((digest[6] ?? 0) >> 3);
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
  return randomBytes(size);
}

/** A random UUID, version 4. */
export function randomId(): string {
  return randomUUID();
}
