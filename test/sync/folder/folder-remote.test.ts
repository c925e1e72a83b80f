import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { takeIgnored } from '../../../src/platform/ignored.ts';
import { openFolderRemote } from '../../../src/sync/folder/folder-remote.ts';
import { keyOfFile, newHead, packFrame } from '../../../src/sync/folder/frames.ts';
import { newKeyText, openTeamKey, readKeyText } from '../../../src/sync/folder/team-key.ts';
import type { SyncRemote } from '../../../src/sync/sync-remote.ts';
import { type HelloRecord, helloId, homeIdOf, SYNC_VERSION } from '../../../src/sync/wire.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { seriesNotes } from './series-notes.ts';

const [ADA, BEN] = [homeIdOf('ada'), homeIdOf('ben')];

function hello(home: string, name: string): HelloRecord {
  return {
    version: SYNC_VERSION,
    kind: 'hello',
    id: helloId({ home, member: name, at: 1 }),
    home,
    member: name,
    at: 1,
  };
}

function hellos(home: string, from: number, to: number): HelloRecord[] {
  return Array.from({ length: to - from }, (_, i) => hello(home, `name ${from + i}`));
}

interface Team {
  folder: string;
  key: Uint8Array;
  open(home: string): SyncRemote;
  fileOf(home: string): string;
}

function team(context: TestContext): Team {
  const folder = temporaryFolder(context);
  const key = openTeamKey(folder, { kind: 'key-file', key: readKeyText(newKeyText()) });
  const notes = { [ADA]: seriesNotes(), [BEN]: seriesNotes() };
  return {
    folder,
    key,
    open: (home) => openFolderRemote({ folder, home, key, notes: notes[home] ?? seriesNotes() }),
    fileOf: (home) => join(folder, home, readdirSync(join(folder, home)).sort().at(-1) ?? ''),
  };
}

async function namesIn(remote: SyncRemote, after = '', limit = 500): Promise<{ names: string[]; next: string }> {
  const names: string[] = [];
  for (let cursor = after; ; ) {
    const { records, next, more } = await remote.pull(cursor, limit);
    names.push(...records.map(({ member }) => member));
    cursor = next;
    if (!more) return { names, next };
  }
}

