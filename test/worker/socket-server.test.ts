import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import { listenOnSocket } from '../../src/worker/socket-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a server whose socket cannot get its name is closed, and leaves no file behind', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'cairn.sock');
  mkdirSync(path);
  await assert.rejects(
    listenOnSocket(path, () => undefined),
    (error) => error instanceof CairnError && error.code === 'unwritable' && error.message.includes(path),
  );
  assert.deepEqual(readdirSync(folder), ['cairn.sock']);
});

test('a socket is made without touching a file of the home whose name ends in a process id', async (t) => {
  const folder = temporaryFolder(t);
  // In base 36, as one of process 479 once ended in `db`.
  const file = join(folder, `cairn.${process.pid.toString(36)}`);
  writeFileSync(file, 'all that is remembered');
  const server = await listenOnSocket(join(folder, 'cairn.sock'), () => undefined);
  await server.close();
  assert.equal(readFileSync(file, 'utf8'), 'all that is remembered');
});
