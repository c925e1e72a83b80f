import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markWords } from '../../../src/cli/render/mark-words.ts';

const mark = (query: string): ((text: string) => string) => markWords(query, { underline: (word) => `_${word}_` });

test('marks the words of a query and longer ones that begin with them, and nothing inside a word', () => {
  assert.equal(
    mark('why retries in the queue?')('Retry the Queue: dequeue retries, queued'),
    'Retry the _Queue_: dequeue _retries_, _queued_',
  );
  assert.equal(mark('payments')('payment, Payments'), '_payment_, _Payments_');
  assert.equal(mark('größe file:queue.ts')('Die Größe der queue.ts'), 'Die _Größe_ der queue.ts');
});

test('a query without such words marks nothing', () => {
  assert.equal(mark('what did the')('what did the'), 'what did the');
  assert.equal(mark('[(*')('[(*'), '[(*');
});
