import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { KILO } from '../../../src/agents/kilo/kilo.ts';
import { OPENCODE } from '../../../src/agents/opencode/opencode.ts';
import type { SetupTarget } from '../../../src/agents/shared/contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openCodeHooks, SESSION } from '../opencode/fixtures.ts';
import { databaseOf, SESSION_FIXTURE } from './fixtures.ts';

function targetIn(home: string): SetupTarget {
  return {
    environment: { home, variables: {} },
    hookCommand: '/home/dev/.cairn/bin/hook',
    mcpCommand: { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] },
  };
}

suite('Kilo Code CLI', () => {
  test('is found by its own folders, and its sessions are its own', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: { OPENCODE_DB: '/tmp/other.db' } };
    assert.equal(KILO.detect(environment), false);
    SESSION_FIXTURE.write(home, 1);
    assert.deepEqual([KILO.detect(environment), OPENCODE.detect(environment)], [true, false]);
    const [file] = KILO.findTranscripts(environment);
    assert.deepEqual([file?.agent, file?.path], ['kilo', databaseOf(home)]);
    assert.equal(KILO.transcriptOf?.(SESSION, environment), databaseOf(home));
    const events = [...(KILO.createSnapshot?.({ path: databaseOf(home) })?.steps() ?? [])].flat();
    assert.ok(events.length > 0);
    assert.ok(events.every(({ agent, agentSession }) => agent === 'kilo' && agentSession === SESSION));
  });

  test('tells by its plugin what OpenCode tells, in its own name', () => {
    for (const { event, at, payload } of openCodeHooks()) {
      const [own, others] = [KILO, OPENCODE].map(({ dialect }) =>
        dialect?.readHook(event, payload, { at, delivery: 'd' }),
      );
      const named = others?.events.map((told) => ({ ...told, agent: 'kilo' }));
      assert.deepEqual(own, { ...others, events: named });
    }
  });

  test('is set up with a plugin and a server, and both are undone byte for byte', (context) => {
    const home = temporaryFolder(context);
    const target = targetIn(home);
    const settings = join(home, '.config', 'kilo', 'opencode.json');
    const own = '{\n  "model": "m" // mine\n}';
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, own);
    for (const { path, after } of KILO.planSetup?.(target) ?? []) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, after ?? '');
    }
    const plugin = join(home, '.config', 'kilo', 'plugin', 'cairn.js');
    assert.match(readFileSync(plugin, 'utf8'), /\['kilo', event\]/);
    assert.match(readFileSync(settings, 'utf8'), /"command": \[\s*"\/home\/dev\/\.cairn\/bin\/cairn",\s*"mcp"\s*\]/);
    assert.deepEqual(KILO.planSetup?.(target), []);
    assert.deepEqual(
      KILO.planUninstall?.(target).map(({ path, after }) => [path, after]),
      [
        [plugin, undefined],
        [settings, own],
      ],
    );
    const shared = KILO.planSetup?.({ ...target, project: '/srv/shop' }) ?? [];
    assert.deepEqual(
      shared.map(({ path }) => path),
      ['/srv/shop/.kilo/plugin/cairn.js', '/srv/shop/.kilo/opencode.json'],
    );
  });
});
