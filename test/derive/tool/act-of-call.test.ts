import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { isDoneBy, mayAct, reachOf } from '../../../src/derive/tool/act-of-call.ts';

const ID = 'o_abcdefghijklmnop';
const AT = 1_790_000_000_000;

const shell = (command: string, rest: Partial<ToolEnd> = {}): ToolEnd => ({
  ...{ kind: 'tool.end', tool: 'Bash', input: { command }, output: '', success: true },
  ...rest,
});
const confirmed = (at: number) => ({ at, body: { kind: 'confirmed', target: ID, person: true } as const, ids: [ID] });

test('only a shell, or what runs one, may act; not what is read, written or searched', () => {
  assert.ok(mayAct(shell(`cairn review confirm ${ID}`)));
  assert.ok(mayAct(shell('./x.sh', { output: `${ID} confirmed` })));
  const coloured = shell('./x.sh', { output: `\u001b[36m${ID}\u001b[39m confirmed` });
  assert.ok(mayAct(coloured));
  assert.ok(isDoneBy(confirmed(AT - 50), { at: AT, body: coloured }));
  assert.ok(mayAct(shell('', { tool: 'write_stdin', input: { chars: `cairn review confirm ${ID}\n` } })));
  assert.ok(!mayAct(shell('npm test', { output: 'ok' })));
  const content = `cairn review confirm ${ID}`;
  assert.ok(!mayAct({ ...shell(''), tool: 'Write', input: { file_path: 'a.sh', content } }));
  assert.ok(!mayAct({ ...shell(''), tool: 'Grep', input: { pattern: content } }));
  assert.ok(!mayAct({ ...shell(''), tool: 'mcp__cairn__remember', input: { text: 'We use pnpm.' } }));
});

test('an act outside the reach of a call is not its doing', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2_000_000, max: 2_000_000 }), fc.nat(600_000), (gap, durationMs) => {
      const call = { at: AT, body: shell(`script -qc "cairn review confirm ${ID}"`, { durationMs }) };
      const { from, until } = reachOf(call);
      const at = AT + gap;
      assert.equal(isDoneBy(confirmed(at), call), at >= from && at <= until);
      assert.equal(until - AT, 60_000);
      assert.equal(AT - from, Math.max(durationMs, 120_000));
    }),
  );
});

test('another act, another memory and other words are not its doing', () => {
  const near = (command: string) => isDoneBy(confirmed(AT - 50), { at: AT, body: shell(command) });
  assert.ok(near(`script -qc "cairn review confirm ${ID}"`));
  assert.ok(!near(`script -qc "cairn review withdraw ${ID}"`));
  assert.ok(!near('cairn review log --json; cat docs/review.md'));
  assert.ok(!near('cairn review --json | jq .entries'));
  assert.ok(!near(`script -qc "cairn review confirm ${ID.replace('p', 'q')}"`));
  const noted = (text: string) => ({
    at: AT - 50,
    body: { kind: 'noted', text, person: true, detail: {} } as const,
    ids: [ID],
  });
  const call = { at: AT, body: shell(`script -qc 'cairn remember "We use pnpm, never npm."'`) };
  assert.ok(isDoneBy(noted('We use pnpm — never npm'), call));
  assert.ok(!isDoneBy(noted('We use yarn.'), call));
});

test("Cairn's program by the name of its file did an act that it names, while it ran, where it leaves open of what", () => {
  const near = (command: string, at = AT - 50) => isDoneBy(confirmed(at), { at: AT, body: shell(command) });
  const stated = { kind: 'noted', text: 'We use pnpm.', person: true, detail: {} } as const;
  const noted = (command: string) =>
    isDoneBy({ at: AT - 50, body: stated, ids: [ID] }, { at: AT, body: shell(command) });
  for (const line of [
    'node cli.js remember --kind constraint - < /tmp/x',
    'node dist/cli.js remember "$(cat /tmp/x)"',
    'cd app && env -u CLAUDECODE node \'./cli.js\' remember 2>&1 "$(< x)"',
    'cat /tmp/x | node cli.js remember -',
    'node /opt/mem/app/current/cli.js remember `cat x`',
  ])
    assert.ok(noted(line), line);
  for (const line of [
    'node dist/cli.js remember login',
    'node dist/cli.js build "$X"',
    'node dist/my-cli.js remember "$X"',
    'node dist/cli.js remember login && echo "$X"',
  ])
    assert.ok(!noted(line), line);
  const open = [
    'node cli.js review confirm $ID',
    'xargs node cli.js review confirm < ids',
    'node cli.js review',
    'node cli.js browse',
  ];
  for (const line of open) {
    assert.ok(near(line), line);
    assert.ok(!near(line, AT - 50_000), line);
  }
  for (const line of [
    'node dist/cli.js review confirm 12 | tail -5',
    'node cli.js review --json',
    'node cli.js review log',
  ])
    assert.ok(!near(line), line);
});

