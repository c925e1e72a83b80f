import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { statementsOfPrompt } from '../../../src/derive/claim/statements-of-prompt.ts';
import { tellSessions } from '../../attacks/sessions-told.ts';

/** What a prompt states: each with `?` before it where it waits for a person. */
const stated = (prompt: string): string[] =>
  statementsOfPrompt(prompt).map(({ text, unclear }) => (unclear === true ? `? ${text}` : text));

const WAITING = [
  'stop using npm, use pnpm',
  'please stop using git add -A',
  'Stop committing node_modules.',
  'avoid force-pushing to main',
  'avoid default exports',
  "don't force push",
  'no force pushes',
  'No commits to main!',
  "I don't want you to push to main",
  'you should not use npm',
  "Don't you ever push to main",
  'this repo uses pnpm, not npm',
  "the project uses pnpm, please don't use npm",
  "Next time don't use npm.",
  "You ran npm install. Don't do that, use pnpm.",
];

const COUNTING = [
  'Please do not edit anything in vendor/',
  'do not touch anything in the vendor folder',
  'as I said before, never use npm',
  'I told you already: never use npm',
  'Once more, do not use npm.',
  "I don't want you to ever push to main",
  "Hey, please don't touch the migrations folder",
  'Please remember to never use npm install',
  'house rule: never push to main',
  'rule #1: never push to main',
  'My rules: never push to main, always use pnpm.',
  'Verwende niemals npm, sondern pnpm.',
];

/** Orders of the task at hand, of the product, and reports, in the words of a prohibition. */
const AT_HAND = [
  "don't touch the tests yet",
  "don't commit now",
  "Don't run npm install now, I did that already",
  "don't run it again",
  'stop, wrong file',
  'Stop using that branch.',
  'stop using the mock for now',
  'stop running the tests',
  'stop writing tests and fix the bug',
  'Stop showing the banner after login.',
  'stop editing src/a.ts',
  'avoid calling the api twice',
  'no force push needed',
  'no tests for this one',
  'No semicolons at the end of the csv lines.',
  "I don't want you to commit this",
  "I don't want you to write code, just explain",
  "I don't want users to edit the name",
  "please don't change anything else",
  'do not edit anything',
  "don't edit anything yet, just look",
  'this function returns null, not undefined',
  'this project uses React 17, not 18, so the hook fails',
  "You ran the wrong test. Don't do that.",
  "You used sed. Don't use it, use the edit tool",
  "Next time don't do that.",
  "as I said before, don't touch this file",
  'WARNING: never used',
  'warning: do not commit yet',
];

suite('what a person forbids in other words than those of a rule', () => {
  for (const prompt of WAITING) {
    test(`waits for them: ${prompt}`, () => assert.deepEqual(stated(prompt), [`? ${prompt}`]));
  }

  test('waits without the mark of a warning', () => {
    assert.deepEqual(stated('WARNING: never run rails db:drop'), ['? never run rails db:drop']);
    assert.deepEqual(stated('It prints:\nWARNING: never run rails db:drop\nwhy?'), []);
  });

  for (const prompt of COUNTING) {
    test(`counts where nothing is in doubt: ${prompt}`, () => assert.deepEqual(stated(prompt), [prompt]));
  }

  for (const prompt of AT_HAND) {
    test(`is no order of the task at hand: ${prompt}`, () => assert.deepEqual(stated(prompt), []));
  }

  test('is proposed behind a call, and nothing tells it before they confirm it', async (context) => {
    const call = { tool: 'Bash', input: { command: 'npm install' }, output: 'added 12 packages' };
    const { memory, blocks } = await tellSessions(context, () => [
      [{ typed: 'Fix the tests.' }, { call }, { typed: 'stop using npm, use pnpm' }, { said: 'Done.' }],
      [{ typed: 'Tidy the footer.' }, { call }, { typed: 'as I said before, never use yarn' }, { said: 'Tidy.' }],
    ]);
    const told = await blocks();
    assert.match(told, /by a person.*never use yarn/);
    assert.doesNotMatch(told, /stop using npm/);
    const { entries } = await memory.list({ kinds: ['knowledge'], status: 'proposed' });
    assert.deepEqual(
      entries.map(({ title }) => title),
      ['stop using npm, use pnpm'],
    );
  });
});
