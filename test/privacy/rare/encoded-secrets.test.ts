import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice, password } from '../secret-samples.ts';

const dice = createDice(42);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('the Base64 of a text with a secret is redacted whole, wherever the word for it stands in it', () => {
  for (const lead of ['', 'a', 'ab', 'abc: 1\n']) {
    const encoded = base64(`${lead}{"user":"bob","password":"${password(dice)}"}`);
    assert.equal(redact(`config: ${encoded} # of bob`).text, 'config: [redacted:secret] # of bob');
  }
});

test('the Base64 of a text that only speaks of secrets stays, as do words that look like one in it', () => {
  for (const text of [
    base64('the password must have twelve characters'),
    'cGFzc3dvcmQ',
    `${base64('\u0001\u0002password=')}`,
  ]) {
    assert.equal(redact(text).text, text);
  }
});

test('the values of a Secret of Kubernetes are redacted, before and after its kind, and those of another document stay', () => {
  const [one, two] = [base64(password(dice)), base64(password(dice))];
  const other = `kind: ConfigMap\ndata:\n  mode: ${base64('production')}\n`;
  const after = `kind: Secret\nmetadata:\n  name: db\ndata:\n  smtp: ${one}\n  other: ${two}\ntype: Opaque\n`;
  const before = `data:\n  smtp: ${one}\nkind: Secret\n`;
  assert.equal(
    redact(`${other}---\n${after}`).text,
    `${other}---\n${after.replace(one, '[redacted:secret]').replace(two, '[redacted:secret]')}`,
  );
  assert.equal(redact(before).text, before.replace(one, '[redacted:secret]'));
  assert.equal(
    redact(`{"kind":"Secret","data":{"smtp":"${one}"}}`).text,
    '{"kind":"Secret","data":{"smtp":"[redacted:secret]"}}',
  );
  const empty = 'kind: Secret\nmetadata:\n  name: x\n';
  assert.equal(redact(empty).text, empty);
});
