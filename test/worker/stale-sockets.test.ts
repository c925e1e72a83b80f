import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeStaleSockets } from '../../src/worker/socket-server.ts';
import { ended } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('sockets of killed workers are removed; those that answer, young ones and other files stay', async (t) => {
  const folder = temporaryFolder(t);
  const name = (letter: string): string => `cairn-${letter.repeat(12)}.sock`;
  const [dead, alive, young] = [name('a'), name('b'), name('c')];
  for (const killed of [dead, young]) {
    const text = `require('node:net').createServer().listen(${JSON.stringify(join(folder, killed))}, () => process.kill(process.pid, 'SIGKILL'))`;
    await ended(spawn(process.execPath, ['-e', text]));
  }
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, alive), resolve));
  t.after(() => server.close());
  writeFileSync(join(folder, 'other.sock'), '');
  const now = Date.now();
  for (const old of [dead, alive, 'other.sock']) utimesSync(join(folder, old), now / 1_000 - 120, now / 1_000 - 120);
  await removeStaleSockets(folder, now);
  assert.deepEqual(readdirSync(folder).sort(), [alive, young, 'other.sock'].sort());
  await removeStaleSockets(join(folder, 'none'), now);
});
