import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markerWord } from '../../bench/support/generated/marker-words.ts';
import { homePaths } from '../../src/config/paths.ts';
import { readTrash } from '../../src/memory/forget/trash.ts';
import { tried } from '../support/attack.ts';
import { freshHome } from '../support/fresh-home.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { sized } from '../support/suite-size.ts';
import { lookAtHome } from './power/look-at-home.ts';

const DAY_MS = 86_400_000;
/** Days by which the clock of one worker after the other is off. */
const OFF_DAYS = sized({
  small: [0, -1, 3_653, 0],
  default: [0, -1, 0, 3_653, 0, -1, -3_653, 0],
  full: [0, -1, 0, 3_653, 0, -1, -3_653, 0, 1, 3_653, -1, -3_653, 0],
});

/** Makes the clock of a program of Node be off. */
function clockOff(ms: number): Record<string, string> {
  const text = `const { now } = Date; const off = ${ms}; globalThis.Date = class extends Date {
    constructor(...parts) { super(...(parts.length === 0 ? [now() + off] : parts)); }
    static now() { return now() + off; }
  };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(text)}` };
}

test('the clock goes back a day and ten years on, and back: all that was acknowledged is there, and found', async (context) => {
  const at = freshHome(context);
  const told: string[] = [];
  for (const [number, days] of OFF_DAYS.entries()) {
    const worker = await runWorker(context, { at, env: clockOff(days * DAY_MS) });
    const memory = worker.memory();
    const mark = markerWord(number, 0);
    await memory.record([{ kind: 'prompt', sessionId: 's1', number: `${number}`, text: `What of ${mark}?` }]);
    told.push(mark);
    await memory.settled();
    const page = await memory.list({ kinds: ['prompt'], limit: 50 });
    assert.equal(page.entries.length, told.length);
    assert.ok(told.every((one) => page.entries.some(({ title }) => title.includes(one))));
    const [record] = (await memory.get(page.entries.find(({ title }) => title.includes(mark))?.id ?? '')).records;
    assert.ok(Math.abs(Date.parse(record?.at ?? '') - Date.now() - days * DAY_MS) < DAY_MS / 2, record?.at);
    // A lease that ends in ten years, and a worker that says so, keep nobody out.
    await worker.end(number % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
  }
  assert.deepEqual(await lookAtHome(context, at.userHome, { once: told, gone: [] }), []);
  tried(context, OFF_DAYS.length);
});

test('a clock that is wrong once ends nothing that a person may bring back; one that is right twice does', async (context) => {
  const at = freshHome(context);
  const days = async (off: number, act: (worker: RunningWorker) => Promise<void>) => {
    const worker = await runWorker(context, { at, env: clockOff(off * DAY_MS) });
    await act(worker);
    await worker.memory().settled();
    await worker.end('SIGTERM');
  };
  const kept = () => readTrash(homePaths(at.home)).length;
  await days(0, async ({ memory, asPerson }) => {
    const { id } = await memory().remember({ text: 'The treasury uses pelican rotation.' });
    await asPerson(['forget', id, '--yes']);
  });
  for (const off of [3_653, -3_653, 3_653, 0, 1, 29]) {
    await days(off, async () => undefined);
    assert.equal(kept(), 1, `${off} days`);
  }
  await days(31, async () => undefined);
  assert.equal(kept(), 1);
  await days(33, async () => undefined);
  assert.equal(kept(), 0);
});
