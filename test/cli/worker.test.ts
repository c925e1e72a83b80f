import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { type Ended, ended } from '../support/run-program.ts';

/** Runs `cairn` until stderr holds a text, then ends it with a signal; gives what it said. */
async function runUntil(
  context: TestContext,
  cairn: Cairn,
  { args, said, signal }: { args: readonly string[]; said: RegExp; signal: NodeJS.Signals },
): Promise<Ended> {
  const child = spawn(process.execPath, [join(DIST, 'cli.js'), ...args], { env: cairn.env, cwd: cairn.at.project });
  context.after(() => child.kill('SIGKILL'));
  const all = ended(child);
  let text = '';
  child.stderr.on('data', (part: Buffer) => {
    const before = said.test(text);
    text += part.toString();
    if (!before && said.test(text)) child.kill(signal);
  });
  return all;
}

test('runs in the terminal until it is told to stop, and leaves the home free', async (context) => {
  const cairn = cairnIn(context);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { code, stdout, stderr } = await runUntil(context, cairn, {
      args: ['worker'],
      said: /Ctrl-C stops it/,
      signal,
    });
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /Stopped\.\n$/);
    assert.equal((await cairn.run(['worker', 'stop'])).code, 3);
  }
});

test('stops a worker that was started on demand', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['status']);
  const { code, stderr } = await cairn.run(['worker', 'stop']);
  assert.equal(code, 0);
  assert.match(stderr, /^Stopped the worker, process \d+\.\n$/);
  assert.equal((await cairn.run(['worker', 'stop'])).code, 3);
});

test('a second worker says that one runs', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['status']);
  const { code, stderr } = await cairn.run(['worker']);
  assert.equal(code, 0);
  assert.match(stderr, /^A worker runs already, process \d+\.\n$/);
});

test('starts the worker anew, or one where none runs', async (context) => {
  const cairn = cairnIn(context);
  const first = await cairn.json(['worker', 'restart']);
  assert.equal(first.stopped, null);
  const second = await cairn.json(['worker', 'restart']);
  assert.equal(second.stopped, first.started);
  assert.notEqual(second.started, first.started);
});

test('answers on 127.0.0.1 when asked to, and says where the token is but not what', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['status']);
  const { code, stdout, stderr } = await cairn.run(['worker', '--http']);
  assert.equal(code, 0);
  const url = stdout.trim();
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  const { tokenFile } = await cairn.json(['worker', '--http']);
  const { token } = JSON.parse(readFileSync(String(tokenFile), 'utf8')) as { token: string };
  assert.ok(stderr.includes(String(tokenFile)) && !stderr.includes(token));
  assert.equal((await fetch(`${url}/api/v1/status`, { method: 'POST', body: '{}' })).status, 401);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  assert.equal((await fetch(`${url}/api/v1/status`, { method: 'POST', body: '{}', headers })).status, 200);
});

test('start shows a recall of the example where there are no sessions, and stops on Ctrl-C', async (context) => {
  const cairn = cairnIn(context);
  const { code, stdout, stderr } = await runUntil(context, cairn, {
    args: ['start'],
    said: /Ctrl-C stops it/,
    signal: 'SIGINT',
  });
  assert.equal(code, 0);
  assert.match(stderr, /five sessions of an example/);
  assert.match(stdout, /1\. We decided to use idempotency keys instead of locks/);
  assert.match(stderr, /Stopped\.\n$/);
  assert.equal((await cairn.run(['worker', 'stop'])).code, 3);
});
