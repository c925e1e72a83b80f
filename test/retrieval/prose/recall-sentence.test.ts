import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventSentence } from '../../../src/retrieval/prose/recall-sentence.ts';
import { makeItem } from '../make-item.ts';

test('a passage of a sentence does not end right after a colon', () => {
  const text = 'The ignored files stand in one place now, as the review wanted. Before (on main):';
  const item = makeItem({ kind: 'summary', text });
  assert.equal(
    eventSentence(item, { when: 'today', agent: 'codex', weights: new Map() }),
    'codex summed up today: “The ignored files stand in one place now, as the review wanted”',
  );
});
