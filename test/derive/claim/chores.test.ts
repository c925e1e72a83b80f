import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choresIn } from '../../../src/derive/claim/chores.ts';

const keysOf = (prompt: string): string[] => choresIn(prompt).map(({ key }) => key);

test('the same wish in other words has one key', () => {
  for (const prompt of [
    'run the linter',
    'Please lint it again.',
    'Looks fine, now run golangci-lint',
    'you forgot to run the linter!',
  ])
    assert.deepEqual(keysOf(prompt), ['lint'], prompt);
  for (const prompt of ['run all tests', 'ok, and run the full test suite please', 'fix it and then run the tests'])
    assert.deepEqual(keysOf(prompt), ['test'], prompt);
  assert.deepEqual(keysOf('update the changelog and lint'), ['changelog', 'lint']);
});

test('a task, a question and pasted words are no such wish', () => {
  for (const prompt of [
    'add a test for the parser of dates',
    'run the tests for the cart',
    'run the linter before every commit',
    'did you run the linter?',
    'Summarize this mail:\n\nrun the linter',
    'the linter fails in main.go',
    'Update the docs of the export command.',
  ])
    assert.deepEqual(keysOf(prompt), [], prompt);
});
