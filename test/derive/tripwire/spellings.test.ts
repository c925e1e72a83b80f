import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingCommand } from '../../../src/derive/tripwire/match.ts';
import type { Matcher } from '../../../src/derive/tripwire/matcher.ts';
import { assertMet } from './assert-met.ts';

test('a subcommand is found behind the flags of its program and their values', () => {
  assertMet(
    'Never run `kubectl delete`.',
    [
      'kubectl delete pod x -n shop',
      'kubectl -n shop delete pod x',
      'kubectl --context prod --namespace=shop delete pod x',
      'kubectl -v 6 delete pod x',
      'kubectl delete pod x --dry-run=client --dry-run=none',
      'kubectl --cache-dir --dry-run=client delete pod x',
    ],
    [
      'kubectl -n delete get pods',
      'kubectl get pods -n shop',
      'kubectl logs -f delete',
      'kubectl delete pod x --dry-run=client',
    ],
  );
  assertMet(
    'Never run `docker compose down`.',
    [
      'docker compose -f docker-compose.dev.yml -f b.yml down',
      'docker compose -p shop --profile dev down -v',
      'docker --context prod compose --env-file .env.dev down',
      'docker-compose down',
      'docker-compose -f x.yml down',
      'if true; then docker compose -p shop down; fi',
    ],
    ['docker compose up', 'docker compose -f down up', 'docker compose logs -f down', 'docker-compose up'],
  );
  assertMet('Never use docker-compose', ['docker compose -f x.yml up', 'docker-compose up'], ['docker ps']);
  assertMet('Never run `docker compose rm db`.', ['docker compose -f x.yml rm -f db']);
  assertMet('Never run `helm uninstall`.', ['helm -n shop uninstall web', 'helm --kube-context prod uninstall web']);
  assertMet('Never run `make deploy`.', ['make -C web deploy'], ['make -C deploy build']);
  assertMet('Never run `cargo publish`.', ['cargo +nightly publish', 'cargo --color always publish']);
});

test('a rule with the value of a flag holds where it is written so', () => {
  assertMet('Never run `kubectl -n prod delete`.', ['kubectl -n prod delete pod x'], ['kubectl -n dev delete pod x']);
  const older: Matcher = {
    on: 'command',
    name: 'x',
    forms: [{ program: 'kubectl', words: ['prod', 'delete'], args: [['-n']] }],
  };
  assert.ok(matchingCommand(older, 'kubectl -n prod delete pod x'));
});

test('a wrapper is met wherever it runs something, and not where it is only named', () => {
  assertMet(
    'Never use sudo.',
    [
      'sudo apt-get install x',
      'DEBIAN_FRONTEND=noninteractive sudo apt-get install x',
      'if sudo -n true; then echo y; fi',
      'time sudo make',
      'bash -c "sudo make"',
      'sudo bash -c "make"',
      'cd web && (sudo make)',
      'echo "$(sudo cat x)"',
      'find . -exec sudo rm {} +',
      'timeout 5 sudo -u me make',
      'sudo -i',
      'sudo -v',
      'sudo -s > log',
    ],
    [
      "cat > setup.sh <<'EOF'\n#!/bin/sh\nsudo apt-get install -y jq\nEOF",
      'git commit -m "docs: install\n\nsudo is not needed"',
      'grep -r sudo .',
      'which sudo',
      'sudo --version',
      'env > sudo',
    ],
  );
  assertMet('Never use xargs', ['ls | xargs -n 1 rm']);
});

test('a program is met in the short forms of package managers and behind their flags', () => {
  assertMet(
    'Never run `prisma migrate reset`.',
    [
      'npx prisma migrate reset',
      'npx -p prisma@5 prisma migrate reset',
      'npm exec -w db -- prisma migrate reset',
      'npm exec prisma -- migrate reset',
      'pnpm prisma migrate reset',
      'pnpm run prisma migrate reset',
      'pnpm --filter db exec prisma migrate reset',
      'pnpm --filter db prisma migrate reset',
      'yarn prisma migrate reset --force',
      'yarn workspace db prisma migrate reset',
      'bun run prisma migrate reset',
      'bunx --bun prisma migrate reset',
      'corepack pnpm prisma migrate reset',
      'doppler run -c dev -- pnpm prisma migrate reset',
    ],
    ['pnpm prisma migrate deploy', 'pnpm add prisma', 'yarn why prisma', 'npx prisma --version'],
  );
  assertMet('Never use rm', ['rm a', 'npx rm a'], ['pnpm rm lodash', 'bun rm lodash']);
  assertMet(
    'Never run `pip install`.',
    [
      'uv pip install x',
      'uv run pip install x',
      'uv run --with a python -m pip install x',
      'python3 -I -m pip install x',
      'python -mpip install x',
      'pip3.12 install x',
      'conda run -n web pip install x',
    ],
    ['uv pip list', 'python -c "import pip" install', 'uv sync'],
  );
  assertMet('Never run `npm install`.', ['npm it', 'npm install-test'], ['npm cit', 'npm run it']);
  assertMet('Never run `npm test`.', ['npm it', 'npm cit']);
});

