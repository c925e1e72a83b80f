import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Deadlines } from '../../../src/core/deadlines.ts';
import { CairnError } from '../../../src/core/errors.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { createWordEmbedder } from '../../support/models/word-embedder.ts';
import { until } from '../../support/until.ts';

const IGNORABLE = /vectors could not be made|vector of a question could not be made/;

/** A memory with an embedder; a person asks, who may erase. */
function open(context: TestContext, embedder = createWordEmbedder(), deadlines: Partial<Deadlines> = {}) {
  const caller = { person: true };
  const opened = openFresh(context, { embed: { embedder }, caller, ignorable: IGNORABLE, deadlines });
  return { ...opened, embedder };
}

const codes = ({ notes }: { notes: readonly { code: string }[] }): string[] => notes.map(({ code }) => code);

test('what is remembered is found by meaning once all is settled', async (context) => {
  const { memory } = open(context);
  const { id } = await memory.remember('The mutex was held twice.');
  await memory.remember('Deploys happen on Tuesdays.');
  await memory.settled();
  for (const ask of [memory.search('semaphore'), memory.search({ query: 'semaphore', limit: 1 })]) {
    const { hits, notes } = await ask;
    assert.equal(hits[0]?.id, id);
    assert.deepEqual(notes, []);
  }
  assert.deepEqual((await memory.recall('semaphore')).notes, []);
});

test('vectors are made in the background, and the question asked again is embedded once', async (context) => {
  const { memory, store, embedder } = open(context);
  await memory.remember('The mutex was held twice.');
  await until(async () => (await store.vectors.counts()).stored > 0);
  await memory.search('semaphore');
  await memory.search('semaphore');
  assert.equal(embedder.calls.flat().filter((text) => text === 'semaphore').length, 1);
});

test('what narrows a question is no part of what is embedded, nor is a prompt that says nothing', async (context) => {
  const { memory, embedder } = open(context);
  await memory.search('why the lock kind:knowledge -deploys');
  await memory.context({ prompt: 'continue' });
  await memory.context({ file: '/src/lock.ts' });
  assert.deepEqual(embedder.calls.flat(), ['why the lock']);
});

test('a model that hangs is not waited for: words alone, with a note, for hooks too', async (context) => {
  const { memory, embedder } = open(context, createWordEmbedder(), { questionMs: 1, promptMs: 1 });
  await memory.remember('The mutex was held twice.');
  await memory.settled();
  embedder.before = () => new Promise(() => undefined);
  const found = await memory.search('the mutex');
  assert.equal(found.hits.length, 1);
  assert.deepEqual(codes(found), ['words_only']);
  assert.deepEqual(codes(await memory.context({ prompt: 'the mutex was held' })), ['words_only']);
  const need = { agent: 'claude-code', agentSession: 's', occasion: 'prompt', prompt: 'the mutex was held' } as const;
  assert.equal(typeof (await memory.hookContext(need)).text, 'string');
});

test('an embedder that could not be opened is told of wherever it matters', async (context) => {
  const problem = new CairnError('embedder_failed', 'The model is not there.', { fix: 'cairn setup' });
  const { memory } = openFresh(context, { embed: { problem } });
  await memory.remember('The mutex was held twice.');
  await memory.settled();
  assert.deepEqual(codes(await memory.search('mutex')), ['words_only']);
  const { vectors } = await memory.status();
  assert.deepEqual([vectors.state, vectors.error?.message], ['failed', 'The model is not there.']);
  const check = (await memory.doctor()).checks.find(({ name }) => name === 'vectors');
  assert.deepEqual([check?.status, check?.fix], ['warning', 'cairn setup']);
});

test('an embedder that works again is used again at the next question', async (context) => {
  const { memory, embedder, store } = open(context);
  embedder.before = () => {
    throw new CairnError('embedder_failed', 'The server is down.');
  };
  await memory.remember('The mutex was held twice.');
  await memory.settled();
  embedder.before = () => undefined;
  await memory.search('semaphore');
  await memory.settled();
  assert.equal((await store.vectors.counts()).stored, 1);
  const { hits, notes } = await memory.search('semaphore');
  assert.equal(hits.length, 1);
  assert.deepEqual(notes, []);
});

