import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';
import { createWordEmbedder } from '../support/models/word-embedder.ts';

const IGNORABLE = /vectors could not be made|vector of a question could not be made/;

async function open(context: TestContext, embedder = createWordEmbedder()) {
  const opened = openFresh(context, { embed: { embedder }, caller: { person: true }, ignorable: IGNORABLE });
  const { memory } = opened;
  const { id: mutex } = await memory.remember('The mutex was held twice by the importer.');
  const { id: word } = await memory.remember(
    'A semaphore stands at the railway station, says the guide to old trains.',
  );
  await memory.remember('Deploys happen on Tuesdays.');
  await memory.settled();
  return { ...opened, embedder, mutex, word };
}

const codes = ({ notes }: { notes: readonly { code: string }[] }): string[] => notes.map(({ code }) => code);

test('by words alone nothing is embedded, and no vector counts', async (context) => {
  const { memory, embedder, word } = await open(context);
  embedder.calls.length = 0;
  const { hits, notes } = await memory.search({ query: 'semaphore', mode: 'words', explain: true });
  assert.deepEqual([hits[0]?.id, codes({ notes }), embedder.calls], [word, [], []]);
  for (const { why = {} } of hits) assert.ok(Object.keys(why).every((part) => !part.startsWith('vector')));
});

test('by vectors alone the nearest come first, each with its cosine as the score', async (context) => {
  const { memory, mutex } = await open(context);
  const { hits, notes } = await memory.search({ query: 'semaphore was held', mode: 'vectors', explain: true });
  assert.equal(hits[0]?.id, mutex);
  assert.deepEqual(notes, []);
  const scores = hits.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((one, other) => other - one),
  );
  for (const { score, why, whyText } of hits) {
    assert.deepEqual(why, { cosine: score });
    assert.match(whyText ?? '', /\(cosine -?\d\.\d\d\); .* of today\.$/);
  }
});

test('by vectors alone a question of stop words, filters and pages work as ever', async (context) => {
  const { memory } = await open(context);
  const all = await memory.search({ query: 'what was it', mode: 'vectors' });
  assert.equal(all.hits.length, 3);
  assert.deepEqual(codes(all), ['far']);
  const paged: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await memory.search({ query: 'what was it', mode: 'vectors', limit: 1, ...(cursor && { cursor }) });
    paged.push(...page.hits.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  assert.deepEqual(
    paged,
    all.hits.map(({ id }) => id),
  );
  const without = await memory.search({ query: 'semaphore -railway kind:knowledge', mode: 'vectors' });
  assert.ok(without.hits.every(({ title }) => !title.includes('railway')));
  const prompts = await memory.search({ query: 'semaphore', mode: 'vectors', kinds: ['prompt'] });
  assert.deepEqual([prompts.hits, prompts.notes], [[], []]);
});

test('where no vector can be had, what asks for vectors alone is answered by words and says so', async (context) => {
  const { memory, embedder, word } = await open(context);
  embedder.before = () => {
    throw new Error('no model');
  };
  const failed = await memory.search({ query: 'semaphore trains', mode: 'vectors' });
  assert.deepEqual([failed.hits[0]?.id, codes(failed)], [word, ['words_only']]);
  const none = openFresh(context);
  await none.memory.remember('Deploys happen on Tuesdays.');
  await none.memory.settled();
  const off = await none.memory.search({ query: 'deploys', mode: 'vectors' });
  assert.deepEqual([off.hits.length, codes(off)], [1, ['words_only']]);
  assert.deepEqual(codes(await none.memory.search('deploys')), []);
});

test('where nothing holds a word of the question, nor is near in meaning, the answer says so', async (context) => {
  const { memory } = await open(context);
  assert.deepEqual(codes(await memory.search('zebra giraffe')), ['far']);
  assert.deepEqual(codes(await memory.search('zebra deploys')), []);
});

test('by vectors alone no text of a word or two is a hit', async (context) => {
  const { memory } = await open(context);
  const messages = ['1', 'check again', 'Start'].map((content, i) => ({ role: 'user' as const, content, ref: `${i}` }));
  await memory.record({ sessionId: 'tiny', messages });
  await memory.settled();
  const { hits } = await memory.search({ query: 'check', mode: 'vectors' });
  assert.ok(hits.length > 0);
  assert.ok(hits.every(({ title }) => title.split(' ').length > 2));
});
