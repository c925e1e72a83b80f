import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { AGENT_HOOKS, FILE_HOOKS } from '../../../src/agents/kiro/capabilities.ts';
import { HOOKS_OF_AGENT, planSetup, planUninstall } from '../../../src/agents/kiro/setup.ts';
import type { FileChange, SetupTarget } from '../../../src/agents/shared/contract.ts';
import { withJsonHooks, withoutJsonHooks } from '../../../src/agents/shared/setup/json-hooks.ts';
import { asObject } from '../../../src/core/json.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { jsoncText } from '../jsonc-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

function targetIn(context: TestContext): SetupTarget {
  return { environment: { home: temporaryFolder(context), variables: {} }, hookCommand: HOOK, mcpCommand };
}

function write(changes: readonly FileChange[]): void {
  for (const { path, after } of changes) {
    mkdirSync(dirname(path), { recursive: true });
    if (after !== undefined) writeFileSync(path, after);
  }
}

const KEYS = fc.string({ maxLength: 5 }).filter((key) => key !== 'hooks');
const rest = fc.dictionary(KEYS, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const others = fc.dictionary(
  fc.constantFrom(...AGENT_HOOKS, 'preToolUse'),
  fc.array(fc.record({ command: fc.string() }), { maxLength: 2 }),
  { maxKeys: 4 },
);
const agents = jsoncText(
  fc
    .tuple(rest, fc.option(others, { nil: undefined }), rest)
    .map(([before, hooks, after]) => ({ ...before, ...(hooks === undefined ? {} : { hooks }), ...after })),
);

suite('set-up of Kiro', () => {
  test('writes a hook file, the MCP server, an agent, and hooks into each agent of the user', (context) => {
    const target = targetIn(context);
    const folder = join(target.environment.home, '.kiro');
    const mine = join(folder, 'agents', 'mine.json');
    const text = '{\n  "name": "mine", // my own\n  "hooks": { "stop": [{ "command": "ring" }] }\n}\n';
    mkdirSync(dirname(mine), { recursive: true });
    writeFileSync(mine, text);
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path }) => path.slice(folder.length + 1)),
      ['hooks/cairn.json', 'settings/mcp.json', 'agents/cairn.json', 'agents/mine.json'],
    );
    const file = JSON.parse(changes[0]?.after ?? '') as { version: string; hooks: Record<string, unknown>[] };
    assert.equal(file.version, 'v1');
    assert.deepEqual(
      file.hooks.map(({ trigger, action, timeout }) => [trigger, action, timeout]),
      FILE_HOOKS.map((event) => [event, { type: 'command', command: `${HOOK} kiro ${event}` }, 5]),
    );
    const agent = asObject(JSON.parse(changes[2]?.after ?? ''));
    assert.deepEqual(
      agent.hooks,
      Object.fromEntries(
        AGENT_HOOKS.map((event) => [event, [{ command: `${HOOK} kiro ${event}`, timeout_ms: 5_000 }]]),
      ),
    );
    write(changes);
    assert.match(readFileSync(mine, 'utf8'), /my own[\s\S]*ring[\s\S]*kiro stop/);
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined, undefined, text],
    );
  });

  test('of a repository leaves its agents alone, and names no path of this machine', (context) => {
    const target = targetIn(context);
    const project = join(target.environment.home, 'shop');
    const args = ['-c', 'exec "$HOME/.cairn/bin/cairn" mcp'];
    const shared = { ...target, project, hookCommand: '$HOME/.cairn/bin/hook', mcpCommand: { command: 'sh', args } };
    mkdirSync(join(project, '.kiro', 'agents'), { recursive: true });
    writeFileSync(join(project, '.kiro', 'agents', 'ours.json'), '{}');
    const changes = planSetup(shared);
    assert.deepEqual(
      changes.map(({ path }) => path),
      [join(project, '.kiro', 'hooks', 'cairn.json'), join(project, '.kiro', 'settings', 'mcp.json')],
    );
    for (const { after } of changes) assert.doesNotMatch(after ?? '', /\/home\//);
    write(changes);
    assert.deepEqual(
      planUninstall(shared).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test('leaves another’s hook file of that name alone, and says what to do', (context) => {
    const target = targetIn(context);
    const path = join(target.environment.home, '.kiro', 'hooks', 'cairn.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{"version":"v1","hooks":[]}');
    assert.throws(() => planSetup(target), { code: 'damaged', message: /cairn\.json/ });
    assert.deepEqual(planUninstall(target), []);
  });

  test('in an agent is undone byte for byte, and twice is once, for every valid file', () => {
    fc.assert(
      fc.property(agents, (text) => {
        const once = withJsonHooks(text, HOOK, HOOKS_OF_AGENT);
        assert.equal(withJsonHooks(once, HOOK, HOOKS_OF_AGENT), once);
        assert.equal(withoutJsonHooks(once, HOOKS_OF_AGENT), text);
      }),
      { numRuns: 200 },
    );
  });
});
