import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { AGENTS } from '../../../src/agents/registry.ts';
import { hookCommandLine, isHookCommandLine, SHARED_HOME } from '../../../src/agents/shared/setup/hook-command.ts';
import { REGISTERED_HOOKS } from '../../../src/agents/windsurf/capabilities.ts';
import { detect } from '../../../src/agents/windsurf/places.ts';
import { planSetup, planUninstall } from '../../../src/agents/windsurf/setup.ts';
import { chooseAgents, type SetupEnvironment } from '../../../src/setup/setup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const mcpCommand = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

suite('set-up of Windsurf', () => {
  test('is that of Devin Desktop, too, whose editor shows that it is here', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: {} };
    mkdirSync(join(home, '.config', 'Devin', 'User'), { recursive: true });
    assert.equal(detect(environment), true);
    const chosen = chooseAgents(['devin-desktop', 'windsurf', 'agy'], {
      agents: AGENTS,
      environment,
    } as SetupEnvironment);
    assert.deepEqual(
      chosen.map(({ name }) => name),
      ['windsurf', 'antigravity'],
    );
  });

  test('registers one hook an event, which hands the folder over, and the MCP server', (context) => {
    const home = temporaryFolder(context);
    const target = { environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand };
    assert.equal(detect(target.environment), false);
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path, before }) => [path, before]),
      ['hooks.json', 'mcp_config.json'].map((name) => [join(home, '.codeium', 'windsurf', name), undefined]),
    );
    const line = (event: string): string => hookCommandLine(HOOK, { agent: 'windsurf', event, folder: '$PWD' });
    const hooks = REGISTERED_HOOKS.map(({ event }) => [event, [{ command: line(event), show_output: false }]]);
    assert.deepEqual(JSON.parse(changes[0]?.after ?? ''), { hooks: Object.fromEntries(hooks) });
    assert.deepEqual(JSON.parse(changes[1]?.after ?? ''), { mcpServers: { cairn: mcpCommand } });
    for (const { path, after } of changes) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, after ?? '');
    }
    assert.equal(detect(target.environment), true);
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ after }) => after),
      [undefined, undefined],
    );
  });

  test('hands the folder over whatever its name holds, with no program of the path', (context) => {
    const root = temporaryFolder(context);
    const hook = join(root, 'bin', 'hook');
    mkdirSync(dirname(hook));
    writeFileSync(hook, '#!/bin/sh\n/bin/cat\n', { mode: 0o755 });
    const line = hookCommandLine(hook, { agent: 'windsurf', event: 'post_read_code', folder: '$PWD' });
    assert.ok(isHookCommandLine(line, 'windsurf'));
    const of = (folder: string): unknown => {
      mkdirSync(folder, { recursive: true });
      const path = join(root, 'of a project');
      const options = {
        cwd: folder,
        env: { PWD: folder, PATH: path },
        input: '{"trajectory_id":"t"}',
        encoding: 'utf8',
      } as const;
      return JSON.parse(spawnSync('/bin/sh', ['-c', line], options).stdout);
    };
    for (const name of [
      'plain',
      'two words',
      'say "hi"',
      'back\\slash\\',
      'two\nlines',
      '$HOME `id` %s',
      "it's",
      'プロジェクト',
    ])
      assert.deepEqual(of(join(root, name)), { cwd: join(root, name), trajectory_id: 't' });
    // Other control characters are left out: the payload is kept all the same.
    assert.deepEqual(of(join(root, 'a\tb')), { cwd: join(root, 'ab'), trajectory_id: 't' });
  });

  test("of a repository is hooks alone: Windsurf has no other MCP file than its user's", (context) => {
    const project = temporaryFolder(context);
    const environment = { home: '/home/dev', variables: {} };
    const target = { environment, hookCommand: `${SHARED_HOME}.cairn/bin/hook`, mcpCommand, project };
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path }) => path),
      [join(project, '.windsurf', 'hooks.json')],
    );
    assert.equal(changes[0]?.after?.includes('/home/dev'), false);
    assert.deepEqual(planUninstall(target), []);
  });
});
