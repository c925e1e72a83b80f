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

test('a folder or file is known by the words around it', () => {
  for (const [text, ...names] of [
    ["Don't modify files in the `legacy` folder.", 'legacy/'],
    ['Do not touch the `legacy` directory', 'legacy/'],
    ['Never change anything under node_modules.', 'node_modules/'],
    ['Never edit node_modules', 'node_modules/'],
    ['Do not edit files in vendor.', 'vendor/'],
    ['Do not touch anything in `prisma/migrations`.', 'prisma/migrations'],
    ['Never edit `prisma/migrations`', 'prisma/migrations'],
    ['Never edit eslint.config.js or tsconfig.json.', 'eslint.config.js', 'tsconfig.json'],
    ['Never edit tsconfig.json or the build setup.', 'tsconfig.json'],
    ['Never edit `foo`, `dist/` or `bar`.', 'dist/'],
    ['Never use moment.js or npm.', 'npm'],
    ['Never use npm, foo-bar or yarn.', 'npm', 'yarn'],
    ['Never use npm or `foo`.', 'npm'],
  ] as const)
    assert.deepEqual(
      matchersIn(text).map(({ name }) => name),
      names,
      text,
    );
  for (const text of [
    "Don't change anything in production.",
    'Never touch `origin/main`.',
    'Never edit code in a hurry',
    'Never use npm or yarn packages with native code',
    'Do not use `foo` or bar.',
  ])
    assert.deepEqual(matchersIn(text), [], text);
});

test('a script is met by its path, however it is started', () => {
  for (const rule of [
    'Never run ./scripts/deploy.sh',
    'Never run `./scripts/deploy.sh`.',
    'Do not run scripts/deploy.sh',
  ])
    assertMet(
      rule,
      [
        './scripts/deploy.sh --prod',
        'scripts/deploy.sh',
        'cd scripts && ./deploy.sh',
        'bash scripts/deploy.sh',
        'sh -x ./scripts/deploy.sh',
        'source scripts/deploy.sh',
        'sudo bash /home/dev/shop/scripts/deploy.sh',
      ],
      ['cat scripts/deploy.sh', 'chmod +x scripts/deploy.sh', 'bash web/deploy.sh', 'bash scripts/build.sh'],
    );
  assertMet('Never run `scripts/seed.py`.', ['python3 scripts/seed.py', 'uv run scripts/seed.py'], ['python seed.py']);
  assertMet('Never run dropdb.', ['dropdb shop', 'sudo -u postgres dropdb shop'], ['createdb shop']);
});
