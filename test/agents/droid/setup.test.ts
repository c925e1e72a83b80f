import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { REGISTERED_HOOKS } from '../../../src/agents/droid/capabilities.ts';
import { planSetup, planUninstall } from '../../../src/agents/droid/setup.ts';
import type { FileChange } from '../../../src/agents/shared/contract.ts';
import { SHARED_HOME } from '../../../src/agents/shared/setup/hook-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

function write(changes: readonly Pick<FileChange, 'path' | 'after'>[]): void {
  for (const { path, after } of changes) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, after ?? '');
  }
}

suite('set-up of Droid', () => {
  test('registers its hooks at the top of a file of their own, and the MCP server', (context) => {
    const home = temporaryFolder(context);
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path, before }) => [path, before]),
      ['hooks.json', 'mcp.json'].map((name) => [join(home, '.factory', name), undefined]),
    );
    const groups: Record<string, object[]> = {};
    for (const { event, when, ...matcher } of REGISTERED_HOOKS) {
      const command = `${HOOK} droid ${event}${when === undefined ? '' : ` ${when}`}`;
      groups[event] = [...(groups[event] ?? []), { ...matcher, hooks: [{ type: 'command', command, timeout: 5 }] }];
    }
    assert.deepEqual(JSON.parse(changes[0]?.after ?? ''), groups);
    assert.deepEqual(JSON.parse(changes[1]?.after ?? ''), { mcpServers: { cairn: { type: 'stdio', ...mcpCommand } } });
    write(changes);
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test('goes where the hooks are that Droid reads: a file of hooks would hide those in the settings', (context) => {
    const home = temporaryFolder(context);
    const folder = join(home, '.factory');
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    const settings = { path: join(folder, 'settings.json'), after: '{\n  // mine\n  "model": "x"\n}\n' };
    write([settings]);
    assert.equal(planSetup(target)[0]?.path, join(folder, 'hooks.json'));
    const hooked = { ...settings, after: '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "ring"}]}]}}' };
    write([hooked]);
    const changes = planSetup(target);
    assert.equal(changes[0]?.path, settings.path);
    assert.deepEqual(
      JSON.parse(changes[0]?.after ?? '').hooks.Stop.map(
        (group: { hooks: { command: string }[] }) => group.hooks[0]?.command,
      ),
      ['ring', `${HOOK} droid Stop`],
    );
    write(changes);
    assert.deepEqual(planSetup(target), []);
    assert.equal(planUninstall(target)[0]?.after, hooked.after);
    write([hooked, { path: join(folder, 'hooks', 'hooks.json'), after: '{}' }]);
    assert.equal(planSetup(target)[0]?.path, join(folder, 'hooks', 'hooks.json'));
    write([{ path: join(folder, 'settings.json'), after: '{"hooks": ' }]);
    assert.equal(planSetup(target)[0]?.path, join(folder, 'hooks', 'hooks.json'));
  });

  test("goes into a repository's own files with a path that is no one's", (context) => {
    const project = temporaryFolder(context);
    const environment = { home: '/home/dev', variables: {} };
    const target = { environment, hookCommand: `${SHARED_HOME}.cairn/bin/hook`, mcpCommand, project };
    const changes = planSetup(target);
    assert.equal(changes[0]?.path, join(project, '.factory', 'hooks.json'));
    assert.match(JSON.parse(changes[0]?.after ?? '').Stop[0].hooks[0].command, / droid Stop project$/);
    write(changes);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });
});
