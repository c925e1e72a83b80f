import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createConnection } from '../../src/client/connect.ts';
import { homePaths } from '../../src/config/paths.ts';
import { programOf } from '../support/built-program.ts';
import { environmentOf } from '../support/run-worker.ts';
import { workerHere } from '../support/worker-here.ts';

test('whoever answers is the worker only if the home names no other process', async (t) => {
  const { at, socket } = await workerHere(t);
  const program = { script: programOf('worker'), env: environmentOf(at) };
  const connectWith = (state: string): Promise<void> =>
    createConnection({ socket: () => socket, state, version: '0.0.0', program, start: 'never' }).connect();
  await connectWith(homePaths(at.home).state);
  await connectWith(join(at.root, 'none.json'));
  const other = join(at.root, 'other.json');
  writeFileSync(other, JSON.stringify({ pid: process.pid + 1 }));
  await assert.rejects(connectWith(other), { code: 'not_running' });
});
