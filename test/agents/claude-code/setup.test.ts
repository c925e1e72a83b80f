import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { REGISTERED_HOOKS } from '../../../src/agents/claude-code/capabilities.ts';
import { HOOKS_FILE, MCP_FILE, planSetup, planUninstall } from '../../../src/agents/claude-code/setup.ts';
import type { FileChange, SetupTarget } from '../../../src/agents/shared/contract.ts';
import { readJsonc } from '../../../src/agents/shared/setup/edit-jsonc.ts';
import { withJsonHooks, withoutJsonHooks } from '../../../src/agents/shared/setup/json-hooks.ts';
import { withoutServer, withServer } from '../../../src/agents/shared/setup/mcp-entry.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { serversText, settingsText } from '../settings-arbitrary.ts';

const HOOK = '/home/dev/.cairn/bin/hook';
const MCP = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };
const withHooks = (text: string | undefined, hook: string): string => withJsonHooks(text, hook, HOOKS_FILE);
const withoutHooks = (text: string): string | undefined => withoutJsonHooks(text, HOOKS_FILE);
const EVENTS = [...new Set(REGISTERED_HOOKS.map(({ event }) => event))];
/** The line that runs the hook of an event: before a tool there are two, one of which ends at once without a tripwire. */
const lineOf = (event: string): string => {
  const line = `${HOOK} claude-code ${event}`;
  return event === 'PreToolUse' ? `${line}; ${line} armed` : line;
};

function targetIn(context: TestContext, variables: Record<string, string> = {}): SetupTarget & { home: string } {
  const home = temporaryFolder(context);
  return { home, environment: { home, variables }, hookCommand: HOOK, mcpCommand: MCP };
}

function apply(changes: readonly FileChange[]): void {
  for (const { path, before, after } of changes) {
    assert.notEqual(before, after);
    if (after === undefined) rmSync(path);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, after);
    }
  }
}

function commandsOf(settings: string): string[] {
  return EVENTS.map((event) => {
    const groups = readJsonc(settings, ['hooks', event]) as { hooks: { command: string }[] }[];
    return groups.flatMap((group) => group.hooks.map((handler) => handler.command)).join('; ');
  });
}

