import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as LIMITS from '../../../src/core/limits.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { wordsOf } from '../../../src/core/text/terms.ts';
import type { CandidateQuery } from '../../../src/store/contract/candidates.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { CODE_POINT } from '../../support/code-point.ts';
import { makeEvent, makeItem, namesOf, projectOf, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const ask = (store: Store, query: Partial<CandidateQuery>) =>
  store.candidates.query({ words: [], phrases: [], filter: {}, limit: 10, ...query });

const namesFor = async (store: Store, query: Partial<CandidateQuery>) =>
  namesOf((await ask(store, query)).candidates.map(({ item }) => item));

/** The suite of candidates. */
export function candidatesContract(open: OpenStore): void {
  finds(open);
  bounds(open);
}

function finds(open: OpenStore): void {
  test('finds items that hold any of the words, in whatever form, the best first', async (t) => {
    const store = await open(t);
    const put = [
      makeItem({ name: 'a', text: 'We retry the failing test until it passes.' }),
      makeItem({
        name: 'b',
        title: 'Title of b',
        text: 'Payments are retried three times, and tests cover it: retrying.',
      }),
      makeItem({ name: 'c', text: 'Nothing of the kind.', terms: 'retry policy' }),
      makeItem({ name: 'd', text: 'Unrelated.' }),
    ];
    await store.items.apply({ derived: [], put });
    const answer = await ask(store, { words: ['retry', 'tests', 'policy'] });
    assert.deepEqual(new Set(namesOf(answer.candidates.map(({ item }) => item))), new Set(['a', 'b', 'c']));
    const scores = answer.candidates.map(({ bm25 }) => bm25);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
    assert.ok(scores.every((score) => score > 0));
    assert.deepEqual([answer.total, answer.dropped, answer.newestOnly], [4, [], false]);
    assert.equal(answer.frequency.polici, 1);
    assert.ok((answer.frequency.retri ?? 0) >= 3);
    assert.deepEqual(answer.candidates.find(({ item }) => item.id === put[0]?.id)?.item, put[0]);
  });

  test('finds words that stand together', async (t) => {
    const store = await open(t);
    const put = [
      makeItem({ name: 'a', text: 'open the pull request' }),
      makeItem({ name: 'b', text: 'request a pull' }),
    ];
    await store.items.apply({ derived: [], put });
    assert.deepEqual(await namesFor(store, { phrases: [['pull', 'request']] }), ['a']);
    assert.deepEqual((await namesFor(store, { words: ['pull'], phrases: [['pull', 'request']] }))[0], 'a');
  });

  test('finds only what holds every word when that is asked for, however common they are', async (t) => {
    const store = await open(t);
    await fillMany(store);
    const both = await ask(store, { words: ['common', 'rare'], all: true, limit: 300 });
    assert.ok(both.candidates.length > 0 && both.candidates.every(({ item }) => item.text.includes('rare')));
    assert.deepEqual([both.dropped, both.newestOnly], [[], false]);
    const words = ['common', 'word', 'phrase'];
    const common = await ask(store, { words, all: true, limit: 50 });
    assert.equal(common.candidates.length, 50);
    assert.ok(common.candidates.every(({ item }) => item.text.includes('phrase')));
    assert.deepEqual((await ask(store, { words: ['common', 'absent'], all: true })).candidates, []);
  });

  test('leaves out what is hidden unless it is asked for', async (t) => {
    const store = await open(t);
    const hidden = makeItem({ name: 'a', text: 'retry it', detail: { observation: 'command', hidden: true } });
    await store.items.apply({ derived: [], put: [hidden, makeItem({ name: 'b', text: 'retry it' })] });
    assert.deepEqual(await namesFor(store, { words: ['retry'] }), ['b']);
    assert.deepEqual(await namesFor(store, { words: ['retry'], filter: { kinds: ['observation'] } }), ['b']);
    assert.deepEqual((await namesFor(store, { words: ['retry'], filter: { hidden: true } })).sort(), ['a', 'b']);
  });

  test('finds words of any script as they stand', async (t) => {
    const store = await open(t);
    const texts = [
      '한국어 검색',
      'ёлка йод',
      'Ελλάδα',
      'がっこう です',
      'नमस्ते दुनिया',
      'Éclair naïve café',
      'vừa được',
      'ФАЙЛ',
    ];
    await store.items.apply({ derived: [], put: texts.map((text, i) => makeItem({ name: String(i), text })) });
    for (const [i, text] of texts.entries()) {
      for (const word of wordsOf(text)) assert.ok((await namesFor(store, { words: [word] })).includes(String(i)), word);
    }
  });

  test('takes anything for words and phrases', async (t) => {
    const store = await open(t);
    await store.items.apply({ derived: [], put: [makeItem({ text: 'AND OR NOT NEAR a-b "quoted" *' })] });
    const odd = fc.oneof(
      fc.string({ unit: CODE_POINT }),
      fc.constantFrom('"', 'AND', 'NEAR(', '*', 'title:a', '^a', '\0', '-', '--', '', 'x'.repeat(5_000), '\ud800'),
    );
    const query = fc.record({ words: fc.array(odd), phrases: fc.array(fc.array(odd)) });
    await fc.assert(
      fc.asyncProperty(query, async (some) => void (await ask(store, some))),
      { numRuns: 300 },
    );
    const many = Array.from({ length: 2_000 }, (_, i) => `w${i}`);
    assert.deepEqual(await namesFor(store, { words: many, phrases: many.map((word) => [word]) }), []);
    assert.deepEqual((await ask(store, {})).candidates, []);
  });

  test('finds a word of more than 64 characters by its beginning', async (t) => {
    const store = await open(t);
    const hash = 'a1b2c3d4'.repeat(16);
    await store.items.apply({ derived: [], put: [makeItem({ name: 'a', text: `integrity ${hash}` })] });
    assert.deepEqual(await namesFor(store, { words: wordsOf(hash) }), ['a']);
  });
}

/** More items than a filter may have to be searched in full, and than a word may be in without being common. */
const MANY = Math.ceil(LIMITS.commonTermShare * LIMITS.newestRows) + 100;

async function fillMany(store: Store): Promise<void> {
  await store.log.append({ events: [makeEvent(), makeEvent({ agentSession: 'two' })] });
  const session = makeEvent().session;
  const put: Item[] = Array.from({ length: MANY }, (_, i) =>
    makeItem({
      name: String(i),
      at: START + i,
      text: i % 2 === 0 ? 'the common word and the common phrase' : `the common word ${i % 100 === 1 ? 'rare' : ''}`,
      project: projectOf(i < 40 ? 'small' : 'large'),
      ...(i === 3 ? { session } : {}),
      ...(i === 5 ? { kind: 'knowledge' as const } : {}),
    }),
  );
  for (let at = 0; at < MANY; at += 500) await store.items.apply({ derived: [], put: put.slice(at, at + 500) });
}

function bounds(open: OpenStore): void {
  test('leaves common words out while others remain, and searches the newest items for common words alone', async (t) => {
    const store = await open(t);
    await fillMany(store);
    const mixed = await ask(store, { words: ['common', 'rare'], limit: 300 });
    assert.deepEqual([mixed.dropped, mixed.newestOnly, mixed.total], [['common'], false, MANY]);
    assert.ok(mixed.candidates.every(({ item }) => item.text.includes('rare')));
    assert.equal(mixed.candidates.length, Math.floor((MANY - 2) / 100) + 1);
    const common = await ask(store, { words: ['common'], phrases: [['common', 'word']], limit: 300 });
    assert.deepEqual([common.dropped, common.newestOnly, common.candidates.length], [[], true, 300]);
  });

  test('finds what a filter allows, wherever the best of all items are', async (t) => {
    const store = await open(t);
    await fillMany(store);
    for (const filter of [
      { project: projectOf('small') },
      { session: makeEvent().session },
      { kinds: ['knowledge' as const] },
      { until: START + 39, project: projectOf('small'), agent: 'claude-code' },
    ]) {
      const wanted = await store.items.list(filter, { limit: 100 });
      const answer = await ask(store, { words: ['common', 'rare'], filter, limit: 100 });
      assert.deepEqual(new Set(namesOf(answer.candidates.map(({ item }) => item))), new Set(namesOf(wanted)));
      assert.deepEqual([answer.dropped, answer.newestOnly], [[], false]);
    }
    const large = await ask(store, { words: ['common'], filter: { project: projectOf('large') }, limit: 50 });
    assert.deepEqual([large.newestOnly, large.candidates.length], [true, 50]);
    const rare = await ask(store, { words: ['rare'], filter: { project: projectOf('large'), until: START + 500 } });
    assert.deepEqual(namesOf(rare.candidates.map(({ item }) => item)).sort(), ['101', '201', '301', '401']);
    const none = await ask(store, {
      words: ['common'],
      filter: { session: makeEvent({ agentSession: 'two' }).session },
    });
    assert.deepEqual(none.candidates, []);
  });
}
