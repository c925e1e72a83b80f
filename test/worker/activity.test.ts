import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createRequestActivity } from '../../src/worker/activity.ts';

/** Timers and clock of Node's own, moved by hand. */
function watched(t: { after: (run: () => void) => void }) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.after(() => mock.timers.reset());
  const calls = { idle: 0, quiet: 0, busy: 0, signs: 0 };
  const activity = createRequestActivity({
    idleMs: 1_000,
    signMs: 300,
    quietMs: 100,
    onQuiet: () => {
      calls.quiet += 1;
    },
    busyMs: 250,
    onBusy: () => {
      calls.busy += 1;
    },
    now: () => Date.now(),
    onIdle: () => {
      calls.idle += 1;
    },
    onSign: () => {
      calls.signs += 1;
    },
  });
  return { activity, calls, pass: (ms: number) => mock.timers.tick(ms) };
}

test('without a request it is idle after its time, once', (t) => {
  const { calls, pass } = watched(t);
  pass(999);
  assert.equal(calls.idle, 0);
  pass(1);
  assert.equal(calls.idle, 1);
  pass(10_000);
  assert.equal(calls.idle, 1);
});

test('a request starts the time anew, and one under way holds it off', (t) => {
  const { activity, calls, pass } = watched(t);
  pass(900);
  const end = activity.begin();
  pass(5_000);
  assert.equal(calls.idle, 0);
  end();
  end();
  pass(999);
  assert.equal(calls.idle, 0);
  pass(1_001);
  assert.equal(calls.idle, 1);
});

test('a sign of life is given with requests only, and not with each', (t) => {
  const { activity, calls, pass } = watched(t);
  pass(400);
  for (let i = 0; i < 5; i += 1) activity.begin()();
  assert.equal(calls.signs, 1);
  pass(300);
  activity.begin()();
  assert.equal(calls.signs, 2);
});

test('it is quiet once after each time that something was asked, and not while it is', (t) => {
  const { activity, calls, pass } = watched(t);
  pass(900);
  assert.equal(calls.quiet, 0);
  const end = activity.begin();
  pass(500);
  assert.equal(calls.quiet, 0);
  end();
  pass(200);
  assert.equal(calls.quiet, 1);
  pass(5_000);
  assert.equal(calls.quiet, 1);
  activity.begin()();
  pass(200);
  assert.equal(calls.quiet, 2);
});

test('while it is never quiet it says so from time to time, whether requests follow each other or one goes on', (t) => {
  const { activity, calls, pass } = watched(t);
  for (let i = 0; i < 25; i += 1) {
    activity.begin()();
    pass(40);
  }
  assert.deepEqual([calls.quiet, calls.busy], [0, 3]);
  const end = activity.begin();
  for (let i = 0; i < 25; i += 1) pass(40);
  assert.deepEqual([calls.quiet, calls.busy], [0, 6]);
  end();
  pass(200);
  assert.deepEqual([calls.quiet, calls.busy], [1, 6]);
  pass(5_000);
  activity.begin()();
  pass(200);
  assert.deepEqual([calls.quiet, calls.busy], [2, 6]);
});

test('once stopped it says nothing', (t) => {
  const { activity, calls, pass } = watched(t);
  activity.begin();
  activity.stop();
  pass(10_000);
  assert.deepEqual([calls.idle, calls.quiet, calls.busy], [0, 0, 0]);
});

test('one that only watches keeps it there, and keeps it from nothing else', (t) => {
  const { activity, calls, pass } = watched(t);
  const end = activity.begin('watch');
  pass(100);
  assert.equal(calls.quiet, 1);
  pass(10_000);
  assert.deepEqual([calls.quiet, calls.busy, calls.idle], [1, 0, 0]);
  end();
  pass(2_000);
  assert.equal(calls.idle, 1);
});