suite('set-up', () => {
  test('registers its hooks once each and the MCP server, and is complete then', (context) => {
    const target = targetIn(context);
    const changes = planSetup(target);
    assert.deepEqual(
      changes.map(({ path }) => path),
      [join(target.home, '.claude', 'settings.json'), join(target.home, '.claude.json')],
    );
    apply(changes);
    const settings = readFileSync(join(target.home, '.claude', 'settings.json'), 'utf8');
    assert.deepEqual(commandsOf(settings), EVENTS.map(lineOf));
    assert.deepEqual(
      readJsonc(settings, ['hooks', 'PreToolUse', 0, 'matcher']),
      'Read|Edit|MultiEdit|Write|NotebookEdit',
    );
    assert.deepEqual(readJsonc(readFileSync(join(target.home, '.claude.json'), 'utf8'), ['mcpServers']), {
      cairn: { type: 'stdio', ...MCP },
    });
    assert.deepEqual(planSetup(target), []);
    apply(planUninstall(target));
    assert.deepEqual(planUninstall(target), []);
    assert.throws(() => readFileSync(join(target.home, '.claude.json')), { code: 'ENOENT' });
  });

  test('registers no event that the version in use does not know: that version would run no hook at all', (context) => {
    const target = targetIn(context);
    const folder = join(target.home, '.claude', 'projects', '-home-dev-shop');
    mkdirSync(folder, { recursive: true });
    const eventsIn = (version: string): string[] => {
      writeFileSync(join(folder, 's1.jsonl'), `{"type":"summary"}\n{"type":"user","version":"${version}"}\n`);
      apply(planSetup(target));
      const settings = readFileSync(join(target.home, '.claude', 'settings.json'), 'utf8');
      return EVENTS.filter((event) => readJsonc(settings, ['hooks', event]) !== undefined);
    };
    const without = (...events: string[]): string[] => EVENTS.filter((event) => !events.includes(event));
    assert.deepEqual(eventsIn('2.0.76'), without('PermissionDenied', 'StopFailure', 'PostCompact'));
    assert.deepEqual(eventsIn('2.1.80'), without('PermissionDenied'));
    assert.deepEqual(eventsIn('2.1.197'), EVENTS);
    // An update is taken in, and a step back too.
    assert.deepEqual(eventsIn('2.1.76'), without('PermissionDenied', 'StopFailure'));
  });

  test('goes where CLAUDE_CONFIG_DIR points', (context) => {
    const target = targetIn(context, { CLAUDE_CONFIG_DIR: '/elsewhere' });
    assert.deepEqual(
      planSetup(target).map(({ path }) => path),
      ['/elsewhere/settings.json', '/elsewhere/.claude.json'],
    );
  });

  test('quotes a path with spaces and finds it again', () => {
    const settings = withHooks(undefined, "/home/d'ev/my cairn/bin/hook");
    assert.equal(commandsOf(settings)[0], "'/home/d'\\''ev/my cairn/bin/hook' claude-code SessionStart");
    assert.equal(withoutHooks(settings), undefined);
  });

  test("replaces an older Cairn's hooks in their place, takes out what is no longer registered, keeps the others", () => {
    const old = `{
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "/old/bin/hook claude-code Stop" }] },
      { "hooks": [{ "type": "command", "command": "say done" }] },
      { "hooks": [{ "type": "command", "command": "/older/bin/hook claude-code Stop" }] }
    ],
    "SessionEnd": [
      { "hooks": [{ "type": "command", "command": "bye" }, { "type": "command", "command": "/old/bin/hook claude-code SessionEnd" }] }
    ],
    "PostToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "/old/bin/hook claude-code PostToolUse" }] }]
  }
}`;
    const settings = withHooks(old, HOOK);
    assert.equal(settings.includes('/old'), false);
    assert.equal(commandsOf(settings)[EVENTS.indexOf('Stop')], `${HOOK} claude-code Stop; say done`);
    assert.equal(commandsOf(settings)[EVENTS.indexOf('SessionEnd')], `bye; ${HOOK} claude-code SessionEnd`);
    assert.equal(readJsonc(settings, ['hooks', 'PostToolUse']), undefined);
    assert.equal(withHooks(settings, HOOK), settings);
    assert.deepEqual(Object.keys(readJsonc(withoutHooks(settings) ?? '', ['hooks']) ?? {}), ['Stop', 'SessionEnd']);
  });

  test("replaces an older Cairn's server, keeps what a user added to it, and leaves another's name alone", () => {
    const old = '{"mcpServers": {"cairn": {"command": "/old/cairn", "args": ["mcp"]}, "other": {}}}';
    assert.deepEqual(readJsonc(withServer(old, MCP, MCP_FILE), ['mcpServers', 'cairn']), { type: 'stdio', ...MCP });
    const mine = JSON.stringify({ mcpServers: { cairn: { ...MCP, env: { CAIRN_HOME: '/x' } } } });
    assert.equal(withServer(mine, MCP, MCP_FILE), mine);
    const foreign = '{"mcpServers": {"cairn": {"type": "http", "url": "https://example.com"}}}';
    assert.throws(() => withServer(foreign, MCP, MCP_FILE), { code: 'invalid_input' });
    assert.equal(withoutServer(foreign), foreign);
  });

  test('changes nothing in a file that is damaged, and names it', (context) => {
    const target = targetIn(context);
    writeFileSync(join(target.home, '.claude.json'), '{"projects": {');
    assert.throws(() => planSetup(target), { code: 'damaged', message: /\.claude\.json/ });
    assert.throws(() => withHooks('{"hooks": []}', HOOK), { code: 'damaged' });
  });
});

suite('of any settings', () => {
  test('set-up twice is set-up once, and uninstall leaves every byte as it was', () => {
    fc.assert(
      fc.property(settingsText(), (text) => {
        const once = withHooks(text, HOOK);
        for (const command of commandsOf(once)) assert.match(command, /bin\/hook claude-code/);
        assert.equal(withHooks(once, HOOK), once);
        assert.equal(withoutHooks(once), text);
      }),
      { numRuns: 150 },
    );
  });

  test('the same holds for the file with the MCP servers', () => {
    fc.assert(
      fc.property(serversText(), (text) => {
        const once = withServer(text, MCP, MCP_FILE);
        assert.equal(withServer(once, MCP, MCP_FILE), once);
        assert.equal(withoutServer(once), text);
      }),
      { numRuns: 300 },
    );
  });
});
