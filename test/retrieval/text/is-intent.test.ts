import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIntentOnly, saysTooLittle } from '../../../src/retrieval/text/is-intent.ts';

const message = (text: string) => ({ kind: 'message', text }) as const;

test('a message that says what comes next and little else only announces', () => {
  assert.ok(isIntentOnly(message('Let me check the integration tests to understand what they cover.')));
  assert.ok(isIntentOnly(message("Good. Now I'll run the build:")));
});

test('a short answer announces nothing, and a prompt never does', () => {
  assert.equal(isIntentOnly(message('We use pnpm.')), false);
  assert.equal(isIntentOnly({ kind: 'prompt', text: 'Let me know what broke.' }), false);
});

test('a message that tells more than it announces is worth telling', () => {
  const text = 'Let me explain. The tax is rounded for each line of the cart, and that is why a cent is missing.';
  assert.equal(isIntentOnly(message(text)), false);
  assert.equal(saysTooLittle(message(text)), false);
  assert.ok(saysTooLittle(message('Done.')));
});
