import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShell } from '../../../src/derive/tool/shell.ts';
import { matchingCommand } from '../../../src/derive/tripwire/match.ts';
import type { Matcher } from '../../../src/derive/tripwire/matcher.ts';
import { spellingsOf } from '../../../src/derive/tripwire/spellings.ts';
import { assertMet } from './assert-met.ts';

test('a target of a build program is met wherever it stands among others', () => {
  assertMet(
    'Never run `make deploy`.',
    [
      'make ENV=prod deploy',
      'make build deploy',
      'make -j 4 deploy',
      'make -j deploy',
      'gmake deploy',
      'make -C web x deploy',
    ],
    ['make -C deploy build', 'make -f deploy build', 'make deploy-docs', 'make -n deploy', 'make deploy --dry-run'],
  );
  assertMet(
    'Never run `mvn deploy`.',
    ['mvn clean deploy', 'mvn -q clean deploy -DskipTests', './mvnw -pl web clean deploy', 'mvn -P deploy deploy'],
    ['mvn clean install', 'mvn -P deploy package', 'mvn -pl deploy test'],
  );
  assertMet(
    'Never run `./gradlew publish`.',
    ['./gradlew clean publish', 'gradle -p web publish', './gradlew :lib:publish'],
    ['./gradlew build -x publish', './gradlew -m publish', './gradlew publishToMavenLocal'],
  );
  assertMet('Never run `turbo run deploy`.', [
    'turbo run build deploy',
    'npx turbo deploy',
    'turbo --filter web run deploy',
  ]);
  assertMet(
    'Never run `just deploy`.',
    ['just env=prod deploy', 'just build deploy'],
    ['just --show deploy', 'just build'],
  );
  assertMet('Never run `rake db:drop`.', ['bundle exec rake db:create db:drop'], ['rake db:create']);
});

test('a flag is met by its other names', () => {
  for (const rule of ['Never use --no-verify.', 'Never run `git commit --no-verify`.'])
    assertMet(
      rule,
      ['git commit -n -m x', 'git commit -nm x', 'git commit -anm x', 'git commit -nm"a long message of a commit"'],
      ['git commit -m "x -n"', 'git commit -m -n', 'git commit -mnote', 'git log -n 3', 'git commit --dry-run -n'],
    );
  assertMet(
    'Never use `git add -A`.',
    ['git add --all', 'git add -A src', 'git stage -A'],
    ['git add src', 'git add -u'],
  );
  assertMet('Never use `git add --all`.', ['git add -A']);
  assertMet(
    'Never run `git branch -D`.',
    ['git branch -d -f x', 'git branch -df x', 'git branch --delete --force x'],
    ['git branch -d x', 'git branch -f x'],
  );
  assertMet('Never run `docker compose down -v`.', ['docker compose down --volumes'], ['docker compose down']);
  assertMet('Never run `terraform apply -auto-approve`.', ['terraform apply --auto-approve'], ['terraform apply']);
});

test('a rule in words is met by each way to force a push, one that names the flag by that flag', () => {
  const leases = ['git push --force-with-lease', 'git push --force-with-lease=main:abc origin main'];
  assertMet('Never force-push', ['git push --force', 'git push -f', 'git push origin +main', ...leases], ['git push']);
  assertMet('Never run `git push --force`.', ['git push -f'], leases);
  assertMet('Never force push, use --force-with-lease instead.', ['git push -f'], leases);
});

