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
    [anywhere, 'edits of dist/ in any folder'],
    [atRoot, 'edits of dist/'],
  ] as const)
    assert.deepEqual(matchersIn(rule).map(describeMatcher), [said]);
  // One that was confirmed before keeps to the root.
  assert.ok(!matchesPath(['dist/'], 'packages/web/dist/a.js'));
});

test('to delete what is made again, be it a folder of output or dependencies or a lock file, is no edit of it', () => {
  for (const [rule, edits, deletions] of [
    [
      'Never edit files in `dist/`.',
      ['echo x > dist/a.js', 'sed -i s/a/b/ dist/a.js', 'mv dist/a.js dist/b.js', 'git rm -r dist', 'cp a.js dist/'],
      ['rm -rf dist && npm run build', 'rm -rf ./dist packages/web/dist', 'rm dist/*.map', 'find dist -delete'],
    ],
    [
      'Never edit node_modules/',
      ['touch node_modules/a/b.js'],
      ['rm -rf node_modules && npm ci', 'rmdir node_modules/a'],
    ],
    ['Do not edit `apps/web/.next/`', ['touch apps/web/.next/a'], ['rm -r apps/web/.next']],
    [
      'Never edit lock files.',
      ['touch yarn.lock'],
      ['rm pnpm-lock.yaml && pnpm install', 'find . -name "*.lock" -delete'],
    ],
    ['Never edit `package-lock.json`.', ['sed -i s/a/b/ package-lock.json'], ['rm -f package-lock.json; npm i']],
  ] as const)
    assertMet(rule, edits, deletions);
  for (const [rule, line] of [
    ['Never edit vendor/', 'rm -r vendor/a'],
    ['Never edit files in migrations/', 'rm migrations/1.sql'],
    ['Never edit `src/build/config.ts`', 'rm src/build/config.ts'],
    ['Never delete files in dist/', 'rm -rf dist'],
    ['Never edit or delete `dist/`', 'rm -rf dist'],
    ['Never delete lock files', 'rm yarn.lock'],
    ['Never touch dist/ or src/gen/', 'rm -r src/gen'],
  ] as const)
    assertMet(rule, [line]);
});
