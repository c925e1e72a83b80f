import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice, plainKey } from '../secret-samples.ts';

const dice = createDice(51);
const key = plainKey(dice, 24);
const line = dice.of('ABCDEFGHIJKLMNOPabcdefghijklmnop0123456789', 64);

test('what grep prints of a file with secrets goes, and the name of what it assigns stays', () => {
  assert.equal(redact(`./.env:MAIL_X=${key}`).text, './.env:MAIL_X=[redacted:secret]');
  assert.equal(redact(`a/.env.local-7-MAIL_X="${key}"`).text, 'a/.env.local-7-MAIL_X="[redacted:secret]"');
  assert.ok(!redact(`.pgpass:3:db:5432:x:app:${key}`).text.includes(key));
  assert.equal(
    redact(`id_rsa:2:${line}\nid_rsa:3:${line}`).text,
    'id_rsa:2:[redacted:secret]\nid_rsa:3:[redacted:secret]',
  );
  const inJson = JSON.stringify({ out: JSON.stringify({ text: `./.env:MAIL_X=${key}\n./.env:A=1` }) });
  assert.ok(!redact(inJson).text.includes(key));
});

test('what stands below the head of such a file goes, up to the next head', () => {
  const text = `==> .env <==\nMAIL_X=${key}\nPORT=8080\n\n==> README.md <==\nMAIL_X=${key}`;
  const clean = redact(text).text;
  assert.equal(clean, text.replace(key, '[redacted:secret]'));
  assert.ok(!redact(`--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n+MAIL_X=${key}`).text.includes(key));
  assert.ok(!redact(`$ cat .env\nMAIL_X=${key}\n`).text.includes(key));
});

test('other files, examples and sentences about such a file stay', () => {
  for (const text of [
    '.env.example:3:API_KEY=',
    '.env: put your keys there',
    'src/env.ts:3:const env = load();',
    'process.env.HOME, import.meta.env.MODE',
    './.env:PORT=8080',
    '+++ b/src/secret.ts\n+const a = load();',
    'see .env:12 for the list',
  ]) {
    assert.equal(redact(text).text, text);
  }
});
