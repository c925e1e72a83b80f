import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchersIn } from '../../../src/derive/tripwire/find-matchers.ts';
import { matchingCommand } from '../../../src/derive/tripwire/match.ts';
import { assertMet } from './assert-met.ts';

test('words about production are met as parts of a command', () => {
  assertMet('Do not run migrations on prod', ['NODE_ENV=x npm run db:migrate -- --env=prod'], ['npm run db:migrate']);
});

test('words about production are met in what acts, by its variables, too, and not in what only looks or is written', () => {
  assertMet(
    'Never deploy to production',
    [
      'ENV=production make deploy',
      'env STAGE=prod ./deploy.sh',
      'kubectl apply -f deploy/prod.yml',
      'vercel --prod',
      'bash deploy.sh production',
    ],
    [
      'cat deploy/production.yml',
      'git commit -m "fix production deploy"',
      'git checkout -b fix/deploy-production',
      'kubectl get deploy -n production',
      'rg "deploy.*production" .github',
      'git push -u origin fix/deploy-production',
      'npx eslint deploy/prod.ts && pytest tests/test_deploy_prod.py',
      'docker build -t shop:prod -f deploy/Dockerfile.prod .',
      'curl https://prod.example.com/deploy/status',
      'bash -n deploy-prod.sh',
    ],
  );
  assertMet('Never run migrations in production', ['RAILS_ENV=production rails db:migrate'], ['ls migrations/prod']);
});

test('files of an environment are none of its examples', () => {
  assertMet(
    'Never commit .env files',
    ['git add .env', 'git add .env.local'],
    ['git add .env.example', 'git add .envrc config/.env.template'],
  );
});

test('a rule against what is global is met by the flag for that alone', () => {
  assertMet(
    'Never npm install globally',
    ['npm install -g typescript', 'npm i --global typescript'],
    ['npm install', 'npm install left-pad', 'npm ci'],
  );
  assertMet('Never install npm packages globally.', ['npm i -g pnpm', 'yarn global add x'], ['npm i x', 'yarn add x']);
});

test('a branch is also the one that is checked out, where a push names none', () => {
  const meets = (rule: string, line: string, branch?: string): boolean => {
    const place = { cwd: '/home/dev/shop', branch: () => branch };
    return matchersIn(rule).some((one) => matchingCommand(one, line, place) !== undefined);
  };
  for (const line of ['git push', 'git push origin', 'git push -u origin HEAD', 'git push origin dev HEAD:main']) {
    assert.ok(meets('Never push to main', line, 'main'), line);
  }
  for (const line of ['git push', 'git push origin HEAD', 'git push --tags', 'git push origin main2']) {
    assert.ok(!meets('Never push to main', line, 'feature/x'), line);
    assert.ok(!meets('Never push to main', line), line);
  }
  assert.ok(meets('Never push to main', 'git checkout main && git merge x && git push', 'feature/x'));
  assert.ok(!meets('Never push to main', 'git checkout -b feature/x && git commit -am x && git push', 'main'));
  for (const line of [
    'git switch -c f && git commit -m x',
    'gh pr checkout 5 && git commit -m x',
    'git checkout fix/v1.2 && git commit',
  ])
    assert.ok(!meets('Never commit to main', line, 'main'), line);
  assert.ok(meets('Never push to main', 'git checkout src/a.ts && git push', 'main'));
  assert.ok(meets('Never push to main', 'git push --all origin', 'feature/x'));
  assert.ok(meets('Never commit directly to main.', 'git commit -m x', 'main'));
  assert.ok(!meets('Never commit directly to main.', 'git commit -m x', 'feature/x'));
  const forced = 'Never force push to main';
  for (const line of ['git push -f', 'git push --force-with-lease origin', 'git push origin +main'])
    assert.ok(meets(forced, line, 'main'), line);
  for (const line of ['git push --force', 'git push --force-with-lease origin feature/x', 'git push origin main'])
    assert.ok(!meets(forced, line, 'feature/x'), line);
});

test('a flag of any program is not met by a short one that means something else', () => {
  assertMet(
    'Never use --force.',
    ['git push --force', 'git push -f', 'npm install -f', 'rm --force a', 'brew install --force x'],
    [
      'rm -rf build',
      'cp -f a b',
      'ps -ef',
      'test -f a',
      '[ -f a ] && cat a',
      'tail -f log',
      'docker compose -f x.yml up',
      'make -f Makefile.dev',
      'curl -fsS x',
    ],
  );
  assertMet('Never use --recursive.', ['rm -r a', 'chmod -R 755 .', 'cp -R a b'], ['sed -r s/a/b/ f', 'read -r line']);
});

