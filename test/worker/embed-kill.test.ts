import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmbedServer } from '../support/models/embed-server.ts';
import { runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

/** More than what was answered, two batches at most, and one that waits. */
const NOTES = 200;
const ANSWERED = 40;

test('a kill while it embeds loses nothing and repeats at most one batch', { timeout: 300_000 }, async (context) => {
  const server = await startEmbedServer(context);
  const env: Record<string, string> = {};
  const worker = await runWorker(context, { env });
  const memory = worker.memory();
  const notes = Array.from({ length: NOTES }, (_, i) => `Note ${i} is about subject ${i}.`);
  await Promise.all(notes.map((note) => memory.remember(note)));
  await worker.end('SIGTERM');
  // Only now is there a model: all notes wait when the first batch is sent.
  Object.assign(env, server.env);
  server.answers = ANSWERED;
  await worker.restart();
  const texts = (): string[] => server.batches.flat();
  await until(() => texts().length > ANSWERED && server.held > 0);
  await worker.end('SIGKILL');
  const before = server.batches.length;
  assert.ok(texts().length < NOTES, 'it was killed too late');

  server.answers = Number.POSITIVE_INFINITY;
  await worker.restart();
  await memory.settled({ timeoutMs: 120_000 });
  const { vectors } = await memory.status();
  assert.deepEqual([vectors.state, vectors.stored, vectors.waiting], ['idle', NOTES, 0]);

  const seen = new Map<string, number>();
  for (const text of texts()) seen.set(text, (seen.get(text) ?? 0) + 1);
  assert.equal(seen.size, NOTES, 'a memory was never embedded');
  const twice = [...seen].filter(([, times]) => times > 1).map(([text]) => text);
  const last = new Set(server.batches.slice(0, before).at(-1));
  assert.deepEqual(
    twice.filter((text) => !last.has(text)),
    [],
    'more than the last batch was repeated',
  );
  assert.ok([...seen.values()].every((times) => times <= 2));
  const { hits } = await memory.search('subject 77');
  assert.match(hits[0]?.title ?? '', /subject 77/);
});

test('told to stop in the middle of embedding, it leaves at once and goes on at the next start', async (context) => {
  const server = await startEmbedServer(context);
  server.answers = 0;
  const worker = await runWorker(context, { env: server.env });
  const memory = worker.memory();
  await memory.remember('The mutex was held twice.');
  await until(() => server.held > 0);
  await worker.end('SIGTERM');
  server.answers = Number.POSITIVE_INFINITY;
  await worker.restart();
  await memory.settled();
  assert.equal((await memory.status()).vectors.stored, 1);
  const { hits } = await memory.search('semaphore');
  assert.equal(hits.length, 1);
});
