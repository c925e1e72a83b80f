import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementKey } from '../../../src/derive/pattern/statement-key.ts';

test('two wordings of one rule have one key', () => {
  assert.equal(statementKey('Please always use pnpm.'), statementKey('always use pnpm'));
  assert.equal(statementKey('No, use zod.'), statementKey('Use zod'));
  assert.equal(statementKey('Prices are kept in cents'), statementKey('Prices in cents are kept'));
});

for (const [rule, opposite] of [
  ['Use pnpm instead of npm.', 'Use npm instead of pnpm.'],
  ['Run the tests before lint.', 'Run lint before the tests.'],
  ['We use no ORM.', 'We use an ORM.'],
  ['We move from joi to zod.', 'We move from zod to joi.'],
  ['Always rebase, never merge.', 'Always merge, never rebase.'],
] as const) {
  test(`a rule and its opposite are two: ${rule}`, () => {
    assert.notEqual(statementKey(rule), statementKey(opposite));
  });
}
