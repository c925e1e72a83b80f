import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

interface Listed {
  folder: string;
  backups: { name: string; path: string; reason: string; events: number; state?: string }[];
}

/** A database of another home that says of its pauses what no Cairn writes, as a file that can be put back. */
async function backupWithPauses({ at, run }: Cairn, pauses: unknown): Promise<string> {
  assert.equal((await run(['worker', 'stop'])).code, 0);
  const path = join(at.root, 'of-a-stranger.db');
  copyFileSync(join(at.home, 'cairn.db'), path);
  const db = openDatabase(path);
  db.run(
    `INSERT INTO guards (seq, key, value, how, source, at)
      SELECT coalesce(max(seq), 0) + 1, 'pauses', ?, 'seen', 'file', ? FROM guards`,
    JSON.stringify(pauses),
    Date.now(),
  );
  db.checkpoint();
  db.close();
  return path;
}

function pausesOf({ at: { home } }: Cairn): { from: number; until?: number; folder?: string }[] {
  return JSON.parse(readFileSync(join(home, 'pauses.json'), 'utf8'));
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
    assert.deepEqual(
      pausesOf(two),
      pausesOf(one).filter(({ folder }) => folder === undefined),
    );

    const again = await one.terminal(['backup', 'restore', '--yes']);
    assert.doesNotMatch(again.stdout.replace(/\s+/g, ' '), /Brought along|no paths of them|not here/);
  });

  test('says that recording is off, and until when, also when it is undone', async (context) => {
    const [one, two] = [cairnIn(context), cairnIn(context)];
    await one.run(['remember', 'Walrus releases go out on Fridays.']);
    await two.run(['remember', 'Narwhals count invoices.']);
    const path = await backupWithPauses(one, [{ from: 0, until: 7_258_118_400_000 }]);
    const paused = /Paused until 2200-01-01: nothing is recorded that agents do\. To go on: cairn unpause/;
    const restored = (await two.terminal(['backup', 'restore', path, '--yes'])).stdout;
    assert.match(restored.replace(/\s+/g, ' '), paused);
    const [, undo = ''] = /To undo: cairn backup restore\s+(\S+)/.exec(restored) ?? [];
    const undone = (await two.terminal(['backup', 'restore', undo, '--yes'])).stdout;
    assert.match(undone.replace(/\s+/g, ' '), paused);
    assert.equal((await two.terminal(['unpause'])).code, 0);
    assert.doesNotMatch((await two.terminal(['backup', 'restore', undo, '--yes'])).stdout, /Paused/);
  });

  test('brings of another home at most 100 pauses, none that is to come, and times that can be', async (context) => {
    const [one, two] = [cairnIn(context), cairnIn(context)];
    await one.run(['remember', 'Walrus releases go out on Fridays.']);
    const many = Array.from({ length: 50_000 }, (_, n) => ({ from: n, until: n + 1 }));
    const odd = [null, { from: 'now' }, { from: Date.now() + 3_600_000 }, { from: -9e15, until: 9e15 }];
    const path = await backupWithPauses(one, [...many, ...odd]);
    const restored = await two.terminal(['backup', 'restore', path, '--yes']);
    assert.equal(restored.code, 0, restored.stdout);
    assert.match(restored.stdout.replace(/\s+/g, ' '), /Paused until 9999-12-31/);
    const brought = pausesOf(two);
    assert.ok(brought.length <= 100 && brought.every(({ from }) => from <= Date.now()), `${brought.length}`);
    for (const words of [['status'], ['unpause'], ['status'], ['doctor']]) {
      const { code, stdout } = await two.terminal(words);
      assert.equal(code, 0, stdout);
    }
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
