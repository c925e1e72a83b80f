import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeptAnswers, HOLDS_MS } from '../../src/http/kept-answers.ts';

function open() {
  const state = { changes: 0, now: 0, asked: 0 };
  const kept = createKeptAnswers(
    () => state.changes,
    () => state.now,
  );
  const read = async (name: string, body = name, meanwhile: () => void = () => undefined) => {
    const found = kept.find(name);
    if (found !== undefined) return found.body;
    const answer = await kept.answer(name, async () => {
      state.asked += 1;
      meanwhile();
      return { body, etag: 't' };
    });
    return answer.body;
  };
  return { state, read };
}

test('an answer is read once until something is written, and for a while at most', async () => {
  const { state, read } = open();
  assert.deepEqual([await read('a', 'one'), await read('a', 'other'), state.asked], ['one', 'one', 1]);
  state.changes += 1;
  assert.deepEqual([await read('a', 'two'), state.asked], ['two', 2]);
  state.now += HOLDS_MS - 1;
  assert.equal(await read('a', 'three'), 'two');
  state.now += 1;
  assert.equal(await read('a', 'three'), 'three');
});

test('an answer that was read while something was written is not kept', async () => {
  const { state, read } = open();
  await read('a', 'old', () => {
    state.changes += 1;
  });
  assert.equal(await read('a', 'new'), 'new');
});

test('what is kept is bounded: the oldest go first, and a long one is not kept at all', async () => {
  const { state, read } = open();
  const body = 'x'.repeat(100_000);
  for (let n = 0; n < 60; n += 1) await read(`${n}`, body);
  assert.equal(state.asked, 60);
  await read('59');
  assert.equal(state.asked, 60);
  await read('0');
  assert.equal(state.asked, 61);
  await read('long', 'x'.repeat(300_000));
  await read('long');
  assert.equal(state.asked, 63);
});
