import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchersIn } from '../../../src/derive/tripwire/find-matchers.ts';
import { matcherFromJson, matcherKey, matcherToJson } from '../../../src/derive/tripwire/matcher.ts';

const FORBIDS: readonly (readonly [string, ...string[]])[] = [
  ['never use npm, use pnpm', 'command npm'],
  ["Don't use yarn or npm in this repo, use pnpm instead.", 'command yarn', 'command npm'],
  ["don't force push", 'command git push --force'],
  ['Never run git push --force.', 'command git push --force'],
  ['Never git commit --amend', 'command git commit --amend'],
  ['Never push to main', 'command git push main'],
  ['Never force push to main', 'command git push --force main'],
  ['Never push to `main`', 'command git push main'],
  ['Never push to main or master', 'command git push main|master'],
  ['Never commit directly to main.', 'command git commit main'],
  ['do not run rails db:drop', 'command rails db:drop'],
  ['Never run gh pr merge', 'command gh pr merge'],
  ["Don't run npm run dev", 'command npm run dev'],
  ['Never run prisma migrate reset', 'command prisma migrate reset'],
  ['Never commit with the --no-verify flag.', 'command git commit --no-verify'],
  ['Never use git add -A or git add .', 'command git add -A', 'command git add .'],
  ['Never git add .', 'command git add .'],
  ['Never npm install globally', 'command npm install globally'],
  ['Do not push without asking', 'command git push'],
  ['do not run migrations on prod', 'command migrations on production'],
  ['Never run `terraform apply`', 'command terraform apply'],
  ["Don't use git reset --hard.", 'command git reset --hard'],
  ['Never skip the pre-commit hooks', 'command git --no-verify'],
  ['do not install new dependencies without asking', 'command install PACKAGE'],
  ['Always use pnpm', 'command npm|yarn|bun install'],
  ['Use poetry instead of pip', 'command pip'],
  ['do not edit src/generated', 'path src/generated'],
  ['Do not modify `*.lock` files', 'path *.lock'],
  ['dist/ is generated, do not edit it', 'path dist/'],
  ['The vendor directory must never be changed', 'path vendor/'],
  ["don't touch README.md or CHANGELOG.md", 'path README.md', 'path CHANGELOG.md'],
  ['Never commit .env files', 'command git add .env*'],
  ['不要使用 npm,用 pnpm', 'command npm'],
  ['src/generated は編集禁止', 'path src/generated'],
  ['npm nie verwenden', 'command npm'],
  ["N'utilise jamais npm, utilise pnpm", 'command npm'],
  ['Nunca edite src/generated', 'path src/generated'],
];

const FORBIDS_NOTHING = [
  'We use pnpm',
  'Never use floats for money',
  'Never forget to run npm test',
  "You don't need to use npm here",
  "Don't just run npm test",
  'If tests fail, do not push',
  'Never use npm packages with native code',
  'Do not use jest for new tests',
  'Always use pnpm workspaces',
  'Do not modify files outside src/',
  "It is ignored, so we don't commit it",
  'It uses a local merge, not a git merge command',
  'Named exports, no `export default`',
  "don't use moment.js",
];

test('reads what a rule forbids as commands and paths', () => {
  for (const [text, ...keys] of FORBIDS) assert.deepEqual(matchersIn(text).map(matcherKey), keys, text);
});

test('reads nothing where the sentence names no command or path for certain', () => {
  for (const text of FORBIDS_NOTHING) assert.deepEqual(matchersIn(text), [], text);
});

