import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import { EmbedWaiting } from '../../src/jobs/embed-waiting.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { openFresh } from '../support/fresh-home.ts';
import { createWordEmbedder } from '../support/models/word-embedder.ts';
import { until } from '../support/until.ts';

const IGNORABLE = /vectors could not be made/;

/** A memory with notes that wait for their vectors, and a loop over it that nobody woke yet. */
async function openWaiting(context: TestContext, notes: readonly string[], isLow = false) {
  const { memory, store, deriver } = openFresh(context, { ignorable: IGNORABLE });
  // What is made of whole sessions would wait for vectors as well.
  deriver.hold();
  const embedder = createWordEmbedder();
  const power = { isLow, isOnMains: false };
  const times = { busy: 0, idle: 0 };
  const work = { begun: 0, ended: 0 };
  const loop = new EmbedWaiting({
    vectors: store.vectors,
    embedder,
    isBatteryLow: () => power.isLow,
    isOnMains: () => power.isOnMains,
    processorTimes: () => ({ ...times }),
    onWork() {
      work.begun += 1;
      return () => {
        work.ended += 1;
      };
    },
  });
  context.after(() => loop.stop());
  for (const [i, text] of notes.entries()) await memory.remember({ text, at: Date.UTC(2026, 0, i + 1) });
  await deriver.derived(10_000);
  return { memory, store, deriver, embedder, loop, power, times, work };
}

const NOTES = ['We use pnpm.', 'The lock is a mutex.', 'Cars are vehicles.', 'The build broke twice.'];

test('embeds all that waits, the newest first, each once', async (context) => {
  const { store, embedder, loop, work } = await openWaiting(context, NOTES);
  await loop.settled(60_000);
  assert.deepEqual(embedder.calls.flat(), NOTES.toReversed());
  assert.deepEqual(await store.vectors.counts(), { model: 'words@1', stored: 4, waiting: 0 });
  assert.deepEqual(loop.progress(), { state: 'idle' });
  assert.deepEqual(work, { begun: 1, ended: 1 });
  await loop.settled(60_000);
  assert.equal(embedder.calls.flat().length, 4);
});

test('goes on by itself when it is woken', async (context) => {
  const { store, loop } = await openWaiting(context, NOTES);
  loop.wake();
  await until(async () => (await store.vectors.counts()).stored === NOTES.length);
});

test('what comes while it works is embedded as well', async (context) => {
  const { memory, store, embedder, loop } = await openWaiting(context, NOTES.slice(0, 1));
  let isFirst = true;
  embedder.before = async () => {
    if (!isFirst) return;
    isFirst = false;
    await memory.remember('It came later.');
    loop.wake();
  };
  await loop.settled(60_000);
  await loop.settled(60_000);
  assert.equal((await store.vectors.counts()).waiting, 0);
});

test('a text that the embedder fails on does not keep the others back', async (context) => {
  const { store, embedder, loop } = await openWaiting(context, NOTES);
  embedder.before = (texts) => {
    if (texts.some((text) => text.startsWith('Cars'))) throw new CairnError('embedder_failed', 'No cars, please.');
  };
  await loop.settled(60_000);
  assert.deepEqual(await store.vectors.counts(), { model: 'words@1', stored: 3, waiting: 1 });
  const { state, failure } = loop.progress();
  assert.equal(state, 'failed');
  assert.equal(failure?.error.message, 'No cars, please.');
});

test('nor does one that was said many times', async (context) => {
  const { memory, store, embedder, loop, deriver } = await openWaiting(context, NOTES);
  embedder.before = (texts) => {
    if (texts.some((text) => text.includes('Cars'))) throw new CairnError('embedder_failed', 'No cars, please.');
  };
  const messages = Array.from({ length: 9 }, (_, i) => ({
    role: 'user' as const,
    content: 'Cars are vehicles that nobody may talk about.',
    ref: `${i}`,
    at: Date.UTC(2026, 1, 1 + i),
  }));
  await memory.record({ sessionId: 's', messages });
  await deriver.derived(10_000);
  await loop.settled(60_000);
  assert.equal((await store.vectors.counts()).stored, 3);
});

