import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import {
  ensureFolder,
  isPrivateFolder,
  listFiles,
  openRegularFile,
  readBytesIfThere,
  readRegularFile,
  readTextIfThere,
  removeFile,
  writeDurable,
} from '../../src/platform/files.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function mode(path: string): number {
  return statSync(path).mode & 0o777;
}

test('folders are made 0700 and files 0600, whatever the umask', async (t) => {
  const folder = join(temporaryFolder(t), 'a', 'b');
  ensureFolder(folder);
  ensureFolder(folder);
  writeDurable(join(folder, 'file'), 'text');
  assert.equal(mode(folder), 0o700);
  assert.equal(mode(join(folder, '..')), 0o700);
  assert.equal(mode(join(folder, 'file')), 0o600);
});

test('a folder that cannot be made where its file system makes none is an error, and no endless search', () => {
  assert.throws(() => ensureFolder('/proc/nope/deeper'), { code: 'unwritable' });
});

test('a durable write replaces the file whole and leaves nothing beside it', (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'file');
  writeDurable(path, 'first');
  writeDurable(path, Buffer.from([0, 255, 10]));
  assert.deepEqual(readFileSync(path), Buffer.from([0, 255, 10]));
  assert.deepEqual(readdirSync(folder), ['file']);
});

test('a durable write does not stumble over what a killed process of the same id left', (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'file');
  writeFileSync(join(folder, `.file.${process.pid}.tmp`), 'half');
  writeDurable(path, 'whole');
  assert.equal(readFileSync(path, 'utf8'), 'whole');
});

test('a folder that is no folder is an error with a fix', (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  for (const run of [() => ensureFolder(join(folder, 'file', 'x')), () => writeDurable(join(folder, 'no', 'x'), '')]) {
    assert.throws(
      run,
      (error) => error instanceof CairnError && error.code === 'unwritable' && error.fix !== undefined,
    );
  }
});

test('a file that is not there reads as undefined, a long one is refused', (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'file');
  assert.equal(readTextIfThere(path), undefined);
  assert.equal(readTextIfThere(join(path, 'below')), undefined);
  writeFileSync(path, 'häh');
  assert.equal(readTextIfThere(path), 'häh');
  assert.throws(() => readTextIfThere(path, 3), CairnError);
  assert.equal(readBytesIfThere(path, 2)?.length, 2);
  assert.equal(readTextIfThere(folder), undefined);
});

test('a pipe in the place of a file does not make the reader wait', async (t) => {
  const path = join(temporaryFolder(t), 'pipe');
  const made = await runProgram('mkfifo', [path]);
  assert.equal(made.code, 0);
  assert.equal(readTextIfThere(path), undefined);
});

test('listing gives regular files of all folders below, and does not follow links', (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  writeFileSync(join(folder, 'one'), '');
  writeFileSync(join(folder, 'a', 'b', 'two'), '');
  symlinkSync('/', join(folder, 'a', 'root'));
  assert.deepEqual(listFiles(folder).sort(), [join(folder, 'a', 'b', 'two'), join(folder, 'one')]);
});

test('a private folder is the own one, closed to others, and no link', (t) => {
  const folder = join(temporaryFolder(t), 'own');
  const userId = process.getuid?.() ?? 0;
  assert.equal(isPrivateFolder(folder, userId), false);
  mkdirSync(folder, { mode: 0o700 });
  symlinkSync(folder, `${folder}-link`);
  assert.equal(isPrivateFolder(folder, userId), true);
  assert.equal(isPrivateFolder(folder, userId + 1), false);
  assert.equal(isPrivateFolder(`${folder}-link`, userId), false);
  chmodSync(folder, 0o750);
  assert.equal(isPrivateFolder(folder, userId), false);
});

test('removing a file twice is fine', (t) => {
  const path = join(temporaryFolder(t), 'file');
  writeFileSync(path, '');
  removeFile(path);
  removeFile(path);
  assert.equal(existsSync(path), false);
});

test('a regular file is opened and read; a FIFO, a folder, a device, a socket and nothing are named as what they are', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, 'words', { mode: 0o640 });
  assert.deepEqual(readRegularFile(file), { bytes: Buffer.from('words'), mode: 0o640 });
  const [fifo, socket, zero] = [join(folder, 'fifo'), join(folder, 'socket'), join(folder, 'zero')];
  assert.equal((await runProgram('mkfifo', [fifo])).code, 0);
  symlinkSync('/dev/zero', zero);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  t.after(() => server.close());
  const kinds = { [fifo]: 'a FIFO', [folder]: 'a folder', [zero]: 'a device', [socket]: 'a socket' };
  for (const [path, kind] of Object.entries(kinds)) {
    assert.throws(
      () => openRegularFile(path),
      (error) => error instanceof CairnError && error.code === 'unsupported' && error.message.includes(`is ${kind}`),
      kind,
    );
  }
  assert.throws(
    () => openRegularFile(join(folder, 'none')),
    (error) => error instanceof CairnError && error.code === 'not_found',
  );
});

test('a file that becomes a FIFO and back again, over and over, is read or refused and never waited for', async (t) => {
  const folder = temporaryFolder(t);
  const [path, file, fifo] = [join(folder, 'path'), join(folder, 'file'), join(folder, 'fifo')];
  writeFileSync(file, 'words');
  writeFileSync(path, 'words');
  assert.equal((await runProgram('mkfifo', [fifo])).code, 0);
  const swap = `const { linkSync, renameSync, unlinkSync } = require('node:fs');
    for (let i = 0; ; i += 1) {
      linkSync(i % 2 === 0 ? ${JSON.stringify(fifo)} : ${JSON.stringify(file)}, ${JSON.stringify(`${path}.new`)});
      renameSync(${JSON.stringify(`${path}.new`)}, ${JSON.stringify(path)});
    }`;
  const swapping = spawn(process.execPath, ['-e', swap], { stdio: 'ignore' });
  t.after(() => swapping.kill('SIGKILL'));
  const seen = { read: 0, refused: 0 };
  while (seen.read < 50 || seen.refused < 50) {
    try {
      assert.equal(readRegularFile(path).bytes.toString('utf8'), 'words');
      seen.read += 1;
    } catch (error) {
      assert.ok(error instanceof CairnError && error.message.includes('is a FIFO'), String(error));
      seen.refused += 1;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
});