test('a program is met without what starts it, and a flag with a value right behind it', () => {
  assertMet('Never run `bundle exec rake db:reset`', [
    'rake db:reset',
    'bin/rake db:reset',
    'bundle exec rake db:reset',
  ]);
  assertMet('Never run `poetry run python manage.py flush`', ['python manage.py flush']);
  assertMet('Never use sed -i', ['sed -i.bak s/a/b/ x', 'sed --in-place s/a/b/ x', 'sed -ni p x'], ['sed -n p x']);
  assertMet('Never use docker', ['docker-compose up', 'docker ps'], ['dockerize']);
  assertMet("Don't modify lock files", ['touch package-lock.json'], ['rm -f .git/index.lock']);
});

test('several verbs before one branch are all about that branch', () => {
  assertMet(
    'Never commit or push directly to main.',
    ['git push origin main'],
    ['git commit -m x', 'git push origin f'],
  );
  assertMet(
    'Never push or force-push to main.',
    ['git push -f origin main', 'git push origin main'],
    ['git push -u origin feature/x', 'git push --force-with-lease origin feature/x'],
  );
  assertMet('Never `git push` to `main`.', ['git push origin main'], ['git push origin f', 'git push']);
  assertMet('Never commit, push, or merge to main.', ['git push origin main'], ['git commit -m x', 'git merge f']);
});

test('to delete or move is less than to change, and what exists less than what is new', () => {
  assertMet(
    'Do not delete files in `data/`.',
    ['rm data/a.csv', 'mv data/a b', 'git rm data/a', 'find data -delete'],
    ['echo x > data/a.csv', 'sed -i s/a/b/ data/a', 'cp a data/b'],
  );
  assertMet('`migrations/` files must never be deleted.', ['rm migrations/a.sql'], ['touch migrations/b.sql']);
  assertMet('Never edit or delete files in data/', ['rm data/a', 'touch data/b']);
  const [matcher] = matchersIn('Never modify existing files in `db/migrations/`.');
  assert.equal(matcher?.when, 'existing files');
});

test('a wrapper that the rule names belongs to it, and a script is one with or without run', () => {
  assertMet("Don't use `sudo npm install`.", ['sudo npm install', 'sudo npm i x'], ['npm install']);
  assertMet('Never run `pnpm run db:reset`.', ['pnpm db:reset', 'pnpm run db:reset'], ['pnpm run db:seed']);
  assertMet("Don't run `pnpm lint`.", ['pnpm run lint', 'pnpm lint'], ['pnpm install']);
  assertMet('Never run `bun run db:reset`.', ['bun db:reset']);
});

test('a flag that is a number, and a folder whose name has a dot, are met', () => {
  assertMet('Never use `kill -9`.', ['kill -9 4711', 'kill -9 $(lsof -ti:3000)'], ['kill 4711']);
  assertMet('Never use kill -9', ['kill -9 4711'], ['kill 4711']);
  assertMet('Never read `~/.ssh`.', ['cat ~/.ssh/id_rsa'], ['cat ~/.sshx']);
  assertMet("Don't touch `.github`.", ['rm .github/workflows/ci.yml'], ['rm ci.yml']);
});

test('the opposite of a rule is none', () => {
  for (const text of [
    'Do not stop `npm run dev`.',
    'It restores files from the tree (does not use `git reset`)',
    'Tests must never write to `data/`.',
    'CI cannot use docker.',
    'The server must not run `docker`',
  ])
    assert.deepEqual(matchersIn(text), [], text);
});

test('a rule is one whatever stands before its negation', () => {
  for (const text of [
    'In this repo never run `docker compose down -v`.',
    '🚫 Never run `terraform apply`.',
    '- [ ] Never run `kubectl delete`.',
    'Subagents must never run `git stash`.',
    'Agents working in this repo must never use npm',
    'From now on never use npm',
  ])
    assert.equal(matchersIn(text).length, 1, text);
});

test('what stands behind "from now on" is a condition all the same', () => {
  const [here] = matchersIn('From now on, never use pip.');
  assert.equal(here?.when, undefined);
  assert.equal(here?.name, 'pip');
  const [narrow] = matchersIn('From now on, in the backend folder, never use pip.');
  assert.equal(narrow?.when, 'in the backend folder');
  for (const sentence of [
    'From now on, when working in docs/, never run cargo build.',
    "From now on, if the tests fail, don't run git push.",
    'From now on: unless I ask, never run make deploy.',
  ])
    assert.deepEqual(matchersIn(sentence), [], sentence);
});
