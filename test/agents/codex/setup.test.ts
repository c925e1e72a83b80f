import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { REGISTERED_HOOKS } from '../../../src/agents/codex/capabilities.ts';
import { PASSED_ON, SERVER } from '../../../src/agents/codex/config-server.ts';
import { planSetup, planUninstall } from '../../../src/agents/codex/setup.ts';
import type { FileChange, SetupTarget } from '../../../src/agents/shared/contract.ts';
import { readTable } from '../../../src/agents/shared/setup/edit-toml-table.ts';
import { withoutTomlServer, withTomlServer } from '../../../src/agents/shared/setup/toml-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { settingsText } from '../settings-arbitrary.ts';
import { tomlText } from '../toml-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };
const PATH = ['mcp_servers', 'cairn'];
const AT = { ...SERVER, path: 'p' };

function targetIn(home: string): SetupTarget {
  return { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
}

function write(changes: readonly FileChange[]): void {
  for (const { path, after } of changes) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, after ?? '');
  }
}

suite('set-up of Codex', () => {
  test('registers its hooks beside the settings, and the MCP server in them', (context) => {
    const home = temporaryFolder(context);
    const target = targetIn(home);
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path, before }) => [path, before]),
      [
        [join(home, '.codex', 'hooks.json'), undefined],
        [join(home, '.codex', 'config.toml'), undefined],
      ],
    );
    const hooks: Record<string, object[]> = {};
    for (const { event, matcher, when } of REGISTERED_HOOKS) {
      const command = `${HOOK} codex ${event}${when === undefined ? '' : ` ${when}`}`;
      const handlers = [{ type: 'command', command, timeout: 5 }];
      const group = matcher === undefined ? { hooks: handlers } : { matcher, hooks: handlers };
      hooks[event] = [...(hooks[event] ?? []), group];
    }
    assert.deepEqual(JSON.parse(changes[0]?.after ?? ''), { hooks });
    assert.deepEqual(readTable(changes[1]?.after ?? '', PATH), { ...mcpCommand, env_vars: PASSED_ON });
    write(changes);
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test('of a repository writes its own files, with nothing of this machine in them', (context) => {
    const home = temporaryFolder(context);
    const project = join(temporaryFolder(context), 'shop');
    const changes = planSetup({
      environment: { home, variables: {} },
      project,
      hookCommand: '$HOME/.cairn/bin/hook',
      mcpCommand: { command: 'sh', args: ['-c', 'exec "$HOME/.cairn/bin/cairn" mcp'] },
    });
    assert.deepEqual(
      changes.map(({ path }) => path),
      [join(project, '.codex', 'hooks.json'), join(project, '.codex', 'config.toml')],
    );
    for (const { after } of changes) {
      assert.match(after ?? '', /\$HOME\/\.cairn\/bin\//);
      assert.ok(!after?.includes(home) && !after?.includes(project));
    }
    write(changes);
    assert.deepEqual(
      planUninstall({ ...targetIn(home), project }).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test('leaves another’s MCP server of that name alone, and says what to do', (context) => {
    const home = temporaryFolder(context);
    mkdirSync(join(home, '.codex'));
    const path = join(home, '.codex', 'config.toml');
    writeFileSync(path, '[mcp_servers.cairn]\ncommand = "true"\n');
    assert.throws(() => planSetup(targetIn(home)), { code: 'invalid_input', fix: /config\.toml/ });
    assert.deepEqual(planUninstall(targetIn(home)), []);
  });

  test('names the file that it cannot edit', (context) => {
    const home = temporaryFolder(context);
    mkdirSync(join(home, '.codex'));
    const path = join(home, '.codex', 'config.toml');
    writeFileSync(path, 'mcp_servers = { lab = { command = "x" } }\n');
    assert.throws(() => planSetup(targetIn(home)), { code: 'damaged', message: /config\.toml/ });
    assert.match(readFileSync(path, 'utf8'), /^mcp_servers = /);
  });

  test('keeps what its user wrote into the server’s table, which goes with all below it', () => {
    const set = withTomlServer('model = "m"\n', mcpCommand, AT);
    const own = `${set}tool_timeout_sec = 9 # mine\n\n[mcp_servers.cairn.tools.search]\napproval_mode = "approve"\n`;
    assert.equal(withTomlServer(own, mcpCommand, AT), own);
    const moved = withTomlServer(own, { command: "/new home's/bin/cairn", args: ['mcp'] }, AT);
    assert.deepEqual(readTable(moved, PATH), {
      command: "/new home's/bin/cairn",
      args: ['mcp'],
      env_vars: PASSED_ON,
      tool_timeout_sec: 9,
      tools: { search: { approval_mode: 'approve' } },
    });
    assert.deepEqual(parse(withoutTomlServer(moved) ?? ''), parse('model = "m"\n'));
  });

  test('is undone byte for byte, and twice is once, for every valid pair of files', (context) => {
    const home = temporaryFolder(context);
    const target = targetIn(home);
    const folder = join(home, '.codex');
    mkdirSync(folder);
    fc.assert(
      fc.property(settingsText(), tomlText(), (hooks, config) => {
        const before = { 'hooks.json': hooks, 'config.toml': config };
        for (const [name, text] of Object.entries(before)) writeFileSync(join(folder, name), text);
        write(planSetup(target));
        assert.deepEqual(planSetup(target), []);
        for (const { path, after } of planUninstall(target)) {
          assert.equal(after, before[path.endsWith('.json') ? 'hooks.json' : 'config.toml']);
        }
      }),
      { numRuns: 100 },
    );
  });
});
