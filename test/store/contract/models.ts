import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../../src/core/model/item.ts';
import { asItem } from '../../../src/core/model/item.ts';
import { type ModelUse, type ModelUseKey, NO_MODEL_USE, sumOfUses } from '../../../src/core/model/model-usage.ts';
import type { BoughtAnswer } from '../../../src/store/contract/models.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { makeEvent, makeItem, putWithEvent, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const DAY: ModelUseKey = { day: '2026-03-01', purpose: 'summary', model: 'openai:small' };
const used = (inputTokens: number, cost = 0): ModelUse => ({ ...NO_MODEL_USE, calls: 1, inputTokens, cost });

const message = makeItem({ name: 'said', kind: 'message' });
const answer = (parts: Partial<BoughtAnswer> = {}): BoughtAnswer => ({
  key: 'k',
  purpose: 'summary',
  model: 'openai:small',
  at: START,
  answer: { brief: { text: 'It was done.', ids: [message.id] } },
  sources: [message.id],
  ...parts,
});

/** A session with one message and a summary. */
async function withSummary(store: Store, at = START): Promise<Item> {
  const event = makeEvent();
  await putWithEvent(store, event, [message]);
  const summary = makeItem({ name: 'sum', kind: 'summary', session: event.session, at });
  const [waiting] = await store.distilled.waitingOf([event.session]);
  await store.distilled.put([{ session: event.session, mark: waiting?.mark ?? 0, items: [summary], findings: [] }]);
  return summary;
}

/** The suite of what models answered and cost. */
export function modelsContract(open: OpenStore): void {
  test('keeps answers by key and model, and gives the one bought last', async (t) => {
    const store = await open(t);
    await withSummary(store);
    assert.equal(await store.models.answer('k'), undefined);
    assert.equal(await store.models.putAnswer(answer()), true);
    assert.deepEqual(await store.models.answer('k'), answer());
    const later = answer({ model: 'ollama:other', at: START + 1 });
    await store.models.putAnswer(later);
    await store.models.putAnswer(later);
    assert.deepEqual(await store.models.answer('k'), later);
    assert.equal(await store.models.answers(), 2);
  });

  test('keeps no answer of what is not there, and forgets those of what is forgotten', async (t) => {
    const store = await open(t);
    await withSummary(store);
    const other = makeItem({ name: 'other', kind: 'message' });
    const id = await putWithEvent(store, makeEvent({ agentSession: 'two', number: '2' }), [other]);
    assert.equal(await store.models.putAnswer(answer({ sources: [makeItem({ name: 'gone' }).id] })), false);
    await store.models.putAnswer(answer({ key: 'both', sources: [message.id, other.id] }));
    await store.models.putAnswer(answer());
    await store.log.erase([id], START);
    assert.equal(await store.models.answer('both'), undefined);
    assert.deepEqual(await store.models.answer('k'), answer());
  });

  test('keeps answers over a rebuild', async (t) => {
    const store = await open(t);
    await withSummary(store);
    await store.models.putAnswer(answer());
    await store.log.reset();
    assert.deepEqual(await store.models.answer('k'), answer());
  });

  test('tells which summaries were not looked at with the words that they have', async (t) => {
    const store = await open(t);
    const summary = await withSummary(store);
    const waiting = (until = START) => store.models.unrefined({ kind: 'summary', until }, 10);
    assert.deepEqual(await waiting(), [summary.id]);
    assert.deepEqual(await waiting(START - 1), []);
    assert.equal(await store.models.refine(summary), true);
    assert.deepEqual(await waiting(), []);
    const better = { ...summary, text: 'Better words', contentHash: 7 };
    assert.equal(await store.models.refine(summary, better), true);
    assert.equal((await store.items.get([summary.id]))[0]?.text, 'Better words');
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(await store.check(), []);
  });

  test('puts no words in the place of others than those that were asked about', async (t) => {
    const store = await open(t);
    const summary = await withSummary(store);
    await store.items.apply({ derived: [], put: [asItem({ ...summary, detail: { hidden: true } })] });
    assert.equal(await store.models.refine(summary, { ...summary, text: 'Shown again' }), false);
    await store.items.apply({ derived: [], put: [summary] });
    const stale = { ...summary, contentHash: 1 };
    assert.equal(await store.models.refine(stale, { ...summary, text: 'Stale' }), false);
    assert.equal((await store.items.get([summary.id]))[0]?.text, summary.text);
    await store.log.erase(
      (await store.log.since(0, 10)).map(({ id }) => id),
      START,
    );
    assert.equal(await store.models.refine(summary, { ...summary, text: 'Forgotten' }), false);
    assert.deepEqual(await store.items.get([summary.id]), []);
  });

  test('counts use by day, purpose and model, and refuses what would pass the budget', async (t) => {
    const { models } = await open(t);
    assert.equal(await models.reserve(DAY, used(60, 0.5), { tokens: 100 }), true);
    assert.equal(await models.reserve({ ...DAY, purpose: 'answer', model: 'x' }, used(41), { tokens: 100 }), false);
    assert.equal(await models.reserve({ ...DAY, day: '2026-03-02' }, used(41), { tokens: 100 }), true);
    assert.equal(await models.reserve(DAY, used(40, 0.6), { cost: 1 }), false);
    await models.count(DAY, { ...NO_MODEL_USE, failed: 1, inputTokens: -50, outputTokens: 3 });
    assert.equal(await models.reserve(DAY, used(40), { tokens: 100 }), true);
    const uses = await models.uses(DAY.day);
    assert.deepEqual(uses[0], { ...DAY, calls: 2, failed: 1, inputTokens: 50, outputTokens: 3, cost: 0.5 });
    assert.equal(sumOfUses(uses).inputTokens, 91);
    assert.deepEqual((await models.uses('2026-03-02')).length, 1);
    await models.count(DAY, { ...NO_MODEL_USE, calls: -9, inputTokens: -900 });
    assert.equal((await models.uses(DAY.day))[0]?.inputTokens, 0);
  });
}
