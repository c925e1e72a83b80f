import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { operandsOf, parseShell, readShell } from '../../../src/derive/tool/shell.ts';
import { CODE_POINT } from '../../support/code-point.ts';

const programs = (line: string) => parseShell(line).map(({ program, args }) => [program, ...args].join(' '));

test('reads lists, pipes and groups as single commands', () => {
  assert.deepEqual(programs('cd app && npm test | tail -5; (git status || true)'), [
    'cd app',
    'npm test',
    'tail -5',
    'git status',
    'true',
  ]);
});

test('takes quotes off, keeps what they hold together, and leaves redirections of a stream alone', () => {
  assert.deepEqual(programs(`git commit -m "fix: a; b" -- 'my file.ts' 2>&1 > out.log`), [
    'git commit -m fix: a; b -- my file.ts 2 1 out.log',
  ]);
});

test('tells what redirections read and write from arguments', () => {
  const redirected = (line: string) => parseShell(line).map((command) => command.redirected);
  assert.deepEqual(redirected('sort a < in 2>&1 >> out 2>err &>all'), [
    { args: ['a'], reads: ['in'], writes: ['out', 'err', 'all'] },
  ]);
  assert.deepEqual(redirected("cat <<'EOF' > a.sh\nx\nEOF"), [{ args: [], reads: [], writes: ['a.sh'] }]);
  assert.deepEqual(redirected('cat <<< word >| b; echo "a > b" c'), [
    { args: [], reads: [], writes: ['b'] },
    undefined,
  ]);
});

test('the quotes of a substitution within double quotes do not end these', () => {
  assert.deepEqual(programs(`echo "at $(grep "it's" notes) now" && npm install`), [
    `echo at $(grep "it's" notes) now`,
    'npm install',
    `grep it's notes`,
  ]);
});

test('looks through variables, wrappers and shells', () => {
  assert.deepEqual(programs('CI=1 sudo -E timeout 30 npm ci'), ['npm ci']);
  assert.deepEqual(programs(`bash -lc 'curl -s https://example.com | jq .'`), ['curl -s https://example.com', 'jq .']);
  assert.deepEqual(programs('if grep -q x y; then /usr/bin/curl z; fi'), ['grep -q x y', 'curl z']);
});

test('finds commands in substitutions and not in documents or comments', () => {
  assert.deepEqual(programs('echo "$(curl -s x)" # wget y'), ['echo $(curl -s x)', 'curl -s x']);
  assert.deepEqual(programs("cat > a.sh <<'EOF'\ncurl x\nEOF\nls"), ['cat a.sh EOF', 'ls']);
});

test('tells the subcommand from flags and their values', () => {
  for (const flags of [
    '--loglevel error',
    '--registry http://127.0.0.1',
    '--color false',
    '--save true',
    '--prefix=. --cache /tmp/c',
  ])
    assert.deepEqual(operandsOf({ program: 'npm', args: [...flags.split(' '), 'install', 'x'] }), ['install', 'x']);
  assert.deepEqual(operandsOf({ program: 'npm', args: ['--silent', 'install', 'x'] }), ['install', 'x']);
  assert.deepEqual(operandsOf({ program: 'git', args: ['-C', 'x', '--no-pager', 'pull', 'origin'] }), [
    'pull',
    'origin',
  ]);
});

test('ends quickly with bounded commands on any line', () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT, maxLength: 400 }), (line) => {
      const commands = parseShell(line);
      assert.ok(commands.length <= 2_000);
      for (const command of commands) assert.notEqual(command.program, '');
    }),
  );
  assert.ok(parseShell('bash -c "'.repeat(2_000)).length <= 2_000);
});

test('reads what comes behind many commands, a long one and a long here-document', () => {
  const many = 'echo step\n'.repeat(61);
  const message = 'm '.repeat(4_500);
  const file = `cat > a.ts <<'EOF'\n${'export const a = "words of a page";\n'.repeat(260)}EOF\n`;
  for (const before of [
    many,
    `git commit -m '${message}' && `,
    `git commit -m "$(cat <<'EOF'\n${message}\nEOF\n)"; `,
    file,
  ]) {
    const { commands, isWhole } = readShell(`${before}npm ci`);
    assert.deepEqual(commands.find(({ program }) => program === 'npm')?.args, ['ci'], before.slice(0, 40));
    assert.ok(isWhole);
  }
  assert.ok(readShell(`cat > a.ts <<'EOF'\n${'word of a page\n'.repeat(100_000)}EOF\nnpm ci`).isWhole);
});

test('says when it did not read a line to its end', () => {
  const nested = ['a', 'b', 'c', 'd'].reduce((line) => `eval ${JSON.stringify(line)}`, 'npm ci');
  for (const line of [
    `${'echo a;'.repeat(2_001)}npm ci`,
    `echo ${'a'.repeat(100_000)}; npm ci`,
    'cat > a <<EOF\nnpm ci\n',
    nested,
  ])
    assert.ok(!readShell(line).isWhole, line.slice(0, 40));
  for (const line of ['', 'npm ci', 'cat <<EOF', 'cat > a <<EOF\na\nEOF', 'echo "$(date)"', `bash -c 'npm ci'`])
    assert.ok(readShell(line).isWhole, line);
});

