import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, realpathSync, rmdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import { chooseSocketPath, findWorkerSocket, SOCKET_PATH_BYTES } from '../../src/platform/socket-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const userId = process.getuid?.() ?? 0;

test('the socket lies in the home, where nobody else can take its place', (t) => {
  const home = temporaryFolder(t);
  const place = { home, userId, tmpDir: home };
  assert.equal(chooseSocketPath(place), `${realpathSync(home)}/cairn.sock`);
  chmodSync(home, 0o777);
  assert.equal(chooseSocketPath(place), join(home, `cairn-${userId}`, basename(chooseSocketPath(place))));
});

test('of a home on a long path it lies in the runtime folder when that is private', (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, 'h'.repeat(100));
  const runtimeDir = join(folder, 'run');
  for (const path of [home, runtimeDir]) mkdirSync(path, { mode: 0o700 });
  assert.match(chooseSocketPath({ home, runtimeDir, userId }), /\/run\/cairn-[a-z2-7]{12}\.sock$/);
  chmodSync(runtimeDir, 0o755);
  assert.equal(chooseSocketPath({ home, runtimeDir, userId, tmpDir: folder }).startsWith(`${folder}/cairn-`), true);
  assert.equal(statSync(join(folder, `cairn-${userId}`)).mode & 0o777, 0o700);
});

test('a home on a path of 200 characters gets a socket that can be listened on', async (t) => {
  const tmpDir = temporaryFolder(t);
  const home = join(tmpDir, 'h'.repeat(100), 'o'.repeat(100));
  mkdirSync(home, { recursive: true });
  const runtimeDir = join(home, 'run');
  mkdirSync(runtimeDir, { mode: 0o700 });
  const path = chooseSocketPath({ home, runtimeDir, userId, tmpDir });
  assert.ok(Buffer.byteLength(path) <= SOCKET_PATH_BYTES);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  assert.ok(statSync(path).isSocket());
  await new Promise((resolve) => server.close(resolve));
});

test('each home has its own socket, and a link to a home the same one', (t) => {
  const tmpDir = temporaryFolder(t);
  for (const name of ['a', 'b']) mkdirSync(join(tmpDir, name));
  symlinkSync(join(tmpDir, 'a'), join(tmpDir, 'link'));
  const at = (name: string): string => chooseSocketPath({ home: join(tmpDir, name), userId, tmpDir });
  assert.notEqual(at('a'), at('b'));
  assert.equal(at('a'), at('link'));
});

test('a folder that someone else may enter, or a link in its place, leads where it may, is refused', (t) => {
  const tmpDir = temporaryFolder(t);
  const home = join(tmpDir, 'h'.repeat(100));
  mkdirSync(home);
  const folder = join(tmpDir, `cairn-${userId}`);
  const assertRefused = (): void =>
    assert.throws(
      () => chooseSocketPath({ home, userId, tmpDir }),
      (error) => error instanceof CairnError && error.code === 'not_allowed' && error.message.includes(folder),
    );
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  assertRefused();
  rmdirSync(folder);
  for (const target of [join(tmpDir, 'nowhere'), home]) {
    symlinkSync(target, folder);
    assertRefused();
    rmSync(folder);
  }
});

test('where a worker wrote that it answers goes before where it would be, when its own socket is there', async (t) => {
  const tmpDir = temporaryFolder(t);
  const home = join(tmpDir, 'home');
  mkdirSync(home, { mode: 0o700 });
  const published = { socket: join(home, 'worker.socket'), state: join(home, 'worker.json') };
  const place = { home, userId, tmpDir };
  const own = chooseSocketPath(place);
  assert.equal(findWorkerSocket(published, place), own);
  const [socket, link] = [join(tmpDir, 'elsewhere.sock'), join(tmpDir, 'link.sock')];
  writeFileSync(published.socket, `${socket}\n`);
  assert.equal(findWorkerSocket(published, place), own);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  t.after(() => server.close());
  assert.equal(findWorkerSocket(published, place), socket);
  symlinkSync(socket, link);
  writeFileSync(published.socket, `${link}\n`);
  assert.equal(findWorkerSocket(published, place), own);
  writeFileSync(published.socket, `${socket}\n`);
  chmodSync(tmpDir, 0o777);
  assert.equal(findWorkerSocket(published, place), own);
});