suite('a folder as a remote', () => {
  test('gives each home what the others added, once, page by page, and on from a cursor', async (t) => {
    const { open } = team(t);
    await open(ADA).push(hellos(ADA, 0, 500));
    await open(BEN).push([hello(BEN, 'ben')]);
    await open(ADA).push(hellos(ADA, 500, 900));
    const { names, next } = await namesIn(open(BEN), '', 200);
    assert.deepEqual(
      names,
      hellos(ADA, 0, 900).map(({ member }) => member),
    );
    assert.deepEqual((await namesIn(open(BEN), next)).names, []);
    await open(ADA).push([hello(ADA, 'later')]);
    assert.deepEqual((await namesIn(open(BEN), next)).names, ['later']);
    assert.deepEqual((await namesIn(open(ADA))).names, ['ben']);
  });

  test('holds no word of a record as it is, in any file', async (t) => {
    const { open, fileOf } = team(t);
    await open(ADA).push([hello(ADA, 'heronheronheron')]);
    assert.ok(!readFileSync(fileOf(ADA)).includes('heron'));
  });

  test('leaves a torn end until it is whole, and its writer goes on in another file', async (t) => {
    const { open, fileOf } = team(t);
    await open(ADA).push([hello(ADA, 'first')]);
    await open(ADA).push([hello(ADA, 'second')]);
    const torn = fileOf(ADA);
    const whole = readFileSync(torn);
    for (const cut of [1, 20, 40]) {
      truncateSync(torn, whole.length - cut);
      const { names, next } = await namesIn(open(BEN));
      assert.deepEqual(names, ['first']);
      writeFileSync(torn, whole);
      assert.deepEqual((await namesIn(open(BEN), next)).names, ['second']);
    }
    truncateSync(torn, whole.length - 20);
    await open(ADA).push([hello(ADA, 'third')]);
    assert.notEqual(fileOf(ADA), torn);
    assert.equal(statSync(torn).size, whole.length - 20);
    assert.deepEqual((await namesIn(open(BEN))).names, ['first', 'third']);
  });

  test('a frame that was changed is left out and counted; what follows it is read', async (t) => {
    const { open, fileOf } = team(t);
    const ada = open(ADA);
    for (const name of ['one', 'two', 'three']) await ada.push([hello(ADA, name)]);
    const bytes = readFileSync(fileOf(ADA));
    const first = 27 + 4 + bytes.readUInt32BE(27);
    bytes[first + 30] = (bytes[first + 30] ?? 0) ^ 1;
    writeFileSync(fileOf(ADA), bytes);
    const { records, skipped } = await open(BEN).pull('', 500);
    assert.deepEqual(
      records.map(({ member }) => member),
      ['one', 'three'],
    );
    assert.deepEqual(Object.values(skipped), [1]);
  });

  test('a frame that unpacks to too much is left out and counted under its home; what follows it is read', async (t) => {
    const { open, fileOf, key } = team(t);
    const ada = open(ADA);
    await ada.push([hello(ADA, 'first')]);
    const bytes = readFileSync(fileOf(ADA));
    const keyOfAda = keyOfFile(key, `${ADA}/00000001.cairn`, bytes) ?? new Uint8Array();
    appendFileSync(fileOf(ADA), packFrame(keyOfAda, 1, Buffer.alloc(17 * 1024 * 1024, 32)));
    const page = await open(BEN).pull('', 500);
    assert.deepEqual(
      [page.records.length, Object.entries(page.skipped)],
      [1, [[`frames of ${ADA} that are too long: left out`, 1]]],
    );
    await open(ADA).push([hello(ADA, 'second')]);
    assert.deepEqual((await namesIn(open(BEN), page.next)).names, ['second']);
    assert.deepEqual((await namesIn(open(BEN))).names, ['first', 'second']);
    assert.deepEqual(Object.keys(takeIgnored()), ['a frame of a shared folder cannot be unpacked']);
  });

  test('what is handed on at once is written as frames that every home can unpack', async (t) => {
    const { open } = team(t);
    const long = Array.from({ length: 200 }, (_, i) => {
      const erases = Array.from({ length: 3_000 }, () => ({ target: 'o_aaaaaaaaaaaaaaaa', until: i + 1 }));
      return { ...hello(ADA, `name ${i}`), erases };
    });
    await open(ADA).push(long);
    assert.equal((await namesIn(open(BEN))).names.length, 200);
  });

  test('what another wrote into a series in the name of a home is not taken from there', async (t) => {
    const { open } = team(t);
    await open(ADA).push([hello(BEN, 'not Ada'), hello(ADA, 'Ada')]);
    assert.deepEqual((await namesIn(open(homeIdOf('carl')))).names, ['Ada']);
  });

  test('garbage at the end of the own file is never written over', async (t) => {
    const { open, fileOf } = team(t);
    await open(ADA).push([hello(ADA, 'first')]);
    appendFileSync(fileOf(ADA), Buffer.alloc(64));
    await open(ADA).push([hello(ADA, 'second')]);
    assert.deepEqual((await namesIn(open(BEN))).names, ['first', 'second']);
  });

  test('a folder that is not there is an error, and nothing is written beside it', async (t) => {
    const { folder } = team(t);
    const gone = openFolderRemote({
      folder: join(folder, 'unmounted'),
      home: ADA,
      key: new Uint8Array(32),
      notes: seriesNotes(),
    });
    await assert.rejects(gone.push([hello(ADA, 'x')]), { code: 'not_found' });
    await assert.rejects(gone.pull('', 10), { code: 'not_found' });
    assert.ok(!readdirSync(folder).includes('unmounted'));
  });
});

