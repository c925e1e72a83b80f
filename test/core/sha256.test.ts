import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { hmacHex, sha256Hex } from '../../src/core/hash.ts';
import { sha256Bytes } from '../../src/core/sha256.ts';

test('SHA-256 is that of FIPS 180-4, for every length around a block and a long one', () => {
  for (let length = 0; length <= 200; length += 1) same(Buffer.alloc(length, length));
  same(Buffer.alloc(100_000, 'ab'));
  assert.equal(sha256Bytes(Buffer.from('abc')).toString('hex').slice(0, 16), 'ba7816bf8f01cfea');
});

test('SHA-256 of any bytes is what Node gives, short and long', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => same(bytes)));
  const long = 'long text '.repeat(2_000);
  assert.equal(sha256Hex(long), createHash('sha256').update(long).digest('hex'));
});

test('HMAC of any text is what Node gives, short and long', () => {
  const key = fc.uint8Array({ minLength: 1, maxLength: 64 });
  fc.assert(fc.property(key, fc.string({ unit: 'grapheme' }), (bytes, text) => sameHmac(bytes, text)));
  sameHmac(Buffer.alloc(32, 7), 'long text '.repeat(2_000));
});

function same(bytes: Uint8Array): void {
  assert.equal(sha256Bytes(bytes).toString('hex'), createHash('sha256').update(bytes).digest('hex'));
}

function sameHmac(key: Uint8Array, text: string): void {
  assert.equal(hmacHex(key, text), createHmac('sha256', key).update(text).digest('hex').slice(0, 32));
}
