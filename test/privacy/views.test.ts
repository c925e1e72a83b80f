import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../src/privacy/redact.ts';
import { viewsOf } from '../../src/privacy/views.ts';
import { createDice, password, plainKey } from './secret-samples.ts';

const dice = createDice(71);
const word = `${password(dice)}7`;
const key = plainKey(dice, 36);
const ESCAPE = String.fromCharCode(27);

test('a secret goes behind colours, characters without a width and encodings', () => {
  for (const [text, secret] of [
    [`${ESCAPE}[32mpassword${ESCAPE}[0m=${ESCAPE}[33m${word}${ESCAPE}[0m`, word],
    [`\\u001b[32mtoken\\u001b[0m: ${key}`, key],
    [`gh${'p_'}${key.slice(0, 9)}\u200b${key.slice(9)}`, key.slice(9)],
    [`%7B%22password%22%3A%22${key}%22%7D`, key],
    [`&quot;apiKey&quot;: &quot;${key}&quot;`, key],
    [`password&#61;${word}`, word],
    [`\\u0022token\\u0022:\\u0022${key}\\u0022`, key],
    [`API_TOKEN=${key.slice(0, 20)}\\\n  ${key.slice(20)}`, key.slice(20)],
  ] as const) {
    assert.ok(!redact(text).text.includes(secret), redact(text).text);
  }
});

test('what stands around it stays as it was written', () => {
  assert.equal(
    redact(`a ${ESCAPE}[1mtoken${ESCAPE}[0m=${ESCAPE}[2m${key}${ESCAPE}[0m b`).text,
    `a ${ESCAPE}[1mtoken${ESCAPE}[0m=${ESCAPE}[2m[redacted:token]${ESCAPE}[0m b`,
  );
  const harmless = `%22name%22 &quot;a&quot; ${ESCAPE}[1mpassword${ESCAPE}[0m: required`;
  assert.equal(redact(harmless).text, harmless);
});

test('each offset of a view is that of the same character in the text', () => {
  const text = `a${ESCAPE}[1mb\u200bc%22d%3De`;
  for (const view of viewsOf(text)) {
    for (const [at, char] of [...view.text].entries()) {
      if (/[a-e]/.test(char)) assert.equal(text.charAt(view.at?.(at) ?? at), char);
    }
  }
});
