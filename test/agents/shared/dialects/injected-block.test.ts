import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutInjectedBlock } from '../../../../src/agents/shared/dialects/injected-block.ts';
import { wrapOwnWords } from '../../../../src/privacy/own-words.ts';

test('what Cairn handed over at the end of an answer is taken out, and what follows it stays', () => {
  const block = wrapOwnWords(['[o_abcdefghijklmnop] Prices are rounded.']);
  assert.equal(withoutInjectedBlock(`text\n\n\n${block}`), 'text');
  assert.equal(withoutInjectedBlock(`text\n\n${block}\n\nof another hook`), 'text\n\nof another hook');
  for (const text of ['', 'text', block, block.slice(0, -5)]) assert.equal(withoutInjectedBlock(text), text);
});
