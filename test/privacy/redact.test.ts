import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { PLACE_ANCHORS } from '../../src/privacy/rare/place-anchors.ts';
import { redact, redactField } from '../../src/privacy/redact.ts';
import { TOKEN_KINDS } from '../../src/privacy/secret-kinds.ts';
import { createDice, password, plainKey, privateKey, TOKEN_SAMPLES } from './secret-samples.ts';

const dice = createDice(77);
const samples = Object.values(TOKEN_SAMPLES).flatMap((make) => make(dice));

/** Pieces of text in which rules could trip over each other: anchors, names, operators, quotes, escapes, secrets, marks. */
const piece = fc.oneof(
  fc.constantFrom(...samples),
  fc.constantFrom(...PLACE_ANCHORS.flat(), ...TOKEN_KINDS.flatMap((row) => row.anchors)),
  fc.constantFrom(
    'password',
    'DB_PASSWORD',
    'api_key',
    'token',
    'secret',
    'Authorization',
    'Cookie',
    '--password',
    'auth',
  ),
  fc.constantFrom(
    '=',
    ': ',
    ' = ',
    '":"',
    '\\":\\"',
    "='",
    '="',
    ' is ',
    ' ',
    '\n',
    '\\n',
    ';',
    ',',
    '`',
    '>',
    '</',
    '@',
    '${A:-',
  ),
  fc.constantFrom(
    '[redacted:password]',
    '[redacted:',
    ']',
    'Bearer ',
    'Basic ',
    'https://u:',
    '@host',
    'curl -u a:',
    'machine ',
  ),
  fc.constantFrom(password(dice), plainKey(dice), 'word', 'x', '-', '_', '.', '/', '+', 'é', '😀', '\u0000'),
  fc.constantFrom(...privateKey(dice).split('\n')),
  fc.string({ maxLength: 12 }),
);
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

test('redacting twice changes nothing', () => {
  fc.assert(
    fc.property(text, (content) => {
      const once = redact(content).text;
      assert.equal(redact(once).text, once);
    }),
    { numRuns: 3_000 },
  );
});

test('nothing but secrets is lost: what stays stands in the text, in its order', () => {
  fc.assert(
    fc.property(text, (content) => {
      let at = 0;
      for (const part of redact(content).text.split(/\[redacted:[a-z0-9-]+\]/)) {
        const found = content.indexOf(part, at);
        assert.ok(found >= 0, JSON.stringify(part));
        at = found + part.length;
      }
    }),
    { numRuns: 3_000 },
  );
});

test('no secret survives between words, whatever stands around it', () => {
  const surrounding = fc.array(
    fc.constantFrom('a', 'the token', 'x=1', '{"k":', '\n', '"', '\\', '(', '`', '-', '=', ':'),
    {
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(fc.constantFrom(...samples), surrounding, surrounding, (secret, before, after) => {
      assert.ok(!redact(`${before.join(' ')} ${secret} ${after.join(' ')}`).text.includes(secret));
    }),
    { numRuns: 2_000 },
  );
});

test('counts secrets by kind', () => {
  const key = samples[0] ?? '';
  const { counts } = redact(`${key} and ${key}\nDB_PASSWORD=${password(dice)}`);
  assert.deepEqual(counts, { 'aws-access-key-id': 2, password: 1 });
  assert.deepEqual(redact('nothing here').counts, {});
});

test('an AWS key with its secret beside it goes with it', () => {
  const secret = plainKey(dice, 40);
  const id = samples[0] ?? '';
  assert.equal(redact(`name,${id},${secret}\n`).text, 'name,[redacted:aws-credentials]\n');
});

test('the value of a field is judged by the name of the field', () => {
  const weak = ['hun', 'ter', '2'].join('');
  assert.deepEqual(redactField('password', weak), { text: '[redacted:password]', counts: { password: 1 } });
  assert.equal(redactField('user.dbPassword', 'swordfish').text, '[redacted:password]');
  assert.equal(redactField('X-Api-Key', plainKey(dice)).text, '[redacted:api-key]');
  assert.equal(redactField('authorization', `token ${plainKey(dice)}`).text, '[redacted:authorization]');
  assert.equal(redactField('token', samples[0] ?? '').text, '[redacted:aws-access-key-id]');
  assert.equal(redactField('note', weak).text, weak);
  assert.equal(redactField('password', '********').text, '********');
  assert.equal(redactField('token_type', 'bearer').text, 'bearer');
  assert.equal(redactField('password', 'ask Bob for it, he has it').text, 'ask Bob for it, he has it');
  assert.equal(redactField('password', '[redacted:password]').text, '[redacted:password]');
});
