import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { AGENTS } from '../../../src/agents/registry.ts';
import { SHARED_HOME } from '../../../src/agents/shared/setup/hook-command.ts';
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
    const line = (event: string): string => `{ printf '{"cwd":"%s",' "$PWD"; tail -c +2; } | ${HOOK} windsurf ${event}`;
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
