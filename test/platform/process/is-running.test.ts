import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { isRunning } from '../../../src/platform/process/is-running.ts';
import { until } from '../../support/until.ts';

test('a process runs until it has ended, also while its parent asks nothing of it', async (context) => {
  assert.equal(isRunning(process.pid), true);
  // `sleep` in the place of the shell never asks for the child that the shell started.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  context.after(() => parent.kill());
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString('utf8'));
  assert.equal(isRunning(pid), true);
  await until(() => !isRunning(pid));
  if (process.platform === 'linux') assert.ok(process.kill(pid, 0), 'it is still there as a zombie');
});
