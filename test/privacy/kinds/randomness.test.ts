import assert from 'node:assert/strict';
import test from 'node:test';
import { entropyOf, isRandomLooking } from '../../../src/privacy/kinds/randomness.ts';
import { createDice } from '../secret-samples.ts';

test('entropy is bits per character', () => {
  assert.equal(entropyOf('aaaa'), 0);
  assert.equal(entropyOf('abab'), 1);
  assert.equal(entropyOf('abcdefgh'), 3);
});

test('nearly all random keys of 20 characters and more look random', () => {
  const dice = createDice(1);
  for (const alphabet of ['0123456789abcdef', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']) {
    const hits = Array.from({ length: 500 }, () => isRandomLooking(dice.of(alphabet, 24))).filter(Boolean).length;
    assert.ok(hits >= 480, `${hits} of 500`);
  }
});

test('words, identifiers, file names, versions and dates do not', () => {
  for (const text of [
    ...[
      'getUserAccountToken',
      'refresh_token_expired',
      'my-app-production-2',
      'test-token-123',
      '2026-01-15T10:00:00Z',
    ],
    ...['20260116-fixup-trailing-json-newlines', 'manual_commit_types.go-46', 'application/x-www-form-urlencoded'],
    ...['1.2.3-beta.4', 'TestSharedAccessKeyRotation', 'us-east-1-production', '123456789012', 'short1'],
  ]) {
    assert.ok(!isRandomLooking(text), text);
  }
});
