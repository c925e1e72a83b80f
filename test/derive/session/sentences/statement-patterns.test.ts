import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { oneLine } from '../../../../src/core/text/text.ts';
import { statementSentences } from '../../../../src/derive/session/sentences/statement-patterns.ts';

const read = (text: string, kind: 'message' | 'prompt' = 'message', quoted?: [number, number][]) =>
  statementSentences({ kind, text, detail: quoted === undefined ? {} : { quoted } });
const texts = (...given: Parameters<typeof read>) => read(...given).map(({ text }) => text);

test('gives sentences, and none of code, tables, logs and drawings', () => {
  const text =
    'It works now. See `a.ts` (e.g. line 3).\n```ts\nconst a = 1;\n```\n| a | b |\n$ npm test\nsrc/a.ts:3: error\n├── src';
  assert.deepEqual(texts(text), ['It works now.', 'See `a.ts` (e.g. line 3).']);
});

test('tells the heading above, which a list has until prose begins again', () => {
  assert.deepEqual(
    read('## Next steps\n- Write a test\n\n**Root cause:**\n1. The cache is stale\n\nThat is all of it.'),
    [
      { text: 'Write a test', heading: '#next steps', listed: true },
      { text: 'The cache is stale', heading: 'root cause', listed: true },
      { text: 'That is all of it.', heading: 'root cause', listed: false },
    ],
  );
});

test('takes out what is quoted of what was read, and what stands beside a cut', () => {
  const text = 'My own words stand here. Words that a page held stand here. More own words.';
  const start = text.indexOf('Words that');
  assert.deepEqual(texts(text, 'message', [[start, text.indexOf('More own')]]), [
    'My own words stand here.',
    'More own words.',
  ]);
  assert.deepEqual(
    texts('A whole sentence.\nHalf a sen\n[cut: 900 of 3000 characters]\ntence of it.\nA last one here.'),
    ['A whole sentence.', 'A last one here.'],
  );
});

test('parts sentences of people, who leave capitals out, and of scripts without spaces', () => {
  assert.deepEqual(texts('use the cache. then drop the table', 'prompt'), ['use the cache.', 'then drop the table']);
  assert.deepEqual(texts('缓存已经失效。需要重新构建索引！'), ['缓存已经失效。', '需要重新构建索引！']);
});

test('every sentence stands in the text, and there are at most 60', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (text) => {
      const own = oneLine(text);
      const told = texts(text);
      assert.ok(told.length <= 61);
      for (const one of told) assert.ok(own.includes(one.replace(/…$/, '')), JSON.stringify([one, text]));
    }),
  );
});