suite('what a stranger without the key puts into a series', () => {
  const garbage = Buffer.alloc(100, 7);

  test('files of higher numbers neither end the series nor hide what comes later', async (t) => {
    for (const name of ['00000002.cairn', '99999999.cairn', '100000000.cairn']) {
      const { folder, open } = team(t);
      await open(ADA).push([hello(ADA, 'first')]);
      const before = await namesIn(open(BEN));
      writeFileSync(join(folder, ADA, name), garbage);
      const ben = await namesIn(open(BEN), before.next);
      const ada = open(ADA);
      await ada.push([hello(ADA, 'second')]);
      // Its next file is another.
      truncateSync(join(folder, ADA, '00000001.cairn'), 60);
      await ada.push([hello(ADA, 'third')]);
      await open(ADA).push([hello(ADA, 'fourth')]);
      assert.deepEqual((await namesIn(open(BEN), ben.next)).names, ['third', 'fourth'], name);
      assert.deepEqual(readFileSync(join(folder, ADA, name)), garbage, name);
    }
  });

  test('of a file of tiny frames only some are tried, and what belongs to the series is read behind it', async (t) => {
    const { folder, open } = team(t);
    const ada = open(ADA);
    await ada.push(hellos(ADA, 0, 1));
    const tiny = Buffer.alloc(32 * 100_000);
    for (let at = 0; at < tiny.length; at += 32) tiny.writeUInt32BE(28, at);
    appendFileSync(join(folder, ADA, '00000001.cairn'), tiny);
    writeFileSync(join(folder, ADA, '00000002.cairn'), Buffer.concat([newHead(), tiny]));
    await open(ADA).push(hellos(ADA, 1, 2));
    const { records, skipped } = await open(BEN).pull('', 10);
    assert.deepEqual(
      records.map(({ kind, ...rest }) => kind === 'hello' && 'member' in rest && rest.member),
      ['name 0', 'name 1'],
    );
    assert.deepEqual(skipped, {
      'frames that were damaged, or are of another key': 1_001,
      'files that were damaged': 1,
    });
  });

  test('a copy of the own file under another number is none of it', async (t) => {
    const { folder, open } = team(t);
    await open(ADA).push([hello(ADA, 'first')]);
    copyFileSync(join(folder, ADA, '00000001.cairn'), join(folder, ADA, '00000007.cairn'));
    await open(ADA).push([hello(ADA, 'second')]);
    assert.deepEqual((await namesIn(open(BEN))).names, ['first', 'second']);
  });

  test('nothing is written through a link in place of a file, or of the next one', async (t) => {
    const { folder, open } = team(t);
    const outside = temporaryFolder(t);
    const own = join(folder, ADA, '00000001.cairn');
    const [copy, next] = [join(outside, 'copy'), join(outside, 'next')];
    const ada = open(ADA);
    await ada.push([hello(ADA, 'first')]);
    copyFileSync(own, copy);
    const bytes = readFileSync(copy);
    rmSync(own);
    symlinkSync(copy, own);
    symlinkSync(next, join(folder, ADA, '00000002.cairn'));
    await ada.push([hello(ADA, 'second')]);
    await open(ADA).push([hello(ADA, 'third')]);
    assert.deepEqual([readFileSync(copy), readdirSync(outside)], [bytes, ['copy']]);
    assert.deepEqual((await namesIn(open(BEN))).names, ['second', 'third']);
  });

  test('nothing is written or read through a link in place of the series', async (t) => {
    const { folder, open } = team(t);
    const outside = join(temporaryFolder(t), 'series');
    const ada = open(ADA);
    await ada.push([hello(ADA, 'first')]);
    renameSync(join(folder, ADA), outside);
    const before = statSync(join(outside, '00000001.cairn')).size;
    symlinkSync(outside, join(folder, ADA));
    for (const remote of [ada, open(ADA)]) {
      await assert.rejects(remote.push([hello(ADA, 'second')]), {
        code: 'unwritable',
        message: /is a link or a file, not a folder/,
      });
    }
    assert.equal(statSync(join(outside, '00000001.cairn')).size, before);
    assert.deepEqual((await namesIn(open(BEN))).names, []);
  });

  test('a FIFO in place of a file is waited for by nobody', async (t) => {
    const { folder, open } = team(t);
    mkdirSync(join(folder, ADA));
    execFileSync('mkfifo', [join(folder, ADA, '00000001.cairn')]);
    await open(ADA).push([hello(ADA, 'first')]);
    assert.deepEqual((await namesIn(open(BEN))).names, ['first']);
  });
});

