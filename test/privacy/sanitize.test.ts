import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { JsonValue } from '../../src/core/json.ts';
import { injectedWords, shingleHashes, wrapOwnWords } from '../../src/privacy/own-words.ts';
import { sanitize } from '../../src/privacy/sanitize.ts';
import { createDice, password, plainKey, privateKey, TOKEN_SAMPLES } from './secret-samples.ts';

const dice = createDice(9);
const word = password(dice);
const key = plainKey(dice);

function clean(value: JsonValue, maxChars?: number): JsonValue {
  return sanitize(value, maxChars === undefined ? {} : { maxChars }).value;
}

test('every string and every key of a value is cleaned, whatever the depth', () => {
  const secrets = Object.values(TOKEN_SAMPLES).flatMap((make) => make(dice));
  for (const secret of secrets) {
    const value = { a: [{ b: `x ${secret}` }], [secret]: 1, [`k ${secret}`]: { c: [secret] } };
    assert.ok(!JSON.stringify(clean(value)).includes(secret), secret);
  }
  const value = { a: ['x', 1, true, null, { b: 'y' }], c: {} };
  assert.deepEqual(sanitize(value), { value, redacted: {}, privateRemoved: 0, truncated: [] });
});

test('a value under a telling name is judged with it: of a field, a pair, a flag, a header', () => {
  assert.deepEqual(
    clean({
      password: 'swordfish',
      apiKey: key,
      headers: { Authorization: `Bearer ${key}`, 'X-Auth-Token': key },
      env: [{ name: 'DB_PASSWORD', value: word }],
      argv: ['tool', '--token', key, 'keep'],
      passwords: [word],
      login: { password: 123_456 },
    }),
    {
      password: '[redacted:password]',
      apiKey: '[redacted:api-key]',
      headers: { Authorization: 'Bearer [redacted:bearer-token]', 'X-Auth-Token': '[redacted:token]' },
      env: [{ name: 'DB_PASSWORD', value: '[redacted:password]' }],
      argv: ['tool', '--token', '[redacted:token]', 'keep'],
      passwords: ['[redacted:password]'],
      login: { password: '[redacted:password]' },
    },
  );
  const plain = { tokens: 1_024, token_type: 'bearer', password: '', secret: 'name-of-a-secret', exit: 1 };
  assert.deepEqual(clean(plain), plain);
});

test('a private tag that is not closed reaches over the fields behind, but not over what a program says', () => {
  const result = sanitize({ text: 'a <private>x', origin: 'person', list: ['y', { z: 'w' }], count: 3, tool: 'Bash' });
  assert.deepEqual(result.value, { text: 'a ', origin: 'person', list: ['', { z: '' }], count: 3, tool: 'Bash' });
  assert.equal(result.privateRemoved, 1);
  assert.deepEqual(clean({ text: '<private>', 'a secret/path': 'x' }), { text: '', '[private]': '' });
  assert.deepEqual(clean({ 'key <private>x</private>': 1 }), { 'key ': 1 });
});

test('no private word survives any nesting over any fields', () => {
  const part = fc.constantFrom(
    '<private>',
    '</private>',
    'word',
    ' ',
    '<system-reminder>',
    '</system-reminder>',
    '\u0000',
    '<',
    'private>',
  );
  const field = fc.array(part, { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 4 }), field, (fields, inside) => {
      const hidden = inside.filter((item) => item === 'word' || item === ' ').join('');
      const value = { a: fields.map((items) => items.join('')), b: `<private>${hidden} unspeakable` };
      assert.ok(!JSON.stringify(clean(value)).includes('unspeakable'));
    }),
    { numRuns: 500 },
  );
});

test('system tags and own words go before anything else is looked at', () => {
  const block = wrapOwnWords(['[o_abcdefgh234567ij] the <private> tag hides text']);
  assert.deepEqual(clean({ text: `${block}\nfix it`, more: 'kept' }), { text: '\nfix it', more: 'kept' });
  assert.deepEqual(clean({ text: '<system-reminder>about <private> tags</system-reminder>fix', more: 'kept' }), {
    text: 'fix',
    more: 'kept',
  });
  const said = 'The build uses rolldown and never webpack because of its size. ';
  assert.deepEqual(
    sanitize({ text: `${said}Now fix it.` }, { ledger: injectedWords(new Set(shingleHashes(said))) }).value,
    {
      text: ' Now fix it.',
    },
  );
});

