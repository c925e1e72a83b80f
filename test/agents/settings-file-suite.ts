import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Agent, SetupTarget } from '../../src/agents/shared/contract.ts';
import { readJsonc } from '../../src/agents/shared/setup/edit-jsonc.ts';
import { SHARED_HOME } from '../../src/agents/shared/setup/hook-command.ts';
import type { RegisteredHook } from '../../src/agents/shared/setup/json-hooks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serversText, settingsText } from './settings-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const MCP = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

/** An agent that keeps hooks and MCP servers in one JSON file, in Claude's form. */
export interface SettingsFileAgent {
  agent: Agent;
  /** The file, below a home or a repository. */
  file: string;
  hooks: readonly RegisteredHook[];
  /** Time-out of a hook in the agent's unit. */
  timeout: number;
  /** Variable that moves the agent's folder, and the file then, below what it says. */
  moved: { variable: string; file: string };
}

/** Tests the set-up of an agent with one settings file. */
export function settingsFileSuite({ agent, file, hooks, timeout, moved }: SettingsFileAgent): void {
  const planSetup = agent.planSetup ?? assert.fail('no set-up');
  const planUninstall = agent.planUninstall ?? assert.fail('no undoing');
  const targetIn = (context: TestContext, variables: Record<string, string> = {}): SetupTarget & { home: string } => {
    const home = temporaryFolder(context);
    return { home, environment: { home, variables }, hookCommand: HOOK, mcpCommand: MCP };
  };
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };

  suite(`set-up of ${agent.title}`, () => {
    test('registers its hooks, with their time-out in the unit of the agent, and the MCP server', (context) => {
      const target = targetIn(context);
      const [change, ...others] = planSetup(target);
      assert.deepEqual([change?.path, change?.before, others], [join(target.home, file), undefined, []]);
      const settings = JSON.parse(change?.after ?? '');
      assert.deepEqual(settings.mcpServers, { cairn: MCP });
      const registered: Record<string, object[]> = {};
      for (const { event, matcher, when } of hooks) {
        const command = `${HOOK} ${agent.name} ${event}${when === undefined ? '' : ` ${when}`}`;
        const handler = { type: 'command', command, name: 'cairn', timeout };
        const group = matcher === undefined ? { hooks: [handler] } : { matcher, hooks: [handler] };
        registered[event] = [...(registered[event] ?? []), group];
      }
      assert.deepEqual(settings.hooks, registered);
      write(join(target.home, file), change?.after ?? '');
      assert.deepEqual(planSetup(target), []);
      assert.deepEqual(
        planUninstall(target).map(({ after }) => after),
        [undefined],
      );
    });

    test("goes into a repository's own file with a path that is no one's, or into a folder that was moved", (context) => {
      const target = targetIn(context);
      const project = join(target.home, 'shop');
      const shared = `${SHARED_HOME}.cairn/bin/hook`;
      const [change] = planSetup({ ...target, project, hookCommand: shared });
      assert.equal(change?.path, join(project, file));
      const [event = ''] = agent.capabilities.hooks;
      const [group] = readJsonc(change?.after ?? '', ['hooks', event]) as { hooks: { command: string }[] }[];
      assert.equal(group?.hooks[0]?.command, `[ ! -x "${shared}" ] || "${shared}" ${agent.name} ${event} project`);
      write(join(project, file), change?.after ?? '');
      assert.deepEqual(
        planUninstall({ ...target, project }).map(({ after }) => after),
        [undefined],
      );
      const [there] = planSetup(targetIn(context, { [moved.variable]: '/elsewhere' }));
      assert.equal(there?.path, join('/elsewhere', moved.file));
    });

    test('is undone byte for byte, and twice is once, for every valid settings file', (context) => {
      const target = targetIn(context);
      const path = join(target.home, file);
      fc.assert(
        fc.property(fc.oneof(settingsText(), serversText()), (text) => {
          write(path, text);
          const once = planSetup(target)[0]?.after ?? '';
          assert.notEqual(once, text);
          write(path, once);
          assert.deepEqual(planSetup(target), []);
          assert.deepEqual(
            planUninstall(target).map(({ after }) => after),
            [text],
          );
        }),
        { numRuns: 100 },
      );
    });

    test('of a home that moved leaves each hook once, and goes alone when its user has edited the file since', (context) => {
      const target = targetIn(context);
      const path = join(target.home, file);
      write(path, '{\n  // mine\n  "model": "m" // for now\n}\n');
      write(path, planSetup({ ...target, hookCommand: "/old home's/.cairn/bin/hook" })[0]?.after ?? '');
      const again = planSetup(target)[0]?.after ?? '';
      assert.equal(again.split(` ${agent.name} `).length - 1, hooks.length);
      assert.ok(!again.includes('old home'));
      write(path, again.replace('"m"', '"n"').replace('"hooks": {', '"hooks": { "Mine": [], '));
      const left = planUninstall(target)[0]?.after ?? '';
      assert.deepEqual(readJsonc(left, []), { model: 'n', hooks: { Mine: [] } });
      assert.ok(left.includes('// mine\n') && left.includes('// for now'));
    });

    test('leaves another’s MCP server of that name alone, and names a file that it cannot edit', (context) => {
      const target = targetIn(context);
      const path = join(target.home, file);
      write(path, '{"mcpServers":{"cairn":{"command":"true"}}}');
      assert.throws(() => planSetup(target), { code: 'invalid_input' });
      assert.deepEqual(planUninstall(target), []);
      write(path, '{"hooks": [}');
      assert.throws(() => planSetup(target), { code: 'damaged', message: /settings\.json/ });
    });
  });
}