test('what is forgotten is kept by no embedder and no list of questions', async (context) => {
  const { memory, embedder, store } = open(context);
  const { id } = await memory.remember('The mutex was held twice.');
  await memory.settled();
  await memory.search('the mutex');
  await memory.forget({ ids: [id] });
  assert.equal(embedder.rests, 1);
  assert.deepEqual(await store.vectors.counts(), { model: 'words@1', stored: 0, waiting: 0 });
  const asked = embedder.calls.length;
  assert.deepEqual((await memory.search('the mutex')).hits, []);
  assert.equal(embedder.calls.length, asked + 1);
});

test('an embedder under way does not bring back what was forgotten meanwhile', async (context) => {
  const { memory, embedder, store, deriver } = open(context);
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  embedder.before = () => {
    begun.resolve();
    return gate.promise;
  };
  const { id } = await memory.remember('The mutex was held twice.');
  await deriver.settled(60_000);
  await begun.promise;
  await memory.forget({ ids: [id] });
  gate.resolve();
  await memory.settled();
  assert.deepEqual(await store.vectors.counts(), { model: 'words@1', stored: 0, waiting: 0 });
});

test('another model embeds all anew, and the former one counts no more', async (context) => {
  const { memory, at } = open(context);
  await memory.remember('The mutex was held twice.');
  await memory.settled();
  await memory.close();
  const embedder = createWordEmbedder('words@2');
  const { memory: again } = openFresh(context, { home: at, embed: { embedder } });
  await again.settled();
  const { vectors } = await again.status();
  assert.deepEqual(vectors, { state: 'idle', model: 'words@2', stored: 1, waiting: 0 });
  assert.equal((await again.search('semaphore')).hits.length, 1);
});

test('closing ends the embedder', async (context) => {
  const { memory, embedder } = open(context);
  embedder.before = () => new Promise(() => undefined);
  await memory.remember('The mutex was held twice.');
  await memory.close();
  assert.equal(embedder.isClosed, true);
});

test('a time-out of settled says what is left', async (context) => {
  const { memory, embedder, deriver } = open(context);
  const gate = Promise.withResolvers<void>();
  embedder.before = () => gate.promise;
  await memory.remember('The mutex was held twice.');
  await deriver.settled(10_000);
  await assert.rejects(memory.settled({ timeoutMs: 300 }), /still to be derived: 0 events; to be embedded: 1 memory/);
  gate.resolve();
  await memory.settled();
});

test('pages meet when vectors arrive between them', async (context) => {
  const { memory, embedder, deriver } = open(context);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  embedder.before = (texts) => (texts[0]?.startsWith('mutex pool') === true ? undefined : held);
  const messages = Array.from({ length: 40 }, (_, i) => ({
    role: 'user' as const,
    content: `The ${i % 3 === 0 ? 'mutex' : 'semaphore'} of pool ${i}`,
    ref: `${i}`,
    at: Date.UTC(2026, 0, 1, i),
  }));
  await memory.record({ sessionId: 's', messages });
  await deriver.settled(10_000);
  const walk = async (afterFirst: () => Promise<void>): Promise<string[]> => {
    const first = await memory.search({ query: 'mutex pool', limit: 7 });
    const ids = first.hits.map(({ id }) => id);
    await afterFirst();
    for (let cursor = first.nextCursor; cursor !== undefined; ) {
      const page = await memory.search({ query: 'mutex pool', limit: 7, cursor });
      ids.push(...page.hits.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    return ids;
  };
  const early = await walk(async () => {
    release();
    await memory.settled();
  });
  const late = await walk(async () => {
    await memory.record({ sessionId: 't', messages: [{ role: 'user', content: 'A car.', ref: 'x' }] });
    await memory.settled();
  });
  for (const ids of [early, late]) assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual([early.length >= 40, late.length >= 40], [true, true]);
});