test('words that a line may run in another way than it reads are its doing', () => {
  const near = (command: string) => isDoneBy(confirmed(AT - 50), { at: AT, body: shell(command) });
  const line = `cairn review confirm ${ID}`;
  for (const runs of [
    `ls; setsid -f bash <<EOF\n${line}\nEOF`,
    `echo hi; bash <<< "${line}"`,
    `cat <<EOF\n$(${line})\nEOF`,
    `ls; GO="${line}" setsid -f bash -c 'exec sh -c "$GO"'`,
    `x="${line}"; echo hi; eval "$x"`,
    `printf -v x %s "${line}"; eval "$x"`,
    `cat(){ script -qec "$*" /dev/null; }; cat ${line}`,
    `alias cat='script -qec'; cat "${line}"`,
    `PATH=/tmp/bin:$PATH cat ${line}`,
    `./tools/cat ${line}`,
    `GIT_EDITOR="${line}" git commit --amend`,
    `git config alias.x "!${line}"; git x`,
    `echo "$'"; ${line}; echo "'"`,
    `script -qec 'ca""irn review con\\firm ${ID}' /dev/null`,
    `git commit -m "After ${line}" && npm run approve`,
    `script -qec 'cairn review ${ID}' /dev/null <<< c`,
    `script -qec 'cairn browse' /dev/null < keys`,
  ])
    assert.ok(near(runs), runs);
});

test('another server’s tool runs what stands in any of its fields', () => {
  const line = `cairn review confirm ${ID}`;
  for (const [tool, input] of [
    ['mcp__shell__run', { command: 'script', args: ['-qec', line, '/dev/null'] }],
    ['mcp__shell__run', { argv: ['xterm', '-e', ...line.split(' ')] }],
    ['mcp__shell__run', { params: { command: line } }],
    ['mcp__tmux__batch', { steps: [{ keys: line }, { keys: 'Enter' }] }],
    ['process', { action: 'submit', command: 'x', data: `${line}\n` }],
    ['write_bash', { shellId: 'b1', input: `${line}{enter}` }],
    ['mcp__pty__start', { command: 'bash', stdin: `${line}\n` }],
    ['mcp__pty__start', { command: 'cat', script: line }],
    ['run_commands', { commands: [{ command: 'script', args: ['-qec', line, '/dev/null'] }] }],
    ['Monitor', { command: line, description: 'x' }],
    ['REPL', { code: `await Bash({ command: "${line}" })` }],
  ] as const) {
    const call = { at: AT, body: { ...shell(''), tool, input: input as ToolEnd['input'] } };
    assert.ok(mayAct(call.body), JSON.stringify(input));
    assert.ok(isDoneBy(confirmed(AT - 50), call), JSON.stringify(input));
  }
  const asked = { questions: [{ question: `Please run ${line}` }] };
  assert.ok(!mayAct({ ...shell(''), tool: 'AskUserQuestion', input: asked }));
});

test('what only says how is not its doing, unless its words are run', () => {
  const near = (command: string) => isDoneBy(confirmed(AT - 50), { at: AT, body: shell(command) });
  assert.ok(!near(`echo "cairn review confirm ${ID}"`));
  assert.ok(near(`echo "cairn review confirm ${ID}" | script -q /dev/null`));
  assert.ok(near(`echo hello; script -qc "cairn review confirm ${ID}"`));
});

test('a program that only says words runs those that it is given to run', () => {
  const near = (command: string) => isDoneBy(confirmed(AT - 50), { at: AT, body: shell(command) });
  const line = `cairn review confirm ${ID}`;
  for (const runs of [
    `awk 'BEGIN { system("${line}") }'`,
    `awk 'BEGIN { print "y" | "${line}" }'`,
    `sed '1e ${line}' README.md`,
    `sed 's/.*/${line}/e' README.md`,
    `git -c alias.x='!${line}' x`,
    `git -c core.pager='${line}; cat' log`,
    `git rebase --exec '${line}' HEAD~2`,
    `git bisect run ${line}`,
    `git submodule foreach '${line}'`,
    `git fetch --upload-pack='${line}' ssh://git.example/a`,
    `gh alias set --shell x '${line}'`,
    `rg --pre '${line}' heron`,
  ])
    assert.ok(near(runs), runs);
  for (const says of [
    `git commit -m "After ${line}"`,
    `git commit -m "After ${line} -c the config is read, bisect run and --exec"`,
    `git log --grep '${line}'`,
    `sed -n 's/${line}/confirmed/p' notes.md`,
    `cd docs && awk '/${line}/' notes.md | head -3`,
    `gh pr create --body '${line}'`,
    `rg -n '${line}' docs`,
  ])
    assert.ok(!near(says), says);
});