test('a subcommand and a program are met by their other names', () => {
  assertMet('Never run `python manage.py flush`.', [
    ...['python3 manage.py flush', 'python3.12 manage.py flush', './manage.py flush', 'uv run python3 manage.py flush'],
  ]);
  assertMet('Never run `php artisan migrate:fresh`.', ['./artisan migrate:fresh', 'php -d x=1 artisan migrate:fresh']);
  assertMet('Never run `npm test`.', ['npm run test', 'npm run-script test'], ['npm run test:unit', 'npm run build']);
  assertMet('Never run `npm run test`.', ['npm test', 'npm t']);
  assertMet('Never run `yarn deploy`.', ['yarn run deploy']);
  assertMet('Never run `npm run deploy`.', ['npm run deploy -- x'], ['npm deploy']);
  assertMet('Never run `npm run`.', ['npm run test']);
  assertMet('Never run `helm uninstall`.', ['helm delete web', 'helm del web', 'helm -n shop un web'], ['helm list']);
  assertMet('Never run `docker rm`.', ['docker container rm x'], ['docker image rm x', 'docker run --rm x']);
  assertMet('Never run `docker container rm`.', ['docker rm x']);
  assertMet('Never run `docker rmi`.', ['docker image rm x']);
  assertMet(
    'Never run `terraform destroy`.',
    ['terraform apply -destroy'],
    ['terraform plan -destroy', 'terraform apply'],
  );
  assertMet('Never use `git checkout --`.', ['git checkout -- a.ts'], ['git checkout -b x', 'git checkout main']);
  assertMet('Never run `git checkout -- .`.', ['git checkout -- .', 'git checkout .'], ['git checkout main']);
  assertMet(
    'Never run `go test ./...`.',
    ['go test -run X ./...', 'go test -timeout 60s ./...', 'go test -count 1 -v ./...'],
    ['go test ./pkg'],
  );
});

test('a tripwire of an earlier version knows the other names, too', () => {
  const older: Matcher = {
    on: 'command',
    name: 'x',
    forms: [{ program: 'git', words: ['commit'], args: [['--no-verify']] }],
  };
  assert.ok(matchingCommand(older, 'git commit -n -m x'));
});

test('what is only looked up, sought or tried meets nothing', () => {
  assertMet('Never use psql', ['psql -c x', 'command psql', 'command -p psql'], ['command -v psql', 'command -V psql']);
  assertMet(
    'Never use sudo',
    ['command sudo ls'],
    ['command -v sudo', 'if command -v sudo; then echo y; fi', 'command -pv sudo'],
  );
  assertMet(
    'Never use --no-verify.',
    ['git push --no-verify', 'npm run commit -- --no-verify', 'git grep x && git push --no-verify'],
    ['grep -rn -- "--no-verify" docs', 'rg -e --no-verify', 'git grep -e --no-verify', 'grep --regexp --no-verify a'],
  );
  assertMet(
    'Never run `npm publish`.',
    ['npm publish --dry-run=false', 'npm publish --dry-run false'],
    ['npm publish --dry-run'],
  );
  assertMet('Never run `terraform apply`.', ['terraform apply x'], ['terraform apply -help', 'terraform apply --help']);
  assertMet(
    'Never run `git stash`.',
    ['git stash', 'git stash pop', 'git stash drop --quiet', 'git stash push -m --help -u'],
    ['git stash list', 'git stash show -p', 'git stash --help'],
  );
  assertMet('Never run `docker run`.', ['docker run alpine ls --help'], ['docker --help']);
  assertMet(
    'Never run `kubectl delete`.',
    ['kubectl delete pod x'],
    ['kubectl delete --help', 'kubectl delete pod --help'],
  );
  assertMet('Never commit', ['git commit -m x', 'git commit -m --dry-run'], ['git commit --dry-run']);
  assertMet('Never push to main', ['git push origin main', 'git push main'], ['git push main feature']);
  assertMet(
    'Never run `git checkout main`.',
    ['git checkout main', 'git checkout -f main'],
    ['git checkout main -- a.ts'],
  );
  assertMet(
    'Never add new dependencies.',
    ['pip install x pip'],
    ['pip install --upgrade pip', 'python -m pip install -U pip setuptools wheel'],
  );
});

