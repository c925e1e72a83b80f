import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { operandsOf, parseShell } from '../../../src/derive/tool/shell.ts';
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
  assert.deepEqual(operandsOf({ program: 'git', args: ['-C', 'x', '--no-pager', 'pull', 'origin'] }), [
    'pull',
    'origin',
  ]);
});

test('ends quickly with bounded commands on any line', () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT, maxLength: 400 }), (line) => {
      const commands = parseShell(line);
      assert.ok(commands.length <= 60);
      for (const command of commands) assert.notEqual(command.program, '');
    }),
  );
  assert.ok(parseShell('bash -c "'.repeat(2_000)).length <= 60);
});
