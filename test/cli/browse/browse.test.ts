import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cairnIn } from '../../support/run-cairn.ts';
import { browse, withExample } from './browsing.ts';

const SESSION = 'Wait 20 seconds for the payment provider';

for (const columns of [60, 80, 120]) {
  test(`walks through every list with keys, ${columns} columns wide, and leaves the terminal as it was`, async (context) => {
    const cairn = await withExample(context);
    const at = browse(context, cairn, { columns });
    await at.shows('[1 Sessions]', 'in shop', /^> .*Delete keys older than/m, '1/5', /outcome +done in part/);
    at.type('j');
    await at.shows(/^> .*Wait 20 seconds/m, '2/5', /outcome +done$/m);
    at.type('G');
    await at.shows(/^> .*Charge a cart once/m, '5/5');
    at.type('gj\r');
    await at.shows(SESSION, /^Asked/m, 'q back');
    at.type('G');
    await at.shows('commit 1f6ab30');
    at.type('q2');
    await at.shows('[2 Search]', /1\/\d+/);
    at.type('3');
    await at.shows('[3 Review]', /proposed/, 'c confirm');
    at.type('\t');
    await at.shows('[4 Next', /^> yes/m, 'm mute', /lines? told, \d+ of 450 tokens/);
    at.type('?');
    await at.shows('Everywhere', 'search as you type');
    at.type('\u001b');
    await at.shows('m mute u undo enter');
    assert.deepEqual(
      at.screen.lines().filter((line) => line.length > columns),
      [],
    );
    at.type('q');
    const { code, left } = await at.ended();
    assert.equal(code, 0);
    assert.doesNotMatch(left, /Sessions|Everywhere/);
  });
}

test('searches as one types, and opens what was found', async (context) => {
  const cairn = await withExample(context);
  const at = browse(context, cairn);
  await at.shows('1/5');
  at.type('/purg');
  await at.shows('/ purg', /^> .*purge-idempotency-keys/m, 'type to search');
  at.type('e job works\u0017\u0017');
  await at.shows(/^\/ purge$/m);
  at.type('\u001b[B');
  await at.shows(/ 2\/\d+$/m);
  at.type('\r');
  await at.shows(/^kind +\w+/m, /^session +s_/m);
  at.type('qy');
  await at.shows(/\w_[a-z2-7]{16} is on the clipboard/);
  const copied = at.screen.clipboard();
  at.type('\u0003');
  const { left } = await at.ended();
  assert.ok(left.includes(copied ?? 'nothing was copied'));
});

test('without a terminal that moves its cursor, and in an agent’s, today stands in five lines', async (context) => {
  const cairn = await withExample(context);
  const piped = await cairn.run([]);
  assert.equal(piped.code, 0);
  assert.match(
    piped.stdout,
    /^today {3}0 sessions; .*\nlast {4}2026-10-08 \d\d:\d\d {2}Delete keys .*s_\w{16}\nopen .*\nreview {2}\d proposals .*\nnext {4}.* \d lines, \d+ tokens: cairn context\n$/,
  );
  for (const env of [{ TERM: 'dumb' }, { CLAUDECODE: '1' }]) {
    assert.match((await cairn.terminal([], { env: { ...env, NO_COLOR: '1' } })).stdout, /^today +0 sessions/m);
  }
  const { sessions, proposed } = await cairn.json([]);
  assert.deepEqual(sessions, []);
  assert.ok(Number(proposed) > 0);
});

test('an empty memory and a worker that does not run say what helps', async (context) => {
  const cairn = cairnIn(context);
  const empty = browse(context, cairn);
  await empty.shows('no such sessions of this project yet', 'cairn import');
  empty.type('a');
  await empty.shows('all projects', 'There are no such sessions yet.');
  empty.type('3');
  await empty.shows('Nothing is proposed.');
  empty.type('4');
  await empty.shows('Nothing in memory bears on the next session here yet.');
  empty.type('q');
  assert.equal((await empty.ended()).code, 0);
  assert.equal((await cairn.run(['worker', 'stop'])).code, 0);
  const alone = browse(context, cairn, { env: { CAIRN_WORKER_START: 'never' } });
  await alone.shows('No worker runs', 'cairn worker');
  alone.type('q');
  assert.equal((await alone.ended()).code, 0);
});
