import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createConnection } from '../../src/client/connect.ts';
import { homePaths } from '../../src/config/paths.ts';
import { DEADLINES } from '../../src/core/deadlines.ts';
import { programOf } from '../support/built-program.ts';
import { environmentOf } from '../support/run-worker.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workerHere } from '../support/worker-here.ts';

test('whoever answers is the worker only if the home names no other process', async (t) => {
  const { at, socket } = await workerHere(t);
  const program = { script: programOf('worker'), env: environmentOf(at) };
  const connectWith = (state: string): Promise<void> =>
    createConnection({
      socket: () => socket,
      paths: { ...homePaths(at.home), state },
      version: '0.0.0',
      program,
      start: 'never',
    }).connect();
  await connectWith(homePaths(at.home).state);
  await connectWith(join(at.root, 'none.json'));
  const other = join(at.root, 'other.json');
  writeFileSync(other, JSON.stringify({ pid: process.pid + 1 }));
  await assert.rejects(connectWith(other), { code: 'not_running' });
});

test('a worker that was started and is busy at first is waited for', async (t) => {
  const folder = temporaryFolder(t);
  const socket = join(folder, 's');
  const script = join(folder, 'slow.mjs');
  // Listens at once, answers from its second request on, and ends with the connection that it answered.
  writeFileSync(
    script,
    `import { createServer } from 'node:http';
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      if (asked > 1) response.end('{"name":"cairn","version":"0.0.0","pid":1}', () => server.close());
    });
    server.listen(${JSON.stringify(socket)});
    server.on('close', () => process.exit(0));
    setTimeout(() => process.exit(1), 20_000).unref();`,
  );
  const deadlines = { ...DEADLINES, helloMs: 200, startMs: 15_000 };
  const program = { script, env: process.env };
  await createConnection({ socket: () => socket, version: '0.0.0', program, start: 'auto', deadlines }).connect();
});
