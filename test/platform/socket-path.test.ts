import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import { chooseSocketPath, findOwnerSocket, SOCKET_PATH_BYTES } from '../../src/platform/socket-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const userId = process.getuid?.() ?? 0;

test('the socket lies in the runtime folder when that is private', (t) => {
  const home = temporaryFolder(t);
  const runtimeDir = join(home, 'run');
  mkdirSync(runtimeDir, { mode: 0o700 });
  assert.match(chooseSocketPath({ home, runtimeDir, userId }), /\/run\/cairn-[a-z2-7]{12}\.sock$/);
  chmodSync(runtimeDir, 0o755);
  assert.equal(chooseSocketPath({ home, runtimeDir, userId, tmpDir: home }).startsWith(`${home}/cairn-`), true);
  assert.equal(statSync(join(home, `cairn-${userId}`)).mode & 0o777, 0o700);
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

test('a folder that someone else may enter is refused', (t) => {
  const tmpDir = temporaryFolder(t);
  mkdirSync(join(tmpDir, `cairn-${userId}`), { mode: 0o777 });
  chmodSync(join(tmpDir, `cairn-${userId}`), 0o777);
  const choose = (): string => chooseSocketPath({ home: tmpDir, userId, tmpDir });
  assert.throws(choose, (error) => error instanceof CairnError && error.code === 'not_allowed');
});

test('where an owner wrote that it answers goes before where it would be', (t) => {
  const tmpDir = temporaryFolder(t);
  const published = join(tmpDir, 'worker.socket');
  const place = { home: tmpDir, userId, tmpDir };
  assert.equal(findOwnerSocket(published, place), chooseSocketPath(place));
  writeFileSync(published, '/run/elsewhere.sock\n');
  assert.equal(findOwnerSocket(published, place), '/run/elsewhere.sock');
});
