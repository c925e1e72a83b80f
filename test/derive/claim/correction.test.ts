import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctionsIn } from '../../../src/derive/claim/correction.ts';

const told = (text: string) => correctionsIn(text).map(({ kind, instead }) => [kind, instead]);

test('corrections and reversals are taken, with what they turn down', () => {
  const taken: [string, string, string | undefined][] = [
    ['no, use the queue instead of polling', 'decision', 'polling'],
    ['nope - it should be a separate file', 'decision', undefined],
    ['actually let’s keep the flag'.replace('’', "'"), 'decision', undefined],
    ['Actually, never mind, use one table.', 'decision', undefined],
    ['not as a comment, but as a document attached to the issue directly.', 'decision', 'as a comment'],
    ['I want the formula to be called tab instead of entire', 'decision', 'entire'],
    ['no, I did not say commit anything', 'rejected', undefined],
    ["no that's not what I asked", 'rejected', undefined],
    ['please revert the change to the parser', 'rejected', undefined],
    ['go back to the first version of the form', 'rejected', undefined],
  ];
  for (const [text, kind, instead] of taken) assert.deepEqual(told(text), [[kind, instead]], text);
});

test('what a person pasted or quotes as a block corrects nothing', () => {
  for (const text of [
    'He wrote this in the chat:\n\nNo, use the old queue.\n\nWe shall see.',
    '```\nNo, use the old queue.\n```\nWhat does it mean?',
    '> No, use the old queue.',
    'Translate this:\nActually, keep the old queue for now.',
  ])
    assert.deepEqual(correctionsIn(text), [], text);
});

test('questions, reports, plain agreement and long texts are not', () => {
  for (const text of [
    'no, should we use a queue?',
    'not sure, maybe later',
    'No errors were found in the log, all good',
    'yes, go on',
    'is it actually used anywhere?',
    'no problem, thanks a lot',
    'actually it works now',
    'There is not much left, just the docs',
    `no, use the queue. ${'x '.repeat(700)}`,
  ])
    assert.deepEqual(told(text), [], text);
});
