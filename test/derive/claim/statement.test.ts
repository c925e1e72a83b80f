import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { statementKind, statementsIn, statementsOfAgent } from '../../../src/derive/claim/statement.ts';

const STATED: readonly (readonly [string, string])[] = [
  ['We use pnpm', 'decision'],
  ['We decided to use pnpm instead of npm.', 'decision'],
  ["ok, let's use vitest for the tests", 'decision'],
  ["We've switched to ESM only", 'decision'],
  ['we should use argon2 for passwords', 'decision'],
  ['The team agreed on trunk-based development', 'decision'],
  ['use idempotency keys rather than locks for the checkout', 'decision'],
  ['Instead of "start" we should say "enable"', 'decision'],
  ['(the settings file should be source of truth)', 'decision'],
  ['Always run the linter before committing', 'constraint'],
  ['never commit generated files', 'constraint'],
  ['Money is kept in cents; never use floats.', 'constraint'],
  ['Do not touch src/legacy.', 'constraint'],
  ["Don't force-push to shared branches.", 'constraint'],
  ['from now on write the test first', 'constraint'],
  ['The API must return JSON errors', 'constraint'],
  ['yeah, I think we should only have one list view.', 'constraint'],
  ["we don't use lodash here", 'rejected'],
  ["Let's not use an ORM", 'rejected'],
  ['we decided against Redis', 'rejected'],
  ['I prefer small functions', 'heuristic'],
];

const NOT_STATED = [
  'use grep to find the handler',
  'Should we use redis?',
  'can you use `orderId` instead of `id` in order.ts',
  "let's go with option 2",
  "let's use that",
  "let's remove this too",
  "don't fix anything, just validate that it works",
  "let's keep the old endpoint for now",
  'fix the failing test in auth',
  'I wonder if we should never cache this',
  'error: path must be absolute',
  'continue',
  'You must follow these rules:',
];

test('takes what is stated as decision, constraint, preference or rejection', () => {
  for (const [text, kind] of STATED) assert.equal(statementKind(text), kind, text);
});

test('takes no question, no task, and nothing that only holds for now', () => {
  for (const text of NOT_STATED) assert.equal(statementKind(text), undefined, text);
});

test('keeps reason and what was turned down', () => {
  assert.deepEqual(
    statementsIn('We decided to go with Postgres, not MySQL, because of row security. Now fix the test.'),
    [
      {
        kind: 'decision',
        text: 'We decided to go with Postgres, not MySQL, because of row security.',
        reason: 'of row security',
        alternatives: ['MySQL'],
      },
    ],
  );
});

test('reads no code, quotation, diff, log or document that was handed over', () => {
  const texts = [
    '```\nalways use tabs here\n```',
    '> never use tabs here',
    '+always use tabs here',
    '    at run (a.js:1)\nsrc/a.ts:12: never use tabs here',
    '# Rules\n\nAlways use tabs here.\n\n# More\n\nNever use spaces.',
    `${'x '.repeat(1_000)}\nAlways use tabs here.\n${'x '.repeat(2_000)}`,
  ];
  for (const text of texts) assert.deepEqual(statementsIn(text), [], text.slice(0, 60));
});

test("takes of an agent's message only what it calls a decision", () => {
  assert.deepEqual(
    statementsOfAgent('**Decision**: keys instead of locks. We use pnpm. Never do this again.').map((s) => s.kind),
    ['decision'],
  );
});

test('gives at most five statements for any text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STATED.map(([text]) => text), ...NOT_STATED, '\n', '# x\n')), (parts) => {
      assert.ok(statementsIn(parts.join('\n')).length <= 5);
    }),
  );
});