test('takes no words for a here-document that a shell takes for none', () => {
  for (const line of [
    'echo "a <<EOF"\nnpm ci\nEOF',
    "echo 'a <<EOF'\nnpm ci\nEOF",
    'cat <<< EOF\nnpm ci\nEOF',
    'echo $((1 <<EOF))\nnpm ci\nEOF',
    'cat <<EOF.x\na\nEOF.x\nnpm ci\nEOF',
    "cat <<'A B'\na\nA B\nnpm ci",
    'cat <<A <<B\na\nA\nb\nB\nnpm ci',
    'echo a # <<EOF\nnpm ci\nEOF',
    'echo $(true)#; npm ci',
    "echo $'it\\'s'; npm ci; echo '",
    `echo "$(cat <<EOF\na\nEOF)"; npm ci`,
    `echo "$( (npm ci) )"`,
    `echo "$(echo ${'a'.repeat(500)}; npm ci)"`,
  ])
    assert.ok(programs(line).includes('npm ci'), line);
  for (const line of [
    'cat <<EOF\n$(npm ci)\nEOF',
    'cat <<EOF\na `npm ci` b\nEOF',
    'cat <<EOF\n$(echo $(npm ci))\nEOF',
    "cat <<$'EOF'\na\nEOF\nnpm ci\n$EOF",
    '>out npm ci',
    '2>&1 npm ci',
    'coproc npm ci',
    'coproc X { npm ci; }',
    'trap "npm ci" EXIT',
    "trap -- 'npm ci; rm a' EXIT",
  ])
    assert.ok(
      programs(line).some((found) => /^npm ci(?: |$)/.test(found)),
      line,
    );
  for (const line of [
    "cat <<'EOF'\n$(npm ci)\nEOF",
    'cat <<\\EOF\n`npm ci`\nEOF',
    'cat <<EOF\n\\$(npm ci) and \\`npm ci\\`\nEOF',
    'cat <<EOF\nRun (npm ci) first.\nEOF',
  ])
    assert.ok(!programs(line).some((found) => found.startsWith('npm ci')), line);
  for (const line of ['cat <<-EOF > a\n\tnpm ci\n\tEOF\nls', 'git commit -m "$(cat <<EOF\nnpm ci\nEOF\n)"'])
    assert.ok(!programs(line).includes('npm ci'), line);
});

test('looks behind the options of wrappers, and the values of these', () => {
  for (const line of [
    ...[
      'sudo -u me npm ci',
      'sudo -Eu me npm ci',
      'sudo --user me npm ci',
      'sudo --user=me -- npm ci',
      'doas -u me npm ci',
    ],
    ...['timeout -k 5 60 npm ci', 'timeout -s KILL 60 npm ci', 'timeout --signal=KILL 60 npm ci', 'nice -n 10 npm ci'],
    ...['env -u CI npm ci', "env -S 'npm ci'", "env '-Snpm ci'", "env A='x y' npm ci", 'xargs -I {} -n 1 -d , npm ci'],
    ...['stdbuf -o L npm ci', 'watch -n 5 npm ci', "watch 'npm ci'", 'time -f %e npm ci', 'exec -a x npm ci'],
    ...[
      'ionice -c 3 npm ci',
      'chrt -r 10 npm ci',
      'setsid -w npm ci',
      'flock -w 5 lock npm ci',
      "flock lock -c 'npm ci'",
    ],
    ...["script -qec 'npm ci' /dev/null", "su me -c 'npm ci'", 'script --command="npm ci"', 'nohup nice -n 5 npm ci'],
    ...['mise exec -- npm ci', 'mise x node@20 -- npm ci', "mise exec -c 'npm ci'", 'fnm exec --using 20 npm ci'],
    ...['nvm exec 20 npm ci', 'nvm exec npm ci', 'npx cross-env CI=1 npm ci', 'pnpm exec cross-env A=b npm ci'],
    ...[
      'yarn cross-env A=b npm ci',
      'npm exec -- cross-env A=b npm ci',
      'dotenv -e .env -- npm ci',
      'direnv exec . npm ci',
    ],
  ])
    assert.ok(programs(line).includes('npm ci'), `${line}: ${programs(line).join('; ')}`);
  assert.deepEqual(programs('npx eslint -c eslint.config.js'), ['npx eslint -c eslint.config.js']);
  assert.deepEqual(programs('npm install dotenv express'), ['npm install dotenv express']);
  assert.deepEqual(programs('flock lock grep -c a b'), ['flock lock grep -c a b', 'grep -c a b']);
});

test('says which wrappers a command is behind, and what reads from the one before it', () => {
  const wrappers = (line: string) =>
    parseShell(line).map(({ wrappers = [] }) => wrappers.map(({ program, args }) => [program, ...args].join(' ')));
  assert.deepEqual(wrappers('A=b sudo -u me timeout 5 npm ci'), [['sudo -u me', 'timeout 5']]);
  assert.deepEqual(wrappers('sudo bash -c "time ls; pwd"'), [['sudo', 'time'], []]);
  assert.deepEqual(wrappers('sudo -i; npm ci'), [[], []]);
  assert.deepEqual(programs('sudo -i > log; env > out'), ['sudo -i log', 'env out']);
  assert.deepEqual(
    parseShell('a | b |& c || d; e |\n f > g').map(({ isPiped = false }) => isPiped),
    [false, true, true, false, false, true],
  );
});
