import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CairnError } from '../../../src/core/errors.ts';
import { createQuestionVectors } from '../../../src/memory/runtime/question-vectors.ts';
import { takeIgnored } from '../../../src/platform/ignored.ts';
import { createWordEmbedder } from '../../support/models/word-embedder.ts';

const LONG = { ms: 60_000 };

function open() {
  const embedder = createWordEmbedder();
  const clock = { now: 0, answers: 0 };
  const parts = {
    embedder,
    now: () => clock.now,
    onAnswer: () => {
      clock.answers += 1;
    },
  };
  takeIgnored();
  return { embedder, clock, questions: createQuestionVectors(parts) };
}

test('a question asked again within a minute is embedded once, later again', async () => {
  const { embedder, clock, questions } = open();
  const { vector } = await questions.of('why pnpm', LONG);
  assert.equal(vector?.model, 'words@1');
  clock.now = 59_000;
  assert.deepEqual(await questions.of('why pnpm', LONG), { vector });
  assert.equal(embedder.calls.length, 1);
  clock.now = 61_000;
  await questions.of('why pnpm', LONG);
  assert.equal(embedder.calls.length, 2);
  assert.equal(clock.answers, 2);
});

test('two who ask the same at once are answered by one embedding', async () => {
  const { embedder, questions } = open();
  await Promise.all([questions.of('why pnpm', LONG), questions.of('why pnpm', LONG)]);
  assert.equal(embedder.calls.length, 1);
});

test('a vector that comes too late is there for the next time', async () => {
  const { embedder, questions } = open();
  const gate = Promise.withResolvers<void>();
  embedder.before = () => gate.promise;
  const { vector, missing } = await questions.of('why pnpm', { ms: 5 });
  assert.equal(vector, undefined);
  assert.match(missing ?? '', /still loading/);
  gate.resolve();
  assert.ok((await questions.of('why pnpm', LONG)).vector);
  assert.equal(embedder.calls.length, 1);
});

test('why there is no vector is told, and it is tried again', async () => {
  const { embedder, questions } = open();
  embedder.before = () => {
    throw new CairnError('embedder_failed', 'The model file is damaged.');
  };
  assert.deepEqual(await questions.of('why pnpm', LONG), { missing: 'The model file is damaged.' });
  assert.deepEqual(takeIgnored(), { 'the vector of a question could not be made': 1 });
  embedder.before = () => undefined;
  assert.ok((await questions.of('why pnpm', LONG)).vector);
});

test('who gives up is told so, at once', async () => {
  const { embedder, questions } = open();
  embedder.before = () => new Promise(() => undefined);
  const giveUp = new AbortController();
  const asked = questions.of('why pnpm', { ...LONG, signal: giveUp.signal });
  giveUp.abort();
  await assert.rejects(asked, (error) => error instanceof CairnError && error.code === 'cancelled');
});

test('what says nothing is not embedded, and what was asked can be dropped', async () => {
  const { embedder, questions } = open();
  assert.deepEqual(await questions.of('  ', LONG), {});
  await questions.of('why pnpm', LONG);
  questions.clear();
  await questions.of('why pnpm', LONG);
  assert.equal(embedder.calls.length, 2);
});

test('keeps no more than the last questions', async () => {
  const { embedder, questions } = open();
  for (let i = 0; i < 200; i += 1) await questions.of(`question ${i}`, LONG);
  await questions.of('question 199', LONG);
  await questions.of('question 0', LONG);
  assert.equal(embedder.calls.length, 201);
});
