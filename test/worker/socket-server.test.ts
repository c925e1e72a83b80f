import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
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
