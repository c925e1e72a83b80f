import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { actionOf, meeting } from '../../../src/derive/tripwire/action.ts';
import { matchersIn } from '../../../src/derive/tripwire/find-matchers.ts';
import { matchesPath, matchingCommand } from '../../../src/derive/tripwire/match.ts';

const SHOP = { projectRoot: '/home/dev/shop', cwd: '/home/dev/shop' };

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
  for (const line of ['git push', 'git fetch --force']) assert.ok(!meets(rule, line), line);
});

test('other spellings of the same command are met, and other commands are not', () => {
  for (const [rule, met, others] of [
    [
      'Never run `rm -rf build`.',
      [
        ...[
          'rm -rf build',
          'rm -fr build',
          'rm -r -f build',
          'rm -Rf build',
          'rm -rfv build',
          'rm --recursive --force build',
        ],
        ...['rm -rf ./build', 'rm -rf build/', 'rm -rf dist build', 'rm -f dist -R .//build//'],
      ],
      ['rm -rf dist', 'rm -r build', 'rm build', 'rm -rf build2', 'rm -rf src/build', 'ls -rf build'],
    ],
    [
      'Never run `npm install`.',
      ['npm i', 'npm i x', 'npm add x', 'npm install x', 'npm in'],
      ['npm ci', 'npm run install', 'npm test', 'pnpm install'],
    ],
    ['Never run `npm test`.', ['npm t', 'npm tst'], ['npm run test2']],
    ['Never run `pnpm install`.', ['pnpm i'], ['pnpm add x']],
  ] as const) {
    for (const line of met) assert.ok(meets(rule, line), `${rule} ${line}`);
    for (const line of others) assert.ok(!meets(rule, line), `${rule} ${line}`);
  }
});

const LONG_FILE = `cat > a.ts <<'EOF'\n${'export const line = "words of a page";\n'.repeat(250)}EOF\n`;

test('a command is met however much of a line comes before it', () => {
  for (const before of [
    'echo a\n'.repeat(61),
    `git commit -m '${'m'.repeat(9_000)}' && `,
    LONG_FILE,
    'echo a\n'.repeat(3_000),
    `echo ${'a'.repeat(120_000)}; `,
    'cat > a <<EOF\n',
  ]) {
    assert.ok(meets('Never run `npm install`.', `${before}npm install`), before.slice(0, 30));
    assert.ok(meets('Never run `npm install`.', `${before}npm i`), before.slice(0, 30));
    assert.ok(meets('Never edit src/gen.ts', `${before}rm src/gen.ts`), before.slice(0, 30));
    assert.ok(!meets('Never run `npm install`.', `${before}npm test`), before.slice(0, 30));
    assert.ok(!meets('Never edit src/gen.ts', `${before}rm src/a.ts`), before.slice(0, 30));
  }
  const commands = [...Array.from({ length: 60 }, () => 'echo a'), 'npm install'];
  const [matcher] = matchersIn('Never run `npm install`.');
  const action = actionOf({ tool: 'run_shell_command', input: { commands } }, SHOP);
  assert.ok(matcher && action && meeting(matcher, action));
});

test('a command is met behind a wrapper whose options have values, and so is the wrapper', () => {
  for (const line of [
    ...['sudo -u me npm install', 'timeout -k 5 60 npm install', 'timeout -s KILL 60 npm install'],
    ...['nice -n 10 npm install', 'env -u CI npm install', 'ionice -c 3 npm install', 'mise exec -- npm install'],
    ...[
      'fnm exec npm install',
      'nvm exec 20 npm install',
      'npx cross-env CI=1 npm install',
      "script -qc 'npm install'",
    ],
  ])
    assert.ok(meets('Never run `npm install`.', line), line);
  assert.ok(meets('Never use sudo', 'sudo -u me ls'));
  assert.ok(meets('Never use npx', 'npx cross-env CI=1 ls'));
  assert.ok(!meets('Never run `npm install`.', 'sudo -u npm install a b'));
});

test('a hostile line of a megabyte is read in linear time', () => {
  const [matcher] = matchersIn('Never run `npm install`.');
  assert.ok(matcher);
  for (const part of [
    'a;',
    '"',
    "'",
    '<<a\n',
    '$(',
    '"$(',
    '`',
    'sudo -u ',
    'bash -c "',
    '(',
    '<<"',
    '\\',
    'env ',
    'npx ',
    'pnpm ',
    'find . -exec ',
    'find a | xargs ',
    'find -name a ',
    'xargs -I a rm | ',
    '#',
  ])
    matchingCommand(matcher, part.repeat(1_000_000 / part.length));
});

test('a branch is met as what is pushed, and as where it goes', () => {
  for (const line of ['git push origin main', 'git push origin HEAD:main'])
    assert.ok(meets('Never push to main', line));
  assert.ok(!meets('Never push to main', 'git push origin maintenance'));
});

