import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { SetupTarget } from '../../../src/agents/shared/contract.ts';
import { REGISTERED_HOOKS } from '../../../src/agents/vscode/capabilities.ts';
import { planSetup, planUninstall } from '../../../src/agents/vscode/setup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { applyChanges, filesBelow } from '../apply-changes.ts';
import { jsoncText } from '../jsonc-arbitrary.ts';

const MCP = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };
const others = fc.dictionary(
  fc.string({ maxLength: 5 }).filter((key) => key !== 'cairn'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
);
const servers = jsoncText(
  fc
    .tuple(fc.option(others, { nil: undefined }), fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }))
    .map(([value, inputs]) => ({ inputs, ...(value === undefined ? {} : { servers: value }) })),
);

function targetIn(context: TestContext): SetupTarget & { user: string } {
  const home = temporaryFolder(context);
  const user = join(home, '.config', 'Code', 'User');
  mkdirSync(user, { recursive: true });
  return { user, environment: { home, variables: {} }, hookCommand: '/home/dev/.cairn/bin/hook', mcpCommand: MCP };
}

suite('set-up of VS Code', () => {
  test('puts the MCP server where VS Code keeps those of a user, in its form', (context) => {
    const target = targetIn(context);
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path }) => path),
      [join(target.user, 'mcp.json')],
    );
    applyChanges(changes);
    const text = readFileSync(join(target.user, 'mcp.json'), 'utf8');
    assert.deepEqual(JSON.parse(text), { servers: { cairn: { type: 'stdio', ...MCP } } });
    assert.deepEqual(planSetup(target), []);
  });

  test('is undone byte for byte, and twice is once, for every valid file of servers', (context) => {
    const target = targetIn(context);
    fc.assert(
      fc.property(servers, (text) => {
        writeFileSync(join(target.user, 'mcp.json'), text);
        const before = filesBelow(target.user);
        applyChanges(planSetup(target));
        assert.deepEqual(planSetup(target), []);
        applyChanges(planUninstall(target));
        assert.deepEqual(filesBelow(target.user), before);
      }),
      { numRuns: 50 },
    );
  });

  test('of a repository writes a file of hooks of its own that names no place of this machine', (context) => {
    const target = { ...targetIn(context), hookCommand: '$HOME/.cairn/bin/hook', project: temporaryFolder(context) };
    applyChanges(planSetup(target));
    const files = filesBelow(target.project);
    const path = join('.github', 'hooks', 'cairn-vscode.json');
    assert.deepEqual(Object.keys(files), [path]);
    const { hooks } = JSON.parse((files[path] ?? '').slice('600 '.length)) as { hooks: Record<string, unknown> };
    const lineOf = (event: string): string =>
      `[ ! -x "$HOME/.cairn/bin/hook" ] || "$HOME/.cairn/bin/hook" vscode ${event}`;
    assert.deepEqual(
      hooks,
      Object.fromEntries(
        REGISTERED_HOOKS.map((event) => [event, [{ type: 'command', command: lineOf(event), timeout: 5 }]]),
      ),
    );
    assert.deepEqual(planSetup(target), []);
    applyChanges(planUninstall(target));
    assert.deepEqual(filesBelow(target.project), {});
  });
});
