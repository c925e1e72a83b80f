import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';

test('statements that cannot both hold are listed with both, until a person withdraws one', async (context) => {
  const { memory } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const say = (text: string, at: string) => memory.remember({ text, kind: 'decision', at });
  const older = await say('The API port is 3000.', '2026-03-01T09:00:00Z');
  const newer = await say('The API port is 4000.', '2026-04-01T09:00:00Z');
  await say('We keep prices in integer cents.', '2026-04-02T09:00:00Z');
  await memory.settled();
  const { contradictions } = await memory.contradictions();
  assert.deepEqual(
    contradictions.map((pair) => [pair.older.id, pair.newer.id, pair.older.supersededBy, pair.sure]),
    [[older.id, newer.id, newer.id, true]],
  );
  await memory.update(newer.id, { status: 'withdrawn' });
  await memory.settled();
  assert.deepEqual((await memory.contradictions()).contradictions, []);
});

test('withdrawing the newer statement lets the older stand again, though the prompt still says it', async (context) => {
  const { memory } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const say = (text: string, at: string) => memory.record([{ kind: 'prompt', sessionId: at, at, text }]);
  await say('We decided that the payment provider timeout is 10 seconds.', '2026-03-01T09:00:00Z');
  await say('We decided that the API port is 3000.', '2026-03-02T09:00:00Z');
  await say(
    'We decided that the payment provider timeout is 20 seconds. We decided that the API port is 4000.',
    '2026-04-01T09:00:00Z',
  );
  await memory.settled();
  const pairs = async () =>
    (await memory.contradictions()).contradictions.map(({ older, newer }) => `${older.title} | ${newer.title}`).sort();
  const [port = '', timeout = ''] = await pairs();
  assert.match(port, /port is 3000\. \| We decided that the API port is 4000\.$/);
  assert.match(timeout, /timeout is 10 seconds\. \| We decided that the payment provider timeout is 20 seconds\.$/);
  const { entries } = await memory.list({ kinds: ['knowledge'] });
  const idOf = (words: string) => entries.find(({ title }) => title.includes(words))?.id ?? assert.fail(words);
  const supersededBy = async () => (await memory.get(idOf('10 seconds'))).records[0]?.supersededBy;
  assert.equal(await supersededBy(), idOf('20 seconds'));
  for (const out of [{ status: 'withdrawn' }, { hidden: true }] as const) {
    await memory.update(idOf('20 seconds'), out);
    assert.deepEqual([await pairs(), await supersededBy()], [[port], undefined], JSON.stringify(out));
    await memory.update(idOf('20 seconds'), 'hidden' in out ? { hidden: false } : { status: 'reopened' });
    assert.deepEqual([await pairs(), await supersededBy()], [[port, timeout], idOf('20 seconds')]);
  }
});

test('confidence is higher for what a person stated, and falls for what gave way or was withdrawn', async (context) => {
  const { memory } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const say = async (text: string, at: string) => (await memory.remember({ text, kind: 'decision', at })).id;
  const older = await say('The API port is 3000.', '2026-03-01T09:00:00Z');
  const newer = await say('The API port is 4000.', '2026-04-01T09:00:00Z');
  const kept = await say('We keep prices in integer cents.', '2026-04-02T09:00:00Z');
  await memory.settled();
  const confidence = async (id: string) => (await memory.get([id])).records[0]?.confidence ?? 0;
  assert.ok((await confidence(older)) < (await confidence(newer)));
  assert.equal(await confidence(newer), await confidence(kept));
  await memory.update(kept, { status: 'withdrawn' });
  await memory.settled();
  assert.ok((await confidence(kept)) < (await confidence(older)));
});

test('different names for one thing are listed as a possible contradiction that supersedes nothing', async (context) => {
  const { memory } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const say = async (text: string, at: string) => (await memory.remember({ text, kind: 'decision', at })).id;
  const older = await say('We use Jest for the tests.', '2026-03-01T09:00:00Z');
  const newer = await say('We use Vitest for the tests.', '2026-04-01T09:00:00Z');
  await memory.settled();
  const { contradictions } = await memory.contradictions();
  assert.deepEqual(
    contradictions.map((pair) => [pair.older.id, pair.newer.id, pair.older.supersededBy, pair.sure]),
    [[older, newer, undefined, false]],
  );
  for (const id of [older, newer]) await memory.update(id, { status: 'confirmed' });
  await memory.settled();
  assert.deepEqual((await memory.contradictions()).contradictions, []);
});