test('a path is met as itself and as what lies in it, relative or absolute', () => {
  assert.ok(matchesPath(['src/generated'], 'src/generated/a/b.ts'));
  assert.ok(matchesPath(['/home/dev/shop/vendor/'], 'vendor/a.js', { projectRoot: '/home/dev/shop' }));
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

test('a path with a slash within is one of the root, a bare name one of any folder, and nothing outside is met', () => {
  const meetsAt = (rule: string, path: string) => {
    const [matcher] = matchersIn(rule);
    assert.ok(matcher, rule);
    const action = actionOf({ tool: 'Edit', input: { file_path: path } }, SHOP);
    return action !== undefined && meeting(matcher, action) !== undefined;
  };
  for (const [rule, path] of [
    ['Never edit files in /src/', '/home/dev/shop/src/x.ts'],
    ['Never edit files in /src/', '~/shop/src/x.ts'],
    ['Never edit files in /src/', 'src/x.ts'],
    ['Never edit `/home/dev/shop/src/`', 'src/x.ts'],
    ['Never edit `**/gen/*.ts`', 'web/gen/a.ts'],
    ['Never edit `/src/gen/`', 'src/gen/a.ts'],
    ['Never edit `src/**/gen.ts`', 'src/a/b/gen.ts'],
    ['**Never edit src/**', 'src/a.ts'],
    ['Never edit .env', 'web/.env'],
    ['Never edit *.lock', '/home/dev/shop/a/b/yarn.lock'],
    ['Never edit `/etc/nginx/nginx.conf`', '/etc/nginx/nginx.conf'],
    ['Never edit ~/.ssh/config', '/home/dev/.ssh/config'],
    ['Never edit `../other/src/`', '/home/dev/other/src/x.ts'],
    ['Never edit app/routes/', 'app/routes/$id.tsx'],
  ] as const)
    assert.ok(meetsAt(rule, path), `${rule}: ${path}`);
  for (const [rule, path] of [
    ['Never edit files in /src/', '/tmp/src/x.ts'],
    ['Never edit files in /src/', '../other/src/x.ts'],
    ['Never edit files in /src/', '~/src/x.ts'],
    ['Never edit files in /src/', 'node_modules/x/src/y.ts'],
    ['Never edit .env', '/home/dev/other/.env'],
    ['Never edit .env', '~/.env'],
    ['Never edit `/src/gen/`', 'web/src/gen/a.ts'],
    ['Never edit *.lock', '../yarn.lock'],
    ['Never edit `/etc/nginx/nginx.conf`', 'etc/nginx/nginx.conf'],
    ['Never edit ~/.ssh/config', '.ssh/config'],
  ] as const)
    assert.ok(!meetsAt(rule, path), `${rule}: ${path}`);
});

test('a command that writes is met by where it writes', () => {
  const meetsAt = (rule: string, line: string) =>
    matchersIn(rule).some((matcher) => matchingCommand(matcher, line, SHOP) !== undefined);
  for (const line of [
    'echo x > src/a.ts',
    'echo x >> /home/dev/shop/src/a.ts',
    'echo x >| src/a.ts',
    'make &> src/a.log',
    'cat <<EOF > src/a.ts\nx\nEOF',
    "cat > 'src/a.ts' <<'EOF'\nx\nEOF",
    '(echo x; echo y) > src/a.ts',
    '> src/a.ts',
    'echo x | tee -a src/a.ts > /dev/null',
    'cp a src/a.ts 2>/dev/null',
    'cp a src/a.ts 2>&1',
    "sed -i '' 's/a/b/' src/a.ts",
    'cd src && rm a.ts',
    'cd /tmp && rm $HOME/shop/src/a.ts',
    'git -C src rm a.ts',
    'bash -c "echo x > src/a.ts"',
    'bash -c "echo x" > src/a.ts',
    '(cd web && npm test); echo x > src/a.ts',
    'ls $(cd /tmp && pwd); echo x > src/a.ts',
    'ls `cd /tmp && pwd`; echo x > src/a.ts',
    'ls "$(cd /tmp && pwd)" && rm src/a.ts',
    'bash -c "cd /tmp && ls"; rm src/a.ts',
    '(cd web; (cd /tmp; ls); rm ../src/a.ts)',
    'cd src && echo "$(rm a.ts)"',
    'cd src && bash -c "rm a.ts"',
    'eval "cd src"; rm a.ts',
  ])
    assert.ok(meetsAt('Never edit files in /src/', line), line);
  for (const line of [
    'echo x > /tmp/src/a.ts',
    'rm -rf node_modules/x/src/y',
    'rm ../other/src/a.ts',
    'cd /tmp/work && rm -rf src/a.ts',
    'cd web && rm src/a.ts',
    '(cd web && rm src/a.ts)',
    'cd web && (cd ../lib) && rm src/a.ts',
    'eval "cd web"; rm src/a.ts',
    'git -C ../other rm src/a.ts',
    'cat src/a.ts > /tmp/a.ts',
    'cat < src/a.ts',
    'cp src/a.ts /tmp/x 2> err.log',
    'echo "a > src/a.ts"',
    'rm "$TMP/src/a.ts"',
    'grep x 2>&1 src/a.ts',
  ])
    assert.ok(!meetsAt('Never edit files in /src/', line), line);
  for (const line of ['cat <<EOF > .env\nA=b\nEOF', 'echo A=b | tee web/.env', 'printf x >.env'])
    assert.ok(meetsAt('Never edit .env', line), line);
  for (const line of [
    'echo .env >> .gitignore',
    'sed -i s/.env/ a.md',
    'echo x > ~/.env',
    'cd $X && rm .env',
    'cat .env',
  ])
    assert.ok(!meetsAt('Never edit .env', line), line);
});

test('a path is met by what changes the files that another command finds or names', () => {
  const meetsAt = (rule: string, line: string) =>
    matchersIn(rule).some((matcher) => matchingCommand(matcher, line, SHOP) !== undefined);
  for (const line of [
    'find migrations -delete',
    "find ./migrations -name '*.sql' -type f -delete",
    "find . -path './migrations/*' -delete",
    'find migrations -exec rm {} +',
    "find migrations -type f -exec sed -i 's/a/b/' {} \\;",
    "find migrations -exec sh -c 'rm {}' \\;",
    'find migrations -type f | xargs rm',
    'find migrations -type f -print0 | xargs -0 -n 5 rm -f',
    'find migrations -type f | sort | xargs -I % rm %',
    'ls migrations/*.sql | xargs rm',
    'git ls-files migrations | xargs sed -i s/a/b/',
    'grep -rl shop migrations | xargs sed -i s/shop/store/',
    'fd -e sql . migrations -x rm',
    'cp -t migrations a.sql',
    'cp -rt migrations a.sql',
    'cp --target-directory=migrations a.sql',
    'mv a.sql --target-directory migrations',
    'install -tmigrations a.sql',
    'mv -t old migrations/1.sql',
    'patch migrations/1.sql < x.diff',
    'patch -p1 -i x.diff migrations/1.sql',
    'patch -d migrations -p1 < x.diff',
    'patch a.sql -o migrations/1.sql < x.diff',
  ])
    assert.ok(meetsAt('Never edit migrations/', line), line);
  for (const line of [
    'find migrations -type f',
    'find dist -delete',
    "find . -not -path './migrations/*' -name '*.map' -delete",
    "find . ! -path './migrations/*' -delete",
    'find migrations -exec grep x {} +',
    'find migrations -type f | xargs cat',
    'find migrations | xargs -I{} cp {} /tmp/copy',
    'find migrations | xargs -I % cp % /tmp/copy',
    'find migrations -exec cp {} /tmp/copy \\;',
    'ls migrations; find dist | xargs rm',
    'ls migrations || find dist | xargs rm',
    'cp -t /tmp migrations/1.sql',
    'rsync -t migrations/1.sql /tmp/',
    'patch -p1 < migrations/1.diff',
    'patch src/a.ts -i migrations/1.diff',
    'ls migrations | wc -l > /tmp/n',
  ])
    assert.ok(!meetsAt('Never edit migrations/', line), line);
  assert.ok(meetsAt('Never read .env', 'ls .env | xargs cat'));
  assert.ok(meetsAt('Never edit *.snap', "find . -name '*.snap' -delete"));
});

test('a command that reads is met by what it reads, when reading is forbidden', () => {
  const meetsAt = (line: string) =>
    matchersIn('Never read .env').some((matcher) => matchingCommand(matcher, line, SHOP) !== undefined);
  for (const line of [
    'cat .env',
    'source .env',
    '. ./.env',
    'set -a; . .env; npm test',
    'less .env',
    'head -n 5 web/.env',
    'tail -3 .env',
    'cp .env x',
    'grep KEY .env',
    'grep -A 2 -e KEY .env',
    'export $(cat .env | xargs)',
    'echo "$(cat .env)"',
    'while read l; do echo $l; done < .env',
  ])
    assert.ok(meetsAt(line), line);
  for (const line of [
    'touch .env',
    'echo x > .env',
    'cp .env.example .env',
    'grep -rn .env src',
    'grep -m 1 .env README.md',
    'grep -e .env src',
    'ls .env',
    'echo .env',
    'cat .env.example',
    'cat ../other/.env',
    'git status',
    'cat <<.env\nx\n.env',
  ])
    assert.ok(!meetsAt(line), line);
});

test('a path is taken from the folder that a call runs in when the root is not known', () => {
  const [matcher] = matchersIn('Never edit files in src/');
  assert.ok(matcher);
  assert.ok(matchingCommand(matcher, 'rm /home/dev/shop/src/a.ts', { cwd: '/home/dev/shop' }));
  assert.ok(matchingCommand(matcher, 'rm src/a.ts'));
  assert.ok(!matchingCommand(matcher, 'rm /home/dev/shop/src/a.ts'));
  assert.ok(!matchingCommand(matcher, 'rm ../src/a.ts'));
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
