import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice } from '../secret-samples.ts';

const dice = createDice(41);
const code = (): string => `${dice.of('abcdefghjkmnpqrstuvwxyz', 2)}${dice.of('23456789', 3)}`;
const codes = [code(), code(), code(), code()];

test('codes below words for them, numbered or in pairs, or in a list behind them are redacted, and nothing else is', () => {
  const texts = [
    `Recovery codes:\n${codes.join('\n')}\n\nKeep them safe.`,
    `Your backup codes are:\n${codes.map((one, at) => `${at + 1}. ${one}-${one}`).join('\n')}`,
    `Backup codes\n${codes[0]} ${codes[1]}\n${codes[2]} ${codes[3]}`,
    `{"recovery_codes": [${codes.map((one) => `"${one}"`).join(', ')}]}`,
  ];
  for (const text of texts) {
    const { text: clean } = redact(text);
    for (const one of codes) assert.ok(!clean.includes(one), clean);
    assert.match(clean, /codes/i);
  }
  assert.match(redact(texts[0] ?? '').text, /\n\nKeep them safe\.$/);
});

test('sentences about codes stay', () => {
  for (const text of [
    'Recovery codes:\nThey are sent by mail in 2 minutes.\nAsk the desk of building 12.',
    'Backup codes\n8 of them are left, see page 4\nof the manual',
    'The recovery codes can be printed.\nabc123\ndef456',
    `Recovery codes:\n${code()}`,
  ]) {
    assert.equal(redact(text).text, text);
  }
});
