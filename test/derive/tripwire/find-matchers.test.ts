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
