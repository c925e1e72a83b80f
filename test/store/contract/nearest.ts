import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { embedTextOf } from '../../../src/core/model/embed-text.ts';
import type { Item } from '../../../src/core/model/item.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { ask, cosine, embedAll, message, namesFor, OTHER, put, SMALL, textOf, vectorOf } from './embedding.ts';
import { makeEvent, makeItem, namesOf, projectOf, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

/** The suite of finding by vector. */
export function nearestContract(open: OpenStore): void {
  finds(open);
  filters(open);
}

function finds(open: OpenStore): void {
  test('finds what lies nearest, with its cosine, and by words what has none', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    const items = Array.from({ length: 30 }, (_, i) => message(String(i), { text: `Text of ${i} alpha${i % 3}` }));
    await put(store, ...items, makeItem({ name: 'word', text: 'zirconium alone' }));
    await embedAll(store);
    const wanted = items
      .map((item) => ({ item, cosine: cosine(vectorOf('question'), vectorOf(textOf(item))) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, 5);
    const answer = await ask(store, 'question', { words: ['zirconium'], limit: 5 });
    assert.equal(answer.vectors, 'used');
    assert.deepEqual(
      new Set(namesOf(answer.candidates.map(({ item }) => item))),
      new Set(['word', ...namesOf(wanted.map(({ item }) => item))]),
    );
    for (const { item, bm25, cosine: got } of answer.candidates) {
      const expected = wanted.find((one) => one.item.id === item.id);
      assert.equal(got === undefined, expected === undefined);
      assert.ok(Math.abs((got ?? 0) - (expected?.cosine ?? 0)) < 0.01);
      assert.equal(bm25 > 0, expected === undefined);
    }
  });

  test('scores by words what was found by vector alone, as if it had been found by both', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    await put(
      store,
      ...Array.from({ length: 40 }, (_, i) => message(String(i), { text: `alpha ${'beta '.repeat(i)}` })),
    );
    await embedAll(store);
    const words = ['alpha', 'beta'];
    const all = await store.candidates.query({ words, phrases: [], filter: {}, limit: 100 });
    const scores = new Map(all.candidates.map(({ item, bm25 }) => [item.id, bm25]));
    const few = await ask(store, 'question', { words, limit: 6 });
    assert.ok(few.candidates.length > 6);
    for (const { item, bm25, cosine: got } of few.candidates) {
      assert.ok(Math.abs(bm25 - (scores.get(item.id) ?? 0)) < 1e-9);
      assert.ok(Math.abs((got ?? 0) - cosine(vectorOf('question'), vectorOf(textOf(item)))) < 0.01);
    }
  });

  test('finds neither what is hidden nor what holds a word that must not be there', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    await put(
      store,
      message('a', { detail: { hidden: true } }),
      message('b', { text: 'Text of b with alpha' }),
      message('c', { text: 'one two three' }),
      message('d'),
    );
    await embedAll(store);
    assert.deepEqual((await namesFor(store, 'x')).toSorted(), ['b', 'c', 'd']);
    assert.deepEqual((await namesFor(store, 'x', { filter: { hidden: 'only' } })).toSorted(), ['a']);
    assert.deepEqual((await namesFor(store, 'x', { not: [['alpha'], ['two', 'three']] })).toSorted(), ['d']);
    assert.deepEqual((await namesFor(store, 'x', { words: ['text'], not: [['alphas']] })).toSorted(), ['c', 'd']);
  });

  test('answers by words alone to a vector of another model, other length or no number', async (t) => {
    const store = await open(t);
    await put(store, message('a'));
    assert.equal((await ask(store, 'x')).vectors, 'none');
    await store.vectors.useModel(SMALL);
    assert.equal((await ask(store, 'x')).vectors, 'none');
    await embedAll(store);
    const odd = [new Float32Array(7), new Float32Array(0), vectorOf('x').fill(Number.NaN)];
    for (const vector of odd) {
      const answer = await ask(store, 'x', { words: ['text'], vector: { model: 'small', vector } });
      assert.deepEqual([answer.vectors, answer.candidates.length], ['none', 1]);
      assert.equal(answer.candidates[0]?.cosine, undefined);
    }
    const zero = await ask(store, 'x', { vector: { model: 'small', vector: new Float32Array(8) } });
    assert.deepEqual(
      zero.candidates.map((one) => one.cosine),
      [0],
    );
    assert.equal((await ask(store, 'x', { model: OTHER })).vectors, 'none');
    assert.equal(
      (await store.candidates.query({ words: ['text'], phrases: [], filter: {}, limit: 1 })).vectors,
      undefined,
    );
  });
}

