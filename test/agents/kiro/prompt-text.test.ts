import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnclearPrompt, promptOf } from '../../../src/agents/kiro/prompt-text.ts';

const BEGIN = '--- USER MESSAGE BEGIN ---\n';
const END = '--- USER MESSAGE END ---';

test('a prompt is what stands in its last whole frame', () => {
  assert.equal(promptOf(`--- CONTEXT ---\n${BEGIN}Fix it.\n${END}\nmore`), 'Fix it.');
  assert.equal(promptOf(`${BEGIN}one\n${END}\n${BEGIN}two\n${END}`), 'two');
  assert.equal(promptOf(`${BEGIN}one\n${END}\n${BEGIN}two`), 'one');
  for (const text of ['Fix it.', `${BEGIN}Fix it.`, `Fix it.\n${END}`, `${END}${BEGIN}`, BEGIN, END])
    assert.equal(promptOf(text), text.trim());
  assert.deepEqual([isUnclearPrompt(`${BEGIN}x${END}`), isUnclearPrompt(BEGIN)], [false, true]);
});

test('reads a prompt of many frames in one go', () => {
  const text = BEGIN.repeat(100_000);
  assert.equal(promptOf(text), text.trim());
  assert.equal(promptOf(text + END), '');
});
