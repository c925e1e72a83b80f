import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice } from '../secret-samples.ts';

const dice = createDice(81);
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const strong = `${dice.of(LOWER.toUpperCase(), 2)}${dice.of(LOWER, 3)}4${dice.of('0123456789', 1)}#${dice.of(LOWER, 4)}`;
const key = `a1B${dice.of(`${LOWER}${LOWER.toUpperCase()}0123456789`, 29)}`;

test('a password of all kinds of characters goes near a word for one, before and behind it', () => {
  for (const text of [
    `use ${strong} as the password`,
    `log in with bob and password ${strong}`,
    `the credentials: admin / ${strong}`,
    `Das Root-Passwort wurde auf ${strong} gesetzt`,
    `Zugangsdaten: bob / ${strong}`,
    `pw: ${strong}`,
  ]) {
    assert.ok(!redact(text).text.includes(strong), redact(text).text);
  }
  assert.equal(redact(`use ${strong} as the password.`).text, 'use [redacted:password] as the password.');
});

test('a password of all kinds of characters goes behind a flag, whatever the program', () => {
  for (const text of [`tsql -U sa -P ${strong}`, `x -p '${strong}'`, `y /p:${strong}`, `z --value "${strong}"`]) {
    assert.ok(!redact(text).text.includes(strong), redact(text).text);
  }
});

test('a key that looks drawn goes behind a word for one, with words between', () => {
  for (const text of [`I put the weather API key ${key} into the vault`, `the token you need: it is ${key}`]) {
    assert.ok(!redact(text).text.includes(key), redact(text).text);
  }
});

test('addresses, paths, versions, members, words and public keys stay', () => {
  for (const text of [
    'the password of user@Host1.example is not known',
    'login at https://example.com/Path1#Section2',
    'the key is in README.md#Section-1a',
    '**Password Hashing with Argon2id**',
    'docker run -p 8080:80 Image1:tag@sha256',
    'private_key = ed25519.Ed25519PrivateKey.generate()',
    `public_key: ${key}`,
    `Accepted publickey for bob: RSA SHA256:${key}`,
    'nextPageToken: "CAUQAA8f9a8b7c6d5e4f3a2b1c"',
    `/pw+${key}`,
  ]) {
    assert.equal(redact(text).text, text);
  }
});

test('what stands near a word waits for what is known by itself', () => {
  const token = `gh${'p_'}${dice.of(`${LOWER}0123456789`, 36)}`;
  assert.equal(redact(`my key for it is ${token}`).text, 'my key for it is [redacted:github-token]');
});
