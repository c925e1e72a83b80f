import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { REGISTERED_HOOKS } from '../../../src/agents/copilot-cli/capabilities.ts';
import { COPILOT_CLI } from '../../../src/agents/copilot-cli/copilot-cli.ts';
import { planSetup, planUninstall } from '../../../src/agents/copilot-cli/setup.ts';
import type { SetupTarget } from '../../../src/agents/shared/contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { applyChanges, filesBelow } from '../apply-changes.ts';
import { serversText } from '../settings-arbitrary.ts';
import { CONFIG_FOLDER, SESSION, SESSION_FILE } from './fixtures.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const MCP = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

function targetIn(context: TestContext, hookCommand = HOOK): SetupTarget & { home: string } {
  const home = temporaryFolder(context);
  return { home, environment: { home, variables: {} }, hookCommand, mcpCommand: MCP };
}

interface Entry {
  type: string;
  matcher?: string;
  bash: string;
  powershell?: string;
  timeoutSec: number;
}

function entriesOf(text: string | undefined): Record<string, Entry[]> {
  const { version, hooks } = JSON.parse(text ?? '') as { version: number; hooks: Record<string, Entry[]> };
  assert.equal(version, 1);
  return hooks;
}

suite('set-up of Copilot CLI', () => {
  test('writes a file of hooks of its own, and the MCP server in the form that it has there', (context) => {
    const target = targetIn(context);
    const [hooks, servers] = planSetup(target);
    assert.equal(hooks?.path, join(target.home, '.copilot', 'hooks', 'cairn.json'));
    const entries = entriesOf(hooks?.after);
    assert.deepEqual(Object.keys(entries), [...new Set(REGISTERED_HOOKS.map(({ event }) => event))]);
    assert.deepEqual(entries.preToolUse, [
      {
        type: 'command',
        matcher: 'view|create|edit|str_replace_editor',
        bash: `[ ! -x ${HOOK} ] || ${HOOK} copilot-cli preToolUse`,
        timeoutSec: 5,
      },
      {
        type: 'command',
        matcher: 'bash|powershell|write_bash|write_powershell|apply_patch|grep|rg|[^-]+-.+',
        bash: `[ ! -x ${HOOK} ] || ${HOOK} copilot-cli preToolUse armed`,
        timeoutSec: 5,
      },
    ]);
    assert.equal(servers?.path, join(target.home, '.copilot', 'mcp-config.json'));
    assert.deepEqual(JSON.parse(servers?.after ?? ''), {
      mcpServers: { cairn: { type: 'local', tools: ['*'], ...MCP } },
    });
  });

  test('refuses no tool where the script is gone', (context) => {
    const [hooks] = planSetup(targetIn(context, '/no such/place/bin/hook'));
    const line = entriesOf(hooks?.after).preToolUse?.[0]?.bash ?? '';
    assert.equal(execFileSync('sh', ['-c', line], { encoding: 'utf8' }), '');
  });

  test('on Windows is a line of PowerShell', (context) => {
    const [hooks] = planSetup(targetIn(context, "C:\\Users\\O'Dev\\.cairn\\bin\\hook.cmd"));
    const [entry] = entriesOf(hooks?.after).agentStop ?? [];
    const path = "'C:\\Users\\O''Dev\\.cairn\\bin\\hook.cmd'";
    assert.deepEqual(entry, {
      type: 'command',
      powershell: `if (Test-Path ${path}) { & ${path} copilot-cli agentStop }`,
      timeoutSec: 5,
    });
  });

  test('is undone byte for byte, and twice is once, for every valid file of servers', (context) => {
    const target = targetIn(context);
    const folder = join(target.home, '.copilot');
    mkdirSync(join(folder, 'hooks'), { recursive: true });
    writeFileSync(join(folder, 'hooks', 'mine.json'), '{"version":1,"hooks":{}}');
    fc.assert(
      fc.property(serversText(), (text) => {
        writeFileSync(join(folder, 'mcp-config.json'), text);
        const before = filesBelow(target.home);
        applyChanges(planSetup(target));
        assert.deepEqual(planSetup(target), []);
        applyChanges(planUninstall(target));
        assert.deepEqual(filesBelow(target.home), before);
      }),
      { numRuns: 50 },
    );
  });

  test('of an older version is replaced; a file of another with its name stays, and is named', (context) => {
    const target = targetIn(context);
    applyChanges(planSetup({ ...target, hookCommand: '/old/bin/hook' }));
    applyChanges(planSetup(target));
    assert.deepEqual(planSetup(target), []);
    const path = join(target.home, '.copilot', 'hooks', 'cairn.json');
    writeFileSync(path, '{"version":1,"hooks":{}}');
    assert.throws(() => planSetup(target), { code: 'damaged', message: /cairn\.json/ });
    assert.ok(!planUninstall(target).some((change) => change.path === path));
  });

  test('of a repository writes hooks that name no place of this machine', (context) => {
    const target = { ...targetIn(context, '$HOME/.cairn/bin/hook'), project: temporaryFolder(context) };
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path }) => path),
      [join(target.project, '.github', 'hooks', 'cairn.json')],
    );
    assert.equal(
      entriesOf(changes[0]?.after).agentStop?.[0]?.bash,
      '[ ! -x "$HOME/.cairn/bin/hook" ] || "$HOME/.cairn/bin/hook" copilot-cli agentStop project',
    );
    applyChanges(changes);
    assert.deepEqual(planSetup(target), []);
    applyChanges(planUninstall(target));
    assert.deepEqual(filesBelow(target.project), {});
  });
});

suite('the places of Copilot CLI', () => {
  const fixtures = { home: '/nowhere', variables: { COPILOT_HOME: CONFIG_FOLDER } };

  test('are searched for transcripts of all versions', (context) => {
    const found = COPILOT_CLI.findTranscripts(fixtures).map(({ path }) => path);
    const old = join(CONFIG_FOLDER, 'history-session-state', 'session_old1_1760000000000.json');
    assert.deepEqual(found.toSorted(), [old, SESSION_FILE].toSorted());
    const home = temporaryFolder(context);
    mkdirSync(join(home, '.copilot', 'session-state'), { recursive: true });
    writeFileSync(join(home, '.copilot', 'session-state', 'flat.jsonl'), '');
    const flat = COPILOT_CLI.findTranscripts({ home, variables: {} });
    assert.deepEqual(
      flat.map(({ path }) => path),
      [join(home, '.copilot', 'session-state', 'flat.jsonl')],
    );
  });

  test('give a transcript by its session alone, and say whether it is there', () => {
    assert.equal(COPILOT_CLI.transcriptOf?.(SESSION, fixtures), SESSION_FILE);
    assert.equal(COPILOT_CLI.transcriptOf?.(`../session-state/${SESSION}`, fixtures), undefined);
    assert.equal(COPILOT_CLI.detect(fixtures), true);
    assert.equal(COPILOT_CLI.detect({ home: '/nowhere', variables: {} }), false);
  });
});
