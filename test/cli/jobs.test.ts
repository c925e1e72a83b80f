import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { until } from '../support/until.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

test('memories are derived again, and the jobs of the worker are listed, tried again and cancelled', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  const before = await cairn.json(['sessions', '-a']);
  const done = await cairn.run(['rebuild']);
  assert.deepEqual([done.code, done.stdout, done.stderr], [0, '', 'All of it was made again.\n']);
  assert.deepEqual(await cairn.json(['sessions', '-a']), before);
  assert.match(
    (await cairn.run(['rebuild', '--what', 'sessions', '--background'])).stderr,
    /^It runs as job \d+: cairn jobs\n$/,
  );
  await until(async () => ((await cairn.json(['jobs'])).jobs as unknown[]).length === 0);
  const empty = await cairn.run(['jobs']);
  assert.deepEqual([empty.code, empty.stderr], [0, 'No job waits.\n']);

  await cairn.run(['worker', 'stop']);
  const db = openDatabase(join(cairn.at.home, 'cairn.db'));
  const sql =
    'INSERT INTO jobs (id, kind, key, payload, priority, run_at, attempts, state, error) VALUES (?, ?, ?, ?, 0, 1, 5, 2, ?)';
  for (const id of [901, 902]) db.run(sql, id, 'reconcile', `/gone/${id}`, '{}', 'no such file');
  db.close();
  assert.match(
    (await cairn.run(['jobs'])).stdout,
    /^ +901 {2}given up after 5 tries {2}reconcile \/gone\/901\n +no such file\n +902/,
  );
  const { jobs } = await cairn.json(['jobs', 'cancel', '901']);
  assert.deepEqual(
    (jobs as { id: number }[]).map(({ id }) => id),
    [902],
  );
  assert.equal((await cairn.run(['jobs', 'retry', '902'])).code, 0);
  assert.match((await cairn.run(['jobs', 'retry', '7'])).stderr, /No job 7 can be changed/);
  assert.equal((await cairn.run(['jobs', 'cancel', 'all'])).code, 2);
  assert.equal((await cairn.run(['rebuild', '--what', 'everything'])).code, 2);
});