function filters(open: OpenStore): void {
  test('finds by any filter what going through all finds', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    const items = await fillVaried(store);
    await embedAll(store);
    const someFilter = fc.record(
      {
        kinds: fc.subarray<Item['kind']>(['message', 'prompt', 'knowledge', 'observation']),
        project: fc.constantFrom(projectOf('one'), projectOf('two'), projectOf('unknown')),
        since: fc.integer({ min: START - 5, max: START + 125 }),
        until: fc.integer({ min: START - 5, max: START + 125 }),
        session: fc.constantFrom(makeEvent().session, makeEvent({ agentSession: 'two' }).session),
        knowledge: fc.constant(['decision' as const]),
        authors: fc.subarray<Item['author']>(['person', 'agent']),
        agent: fc.constantFrom('claude-code', 'nobody'),
        concept: fc.constantFrom('testing', 'unknown'),
        hidden: fc.constantFrom<boolean | 'only'>(true, false, 'only'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(someFilter, fc.string(), fc.integer({ min: 1, max: 30 }), async (filter, asked, limit) => {
        const allowed = new Set((await store.items.list(filter, { limit: 1_000 })).map(({ id }) => id));
        const wanted = items
          .filter((item) => allowed.has(item.id) && embedTextOf(item) !== undefined)
          .map((item) => ({ id: item.id, cosine: cosine(vectorOf(asked), vectorOf(textOf(item))) }))
          .sort((a, b) => b.cosine - a.cosine);
        const found = (await ask(store, asked, { filter, limit })).candidates;
        const least = Math.min(...found.map((one) => one.cosine ?? 0));
        assert.equal(found.length, Math.min(limit, wanted.length));
        assert.ok(found.every(({ item }) => allowed.has(item.id)));
        // What was rounded to a byte a number may change places with what is as near.
        assert.ok(
          wanted
            .slice(0, limit)
            .every((one) => one.cosine < least + 0.02 || found.some(({ item }) => item.id === one.id)),
        );
      }),
      { numRuns: 150 },
    );
  });
}

/** Items of several kinds, projects, times, sessions, authors and concepts, some hidden, most with a text to embed. */
async function fillVaried(store: Store): Promise<Item[]> {
  await store.log.append({ events: [makeEvent(), makeEvent({ agentSession: 'two' })] });
  const items = Array.from({ length: 120 }, (_, i) =>
    makeItem({
      name: String(i),
      kind: (['message', 'prompt', 'knowledge', 'observation'] as const)[i % 4] ?? 'message',
      at: START + i,
      author: i % 3 === 0 ? 'person' : 'agent',
      ...(i % 5 === 0 ? {} : { project: projectOf(i % 5 < 3 ? 'one' : 'two') }),
      ...(i % 7 === 0 ? {} : { session: makeEvent({ agentSession: i % 2 === 0 ? 'one' : 'two' }).session }),
      detail: {
        ...(i % 4 === 3 ? { observation: i % 8 === 3 ? ('note' as const) : ('command' as const) } : {}),
        ...(i % 4 === 2 ? { knowledge: i % 8 === 2 ? ('decision' as const) : ('heuristic' as const) } : {}),
        ...(i % 11 === 0 ? { hidden: true } : {}),
        ...(i % 6 === 0 ? { concepts: ['testing'] } : {}),
      },
    }),
  );
  await put(store, ...items);
  return items;
}
