import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as LIMITS from '../../../../src/core/limits.ts';
import { openTestStore } from '../../../retrieval/fill-store.ts';
import { makeItem } from '../../../retrieval/make-item.ts';

test('what is made of memories moves neither how rare a word is nor the score of what holds it, and only few of it join', async (context) => {
  const { candidates, items, check } = openTestStore(context);
  const put = (kind: 'message' | 'summary', text: string) => {
    const { project: _project, session: _session, ...item } = makeItem({ kind, text });
    return items.apply({ derived: [], put: [item] });
  };
  const ask = (kinds?: ['summary']) =>
    candidates.query({
      words: ['otter'],
      phrases: [],
      filter: kinds === undefined ? {} : { kinds },
      limit: LIMITS.candidates,
    });
  await put('message', 'The otter queue is drained');
  await put('message', 'Nothing of the kind');
  const before = await ask();
  assert.equal(before.candidates.length, 1);
  for (let i = 0; i < 20; i += 1) await put('summary', `Drained the otter queue, time ${i}`);
  const after = await ask();
  const own = after.candidates.filter(({ item }) => item.kind === 'message');
  assert.deepEqual(own, before.candidates);
  assert.deepEqual([after.total, after.frequency], [before.total, before.frequency]);
  assert.equal(after.candidates.length - own.length, LIMITS.madeCandidates);
  assert.equal((await ask(['summary'])).candidates.length, 20);
  assert.deepEqual(await check(), []);
});