test('keeps the condition under which a rule forbids something, in its own words', () => {
  for (const [text, key, when] of [
    ['Never run npm publish from a laptop', 'command npm publish', 'from a laptop'],
    ['Do not use git push in CI', 'command git push', 'in CI'],
    ['Never run `git push --force` on main', 'command git push --force', 'on main'],
    ['Never push without asking me first.', 'command git push', 'without asking me first'],
    ['npm must not be used in the web folder', 'command npm', 'in the web folder'],
    ['Do not edit migrations/ after they are merged', 'path migrations/', 'after they are merged'],
    ['Use pnpm instead of npm in the web folder.', 'command npm', 'in the web folder'],
    ['Never use docker in this repo', 'command docker', undefined],
    ["Don't commit, unless I ask you to", 'command git commit', 'unless I ask you to'],
    ['Never use sudo, except for apt', 'command sudo', 'except for apt'],
    ['Never push directly, always open a PR', 'command git push', 'directly'],
    ['Never amend pushed commits', 'command git commit --amend', 'pushed commits'],
    ['Never edit files in migrations/ that are already applied', 'path migrations/', 'that are already applied'],
    ["Don't touch migrations/, only add new files", 'path migrations/', 'only add new files'],
    ["Don't add packages we don't need", 'command install PACKAGE', "we don't need"],
    ["Don't run eslint on the whole repo", 'command eslint', 'on the whole repo'],
    ["Don't pip install globally", 'command pip install', 'globally'],
    ['Never use curl; localhost is fine', 'command curl', 'localhost is fine'],
    ['Never force push to shared branches', 'command git push --force', 'to shared branches'],
    ['In `web/`, never use `npm`', 'command npm', 'In `web/`'],
    ['On main, never run npm publish', 'command npm publish', 'On main'],
    ['Without asking, never push', 'command git push', 'Without asking'],
    ['In production, never run `rails db:migrate`', 'command rails db:migrate', 'In production'],
    ['In this repo, never use yarn', 'command yarn', undefined],
    ['In general, never use yarn', 'command yarn', undefined],
    ['From now on, never use yarn', 'command yarn', undefined],
    ['Do not use git commands with the -i flag.', 'command git', 'with the -i flag'],
    ['Never skip hooks (--no-verify) unless I ask for it', 'command git --no-verify', 'unless I ask for it'],
    ["Don't use yarn with this repo", 'command yarn', undefined],
    ['Never commit, ask me first.', 'command git commit', 'ask me first'],
    ["Don't install packages (ask first).", 'command install PACKAGE', 'ask first'],
    ['Never use npm, only pnpm', 'command npm', undefined],
    ["Don't use npm we use pnpm", 'command npm', undefined],
    ['Never edit vendor/, which is generated', 'path vendor/', undefined],
    ['Never use npm, use pnpm; yarn is fine', 'command npm', undefined],
  ] as const) {
    const found = matchersIn(text);
    assert.deepEqual(
      found.map((matcher) => [matcherKey(matcher), matcher.when]),
      [[key, when]],
      text,
    );
  }
  for (const text of ["Don't push yet", "Don't run npm now", 'I ran docker, not npm in the shell'])
    assert.deepEqual(matchersIn(text), [], text);
});

test('keeps two underscores of a name, and takes those that make words bold away', () => {
  for (const [text, name] of [
    ['Do not edit `__generated__/`.', '__generated__/'],
    ['Do not edit __generated__/.', '__generated__/'],
    ['Never edit `src/__generated__/`.', 'src/__generated__/'],
    ['Never edit tests/__snapshots__/.', 'tests/__snapshots__/'],
    ['Do not touch `__init__.py`.', '__init__.py'],
    ['Do not touch __init__.py or __main__.py.', '__init__.py __main__.py'],
    ['Never edit the __snapshots__ folder.', '__snapshots__/'],
    ['__Never__ edit `__generated__/`.', '__generated__/'],
    ['__Never edit `__generated__/`__', '__generated__/'],
    ['Never use __npm__.', 'npm'],
    ['__Never use npm.__', 'npm'],
    ['**Never** edit `src/**/__mocks__/`', 'src/**/__mocks__/'],
  ] as const)
    assert.equal(
      matchersIn(text)
        .map((matcher) => matcher.name)
        .join(' '),
      name,
      text,
    );
});

test('takes `.env` files for all of them, in backticks, too', () => {
  for (const text of ['Never read .env files.', 'Never read `.env` files.'])
    assert.deepEqual(matchersIn(text).map(matcherKey), ['path .env* read'], text);
  assert.deepEqual(matchersIn('Never read `.env`.').map(matcherKey), ['path .env read']);
});

test('takes what was turned down by its name alone', () => {
  assert.deepEqual(matchersIn('Using docker-compose'), []);
  assert.deepEqual(matchersIn('Using docker-compose', { turnedDown: true }).map(matcherKey), [
    'command docker-compose',
  ]);
});

test('gives the same matcher back out of JSON', () => {
  for (const [text] of FORBIDS) {
    for (const matcher of matchersIn(text)) {
      assert.deepEqual(matcherFromJson(JSON.parse(JSON.stringify(matcherToJson(matcher)))), matcher);
    }
  }
  assert.equal(matcherFromJson({ on: 'command' }), undefined);
});

test('reads any text, and at most six matchers of it', () => {
  const words = fc.constantFrom(
    'never',
    'use',
    'npm',
    'or',
    ',',
    '`',
    'src/',
    'edit',
    '"',
    'not',
    '不要',
    '\uE0000\uE001',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words).map((list) => list.join(' ')),
      ),
      (text) => {
        assert.ok(matchersIn(text).length <= 6);
      },
    ),
  );
});
