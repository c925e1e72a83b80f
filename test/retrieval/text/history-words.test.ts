import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForHistory } from '../../../src/retrieval/text/history-words.ts';

test('a question about how things were is known', () => {
  const questions = [
    'what did we use before pnpm?',
    'why did we move from npm to pnpm',
    'what was the old port of the API',
    'which database was used previously?',
    'when did we switch to vitest?',
    'why was the retry removed',
    'history of the release branch',
    'was haben wir früher benutzt?',
    '我们以前用什么？',
  ];
  for (const question of questions) assert.equal(asksForHistory(question), true, question);
});

test('a question about how things are is none, whatever it leaves out', () => {
  const questions = [
    'what port does the API use?',
    'Before I proceed, confirm the current version.',
    'which rules hold, ignoring old and deleted notes?',
    'what is the latest release branch, not the former one?',
    'run the tests before committing',
    'what changed in the parser?',
    '',
  ];
  for (const question of questions) assert.equal(asksForHistory(question), false, question);
});
