import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { REGISTERED_HOOKS } from '../../../src/agents/devin-cli/capabilities.ts';
import { planSetup, planUninstall } from '../../../src/agents/devin-cli/setup.ts';
import type { FileChange } from '../../../src/agents/shared/contract.ts';
import { isHookCommandLine, SHARED_HOME } from '../../../src/agents/shared/setup/hook-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

function write(changes: readonly FileChange[]): void {
  for (const { path, after } of changes) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, after ?? '');
  }
}

suite('set-up of Devin CLI', () => {
  test('puts hooks, which hand the folder over, and the MCP server into the settings', (context) => {
    const home = temporaryFolder(context);
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path, before }) => [path, before]),
      [[join(home, '.config', 'devin', 'config.json'), undefined]],
    );
    const { hooks, mcpServers } = JSON.parse(changes[0]?.after ?? '');
    assert.deepEqual(mcpServers, { cairn: mcpCommand });
    assert.deepEqual(
      Object.keys(hooks),
      REGISTERED_HOOKS.map(({ event }) => event),
    );
    const { command, ...handler } = hooks.Stop[0].hooks[0];
    assert.deepEqual(handler, { type: 'command', timeout: 5 });
    assert.ok(command.includes(`"\${DEVIN_PROJECT_DIR:-$PWD}"`) && isHookCommandLine(command, 'devin-cli'));
    write(changes);
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined],
    );
  });

  test('of a repository goes into its file of hooks and its settings, with a path that is no one’s', (context) => {
    const project = temporaryFolder(context);
    const environment = { home: '/home/dev', variables: {} };
    const target = { environment, hookCommand: `${SHARED_HOME}.cairn/bin/hook`, mcpCommand, project };
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path }) => path),
      ['hooks.v1.json', 'config.json'].map((name) => join(project, '.devin', name)),
    );
    const hooks = JSON.parse(changes[0]?.after ?? '');
    assert.match(hooks.Stop[0].hooks[0].command, / devin-cli Stop project$/);
    assert.equal(changes[0]?.after?.includes('/home/dev'), false);
    write(changes);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });
});
