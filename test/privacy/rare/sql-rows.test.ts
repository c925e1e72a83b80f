import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from '../../../src/privacy/redact.ts';
import { createDice } from '../secret-samples.ts';

const dice = createDice(43);
const weak = (): string => `${dice.of('abcdefghijklm', 6)}${dice.of('123456789', 2)}${dice.of('abc', 1)}`;

test('in rows of statements the values of columns for secrets are redacted, and the others stay', () => {
  const [one, two] = [weak(), weak()];
  const insert = `INSERT INTO users (id, login, passwd) VALUES (1, 'bob', '${one}'), (2, 'eve, the 2nd', '${two}');\nSELECT 1;`;
  const copy = `COPY public.users (id, name, password) FROM stdin;\n1\tbob\t${one}\n2\teve\t${two}\n\\.\nnext`;
  for (const text of [insert, copy]) {
    const marked = text.replace(one, '[redacted:password]').replace(two, '[redacted:password]');
    assert.equal(redact(text).text, marked);
  }
});

test('statements without such a column, and values that are no secrets, stay', () => {
  for (const text of [
    "INSERT INTO posts (id, title) VALUES (1, 'How to store 2 passwords');",
    "INSERT INTO users (id, password) VALUES (1, NULL), (2, '$1'), (3, 'changeme');",
    'COPY users (id, password) FROM stdin;\n1\t\\N\n\\.\n',
    'copy the token (or the key) from the page',
  ]) {
    assert.equal(redact(text).text, text);
  }
});
