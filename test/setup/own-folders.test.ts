import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { applySetup, chooseAgents, planSetup, type SetupEnvironment } from '../../src/setup/setup.ts';
import { applyUninstall, deleteHome, planUninstall } from '../../src/setup/uninstall.ts';
import { placeOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { cairnIn } from '../support/run-cairn.ts';

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
  test('are made no home, by set-up or by a worker, and nothing is written into them', async (context) => {
    const cairn = cairnIn(context);
    const { home } = cairn.at;
    write(join(home, 'backups', 'mine.txt'));
    for (const words of [
      ['setup', 'claude-code', '--yes'],
      ['remember', 'We use pnpm.'],
    ]) {
      const { code, stderr } = await cairn.run(words);
      assert.notEqual(code, 0, words[0]);
      assert.match(stderr, /holds no memory, but a folder "backups" .*\nfix: +Set CAIRN_HOME to a new or empty folder/);
    }
    assert.ok(!existsSync(join(home, 'cairn.db')) && !existsSync(join(home, 'bin')));
  });

  test('that share names with those of a home stay when program and memory are removed', async (context) => {
    const at = freshHome(context);
    const place = placeOf(at);
    await setUp(place);
    const own = ['bin', 'models', 'cache', 'app', 'agents'].map((name) => write(join(at.home, name, 'mine.txt')));
    await applyUninstall(planUninstall(place), place, { now: Date.now(), stopWorker: async () => undefined });
    assert.deepEqual(
      own.filter((path) => !existsSync(path)),
      [],
    );
    assert.deepEqual(deleteHome(place.paths).sort(), ['agents', 'app', 'bin', 'cache', 'models']);
    assert.deepEqual(
      own.filter((path) => !existsSync(path)),
      [],
    );
    assert.ok(
      !existsSync(place.paths.hook) && !existsSync(place.paths.launcher) && !existsSync(place.paths.appCurrent),
    );
  });
});
