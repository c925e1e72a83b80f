// Rules about files and folders: which of them a rule's words mean, and what counts as a change of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchersIn } from '../../../src/derive/tripwire/find-matchers.ts';
import { matchesPath } from '../../../src/derive/tripwire/match.ts';
import { describeMatcher } from '../../../src/derive/tripwire/matcher.ts';
import { assertMet } from './assert-met.ts';

test('a folder with a slash behind it is any folder of that name, one with a slash within that of the root', () => {
  const [anywhere, atRoot] = [`Never edit files in \`dist/\`.`, 'Never edit files in `./dist/`.'];
  for (const rule of [anywhere, 'Never edit files in the dist folder.'])
    assertMet(
      rule,
      ['touch dist/a.js', 'touch packages/web/dist/a.js', 'cd packages/web && touch dist/a.js', 'touch a/dist/b/c.js'],
      ['touch src/dist.ts', 'touch distribution/a.js', 'touch ../other/dist/a.js', 'touch ~/dist/a.js'],
    );
  for (const rule of [atRoot, 'Never edit /dist/', 'Never edit `dist/**`'])
    assertMet(rule, ['touch dist/a.js'], ['touch packages/web/dist/a.js']);
  assertMet('Never edit `app/migrations/`.', ['touch app/migrations/1.py'], ['touch old/app/migrations/1.py']);
  for (const [rule, said] of [
    [anywhere, 'changes of dist/ in any folder'],
    [atRoot, 'changes of dist/'],
  ] as const)
    assert.deepEqual(matchersIn(rule).map(describeMatcher), [said]);
  // One that was confirmed before keeps to the root.
  assert.ok(!matchesPath(['dist/'], 'packages/web/dist/a.js'));
});
