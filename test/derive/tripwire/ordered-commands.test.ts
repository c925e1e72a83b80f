import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchersIn } from '../../../src/derive/tripwire/find-matchers.ts';
import { matcherFromJson, matcherToJson } from '../../../src/derive/tripwire/matcher.ts';
import { assertMet } from './assert-met.ts';

test('a rule is not met by the command that it orders in place of another', () => {
  for (const [rule, met, ordered] of [
    ['Use `docker compose`, not `docker-compose`.', ['docker-compose up'], ['docker compose up -d']],
    ['Use docker compose, not docker-compose.', ['docker-compose up'], ['docker compose up -d']],
    ['Never run `pytest` directly, use `uv run pytest`.', ['pytest -q', '.venv/bin/pytest'], ['uv run pytest -q']],
    ['Never run pytest directly, use uv run pytest.', ['pytest -q'], ['uv run pytest -q']],
    [
      'Use `uv run pytest`, never bare `pytest`.',
      ['pytest -q', 'python -m pytest'],
      ['uv run python -m pytest -q', 'uv run -q python3 -m pytest', 'uv run pytest'],
    ],
    ['Use `python -m pytest` instead of `pytest`.', ['pytest'], ['python -m pytest', 'python3 -m pytest -q']],
    ['Use `uv pip install` instead of `pip install`.', ['pip install x', 'pip3 install x'], ['uv pip install x']],
    ['Use `bundle exec rspec`, never `rspec`.', ['rspec'], ['bundle exec rspec']],
    ['Never use `gradle`, always the wrapper (`./gradlew`).', ['gradle build'], ['./gradlew build']],
    ['Use ./mvnw, not mvn.', ['mvn verify'], ['./mvnw verify']],
    ['Never run plain `vitest`; use `vitest run`.', ['vitest', 'npx vitest'], ['vitest run', 'npx vitest run']],
    [
      "Don't use `pnpm install`, use `pnpm install --frozen-lockfile`.",
      ['pnpm install'],
      ['pnpm install --frozen-lockfile'],
    ],
    ['Use `git commit -s`, never plain `git commit`.', ['git commit -m x'], ['git commit -s -m x']],
    ['Never use `npm install` or `npm i`, use `npm ci`', ['npm install', 'npm i'], ['npm ci']],
    ['Always run tests with `make test`, never call pytest directly.', ['pytest'], ['make test']],
  ] as const) {
    assertMet(rule, met, ordered);
  }
});

test('where no words tell the ordered command from the other, that is a condition', () => {
  const [matcher] = matchersIn('Use `bin/rails` instead of `rails`.');
  assert.equal(matcher?.when, 'not bin/rails');
});

test('what is ordered in place of another goes through JSON', () => {
  for (const matcher of matchersIn('Use `docker compose`, not `docker-compose`.'))
    assert.deepEqual(matcherFromJson(JSON.parse(JSON.stringify(matcherToJson(matcher)))), matcher);
});

test('what a rule orders lets no call through that has what the rule forbids', () => {
  for (const [rule, met, ordered] of [
    [
      'Never use `git push --force`; use `git push origin <branch>`.',
      ['git push --force origin x'],
      ['git push origin x'],
    ],
    [
      'Never use `git commit --no-verify`; use `git commit -m "x"`.',
      ['git commit --no-verify -m y'],
      ['git commit -m x'],
    ],
    ['Never push to main; use `git push origin HEAD`.', ['git push origin main'], ['git push origin HEAD']],
    ['Never use sudo; use `docker` directly.', ['sudo docker ps'], ['docker ps']],
    ['Never run `make clean`; run `make build` instead.', ['make clean build'], ['make build']],
    ['Never use `--no-verify`; run `git commit`.', ['git commit --no-verify'], ['git commit -m x']],
    ['Never use `rm -rf`, use `rm -r` instead.', ['rm -rf a'], ['rm -r a']],
  ] as const) {
    assertMet(rule, met, ordered);
  }
});