test('a tag that is hidden by a NUL is found', () => {
  assert.deepEqual(clean({ text: 'a<pri\u0000vate>x' }), { text: 'a' });
});

test('a long string keeps head and tail around a line that says what was cut', () => {
  const text = `${'h'.repeat(60_000)}\n${'m'.repeat(100_000)}\n${'t'.repeat(60_000)}`;
  const { value, truncated } = sanitize({ out: text });
  assert.deepEqual(truncated, [{ path: 'out', chars: 220_002, lines: 3 }]);
  const mark = '\n[cut: 120002 of 220002 characters, 3 lines]\n';
  assert.equal((value as { out: string }).out, 'h'.repeat(50_000) + mark + 't'.repeat(50_000));
  assert.deepEqual(sanitize(value), { value, redacted: {}, privateRemoved: 0, truncated: [] });
  assert.equal(clean('x'.repeat(100_000)), 'x'.repeat(100_000));
});

test('no part of a secret slips through at the cut', () => {
  const secret = privateKey(dice);
  const body = secret.split('\n')[5] ?? '';
  for (let shift = 0; shift <= secret.length; shift += 13) {
    const text = `${'x'.repeat(1_000 - shift)}\n${secret}\n${'y '.repeat(40_000)}\n${secret}\n${'z'.repeat(1_000 - shift)}`;
    const kept = clean(text, 2_000) as string;
    assert.ok(!kept.includes(body.slice(0, 20)) && !kept.includes(body.slice(-20)), String(shift));
  }
});

test('many secrets in the head do not pull in a half one from behind the cut', () => {
  const text = `${`${privateKey(dice, 'PRIVATE KEY', 40)}\n`.repeat(8)}${`DB_PASSWORD=${word}\n`.repeat(2_000)}`;
  const { value, redacted } = sanitize(text, { maxChars: 1_000 });
  assert.ok(!(value as string).includes(word));
  assert.ok((redacted['private-key'] ?? 0) > 0);
});

test('a surrogate pair is never split, a lone surrogate and NUL are made harmless', () => {
  for (const size of [1_000, 1_001, 1_002, 1_003]) {
    const value = clean(`${'a'.repeat(size % 4)}${'😀'.repeat(2_000)}`, 1_000) as string;
    assert.ok(value.isWellFormed());
  }
  assert.equal(clean('a\uD800b\u0000c'), 'a\uFFFDbc');
});

test('depth and number are bounded, and what was left out is said', () => {
  let deep: JsonValue = 'bottom';
  for (let at = 0; at < 5_000; at += 1) deep = [deep];
  const text = JSON.stringify(clean(deep));
  assert.ok(text.includes('[cut: nested deeper than 100]') && !text.includes('bottom'));
  const wide = clean(Array.from({ length: 250_000 }, () => 1)) as JsonValue[];
  assert.ok(wide.length < 250_000);
  assert.match(String(wide.at(-1)), /^\[cut: \d+ more\]$/);
});

test('keys that become equal are kept apart, and a key called __proto__ is a key', () => {
  const [a = '', b = ''] = TOKEN_SAMPLES['github-token']?.(dice) ?? [];
  assert.deepEqual(clean({ [a]: 1, [b]: 2 }), { '[redacted:github-token]': 1, '[redacted:github-token] (2)': 2 });
  const odd = JSON.parse('{"__proto__":{"a":1}}') as JsonValue;
  assert.equal(JSON.stringify(clean(odd)), '{"__proto__":{"a":1}}');
});

test('cleaning twice changes nothing', () => {
  const leaf = fc.oneof(
    fc.constantFrom(
      'password=swordfish1 ',
      '<private>',
      '</private>',
      'text',
      '<system-reminder>x',
      `Bearer ${key}`,
      word,
      '',
    ),
    fc.string({ maxLength: 30 }),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, leaf, fc.integer(), fc.array(tie('value'), { maxLength: 4 }), tie('object')),
    object: fc.dictionary(fc.constantFrom('password', 'text', 'name', 'value', 'a key', word), tie('value'), {
      maxKeys: 4,
    }),
  }));
  fc.assert(
    fc.property(value, (any) => {
      const once = sanitize(any as JsonValue, { maxChars: 200 }).value;
      assert.deepEqual(sanitize(once, { maxChars: 200 }).value, once);
    }),
    { numRuns: 500 },
  );
});
