import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { HOOKS_FILE, planSetup, planUninstall } from '../../../src/agents/antigravity/setup.ts';
import type { FileChange, SetupTarget } from '../../../src/agents/shared/contract.ts';
import { withJsonHooks, withoutJsonHooks } from '../../../src/agents/shared/setup/json-hooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { jsoncText } from '../jsonc-arbitrary.ts';
import { serversText } from '../settings-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };
const handlers = fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { maxLength: 2 });
const events = fc.dictionary(fc.constantFrom('PreInvocation', 'Stop', 'PostInvocation'), handlers, { maxKeys: 3 });
const name = fc.string({ maxLength: 5 }).filter((key) => key !== 'cairn');

function targetIn(home: string): SetupTarget {
  return { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
}

function apply(changes: readonly FileChange[]): void {
  for (const { path, after } of changes) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, after ?? '');
  }
}

suite('set-up of Antigravity', () => {
  test('makes a plugin with a hook for each event, and registers the MCP server', (context) => {
    const home = temporaryFolder(context);
    const changes = planSetup(targetIn(home));
    const config = join(home, '.gemini/config');
    assert.deepEqual(
      changes.map(({ path }) => path),
      ['plugins/cairn/plugin.json', 'plugins/cairn/hooks.json', 'mcp_config.json'].map((path) => join(config, path)),
    );
    const command = (event: string): string => `${HOOK} antigravity ${event}`;
    assert.deepEqual(JSON.parse(changes[1]?.after ?? ''), {
      cairn: {
        PreInvocation: [{ type: 'command', command: command('PreInvocation'), timeout: 5 }],
        Stop: [{ type: 'command', command: command('Stop'), timeout: 5 }],
      },
    });
    apply(changes);
    assert.deepEqual(planSetup(targetIn(home)), []);
    assert.deepEqual(
      planUninstall(targetIn(home)).map(({ after }) => after),
      [undefined, undefined, undefined],
    );
  });

  test('goes into a repository’s own files', (context) => {
    const home = temporaryFolder(context);
    const target = { ...targetIn(home), project: join(home, 'shop'), hookCommand: '$HOME/.cairn/bin/hook' };
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path }) => path),
      ['hooks.json', 'mcp_config.json'].map((path) => join(home, 'shop/.agents', path)),
    );
    assert.match(changes[0]?.after ?? '', /antigravity Stop project"/);
    apply(changes);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test('is undone byte for byte, and twice is once, for all valid files of a user', (context) => {
    const home = temporaryFolder(context);
    const target = { ...targetIn(home), project: join(home, 'shop') };
    const folder = join(home, 'shop/.agents');
    mkdirSync(folder, { recursive: true });
    fc.assert(
      fc.property(jsoncText(fc.dictionary(name, events, { maxKeys: 3 })), serversText(), (hooks, servers) => {
        writeFileSync(join(folder, 'hooks.json'), hooks);
        writeFileSync(join(folder, 'mcp_config.json'), servers);
        apply(planSetup(target));
        assert.deepEqual(planSetup(target), []);
        assert.deepEqual(
          planUninstall(target).map(({ after }) => after),
          [hooks, servers],
        );
      }),
      { numRuns: 100 },
    );
  });

  test('leaves alone what is another’s: a plugin, a server, a handler under our name', (context) => {
    const home = temporaryFolder(context);
    const target = targetIn(home);
    const [plugin = '', hooks = '', servers = ''] = planSetup(target).map(({ path }) => path);
    const others = '{\n  "cairn": { "Stop": [ { "command": "ring" } ] }\n}';
    assert.equal(withoutJsonHooks(withJsonHooks(others, HOOK, HOOKS_FILE), HOOKS_FILE), others);
    mkdirSync(dirname(plugin), { recursive: true });
    writeFileSync(plugin, '{"name":"cairn"}');
    assert.throws(() => planSetup(target), { code: 'damaged', message: /plugin\.json/ });
    writeFileSync(plugin, '{"name":"cairn","description":"Written by cairn setup; cairn uninstall removes it."}');
    writeFileSync(hooks, others);
    writeFileSync(servers, '{"mcpServers":{"cairn":{"command":"true"}}}');
    assert.throws(() => planSetup(target), { code: 'invalid_input' });
    assert.deepEqual(
      planUninstall(target).map(({ path }) => path),
      [plugin],
    );
  });
});
