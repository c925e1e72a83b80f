import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksWhy, givesReason, mayGiveReason } from '../../../src/retrieval/prose/reasons.ts';

test('knows a question for a reason, and words that give one', () => {
  for (const question of ['why do we round?', 'Tell me why was it dropped', 'How come the hook failed?'])
    assert.ok(asksWhy(question));
  for (const question of ['what is the limit?', 'who knows why?']) assert.ok(!asksWhy(question));
  for (const passage of ['We round, because cents got lost.', 'The root cause was a map.', 'This is intentional.'])
    assert.ok(givesReason(passage));
  assert.ok(!givesReason('Updated three files.'));
  assert.ok(mayGiveReason('Instead of a lock we use a key.'));
  assert.ok(!mayGiveReason('Updated three files.'));
});