test('a command is met behind programs that hand it secrets or a shell', () => {
  assertMet(
    'Never run `npm install`.',
    [
      'nix develop -c npm install',
      'nix develop .#web --command npm install',
      "nix develop -c bash -c 'npm install'",
      'nix shell nixpkgs#nodejs -c npm install',
      'doppler run -- npm install',
      'doppler run -p shop -c dev -- npm install',
      "doppler run --command 'npm install'",
      'op run --env-file=.env -- npm install',
      'op run --env-file .env -- npm install',
      'aws-vault exec shop -- npm install',
      "ssh-agent bash -c 'ssh-add k; npm install'",
      'ssh-agent -t 60 npm install',
      'find web -maxdepth 1 -exec npm install {} \\;',
      "find web -exec sh -c 'cd $1 && npm install' _ {} \\;",
      'fd package.json -x npm install',
    ],
    ['nix develop', 'nix build -c npm', 'doppler secrets get npm install', 'op item get npm install'],
  );
});

test('a package that is added is one that is named, not what the project has', () => {
  assertMet(
    'Never add new dependencies.',
    [
      'npm install lodash',
      'npm install lodash > log 2>&1',
      'npm i ../lib',
      'uv pip install x',
      'pip install x -r dev.txt',
      'pip install -e git+https://example.com/x.git',
      'pip install git+https://example.com/x.git',
      'yarn workspace web add x',
      'yarn --cwd web add x',
      'pnpm --filter web add x',
      'go get example.com/x@latest',
      'cargo add x --path ../x',
      'cargo install ripgrep',
      'corepack pnpm add x',
    ],
    [
      'npm install',
      'npm install 2>&1 | tail -5',
      'npm ci 2>&1 | tail',
      'npm install > /tmp/x.log 2>&1',
      'npm install &> x.log',
      'pnpm install 2>&1 | tail -3',
      'npm install .',
      'pip install -r requirements.txt',
      'pip install -q --requirement dev.txt -c constraints.txt 2>&1',
      'pip install -e .',
      "pip install -e '.[dev]'",
      'pip install . -r dev.txt',
      'pip install ./packages/core',
      'uv pip install -r requirements.txt',
      'go get ./...',
      'go install ./cmd/shop',
      'cargo install --path .',
      'cargo install --path crates/cli --bin shop',
    ],
  );
});

test('a branch is met in every way in which a push names it', () => {
  assertMet(
    'Never push to main',
    [
      'git push origin +main',
      'git push origin HEAD:refs/heads/main',
      'git push origin +HEAD:main',
      'git push origin refs/heads/main',
      'git push origin :main',
      'git push -o ci.skip origin main',
    ],
    [
      'git push origin main:dev',
      'git push origin main2',
      'git push origin feature/main',
      'git push -o main origin dev',
    ],
  );
});

test('a flag is one that the command has, and no value or trial', () => {
  assertMet(
    'Never force push',
    [
      'git push -fu origin x',
      'git push --dry-run --no-dry-run --force',
      'git push --force -o --dry-run',
      'git push --force origin -- --dry-run',
    ],
    ['git push --dry-run --force', 'git push -nf origin x', 'git push -of origin x', 'git push -o -f origin x'],
  );
  assertMet(
    'Never skip hooks.',
    ['git commit -n -m x', 'git commit -anm x', 'git commit --no-verify -m x', 'git -c a=b commit -an'],
    ['git commit -uno -m x', 'git commit -mn', 'git commit -m -n', 'git commit -m "--no-verify"', 'git commit -Sn'],
  );
});

test('the subcommand npm of yarn is no use of npm, but does what npm does by that name', () => {
  assertMet('Use yarn, never npm.', ['npm publish', 'yarn exec npm publish'], ['yarn npm publish', 'yarn npm audit']);
  assertMet('Never run `npm publish`.', ['yarn npm publish', 'npm publish'], ['yarn npm audit', 'yarn publish']);
});