suite('a series whose files are not as its home left them', () => {
  const harms: Record<string, (folder: string, older: string) => void> = {
    'was removed': (folder) => rmSync(join(folder, ADA), { recursive: true }),
    'lost its last file': (folder) => rmSync(join(folder, ADA, '00000002.cairn')),
    'is an older copy': (folder, older) => {
      rmSync(join(folder, ADA), { recursive: true });
      cpSync(older, join(folder, ADA), { recursive: true });
    },
    'was cut': (folder) => truncateSync(join(folder, ADA, '00000002.cairn'), 80),
    'has another file in place of one': (folder) =>
      writeFileSync(join(folder, ADA, '00000001.cairn'), Buffer.concat([newHead(), Buffer.alloc(2_000_000, 7)])),
    'was changed inside': (folder) => {
      const bytes = readFileSync(join(folder, ADA, '00000001.cairn'));
      bytes[200] = (bytes[200] ?? 0) ^ 1;
      writeFileSync(join(folder, ADA, '00000001.cairn'), bytes);
    },
  };
  for (const [name, harm] of Object.entries(harms)) {
    test(`that ${name}: its home hands on everything again, in files of new numbers, and nobody misses what is new`, async (t) => {
      const { folder, open } = team(t);
      const older = join(temporaryFolder(t), 'older');
      const long = Array.from({ length: 5 }, (_, i) => ({
        ...hello(ADA, `long ${i}`),
        noise: randomBytes(300_000).toString('base64'),
      }));
      await open(ADA).push([hello(ADA, 'first')]);
      cpSync(join(folder, ADA), older, { recursive: true });
      for (const one of long) await open(ADA).push([one]);
      await open(ADA).push([hello(ADA, 'second')]);
      assert.deepEqual(readdirSync(join(folder, ADA)), ['00000001.cairn', '00000002.cairn']);
      const all = ['first', 'long 0', 'long 1', 'long 2', 'long 3', 'long 4', 'second'];
      const ben = await namesIn(open(BEN));
      assert.deepEqual(ben.names, all);
      let asked = 0;
      const again = async (): Promise<void> => {
        asked += 1;
      };
      assert.deepEqual([await open(ADA).mend?.(again), asked], ['whole', 0]);

      harm(folder, older);
      assert.deepEqual([await open(ADA).mend?.(again), asked], ['lost', 1]);
      for (const one of all) await open(ADA).push([hello(ADA, one)]);
      await open(ADA).push([hello(ADA, 'new')]);
      assert.deepEqual([await open(ADA).mend?.(again), asked], ['whole', 1]);
      const after = await namesIn(open(BEN), ben.next);
      assert.deepEqual(after.names.slice(-8), [...all, 'new']);
      assert.deepEqual((await namesIn(open(homeIdOf('carl')))).names.slice(-8), [...all, 'new']);
      assert.equal(readdirSync(join(folder, ADA)).sort().at(-1), '00000003.cairn');
      await open(ADA).push([hello(ADA, 'later')]);
      assert.deepEqual((await namesIn(open(BEN), after.next)).names, ['later']);
    });
  }

  test('one that began again under numbers that it had is read from its beginning, and that is counted once', async (t) => {
    const { folder, key, open } = team(t);
    for (const shorter of [true, false]) {
      const before = () => openFolderRemote({ folder, home: ADA, key, notes: seriesNotes() });
      await before().push(hellos(ADA, 0, 50));
      const ben = await namesIn(open(BEN));
      rmSync(join(folder, ADA), { recursive: true });
      await before().push(shorter ? [hello(ADA, 'new')] : hellos(ADA, 0, 900));
      const page = await open(BEN).pull(ben.next, 500);
      assert.equal(page.records[0]?.member, shorter ? 'new' : 'name 0');
      assert.deepEqual(Object.values(page.skipped), [1]);
      assert.deepEqual((await open(BEN).pull(page.next, 500)).skipped, {});
      rmSync(join(folder, ADA), { recursive: true });
    }
  });

  test('of a home that noted nothing yet, what is there is its own, and nothing at all is to be handed on again', async (t) => {
    const { folder, key, open } = team(t);
    await open(ADA).push([hello(ADA, 'first')]);
    const [notes, none] = [seriesNotes(), seriesNotes()];
    const again = async (): Promise<void> => undefined;
    assert.equal(await openFolderRemote({ folder, home: ADA, key, notes }).mend?.(again), 'whole');
    assert.equal(await openFolderRemote({ folder, home: BEN, key, notes: none }).mend?.(again), 'new');
    await openFolderRemote({ folder, home: ADA, key, notes }).push([hello(ADA, 'second')]);
    assert.deepEqual(readdirSync(join(folder, ADA)), ['00000001.cairn']);
    rmSync(join(folder, ADA), { recursive: true });
    assert.equal(await openFolderRemote({ folder, home: ADA, key, notes }).mend?.(again), 'lost');
  });

  test('nothing counts as handed on again before all was marked so', async (t) => {
    const { folder, open } = team(t);
    await open(ADA).push([hello(ADA, 'first')]);
    rmSync(join(folder, ADA), { recursive: true });
    const fails = async (): Promise<void> => Promise.reject(new Error('the disk is full'));
    await assert.rejects(open(ADA).mend?.(fails) ?? Promise.resolve(), /full/);
    assert.equal(await open(ADA).mend?.(async () => undefined), 'lost');
  });
});

suite("the team's key", () => {
  test('a passphrase opens the folder again, another does not', (t) => {
    const folder = temporaryFolder(t);
    const key = openTeamKey(folder, { kind: 'passphrase', passphrase: 'five words of a phrase' });
    assert.deepEqual(openTeamKey(folder, { kind: 'passphrase', passphrase: 'five words of a phrase' }), key);
    const wrong = () => openTeamKey(folder, { kind: 'passphrase', passphrase: 'five words of no phrase' });
    assert.throws(wrong, { code: 'unauthorized' });
    assert.throws(() => openTeamKey(folder, { kind: 'key-file', key }), { code: 'unauthorized' });
  });

  test('another key file, a weak passphrase and a file of something else are refused', (t) => {
    const folder = temporaryFolder(t);
    assert.throws(() => openTeamKey(folder, { kind: 'passphrase', passphrase: 'short' }), { code: 'invalid_input' });
    assert.throws(() => readKeyText('too short'), { code: 'invalid_input' });
    openTeamKey(folder, { kind: 'key-file', key: readKeyText(newKeyText()) });
    const other = () => openTeamKey(folder, { kind: 'key-file', key: readKeyText(newKeyText()) });
    assert.throws(other, { code: 'unauthorized' });
    writeFileSync(join(folder, 'cairn-sync.json'), '{}');
    assert.throws(other, { code: 'damaged' });
  });
});
