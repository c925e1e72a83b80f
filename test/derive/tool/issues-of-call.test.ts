import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ToolEnd } from '../../../src/core/model/event.ts';
import { issuesOfCall } from '../../../src/derive/tool/issues-of-call.ts';
import { toolUseOf } from '../../../src/derive/tool/tool-use.ts';

function issuesOf(tool: string, input: JsonObject, output = ''): string {
  const body: ToolEnd = { kind: 'tool.end', tool, input, output, success: true };
  return issuesOfCall(body, toolUseOf(tool, input)).join(' ');
}

const COMMANDS: readonly (readonly [command: string, output: string, issues: string])[] = [
  ['gh issue view 12', '', '#12'],
  ['cd web && gh pr view --comments 12', '', '#12'],
  ['gh -R acme/shop pr checkout 7', '', 'acme/shop#7'],
  ['gh pr merge 7 --repo acme/shop --squash', '', 'acme/shop#7'],
  ['glab mr view 3', '', '!3'],
  ["gh pr create --title Refunds --body 'Closes #5'", 'https://github.com/acme/shop/pull/6\n', '#5 acme/shop#6'],
  ['gh pr list --limit 20', '', ''],
  ['gh issue list --json url', [1, 2, 3, 4].map((n) => `https://github.com/acme/shop/issues/${n}`).join('\n'), ''],
  ['gh run view 123', 'https://github.com/acme/shop/pull/6', ''],
  ['grep -rn "gh issue view 12" docs', '', ''],
  ['npm test', 'see https://github.com/acme/shop/issues/3', ''],
];

for (const [command, output, issues] of COMMANDS) {
  test(`${command}: ${issues === '' ? 'none' : issues}`, () =>
    assert.equal(issuesOf('Bash', { command }, output), issues));
}

test('reads the number that a tool of another server takes', () => {
  const input = { owner: 'acme', repo: 'shop', issue_number: 4 };
  assert.equal(issuesOf('mcp__github__get_issue', input), 'acme/shop#4');
  assert.equal(issuesOf('mcp__github__get_pull_request', { pullNumber: 9 }), '#9');
  assert.equal(issuesOf('mcp__jira__get_issue', { issueIdOrKey: 'SHOP-3' }), 'SHOP-3');
  assert.equal(issuesOf('mcp__github__search', { query: '#4' }), '');
});
