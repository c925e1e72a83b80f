import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, embedAll, message, namesFor, OTHER, put, SMALL, textOf, vectorOf } from './embedding.ts';
import { eventIdOf, makeEvent, makeItem, namesOf, projectOf, putWithEvent, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

/** The suite of keeping vectors. */
export function vectorsContract(open: OpenStore): void {
  waits(open);
  follows(open);
  rebuilds(open);
}

function waits(open: OpenStore): void {
  test('has items wait that are found by meaning, the newest first, and of equal texts one', async (t) => {
    const store = await open(t);
    assert.deepEqual(await store.vectors.counts(), { stored: 0, waiting: 0 });
    await put(
      store,
      message('old', { at: START - 5 }),
      message('new', { at: START + 5 }),
      message('same', { title: 'Title of new', text: 'Text of new', at: START - 9 }),
      makeItem({ name: 'command' }),
      makeItem({ name: 'change', detail: { observation: 'file-write' } }),
      makeItem({ name: 'failure', detail: { observation: 'command', success: false } }),
    );
    assert.deepEqual(await store.vectors.waiting(10), []);
    await store.vectors.useModel(SMALL);
    const names = namesOf(await store.vectors.waiting(10));
    assert.deepEqual([names[0], names.at(-1)], ['new', 'old']);
    assert.deepEqual(names.toSorted(), ['change', 'failure', 'new', 'old']);
    assert.deepEqual(namesOf(await store.vectors.waiting(1)), ['new']);
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 0, waiting: 5 });
    assert.equal(await embedAll(store), 4);
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 5, waiting: 0 });
    await put(store, message('later', { title: 'Title of new', text: 'Text of new' }));
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 6, waiting: 0 });
  });

  test('leaves out vectors of another model and of words that changed meanwhile', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    const item = message('a');
    await put(store, item);
    const vector = vectorOf('a');
    await store.vectors.put('other', [{ id: item.id, contentHash: item.contentHash, vector }]);
    await store.vectors.put('small', [{ id: item.id, contentHash: item.contentHash + 1, vector }]);
    await store.vectors.put('small', [{ id: message('gone').id, contentHash: item.contentHash, vector }]);
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 0, waiting: 1 });
    assert.deepEqual((await ask(store, 'a')).vectors, 'none');
  });

  test('refuses what is no vector of the model, and keeps nothing of the batch', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    const items = [message('a'), message('b')];
    await put(store, ...items);
    const bad = [new Float32Array(8), new Float32Array(7).fill(1), vectorOf('a').fill(Number.NaN, 3, 4)];
    bad.push(vectorOf('a').fill(Number.POSITIVE_INFINITY, 0, 1), new Float32Array());
    for (const vector of bad) {
      const batch = [vectorOf('a'), vector].map((of, i) => ({
        id: items[i]?.id ?? message('').id,
        contentHash: items[i]?.contentHash ?? 0,
        vector: of,
      }));
      await assert.rejects(store.vectors.put('small', batch), { name: 'CairnError', code: 'invalid_input' });
    }
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 0, waiting: 2 });
    for (const dimensions of [0, 1.5, -1, Number.NaN, 1e9]) {
      await assert.rejects(store.vectors.useModel({ name: 'odd', dimensions }), { code: 'invalid_input' });
    }
    assert.equal((await store.vectors.counts()).model, 'small');
  });
}

function follows(open: OpenStore): void {
  test('follows an item: kept with its words, gone with them, found where it is now', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    const item = message('a', { project: projectOf('one') });
    await put(store, item, message('b'));
    await embedAll(store);
    await put(store, { ...item, project: projectOf('two'), at: START + 50, terms: 'other terms' });
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 2, waiting: 0 });
    assert.deepEqual(await namesFor(store, 'x', { filter: { project: projectOf('one') } }), []);
    assert.deepEqual(await namesFor(store, 'x', { filter: { project: projectOf('two'), since: START + 50 } }), ['a']);
    await put(store, { ...item, text: 'Other text', contentHash: 1 });
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 1, waiting: 1 });
    assert.deepEqual(await namesFor(store, 'x'), ['b']);
    await store.items.apply({ derived: [], put: [], drop: [item.id, message('b').id] });
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 0, waiting: 0 });
    assert.deepEqual((await ask(store, 'x')).candidates, []);
    await put(store, message('b'));
    assert.equal((await store.vectors.counts()).waiting, 1);
  });

  test('makes all wait again for another model, and never lets vectors of two meet', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    await put(store, message('a'), message('b'), message('c', { title: 'Title of b', text: 'Text of b' }));
    await embedAll(store);
    await store.vectors.useModel(OTHER);
    assert.deepEqual(await store.vectors.counts(), { model: 'other', stored: 0, waiting: 3 });
    assert.equal((await ask(store, 'x', { model: OTHER })).vectors, 'none');
    const [first] = await store.vectors.waiting(1);
    assert.ok(first);
    const vector = vectorOf(textOf(first), OTHER);
    await store.vectors.put('other', [{ id: first.id, contentHash: first.contentHash, vector }]);
    assert.equal((await ask(store, 'x')).vectors, 'none');
    const mixed = await ask(store, 'x', { words: ['text'], model: OTHER });
    const withCosine = mixed.candidates.filter((one) => one.cosine !== undefined);
    assert.deepEqual([mixed.vectors, mixed.candidates.length], ['used', 3]);
    assert.equal(withCosine.length, (await store.vectors.counts()).stored);
    await store.vectors.useModel(SMALL);
    const again = await store.vectors.counts();
    assert.deepEqual(again, { model: 'small', stored: 3 - withCosine.length, waiting: withCosine.length });
    await store.vectors.useModel(OTHER);
    await embedAll(store, OTHER);
    assert.deepEqual(await store.vectors.counts(), { model: 'other', stored: 3, waiting: 0 });
    await store.vectors.useModel(undefined);
    assert.deepEqual(await store.vectors.counts(), { stored: 0, waiting: 0 });
    assert.equal((await ask(store, 'x', { model: OTHER })).vectors, 'none');
  });
}

function rebuilds(open: OpenStore): void {
  test('keeps through a rebuild the vectors of texts that come again, and drops the others after it', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    await putWithEvent(store, makeEvent(), [message('a'), message('b')]);
    await embedAll(store);
    await store.log.reset();
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 0, waiting: 0 });
    assert.deepEqual((await ask(store, 'x')).candidates, []);
    const [event] = await store.log.pending(1);
    assert.ok(event);
    await store.items.apply({ derived: [event], put: [message('b'), message('c')] });
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 1, waiting: 1 });
    assert.deepEqual(await namesFor(store, 'x'), ['b']);
    await put(store, message('a'));
    assert.equal((await store.vectors.counts()).waiting, 2);
    assert.deepEqual(await store.check(), []);
  });

  test('forgets with an event the vectors of what was derived from it, in the middle of a rebuild too', async (t) => {
    const store = await open(t);
    await store.vectors.useModel(SMALL);
    const gone = await putWithEvent(store, makeEvent({ number: '1' }), [message('a')]);
    await putWithEvent(store, makeEvent({ number: '2' }), [message('b')]);
    await embedAll(store);
    await store.log.erase([gone], START);
    assert.deepEqual(await namesFor(store, 'x'), ['b']);
    await store.log.reset();
    await store.log.erase([eventIdOf('2')], START);
    await put(store, message('b'));
    assert.deepEqual(await store.vectors.counts(), { model: 'small', stored: 0, waiting: 1 });
  });
}