test('an embedder that fails is left alone, holds nobody up, and is asked again once it was seen to work', async (context) => {
  const { store, embedder, loop } = await openWaiting(context, NOTES);
  embedder.before = () => {
    throw new CairnError('embedder_failed', 'The server is down.', { fix: 'Start it.' });
  };
  await loop.settled(60_000);
  const asked = embedder.calls.length;
  assert.ok(asked < NOTES.length);
  loop.wake();
  await loop.settled(60_000);
  assert.equal(embedder.calls.length, asked);
  assert.equal(loop.progress().failure?.error.fix, 'Start it.');
  embedder.before = () => undefined;
  loop.recover();
  await loop.settled(60_000);
  assert.equal((await store.vectors.counts()).stored, NOTES.length);
  assert.deepEqual(loop.progress(), { state: 'idle' });
  assert.deepEqual(takeIgnored(), { 'vectors could not be made': asked });
});

test('vectors of a wrong length, or that are no numbers, are refused and the reason is told', async (context) => {
  const { store, loop, embedder } = await openWaiting(context, NOTES.slice(0, 1));
  embedder.embed = async (texts) => texts.map(() => new Float32Array(embedder.dimensions).fill(Number.NaN));
  await loop.settled(60_000);
  assert.equal((await store.vectors.counts()).stored, 0);
  assert.equal(loop.progress().state, 'failed');
});

test('stops at once in the middle of a batch', async (context) => {
  const { embedder, loop } = await openWaiting(context, NOTES);
  const begun = Promise.withResolvers<void>();
  embedder.before = () => {
    begun.resolve();
    return new Promise(() => undefined);
  };
  loop.wake();
  await begun.promise;
  await loop.stop();
  assert.deepEqual(takeIgnored(), {});
});

test('a time limit ends the waiting, not the work', async (context) => {
  const { store, embedder, loop } = await openWaiting(context, NOTES);
  const gate = Promise.withResolvers<void>();
  embedder.before = () => gate.promise;
  await assert.rejects(loop.settled(20), (error) => error instanceof CairnError && error.code === 'timeout');
  gate.resolve();
  await loop.settled(60_000);
  assert.equal((await store.vectors.counts()).stored, NOTES.length);
});

test('on a low battery it rests, but for someone who waits', async (context) => {
  const { store, embedder, loop } = await openWaiting(context, NOTES, true);
  loop.wake();
  while (loop.progress().state !== 'resting') await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(embedder.calls, []);
  await loop.settled(60_000);
  assert.equal((await store.vectors.counts()).stored, NOTES.length);
});

test('holds nothing that keeps a process awake when nothing waits', async (context) => {
  const { loop } = await openWaiting(context, []);
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  loop.wake();
  await loop.settled(60_000);
  assert.equal(timers(), before);
});

const WORK_MS = 400;
/** What a processor did for others in a batch that took `WORK_MS` of another one. */
const OTHERS = { nothing: 0, 'a lot': WORK_MS };

for (const [others, isOnMains, rests] of [
  ['nothing', true, false],
  ['nothing', false, true],
  ['a lot', true, true],
] as const) {
  const where = isOnMains ? 'on mains' : 'on a battery';
  test(`it ${rests ? 'rests' : 'goes on at once'} ${where} beside others who do ${others}`, async (context) => {
    const { embedder, loop, power, times } = await openWaiting(context, NOTES.slice(0, 2));
    power.isOnMains = isOnMains;
    let restEnd = Number.POSITIVE_INFINITY;
    let hasRested: boolean | undefined;
    embedder.before = async () => {
      hasRested ??= restEnd < Number.POSITIVE_INFINITY ? performance.now() >= restEnd : undefined;
      await new Promise((resolve) => setTimeout(resolve, WORK_MS));
      times.busy += WORK_MS + OTHERS[others];
      times.idle += WORK_MS - OTHERS[others];
      restEnd = performance.now() + 2 * WORK_MS;
    };
    loop.wake();
    await until(() => embedder.calls.flat().length === 2);
    assert.equal(hasRested, rests);
  });
}
