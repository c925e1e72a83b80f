import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeLast } from '../../src/core/memoize-last.ts';

test('makes a result once as long as the arguments stay the same, and keeps one alone', () => {
  const asked: string[] = [];
  const ask = memoizeLast((text: string, least = 0) => {
    asked.push(`${text}/${least}`);
    return { text, least };
  });
  assert.equal(ask('a'), ask('a'));
  assert.deepEqual(ask('a', 2), { text: 'a', least: 2 });
  assert.deepEqual(ask('b', 2), { text: 'b', least: 2 });
  assert.deepEqual(ask('a'), { text: 'a', least: 0 });
  assert.deepEqual(asked, ['a/0', 'a/2', 'b/2', 'a/0']);
});

test('keeps a result that is nothing, and none of a call that threw', () => {
  let calls = 0;
  const ask = memoizeLast((text: string) => {
    calls += 1;
    if (text === 'wrong') throw new RangeError(text);
    return undefined;
  });
  assert.equal(ask('a') ?? ask('a'), undefined);
  assert.equal(calls, 1);
  assert.throws(() => ask('wrong'), RangeError);
  assert.throws(() => ask('wrong'), RangeError);
  assert.equal(calls, 3);
});
