import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { REGISTERED_HOOKS } from '../../../src/agents/cline/capabilities.ts';
import { CLINE } from '../../../src/agents/cline/cline.ts';
import { planSetup, planUninstall } from '../../../src/agents/cline/setup.ts';
import type { SetupTarget } from '../../../src/agents/shared/contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { applyChanges, filesBelow } from '../apply-changes.ts';
import { serversText } from '../settings-arbitrary.ts';
import { COMPACTION_FILE, FOLDER, SESSION, SESSION_FILE, SUBAGENT_FILE, TASK_FILE } from './fixtures.ts';

const HOOK = "/home/dev's/.cairn/bin/hook";
const MCP = { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] };

function targetIn(context: TestContext): SetupTarget & { home: string } {
  const home = temporaryFolder(context);
  return { home, environment: { home, variables: {} }, hookCommand: HOOK, mcpCommand: MCP };
}

suite('set-up of Cline', () => {
  test('writes a program an event, and the MCP server', (context) => {
    const target = targetIn(context);
    const changes = planSetup(target);
    const hooks = join(target.home, '.cline', 'hooks');
    const servers = join(target.home, '.cline', 'data', 'settings', 'cline_mcp_settings.json');
    assert.deepEqual(
      changes.map(({ path }) => path),
      [...REGISTERED_HOOKS.map((event) => join(hooks, event)), servers],
    );
    applyChanges(changes);
    assert.equal(
      filesBelow(hooks).PreToolUse,
      `700 #!/bin/sh\n# Written by cairn setup; cairn uninstall removes it.\n'/home/dev'\\''s/.cairn/bin/hook' cline PreToolUse\n`,
    );
    assert.deepEqual(JSON.parse(readFileSync(servers, 'utf8')), { mcpServers: { cairn: MCP } });
    assert.deepEqual(planSetup(target), []);
  });

  test('is undone byte for byte, and twice is once, beside any hooks and servers of its user', (context) => {
    const owned = fc.dictionary(
      fc.constantFrom('PreToolUse', 'PreToolUse.sh', 'PreToolUse.bash', 'TaskStart', 'TaskStart.py', 'README.md'),
      fc.string(),
    );
    fc.assert(
      fc.property(owned, serversText(), (files, servers) => {
        const target = targetIn(context);
        const hooks = join(target.home, '.cline', 'hooks');
        const settings = join(target.home, '.cline', 'data', 'settings');
        for (const folder of [hooks, settings]) mkdirSync(folder, { recursive: true });
        for (const [name, text] of Object.entries(files)) {
          writeFileSync(join(hooks, name), text);
          chmodSync(join(hooks, name), 0o755);
        }
        writeFileSync(join(settings, 'cline_mcp_settings.json'), servers);
        const before = filesBelow(target.home);
        const changes = planSetup(target);
        assert.ok(changes.every(({ path }) => !(basename(path) in files)));
        applyChanges(changes);
        assert.deepEqual(planSetup(target), []);
        applyChanges(planUninstall(target));
        assert.deepEqual(filesBelow(target.home), before);
      }),
      { numRuns: 40 },
    );
  });

  test('takes another name where its user has a hook of that name, and changes none', (context) => {
    const target = targetIn(context);
    const hooks = join(target.home, '.cline', 'hooks');
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, 'PreToolUse'), '#!/bin/sh\n');
    applyChanges(planSetup(target));
    assert.equal(readFileSync(join(hooks, 'PreToolUse'), 'utf8'), '#!/bin/sh\n');
    assert.match(readFileSync(join(hooks, 'PreToolUse.sh'), 'utf8'), /cline PreToolUse/);
    for (const ending of ['.sh', '.bash', '.zsh']) writeFileSync(join(hooks, `PreToolUse${ending}`), '#!/bin/sh\n');
    assert.throws(() => planSetup(target), { code: 'damaged', message: /PreToolUse\.zsh/ });
  });

  test('of a home that moved, or another version, leaves one program an event', (context) => {
    const target = targetIn(context);
    applyChanges(planSetup({ ...target, hookCommand: '/old/bin/hook' }));
    const hooks = join(target.home, '.cline', 'hooks');
    writeFileSync(join(hooks, 'PostToolUse'), readFileSync(join(hooks, 'TaskStart')));
    applyChanges(planSetup(target));
    assert.deepEqual(Object.keys(filesBelow(hooks)), REGISTERED_HOOKS.toSorted());
    assert.ok(Object.values(filesBelow(hooks)).every((text) => !text.includes('/old/')));
  });

  test('on Windows writes scripts of PowerShell', (context) => {
    const target = { ...targetIn(context), hookCommand: 'C:\\Users\\dev\\.cairn\\bin\\hook.cmd' };
    const [first] = planSetup(target);
    assert.equal(first?.path, join(target.home, '.cline', 'hooks', 'TaskStart.ps1'));
    const path = "'C:\\Users\\dev\\.cairn\\bin\\hook.cmd'";
    assert.ok(first?.after?.endsWith(`\nif (Test-Path ${path}) { & ${path} cline TaskStart }\n`));
  });

  test('of a repository writes programs that name no place of this machine', (context) => {
    const project = temporaryFolder(context);
    const target = { ...targetIn(context), hookCommand: '$HOME/.cairn/bin/hook', project };
    applyChanges(planSetup(target));
    const files = filesBelow(project);
    assert.deepEqual(Object.keys(files), REGISTERED_HOOKS.map((event) => join('.cline', 'hooks', event)).toSorted());
    const line = '[ ! -x "$HOME/.cairn/bin/hook" ] || "$HOME/.cairn/bin/hook" cline TaskStart project\n';
    assert.ok(files[join('.cline', 'hooks', 'TaskStart')]?.endsWith(line));
    applyChanges(planUninstall(target));
    assert.deepEqual(filesBelow(project), {});
  });
});

suite('the places of Cline', () => {
  const fixtures = { home: '/nowhere', variables: { CLINE_DIR: FOLDER } };

  test('are searched for transcripts of sessions, subagents, compactions and old tasks', () => {
    const found = CLINE.findTranscripts(fixtures).map(({ path }) => path);
    assert.deepEqual(found.toSorted(), [SESSION_FILE, SUBAGENT_FILE, COMPACTION_FILE].toSorted());
    assert.deepEqual(CLINE.companions?.(SESSION_FILE).toSorted(), [SUBAGENT_FILE, COMPACTION_FILE].toSorted());
    const tasks = CLINE.findTranscripts({ home: '/nowhere', variables: { CLINE_DATA_DIR: join(FOLDER, 'task') } });
    assert.deepEqual(
      tasks.map(({ path }) => path),
      [TASK_FILE],
    );
    assert.deepEqual(CLINE.companions?.(TASK_FILE), []);
  });

  test('are those of the extension in an editor as well', (context) => {
    const home = temporaryFolder(context);
    const task = join(home, '.config', 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'tasks', '17');
    mkdirSync(task, { recursive: true });
    writeFileSync(join(task, 'api_conversation_history.json'), '[]');
    const environment = { home, variables: {} };
    assert.equal(CLINE.findTranscripts(environment).length, 1);
    assert.equal(CLINE.detect(environment), true);
    assert.equal(CLINE.detect({ home: '/nowhere', variables: {} }), false);
  });

  test('give a transcript by its session alone', () => {
    assert.equal(CLINE.transcriptOf?.(SESSION, fixtures), SESSION_FILE);
    assert.equal(CLINE.transcriptOf?.(`../sessions/${SESSION}`, fixtures), undefined);
    assert.equal(CLINE.transcriptOf?.('none', fixtures), undefined);
  });
});
