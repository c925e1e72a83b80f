import assert from 'node:assert/strict';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

interface Plan {
  merges: { id: string; where: string; into: string }[];
  skipped: { where: string; why: string }[];
  done: boolean;
}

/** Two projects in a folder, of which each remembers something, before that folder is renamed. */
async function withFolders(context: TestContext): Promise<{ cairn: Cairn; old: string; now: string }> {
  const cairn = cairnIn(context);
  const [old, now] = [join(cairn.at.userHome, 'work'), join(cairn.at.userHome, 'code')];
  for (const [name, says] of [
    ['shop', 'The red lamp is in the shop'],
    ['mill', 'The blue lamp is in the mill'],
  ] as const) {
    const folder = join(old, name);
    mkdirSync(join(folder, '.claude'), { recursive: true });
    assert.equal((await cairn.run(['remember', says], { cwd: folder })).code, 0);
  }
  renameSync(old, now);
  return { cairn, old, now };
}

const found = async (cairn: Cairn, cwd: string): Promise<string> =>
  (await cairn.run(['search', 'lamp'], { cwd })).stdout.replace(/\s+/g, ' ');

test('a moved folder takes its projects along: shown, asked, done, taken back', async (context) => {
  const { cairn, old, now } = await withFolders(context);
  const shop = join(now, 'shop');
  assert.doesNotMatch(await found(cairn, shop), /red lamp/);
  const plan = await cairn.json(['projects', 'move', old, now, '--dry-run']);
  assert.deepEqual(
    [(plan as unknown as Plan).merges.map(({ into }) => into).sort(), plan.done],
    [[join(now, 'mill'), shop], false],
  );
  const unasked = await cairn.run(['projects', 'move', old, now]);
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /1 memory[\s\S]*Nothing was changed/);
  const no = await cairn.terminal(['projects', 'move', old, now], { input: '\r' });
  assert.notEqual(no.code, 0);
  assert.doesNotMatch(await found(cairn, shop), /red lamp/);
  const yes = await cairn.terminal(['projects', 'move', old, now, '--yes']);
  assert.equal(yes.code, 0, yes.stdout);
  assert.match(await found(cairn, shop), /red lamp/);
  assert.doesNotMatch(await found(cairn, shop), /blue lamp/);
  assert.match(
    (await cairn.run(['projects', 'move', old, now])).stderr,
    /is found from .* already\.\nNothing was changed/,
  );
  assert.equal((await cairn.terminal(['projects', 'move', '--undo', old, '--yes'])).code, 0);
  assert.doesNotMatch(await found(cairn, shop), /red lamp/);
});

test('one project goes into another by its name or path, and no agent does that', async (context) => {
  const { cairn, now } = await withFolders(context);
  const mill = join(now, 'mill');
  await cairn.run(['remember', 'The green lamp is new'], { cwd: mill });
  const merge = ['projects', 'merge', 'shop', mill, '--yes'];
  assert.equal((await cairn.terminal(merge, { env: { CLAUDECODE: '1' } })).code, 1);
  assert.doesNotMatch(await found(cairn, mill), /red lamp/);
  const merged = await cairn.terminal(merge);
  assert.equal(merged.code, 0, merged.stdout + merged.stderr);
  assert.match(await found(cairn, mill), /red lamp/);
  assert.equal((await cairn.terminal(['projects', 'merge', '--undo', 'shop', '--yes'])).code, 0);
  assert.doesNotMatch(await found(cairn, mill), /red lamp/);
  assert.equal((await cairn.run(['projects', 'merge', 'nothing', mill, '--yes'])).code, 1);
  assert.equal((await cairn.run(['projects', 'merge', 'shop'])).code, 2);
  assert.equal((await cairn.run(['projects', 'move', join(now, 'none'), join(now, 'neither')])).code, 1);
});
