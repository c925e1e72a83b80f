import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseQuery, withNearWords } from '../../../src/retrieval/query/parse-query.ts';
import { CODE_POINT } from '../../support/code-point.ts';

test('a question keeps its telling words', () => {
  const query = parseQuery('Why did we decide to use idempotency keys?');
  assert.deepEqual(query.words, ['decide', 'use', 'idempotency', 'keys']);
  assert.deepEqual(query.pairs.at(-1), ['idempot', 'kei']);
});

test('stop words are kept when there is nothing else', () => {
  assert.deepEqual(parseQuery('what is it').words, ['what', 'is', 'it']);
});

test('quoted words and paths stand together', () => {
  const query = parseQuery('where is "rate limit" in src/http/app.ts');
  assert.deepEqual(query.phrases, [
    ['rate', 'limit'],
    ['src', 'http', 'app', 'ts'],
  ]);
  assert.deepEqual(query.paths, ['src/http/app.ts']);
});

test('identifiers are looked for whole and in parts', () => {
  const query = parseQuery('getUserId and order_total');
  assert.deepEqual(query.identifiers, ['getuserid', 'ordertotal']);
  for (const word of ['getuserid', 'user', 'order', 'total']) assert.ok(query.words.includes(word), word);
});

test('identifiers are found in a script without spaces, and a long run of it is read once', () => {
  assert.deepEqual(parseQuery('不再使用getUserName和order_total吧').identifiers, ['getusername', 'ordertotal']);
  for (const piece of ['不A', '한a', '不再使用a']) assert.deepEqual(parseQuery(piece.repeat(4_000)).identifiers, []);
});

test('ids are taken out of the words', () => {
  const query = parseQuery('o_abcdefghijklmnop');
  assert.deepEqual(query.ids, ['o_abcdefghijklmnop']);
  assert.deepEqual(query.words, []);
});

test('scripts without spaces are looked for by pairs', () => {
  assert.ok(parseQuery('会议室').words.includes('会议'));
});

test('anything at all is a bounded question', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: CODE_POINT }),
        fc.string().map((text) => text.repeat(300)),
      ),
      (text) => {
        const query = parseQuery(text);
        assert.ok(query.words.length <= 48 && query.phrases.length <= 8 && query.pairs.length <= 40);
        for (const word of query.words) assert.ok(word !== '' && !word.includes('\0'));
      },
    ),
  );
});

test('a question about a time alone has no words; another keeps them, and the time with them', () => {
  const time = { from: 0, to: 1, text: 'last week' };
  const alone = parseQuery('What did we do last week?', [time]);
  assert.deepEqual([alone.words, alone.times[0]?.hard], [[], true]);
  const about = parseQuery('Which queue broke last week?', [time]);
  assert.ok(about.words.includes('queue'));
  assert.equal(about.times[0]?.hard, false);
});

test('in the place of a word that is nowhere stands the likeliest of those that are like it', () => {
  const asked = withNearWords(parseQuery('slow postgers query'), [{ of: 'postgers', words: ['postgres', 'postgrey'] }]);
  assert.ok(asked.words.includes('postgres') && asked.words.includes('postgrey'));
  assert.deepEqual(asked.stems, ['slow', 'postgr', 'queri']);
  assert.deepEqual(asked.pairs[0], ['slow', 'postgr']);
});
