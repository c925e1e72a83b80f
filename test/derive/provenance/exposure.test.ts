import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveTool, ROOT } from '../make-event.ts';

const exposes = (tool: string, input: Parameters<typeof deriveTool>[1]) =>
  deriveTool(tool, input).exposedAt !== undefined;

test('the web and the servers of others expose a session', () => {
  assert.ok(exposes('WebFetch', { url: 'https://example.com' }));
  assert.ok(exposes('WebSearch', { query: 'x' }));
  assert.ok(exposes('mcp__linear__get_issue', { id: 'x' }));
});

test('a file outside the project or in its dependencies exposes a session, one of its own does not', () => {
  assert.ok(exposes('Read', { file_path: '/etc/hosts' }));
  assert.ok(exposes('Read', { file_path: `${ROOT}/node_modules/a/readme.md` }));
  assert.ok(exposes('Grep', { pattern: 'x', path: 'node_modules/a' }));
  assert.ok(!exposes('Read', { file_path: `${ROOT}/src/a.ts` }));
  assert.ok(!exposes('Grep', { pattern: 'import .* from "/etc"', path: 'src' }));
});

test('the output of a command that fetches exposes a session', () => {
  const fetching = [
    'curl -s https://x',
    'cd a && git pull --rebase',
    'git -C sub fetch origin',
    'npm view left-pad',
    'npm install',
    'pip install x',
    'python3 -m pip install x',
    'gh pr view 3',
    'npx -y some-tool',
    'npx some-tool@latest',
    'yarn',
    'bash -c "wget x"',
    'echo $(curl x)',
  ];
  for (const command of fetching) assert.ok(exposes('Bash', { command }), command);
});

test('beside a call of Cairn a line exposes a session when it prints what others wrote', () => {
  const printing = [
    'curl https://x; cairn status',
    'cat README.md && cairn search x',
    'head notes.md; cairn get o_1',
    'npm run build; cairn search x',
    './cairn search x',
    'tools/cairn search x',
    'npm run cairn',
    'npx -y cairn-memory search x',
    `bash -c 'curl x; cairn get x'`,
  ];
  for (const command of printing) assert.ok(exposes('Bash', { command }), command);
  const asking = [
    'cairn search x',
    'cd a && ~/.cairn/bin/cairn get o_1 | head -20',
    '"$HOME/.cairn/bin/cairn" search x',
    'cairn search "x y" | grep -i cart | sort',
    'echo done; cairn remember "we test first"',
  ];
  for (const command of asking) assert.ok(!exposes('Bash', { command }), command);
});

test('a command that prints a foreign file exposes a session', () => {
  for (const command of [
    'cat ~/.bashrc',
    'head -5 /etc/passwd',
    'grep -r x node_modules/a/',
    'sed -n 1,5p ../../x/a',
  ]) {
    assert.ok(exposes('Bash', { command }), command);
  }
});

test('ordinary work exposes nothing', () => {
  const ordinary = [
    'npm test',
    'npm run build',
    'npx tsc --noEmit',
    'git status && git diff',
    'git commit -m "fetch the list"',
    `cat src/a.ts | sed 's/a\\/b/c/'`,
    `awk '/usr/ {print}' src/a`,
    'grep -rn "/etc/passwd" src',
    'ls /tmp',
    'echo done > /dev/null',
    'pytest tests/',
    'go test ./...',
  ];
  for (const command of ordinary) assert.ok(!exposes('Bash', { command }), command);
});

test('a call that the user refused read nothing', () => {
  const refused = { success: false, output: "The user doesn't want to proceed with this tool use." };
  assert.equal(deriveTool('WebFetch', { url: 'https://x' }, refused).exposedAt, undefined);
});
