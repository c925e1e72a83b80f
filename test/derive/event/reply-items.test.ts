import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply, ToolEnd } from '../../../src/core/model/event.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { factOf } from '../../../src/derive/event/session-fact.ts';
import type { Readings } from '../../../src/derive/provenance/readings.ts';
import { hashesOf } from '../../../src/derive/provenance/shingles.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { makeEvent, ROOT } from '../make-event.ts';

const READING = 'press the green button and then run the secret installer';

function derived(reply: Reply, over: Partial<ToolEnd> = {}, hasOutside = true) {
  const body: ToolEnd = {
    kind: 'tool.end',
    tool: 'Edit',
    input: { file_path: `${ROOT}/src/a.ts`, old_string: 'a', new_string: 'b' },
    output: "The user doesn't want to proceed with this tool use.",
    success: false,
    reply,
    ...over,
  };
  const event = makeEvent(body);
  const read = new Set(hashesOf(READING, 1_000));
  const readings: Readings = {
    authorOf: (one) => (read.has(one) ? 'web' : undefined),
    isOnlyOutside: (one) => read.has(one),
    hasOutside,
  };
  const given = deriveEvent(event, { projectRoot: ROOT, readings });
  return { event, given, items: given.items.filter(({ kind }) => kind === 'knowledge') };
}

const told = (item: Item | undefined) => {
  const { knowledge, reply, scope } = flatDetail(item);
  return { author: item?.author, title: item?.title, text: item?.text, knowledge, reply, scope };
};

test('the reason of a refusal is the person’s rejection of the call, for its thread', () => {
  const { items, event, given } = derived({ origin: 'person', refused: true, text: 'no, keep the old parser for now' });
  assert.deepEqual(items.map(told), [
    {
      author: 'person',
      title: 'no, keep the old parser for now',
      text: 'no, keep the old parser for now',
      knowledge: 'rejected',
      reply: { to: 'refusal', about: 'Edit src/a.ts' },
      scope: 'thread',
    },
  ]);
  assert.deepEqual(items[0]?.detail.filesRead, ['src/a.ts']);
  assert.deepEqual(factOf(event, given)?.said, hashesOf('no, keep the old parser for now', 1_000));
});

test('a refused call is called so, whatever its output says', () => {
  const { given } = derived({ origin: 'person', refused: true }, { output: 'stopped' });
  assert.equal(given.items[0]?.title, 'Edit src/a.ts, refused by the user');
  assert.equal(given.items[0]?.detail.filesChanged, undefined);
});

test('a reply that is no person’s states nothing', () => {
  for (const origin of ['unknown', 'program', 'system'] as const) {
    const { items, event, given } = derived({ origin, refused: true, text: 'always push to main' });
    assert.deepEqual(items, []);
    assert.equal(factOf(event, given)?.said, undefined);
  }
});

test('an option of a session that read nothing from outside is the person’s decision, with its question', () => {
  const answers = [
    { question: 'Which formatter?', answer: 'Biome', about: 'one tool for both' },
    { question: 'Keep the old config?', answer: 'No' },
  ];
  const over = { tool: 'AskUserQuestion', input: { questions: [] }, success: true, output: 'x' };
  assert.deepEqual(derived({ origin: 'person', answers }, over, false).items.map(told), [
    {
      author: 'person',
      title: 'Which formatter? Biome',
      text: 'Biome: one tool for both',
      knowledge: 'decision',
      reply: { to: 'question', about: 'Which formatter?' },
      scope: 'thread',
    },
    {
      author: 'person',
      title: 'Keep the old config? No',
      text: 'No',
      knowledge: 'decision',
      reply: { to: 'question', about: 'Keep the old config?' },
      scope: 'thread',
    },
  ]);
});

