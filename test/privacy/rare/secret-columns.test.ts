import assert from 'node:assert/strict';
import test from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice, password, plainKey } from '../secret-samples.ts';

const dice = createDice(61);
const word = `${password(dice)}7`;
const key = plainKey(dice, 32);

test('cells below the head of a secret go, in tables of databases, CSV, Markdown and columns of blanks', () => {
  for (const [text, clean] of [
    [
      ` id | name | password\n----+------+---\n  1 | bob  | ${word}\n`,
      ` id | name | password\n----+------+---\n  1 | bob  | [redacted:password]\n`,
    ],
    [`id,email,api_key\n1,a@shop.test,${key}`, 'id,email,api_key\n1,a@shop.test,[redacted:api-key]'],
    [`| User | Token |\n|---|---|\n| bob | \`${key}\` |`, '| User | Token |\n|---|---|\n| bob | `[redacted:token]` |'],
    [`NAME    TOKEN\nci      ${key}`, 'NAME    TOKEN\nci      [redacted:token]'],
  ] as const) {
    assert.equal(redact(text).text, clean);
  }
});

test('tables that hold no secret stay', () => {
  for (const text of [
    'id,name,token_count\n1,bob,1534',
    '| Option | Token |\n|---|---|\n| a | none |',
    '| password | string | required |\n|---|---|---|\n| user | string | no |',
    'the password, the token, and the key\nare words of 3, 4, and 5 letters',
    'name,password\nbob,',
  ]) {
    assert.equal(redact(text).text, text);
  }
});
