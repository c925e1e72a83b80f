import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { applySetup, chooseAgents, planSetup, type SetupEnvironment } from '../../src/setup/setup.ts';
import { applyUninstall, deleteHome, planUninstall } from '../../src/setup/uninstall.ts';
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
});
