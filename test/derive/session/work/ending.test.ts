import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isThanks } from '../../../../src/derive/session/sentences/cues.ts';
import { asks, edits, type Happening, plans, reads, runs, says, summaryOf, textsOf } from '../session-items.ts';

const outcomeOf = (...happenings: Happening[]) => {
  const { outcome, outcomeBy } = summaryOf(...happenings);
  return [outcome, ...textsOf(outcomeBy)];
};
const ASKED = asks('Mend the rounding of the invoice total');

test('done: a commit or a check that passed after the last change', () => {
  assert.deepEqual(outcomeOf(ASKED, edits('src/a.ts'), runs('npm test', 'ok'), says('Here you are.')), [
    'done',
    '`npm test` passed after the last change',
  ]);
  const committed = runs('git commit -m "fix: round once"', '[main 12ab34c] fix: round once\n 1 file changed');
  assert.deepEqual(outcomeOf(ASKED, edits('src/a.ts'), committed), ['done', 'Commit 12ab34c: fix: round once']);
});

test('done: a question that was answered, and thanks', () => {
  assert.deepEqual(
    outcomeOf(asks('How does the rounding of totals work?'), reads('src/a.ts'), says('It adds up first.')),
    ['done', 'The last request was answered'],
  );
  assert.equal(
    outcomeOf(ASKED, edits('src/a.ts'), says('Have a look?'), asks('Perfect, thanks!'))[1],
    'Perfect, thanks!',
  );
});

test('done in part: a check that fails, entries of the list that are open', () => {
  assert.deepEqual(
    outcomeOf(ASKED, edits('src/a.ts'), runs('npm test', '2 failed', 1), says('Still looking.')).slice(0, 2),
    ['part', '`npm test` fails'],
  );
  assert.equal(outcomeOf(ASKED, plans(['One', 'completed'], ['Two', 'pending']), says('One is done.'))[0], 'part');
});

test('a failure that a pipe hides counts as one', () => {
  const hidden = runs('npm test 2>&1 | tail -5', '12 tests, 3 failures');
  assert.deepEqual(outcomeOf(ASKED, edits('src/a.ts'), hidden, says('Hm.')).slice(0, 2), ['part', '`npm test` fails']);
  const none = runs('npm test 2>&1 | tail -5', '12 tests, 0 failures');
  assert.equal(outcomeOf(ASKED, edits('src/a.ts'), none, says('Hm.'))[0], 'done');
});

test('a check that failed before the last change and was not run again tells little once the agent is done', () => {
  const happened = [
    ASKED,
    runs('npm run test:e2e', '1 failed', 1),
    edits('src/a.ts'),
    runs('npm test', 'ok'),
    says('Fixed the rounding in `sum`.'),
  ];
  assert.equal(outcomeOf(...happened)[0], 'done');
});

test('blocked: the agent says so, or all that came after the last request failed', () => {
  assert.equal(
    outcomeOf(ASKED, runs('make deploy', 'denied', 1), says('I cannot continue without your approval.'))[0],
    'blocked',
  );
  assert.deepEqual(outcomeOf(ASKED, runs('scp a b', 'denied', 1)), [
    'blocked',
    'Not answered: Mend the rounding of the invoice total',
    'Last: scp a b failed (exit 1)',
  ]);
});

test('abandoned: interrupted, or nothing came after the last request', () => {
  assert.equal(outcomeOf(ASKED, edits('src/a.ts'), asks('[Request interrupted by user]'))[0], 'abandoned');
  assert.deepEqual(outcomeOf(ASKED, says('Done.'), asks('Now mend the tax as well')), [
    'abandoned',
    'Not answered: Now mend the tax as well',
  ]);
});

test('not known: changes of which nothing tells whether they do', () => {
  assert.deepEqual(outcomeOf(ASKED, edits('src/a.ts'), says('Is that what you want?')), ['unknown']);
});

test('what only looks like thanks, again and again in two scripts, is seen through in linear time', () => {
  assert.equal(isThanks('谢谢ok'.repeat(29)), true);
  assert.equal(isThanks(`${'谢谢ok'.repeat(29)}x`), false);
});

test('done in part, or abandoned where nothing changed: it ended before what the agent announced', () => {
  const announced = says('The lock file is behind, so I’m rebasing first.');
  assert.deepEqual(outcomeOf(ASKED, edits('src/a.ts'), announced), [
    'part',
    'Stopped before what it announced: The lock file is behind, so I’m rebasing first.',
  ]);
  assert.equal(outcomeOf(ASKED, reads('src/a.ts'), says('Let me look at how totals are rounded.'))[0], 'abandoned');
  assert.equal(outcomeOf(ASKED, edits('src/a.ts'), says('It rounds once. I’ll leave the tax alone.'))[0], 'done');
});

test('done in part: it ended after an action without a word on it', () => {
  assert.deepEqual(outcomeOf(ASKED, says('I’ll mend `sum`.'), edits('src/a.ts'), reads('src/b.ts')).slice(0, 1), [
    'part',
  ]);
  const checked = [ASKED, says('I’ll mend `sum`.'), edits('src/a.ts'), runs('npm test', 'ok')];
  assert.equal(outcomeOf(...checked)[0], 'done');
});

test('done in part: the agent waits for an answer, unless it only offers more', () => {
  const asked = 'It may round per line or per total. Which way would you prefer?';
  assert.deepEqual(outcomeOf(ASKED, reads('src/a.ts'), says(asked)), [
    'part',
    'Waits for an answer: Which way would you prefer?',
  ]);
  assert.equal(outcomeOf(ASKED, edits('src/a.ts'), says('It rounds once. Want me to commit this?'))[0], 'done');
  assert.equal(outcomeOf(asks('How are totals rounded?'), says(asked))[0], 'unknown');
});

test('done in part: the agent says what it could not do', () => {
  const said = 'The rounding is mended. We cannot push to `main` because it is protected.';
  assert.equal(outcomeOf(ASKED, edits('src/a.ts'), runs('npm test', 'ok'), says(said))[0], 'part');
  const free = 'Added the rule, no branches are blocked now.';
  assert.equal(outcomeOf(ASKED, edits('src/a.ts'), runs('npm test', 'ok'), says(free))[0], 'done');
});
