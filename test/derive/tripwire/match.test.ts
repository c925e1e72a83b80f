import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { actionOf, meeting } from '../../../src/derive/tripwire/action.ts';
import { matchersIn } from '../../../src/derive/tripwire/find-matchers.ts';
import { matchesPath, matchingCommand } from '../../../src/derive/tripwire/match.ts';

/** True when a command meets what a rule forbids. */
function meets(rule: string, command: string): boolean {
  const matchers = matchersIn(rule);
  assert.notEqual(matchers.length, 0, rule);
  return matchers.some((matcher) => matchingCommand(matcher, command) !== undefined);
}

test('a program is met wherever it runs, and not where it is only named', () => {
  for (const line of [
    'npm ci',
    'cd web && npm test',
    'CI=1 npm run build',
    "bash -c 'npm i'",
    'time npm ls',
    '(npm i)',
  ]) {
    assert.ok(meets('Never use npm', line), line);
  }
  for (const line of [
    'pnpm i',
    'echo npm',
    'git commit -m "use npm"',
    'grep -r npm .',
    'npm --version',
    'cat npm.md',
  ]) {
    assert.ok(!meets('Never use npm', line), line);
  }
});

test('a program that another one runs is met too', () => {
  for (const line of ['npx jest', 'pnpm exec jest a', 'uv run jest', 'python -m jest'])
    assert.ok(meets('Never use jest', line));
});

test('flags are met in any order, in bunches and with values', () => {
  const rule = 'Never force push';
  for (const line of ['git push --force', 'git push -f origin', 'git -C x push origin main -uf'])
    assert.ok(meets(rule, line));
  for (const line of ['git push', 'git fetch --force', 'git push --force-with-lease'])
    assert.ok(!meets(rule, line), line);
});

test('a branch is met as what is pushed, and as where it goes', () => {
  for (const line of ['git push origin main', 'git push origin HEAD:main'])
    assert.ok(meets('Never push to main', line));
  assert.ok(!meets('Never push to main', 'git push origin maintenance'));
});

test('words about production are met as parts of a command', () => {
  const rule = 'Do not run migrations on prod';
  assert.ok(meets(rule, 'NODE_ENV=x npm run db:migrate -- --env=prod'));
  assert.ok(!meets(rule, 'npm run db:migrate'));
});

test('a path is met as itself and as what lies in it, relative or absolute', () => {
  assert.ok(matchesPath(['src/generated'], 'src/generated/a/b.ts'));
  assert.ok(matchesPath(['vendor/'], '/home/dev/shop/vendor/a.js'));
  assert.ok(matchesPath(['*.lock'], 'web/yarn.lock'));
  assert.ok(!matchesPath(['src/generated'], 'src/generated-types/a.ts'));
  assert.ok(!matchesPath(['.env'], 'src/.environment'));
});

test('a path is met by what changes it: tools, patches, commands', () => {
  const [matcher] = matchersIn('Do not edit vendor/');
  assert.ok(matcher);
  const place = { projectRoot: '/p', cwd: '/p' };
  const at = (tool: string, input: Record<string, string>): string | undefined => {
    const action = actionOf({ tool, input }, place);
    return action === undefined ? undefined : meeting(matcher, action);
  };
  assert.equal(at('Edit', { file_path: '/p/vendor/a.js' }), 'vendor/a.js');
  assert.equal(at('apply_patch', { command: '*** Begin Patch\n*** Update File: vendor/a.js\n@@\n' }), 'vendor/a.js');
  assert.equal(at('Bash', { command: 'rm -r vendor/a' }), 'vendor/');
  assert.equal(at('Bash', { command: "sed -i 's/a/b/' vendor/a.js" }), 'vendor/');
  assert.equal(at('Bash', { command: 'cat vendor/a.js' }), undefined);
  assert.equal(at('Bash', { command: 'cp vendor/a.js src/' }), undefined);
  assert.equal(at('Read', { file_path: '/p/vendor/a.js' }), undefined);
  assert.equal(at('mcp__x__y', { file_path: '/p/vendor/a.js' }), undefined);
});

test('takes any command and any path', () => {
  const matchers = ['Never force push', 'Do not edit vendor/', 'Do not deploy to prod'].flatMap((rule) =>
    matchersIn(rule),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const matcher of matchers) {
        matchingCommand(matcher, text);
        matchesPath([text], text);
      }
    }),
  );
});
