import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnknown } from '../../../src/derive/provenance/is-outside.ts';
import { toolUseOf } from '../../../src/derive/tool/tool-use.ts';
import { deriveTool, ROOT, toolEnd } from '../make-event.ts';

const isOutside = (tool: string, input: Parameters<typeof deriveTool>[1]) =>
  deriveTool(tool, input).exposedAt !== undefined;

const isNotKnown = (command: string) => {
  const body = toolEnd('Bash', { command });
  return isUnknown(body, toolUseOf(body.tool, body.input));
};

test('the web and the servers of others are outside', () => {
  assert.ok(isOutside('WebFetch', { url: 'https://example.com' }));
  assert.ok(isOutside('WebSearch', { query: 'x' }));
  assert.ok(isOutside('mcp__linear__get_issue', { id: 'x' }));
});

test('a file outside the project or in its dependencies is outside, one of its own is not', () => {
  assert.ok(isOutside('Read', { file_path: '/etc/hosts' }));
  assert.ok(isOutside('Read', { file_path: `${ROOT}/node_modules/a/readme.md` }));
  assert.ok(isOutside('Grep', { pattern: 'x', path: 'node_modules/a' }));
  assert.ok(!isOutside('Read', { file_path: `${ROOT}/src/a.ts` }));
  assert.ok(!isOutside('Grep', { pattern: 'import .* from "/etc"', path: 'src' }));
});

test('what a command prints of the web, of issues and of pull requests is outside', () => {
  const printing = [
    'curl -s https://x.example/a',
    'curl -s "$URL"',
    'npm view left-pad',
    'gh pr view 3 --comments',
    'gh pr diff 3',
    'gh issue list',
    'gh api repos/a/b/issues/3/comments',
    'glab mr view 3',
    'bash -c "wget x.example"',
    'echo $(curl x.example)',
  ];
  for (const command of printing) assert.ok(isOutside('Bash', { command }), command);
});

test('what a command prints of the web is outside however much comes before it', () => {
  const file = `cat > a.ts <<'EOF'\n${'export const a = "words of a page";\n'.repeat(260)}EOF\n`;
  for (const before of [
    'echo step\n'.repeat(61),
    file,
    `git commit -m '${'m'.repeat(9_000)}'; `,
    'echo a\n'.repeat(3_000),
  ])
    assert.ok(isOutside('Bash', { command: `${before}curl -s https://x.example/a` }), before.slice(0, 30));
  assert.ok(!isOutside('Bash', { command: `${file}npm test` }));
  assert.ok(isOutside('Bash', { command: 'sudo -u me curl -s https://x.example/a' }));
});

test('beside a call of Cairn the words of others are not known, since none of the output is stored', () => {
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
  for (const command of printing) assert.ok(isNotKnown(command), command);
  const asking = [
    'cairn search x',
    'cd a && ~/.cairn/bin/cairn get o_1 | head -20',
    '"$HOME/.cairn/bin/cairn" search x',
    'cairn search "x y" | grep -i cart | sort',
    'echo done; cairn remember "we test first"',
  ];
  for (const command of asking) assert.ok(!isNotKnown(command), command);
});

test('a command that prints a foreign file is outside', () => {
  for (const command of [
    'cat ~/.bashrc',
    'head -5 /etc/passwd',
    'grep -r x node_modules/a/',
    'sed -n 1,5p ../../x/a',
  ]) {
    assert.ok(isOutside('Bash', { command }), command);
  }
});

test('package managers, git, builds and a server of this machine are not outside', () => {
  const ordinary = [
    'npm test',
    'npm install',
    'npm run build',
    'npx tsc --noEmit',
    'npx -y some-tool',
    'pip install x',
    'cargo fetch',
    'docker build .',
    'git status && git diff',
    'cd a && git pull --rebase',
    'git clone https://github.com/a/b',
    'git commit -m "fetch the list"',
    'gh pr create --title x --body y',
    'gh pr checkout 3',
    'gh pr checks 3',
    'gh run view 7 --log-failed',
    'curl -s http://localhost:3000/health',
    'curl -s http://localhost:3000/health > health.json',
    'curl -s 127.0.0.1:8080',
    `cat src/a.ts | sed 's/a\\/b/c/'`,
    `awk '/usr/ {print}' src/a`,
    'grep -rn "/etc/passwd" src',
    'ls /tmp',
    'echo done > /dev/null',
    'pytest tests/',
    'go test ./...',
  ];
  for (const command of ordinary) assert.ok(!isOutside('Bash', { command }), command);
});

test('a call that the user refused read nothing', () => {
  const refused = { success: false, output: "The user doesn't want to proceed with this tool use." };
  assert.equal(deriveTool('WebFetch', { url: 'https://x' }, refused).exposedAt, undefined);
});
