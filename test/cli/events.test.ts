import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { asObject, parseJson } from '../../src/core/json.ts';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { until } from '../support/until.ts';

test('shows the last events, each with its place, and goes on after one', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'The first fountain\u001b[31m']);
  await cairn.run(['remember', 'The second fountain']);
  const { stdout } = await cairn.run(['events']);
  assert.match(stdout, /first fountain[^\u001b]*\n.*second fountain/s);
  const [first, second] = (await cairn.run(['events', '--json'])).stdout.trimEnd().split('\n').map(readEvent);
  assert.ok(Number(first?.seq) < Number(second?.seq));
  const rest = await cairn.run(['events', '--after', `${first?.seq}`, '--json']);
  assert.deepEqual(rest.stdout.trimEnd().split('\n').map(readEvent), [second]);
});

test('follows what happens until it is ended', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'The first fountain']);
  const args = [join(DIST, 'cli.js'), 'events', '--follow', '--json'];
  const child = spawn(process.execPath, args, {
    env: cairn.env,
    cwd: cairn.at.project,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  context.after(() => child.kill('SIGKILL'));
  let shown = '';
  child.stdout.on('data', (part: Buffer) => {
    shown += part.toString('utf8');
  });
  await until(() => shown.includes('first fountain'));
  await cairn.run(['remember', 'The second fountain']);
  await until(() => shown.includes('second fountain'));
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
  assert.equal(shown.trimEnd().split('\n').length, 2);
});

function readEvent(line: string): Record<string, unknown> {
  return asObject(parseJson(line));
}
