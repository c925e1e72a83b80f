import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemIdOf, makeEvent, makeItem, namesOf, putWithEvent, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

/** The contract suite of the neighbours of an item in its session. */
export function neighboursContract(open: OpenStore): void {
  test('gives what happened before and after, nearest first, within reach', async (t) => {
    const store = await open(t);
    for (const [i, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      await putWithEvent(store, makeEvent({ number: name, at: START + i }), [
        makeItem({ name, kind: 'message', at: START + i }),
      ]);
    }
    const around = await store.items.neighbours([itemIdOf('c', 'message'), itemIdOf('a', 'message')], 2);
    assert.deepEqual(around.get(itemIdOf('c', 'message')), {
      before: ['b', 'a'].map((name) => itemIdOf(name, 'message')),
      after: ['d', 'e'].map((name) => itemIdOf(name, 'message')),
    });
    assert.deepEqual(around.get(itemIdOf('a', 'message'))?.before, []);
    const asked = ['d', 'a', 'e', 'c', 'b'].map((name) => itemIdOf(name, 'message'));
    assert.deepEqual([...(await store.items.neighbours(asked, 1)).keys()], asked);
    const near = await store.items.neighbours([itemIdOf('c', 'message')], 1);
    assert.deepEqual(near.get(itemIdOf('c', 'message'))?.after, [itemIdOf('d', 'message')]);
  });

  test('leaves out other sessions, what is hidden, and what was read out of a message', async (t) => {
    const store = await open(t);
    const at = START;
    await putWithEvent(store, makeEvent({ number: '1' }), [
      makeItem({ name: 'said', kind: 'message', at }),
      makeItem({ name: 'rule', kind: 'knowledge', at }),
    ]);
    await putWithEvent(store, makeEvent({ number: '2' }), [makeItem({ name: 'hid', at, detail: { hidden: true } })]);
    await putWithEvent(store, makeEvent({ number: '3', at }), [makeItem({ name: 'next', at })]);
    await putWithEvent(store, makeEvent({ number: '4', at, agentSession: 'two' }), [makeItem({ name: 'else', at })]);
    const around = await store.items.neighbours([itemIdOf('said', 'message'), itemIdOf('rule', 'knowledge')], 3);
    const names = [...around.values()].map(({ after }) => after);
    assert.deepEqual(names, [[itemIdOf('next')], [itemIdOf('next')]]);
    assert.deepEqual(namesOf(await store.items.get(names.flat())), ['next', 'next']);
  });

  test('an item without a session, or that is not there, has none', async (t) => {
    const store = await open(t);
    await store.items.apply({ derived: [], put: [makeItem({ name: 'alone' }), makeItem({ name: 'alone too' })] });
    const around = await store.items.neighbours([itemIdOf('alone'), itemIdOf('nowhere')], 3);
    assert.deepEqual([...around], [[itemIdOf('alone'), { before: [], after: [] }]]);
    assert.equal((await store.items.neighbours([], 3)).size, 0);
  });
}