test('a flag that a command hands on, or that is a value, makes no trial of it', () => {
  assertMet('Never run `make deploy`.', [
    'make deploy -- -n',
    'make --eval -n deploy',
    'make -E -n deploy',
    'make -C -n deploy',
  ]);
  assertMet('Never run `just deploy`.', ['just deploy -n', 'just deploy --dry-run']);
  assertMet('Never run `docker compose exec`.', ['docker compose exec db rm x --dry-run']);
  assertMet(
    'Never run `helm uninstall`.',
    ['helm uninstall x --description --dry-run'],
    ['helm uninstall x --dry-run'],
  );
  assertMet('Never run `git clean -f`.', ['git clean -e -n -f'], ['git clean -fn']);
  assertMet(
    'Never run `terraform destroy`.',
    ['terraform destroy -state -help', 'terraform destroy -refresh'],
    ['terraform apply -destroy -help'],
  );
});

test('a line that is too long to be read whole is met by other names of a program', () => {
  const long = `${'echo a\n'.repeat(3_000)}`;
  assertMet('Never run `python manage.py flush`.', [`${long}python3 manage.py flush`], [`${long}python3 a.py flush`]);
  assertMet('Never run `git checkout -- .`.', [`${long}git checkout .`], [`${long}git status`]);
});

test('each usual package manager adds a package', () => {
  assertMet(
    'Never add new dependencies.',
    [
      ...['bundle add rack', 'pipenv install x', 'pdm add x', 'conda install -n web x', 'mamba install x', 'rye add x'],
      ...[
        'dotnet add package X',
        'dotnet add web/web.csproj package X',
        'dotnet package add X',
        'deno add jsr:@std/path',
      ],
      ...['npx expo install x', 'pixi add x', 'dart pub add x', 'flutter pub add x'],
    ],
    [
      ...['bundle install', 'pipenv install', 'pipenv install -r requirements.txt', 'conda install --file dev.txt'],
      ...['dotnet add reference ../lib', 'dotnet restore', 'deno install', 'npx expo install', 'flutter pub get'],
    ],
  );
});

test('a command that find runs is read once, however many stand within each other', () => {
  for (const nested of ['find . -exec ', 'fd . -x ', 'sudo find . -exec ', 'sudo fd . -x ']) {
    const line = `${nested.repeat(3_000)} rm build \\; ; git push origin main`;
    assertMet('Never push to main', [line]);
    const [first] = readShell(line).commands;
    assert.ok(first);
    const words = spellingsOf(first).reduce((sum, { args }) => sum + args.length, 0);
    assert.ok(words < 6 * first.args.length, nested);
    assert.equal(spellingsOf(first), spellingsOf(first));
    assertMet('Never run `rm build`.', [`${nested.repeat(9)} rm build \\;`]);
    assertMet('Never run `rm build`.', [`${nested.repeat(2)} rm build \\;`]);
  }
  assertMet('Never run `git clean -x`.', ['fd . -x git clean -x']);
});

test('a rule with a program that starts another is met by that other, however it is started', () => {
  assertMet(
    'Never run `npx prisma migrate reset`.',
    [
      'npx prisma migrate reset --force',
      'prisma migrate reset',
      'pnpm prisma migrate reset',
      'bunx prisma migrate reset',
      'npm exec prisma migrate reset',
      'node_modules/.bin/prisma migrate reset',
    ],
    ['npx prisma migrate deploy', 'prisma generate', 'npm install prisma', 'npx prisma --version'],
  );
  assertMet('Never run `npx jest -u`.', ['jest -u', 'pnpm jest src -u'], ['jest', 'npx jest src']);
});

test('yarn alone installs, and tasks of rails stand in any order', () => {
  assertMet(
    'Never run `yarn install`.',
    ['yarn', 'yarn --frozen-lockfile', 'cd web && yarn', 'yarn --cwd web'],
    ['yarn --version', 'yarn build', 'yarn --cwd web build', 'yarn add x'],
  );
  assertMet(
    'Never run `rails db:drop`.',
    ['rails db:create db:drop', 'bin/rails db:drop db:create'],
    ['rails db:create', 'rails console', 'rails generate migration drop'],
  );
});
