import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { cairnIn } from '../support/run-cairn.ts';

interface Listed {
  folder: string;
  backups: { name: string; path: string; reason: string; events: number; state?: string }[];
}

suite('cairn backup', () => {
  test('makes one, lists and checks it, and puts it back with what it replaced kept', async (context) => {
    const cairn = cairnIn(context);
    await cairn.run(['remember', 'Walrus releases go out on Fridays.']);
    const made = await cairn.run(['backup', 'create']);
    assert.match(
      made.stdout,
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}cairn-\d{8}T\d{9}Z-asked\.db\.zst {2}\S+ \w+, 1 event {2}asked for\n$/,
    );
    await cairn.run(['remember', 'Narwhal builds run at night.']);

    const dry = await cairn.run(['backup', 'restore', '--dry-run']);
    assert.match(
      dry.stderr,
      /holds 1 event of 1 session[\s\S]*holds 2 events of 1 session[\s\S]*1 event more, which would be gone/,
    );
    for (const unasked of [await cairn.run(['backup', 'restore']), await cairn.run(['backup', 'restore', '--yes'])]) {
      assert.equal(unasked.code, 1);
      assert.match(unasked.stderr, /Only a person can replace this memory/);
    }
    assert.match((await cairn.run(['search', 'narwhal'])).stdout, /Narwhal builds/);

    const restored = await cairn.terminal(['backup', 'restore', '--yes']);
    assert.equal(restored.code, 0, restored.stdout);
    const [, undo = ''] = /To undo: cairn backup restore\s+(\S+)/.exec(restored.stdout) ?? [];
    assert.match((await cairn.run(['search', 'walrus'])).stdout, /Walrus releases/);
    assert.doesNotMatch((await cairn.run(['search', 'narwhal'])).stdout, /Narwhal builds/);

    assert.equal((await cairn.terminal(['backup', 'restore', undo, '--yes'])).code, 0);
    assert.match((await cairn.run(['search', 'narwhal'])).stdout, /Narwhal builds/);
    await cairn.run(['backup', 'create']);
    const { backups } = (await cairn.json(['backup', 'verify'])) as unknown as Listed;
    assert.equal(backups.filter(({ reason }) => reason === 'replaced').length, 2);
    assert.ok(backups.length >= 4 && backups.every(({ state }) => state === 'whole'), JSON.stringify(backups));
  });

  test('brings pauses to another home, and says what else was left out where it was made', async (context) => {
    const [one, two] = [cairnIn(context), cairnIn(context)];
    assert.equal((await one.terminal(['config', 'set', 'privacy.excludeProjects', '~/acme'])).code, 0);
    for (const words of [['pause', '10m'], ['pause', '10m', '--folder', '.'], ['unpause'], ['pause', '20m']]) {
      const { code, stdout } = await one.terminal(words);
      assert.equal(code, 0, stdout);
    }
    await one.run(['remember', 'Walrus releases go out on Fridays.']);
    await one.run(['backup', 'create']);
    const [backup] = ((await one.json(['backup'])) as unknown as Listed).backups;
    const restored = await two.terminal(['backup', 'restore', backup?.path ?? '', '--yes']);
    assert.equal(restored.code, 0, restored.stdout);
    const said = restored.stdout.replace(/\s+/g, ' ');
    assert.match(said, /Brought along, so that no import takes in what they left out: 2 pauses\./);
    assert.match(said, /a backup has no paths of them: 1 pause of folders/);
    assert.match(said, /not here \(privacy\.excludeProjects\): ~\/acme/);
    const pausesOf = (home: string) =>
      JSON.parse(readFileSync(join(home, 'pauses.json'), 'utf8')) as { folder?: string }[];
    assert.deepEqual(
      pausesOf(two.at.home),
      pausesOf(one.at.home).filter(({ folder }) => folder === undefined),
    );

    const again = await one.terminal(['backup', 'restore', '--yes']);
    assert.doesNotMatch(again.stdout.replace(/\s+/g, ' '), /Brought along|no paths of them|not here/);
  });

  test('names a damaged one, exits with 1, and puts nothing in its place', async (context) => {
    const cairn = cairnIn(context);
    await cairn.run(['remember', 'Walrus releases go out on Fridays.']);
    await cairn.run(['backup', 'create']);
    const { backups } = (await cairn.json(['backup'])) as unknown as Listed;
    const path = backups[0]?.path ?? '';
    writeFileSync(path, readFileSync(path).subarray(0, 600));
    const checked = await cairn.run(['backup', 'verify']);
    assert.deepEqual([checked.code, /DAMAGED/.test(checked.stdout)], [1, true]);
    const refused = await cairn.run(['backup', 'restore', '--yes']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /cannot be unpacked[\s\S]*fix:/);
    assert.match((await cairn.run(['search', 'walrus'])).stdout, /Walrus releases/);
    assert.deepEqual(
      readdirSync(cairn.at.home).filter((name) => name.startsWith('.unpacked')),
      [],
    );
    const unknown = await cairn.run(['backup', 'restore', 'cairn-of-nobody', '--yes']);
    assert.match(unknown.stderr, /There is no backup "cairn-of-nobody"[\s\S]*fix: {3}cairn backup list/);
  });

  test('brings back a memory whose database is gone', async (context) => {
    const cairn = cairnIn(context);
    await cairn.run(['remember', 'Walrus releases go out on Fridays.']);
    await cairn.run(['backup', 'create']);
    await cairn.run(['worker', 'stop']);
    writeFileSync(join(cairn.at.home, 'cairn.db'), 'noise');
    const restored = await cairn.terminal(['backup', 'restore', '--yes']);
    assert.equal(restored.code, 0);
    assert.match(restored.stdout, /What was there is damaged\. It is kept for 30 days:\s+\S+-damaged\.db/);
    assert.doesNotMatch(restored.stdout, /To undo/);
    assert.match((await cairn.run(['search', 'walrus'])).stdout, /Walrus releases/);
  });
});