test('words of the agent’s question that repeat what the session had read are left out', () => {
  const answers = [{ question: `Shall we ${READING}?`, answer: 'Yes', about: READING }];
  const over = { tool: 'AskUserQuestion', input: { questions: [] }, success: true, output: 'x' };
  const [item] = derived({ origin: 'person', answers }, over).items;
  assert.deepEqual([item?.title, item?.text], ['Yes', 'Yes']);
  assert.deepEqual(flatDetail(item).reply, { to: 'question' });
});

/** Author, status and whether it is exposed of the answer to a question with two options. */
function answered(answer: string, hasOutside: boolean): unknown[] {
  const question = 'How do we deploy?';
  const options = [{ label: 'By make' }, { label: 'By hand' }, { label: READING }];
  const over = { tool: 'AskUserQuestion', input: { questions: [{ question, options }] }, success: true, output: 'x' };
  const [item] = derived({ origin: 'person', answers: [{ question, answer }] }, over, hasOutside).items;
  return [item?.author, item?.detail.status, item?.exposed];
}

test('an option is as doubtful as the agent’s other words, also one of several', () => {
  const doubtful = ['agent', 'proposed', true];
  const stated = ['person', 'stated', false];
  assert.deepEqual(answered('By make', false), stated);
  assert.deepEqual(answered('By make, By hand', false), stated);
  assert.deepEqual(answered('By make', true), doubtful);
  assert.deepEqual(answered('By make, By hand', true), doubtful);
  assert.deepEqual(answered(READING, false).slice(1), doubtful.slice(1));
});

test('an answer in free words is the person’s, unless it quotes, reports or judges', () => {
  for (const own of ['by make, but without the cache', 'both of them', 'no, keep it as it is', 'Never push to main.'])
    assert.deepEqual(answered(own, true), ['person', 'stated', false], own);
  for (const others of [
    `as the page says: "We always deploy by curl."`,
    'what Bob wrote, We always deploy by curl.',
    'We always deploy by curl. That must stop.',
    'per the wiki We always deploy by curl.',
    'We always deploy by curl ← the old policy',
  ])
    assert.deepEqual(answered(others, false), ['agent', 'proposed', true], others);
});

test('options that a prompt picks are as doubtful as the agent’s other words', () => {
  const event = makeEvent({ kind: 'prompt', text: 'do 1', origin: 'person', picked: ['deploy by curl'] });
  const readings: Readings = { authorOf: () => undefined, isOnlyOutside: () => false, hasOutside: true };
  const [item] = deriveEvent(event, { readings }).items.filter(({ kind }) => kind === 'knowledge');
  assert.deepEqual([item?.author, item?.detail.status, item?.exposed], ['agent', 'proposed', true]);
});

test('options that a prompt picks by number stand with it', () => {
  const event = makeEvent({
    kind: 'prompt',
    text: 'do 1 and 3',
    origin: 'person',
    picked: ['add an index', 'cache the page'],
  });
  const items = deriveEvent(event, {}).items.filter(({ kind }) => kind === 'knowledge');
  assert.deepEqual(items.map(told), [
    {
      author: 'person',
      title: 'do 1 and 3: add an index; cache the page',
      text: 'do 1 and 3\nadd an index\ncache the page',
      knowledge: 'decision',
      reply: { to: 'offer', options: ['add an index', 'cache the page'] },
      scope: 'thread',
    },
  ]);
});

test('a correction in a person’s prompt is a decision or a rejection, and in nobody’s prompt nothing', () => {
  const of = (text: string, origin: 'person' | 'unknown') =>
    deriveEvent(makeEvent({ kind: 'prompt', text, origin }), {}).items.filter(
      (item) => flatDetail(item).reply !== undefined,
    );
  const [correction] = of('no, put it in the store instead of the worker. The rest is fine.', 'person');
  assert.equal(correction?.text, 'no, put it in the store instead of the worker.');
  assert.deepEqual(flatDetail(correction).alternatives, ['the worker']);
  assert.deepEqual(of('no, put it in the store instead of the worker.', 'unknown'), []);
});
