import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { applySetup, chooseAgents, planSetup, type SetupEnvironment } from '../../src/setup/setup.ts';
import { applyUninstall, deleteHome, planUninstall } from '../../src/setup/uninstall.ts';
import { writeSyncConfig, writeSyncSecret } from '../../src/sync/sync-config.ts';
import { writeWebhookState } from '../../src/webhooks/webhook-state.ts';
import { placeOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';

const FOLDERS = ['bin', 'models', 'cache', 'app', 'agents', 'journal', 'backups', 'trash', 'code'];

async function setUp(place: SetupEnvironment): Promise<void> {
  const plan = planSetup(chooseAgents(['claude-code'], place), place);
  await applySetup(plan, place, { now: Date.now(), seenByWorker: async () => undefined });
}

function write(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'my own work');
  return path;
}

/** A folder that holds a model, as its package does. */
function modelIn(folder: string): string {
  mkdirSync(folder);
  writeFileSync(join(folder, 'minilm.cairn'), 'weights');
  return folder;
}

suite("a person's own folders", () => {
  test('that share names with those of a home stay when program and memory are removed', async (context) => {
    const at = freshHome(context);
    const place = placeOf(at);
    await setUp(place);
    const own = FOLDERS.map((name) => write(join(at.home, name, 'mine.txt')));
    own.push(write(join(at.home, 'agents', 'reviewer', 'AGENT.md')), write(join(at.home, 'code', 'app', 'main.c')));
    write(join(at.home, 'cairn.db'));
    await applyUninstall(planUninstall(place), place, { now: Date.now(), stopWorker: async () => undefined });
    assert.deepEqual(
      own.filter((path) => !existsSync(path)),
      [],
    );
    assert.deepEqual(deleteHome(place.paths).sort(), [...FOLDERS].sort());
    assert.deepEqual(
      own.filter((path) => !existsSync(path)),
      [],
    );
    assert.ok(
      !existsSync(place.paths.hook) && !existsSync(place.paths.launcher) && !existsSync(place.paths.appCurrent),
    );
  });

  test('get rid of what a killed set-up left in them with the next one, and keep what another is writing', async (context) => {
    const at = freshHome(context);
    const place = placeOf(at, { model: modelIn(join(at.root, 'package')) });
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    const leftBy = (pid: number): string[] => [
      join(place.paths.app, `.0.1.0-0123abcd-${pid}`, 'cli.js'),
      ...[join(place.paths.app, `.current-${pid}`), join(place.paths.models, `.minilm.cairn.${pid}.tmp`)],
      ...[place.paths.bin, place.paths.agents, join(at.userHome, '.claude')].map((folder) =>
        join(folder, `.cairn-${pid}.tmp`),
      ),
    ];
    leftBy(gone).forEach(write);
    const live = leftBy(process.ppid).map(write);
    await setUp(place);
    assert.deepEqual(leftBy(gone).filter(existsSync), []);
    assert.deepEqual(live.filter(existsSync), live);
    // In folders of Cairn's own, uninstall leaves nothing of them either.
    leftBy(gone).forEach(write);
    await applyUninstall(planUninstall(place), place, { now: Date.now(), stopWorker: async () => undefined });
    assert.deepEqual(
      readdirSync(at.home).filter((name) => ['app', 'bin', 'agents', 'models'].includes(name)),
      [],
    );
  });

  test('keep no file with a secret that Cairn wrote beside them', async (context) => {
    const at = freshHome(context);
    const place = placeOf(at);
    await setUp(place);
    const remote = { kind: 'folder', path: at.root, git: false } as const;
    writeSyncConfig(at.home, { home: 'h_aaaaaaaaaaaaaaaa', member: 'Ada', remote, shares: {}, paused: false });
    writeSyncSecret(at.home, 'a token');
    writeWebhookState(at.home, { seq: 1, known: new Set(), open: new Set(), queues: new Map() });
    assert.deepEqual(deleteHome(place.paths), []);
    assert.ok(!existsSync(at.home));
  });
});
