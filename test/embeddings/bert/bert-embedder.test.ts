import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBertEmbedder } from '../../../src/embeddings/bert/bert-embedder.ts';
import { buildModelFile } from '../../../src/embeddings/bert/build-model-file.ts';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import { smallBert } from '../../support/models/small-bert.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const entry = at('src/bin/embedder.ts');
const MINILM = at('packages/model-minilm/minilm.cairn');
const TEXT = 'We decided to keep SQLite because a server is one more thing to run, and nobody wants to run one. ';

function open(context: TestContext, options: { path?: string; idleMs?: number } = {}): Embedder {
  const embedder = openBertEmbedder({ path: MINILM, entry, ...options });
  context.after(() => embedder.close());
  return embedder;
}

function smallFile(context: TestContext): { path: string; bytes: Buffer } {
  const path = join(temporaryFolder(context), 'small.cairn');
  const bytes = buildModelFile(smallBert());
  writeFileSync(path, bytes);
  return { path, bytes };
}

/** Threads of this process beside the main one. */
function threads(): number {
  return (process.report.getReport() as { workers: unknown[] }).workers.length;
}

suite('a model in a thread', () => {
  test('says its name and size before the thread runs, and embeds in order', async (context) => {
    const embedder = open(context);
    assert.equal(embedder.model, 'all-MiniLM-L6-v2-int8');
    assert.equal(embedder.dimensions, 384);
    assert.equal(threads(), 0);
    const { items } = JSON.parse(readFileSync(at('test/fixtures/minilm/vectors.json'), 'utf8')) as {
      items: { text: string; vector: number[] }[];
    };
    const vectors = await embedder.embed(
      items.map(({ text }) => text),
      { purpose: 'memory' },
    );
    assert.equal(vectors.length, items.length);
    for (const [index, { text, vector }] of items.entries()) {
      const cosine = vector.reduce((all, x, place) => all + x * (vectors[index]?.[place] ?? 0), 0);
      assert.ok(cosine > 0.995, `${cosine} of ${text}`);
    }
    assert.deepEqual(await embedder.embed([], { purpose: 'memory' }), []);
  });

  test('embeds a question as it embeds a memory, and texts of any length', async (context) => {
    const embedder = open(context);
    const long = TEXT.repeat(2000);
    const [memory] = await embedder.embed([long], { purpose: 'memory' });
    const [question] = await embedder.embed([long], { purpose: 'question' });
    assert.deepEqual(question, memory);
    const odd = ['', ' ', '\0', '\ud800', 'ﷺ'.repeat(500)];
    for (const vector of await embedder.embed(odd, { purpose: 'memory' })) {
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
    }
  });

  test('answers a question before the memories that wait', async (context) => {
    const embedder = open(context);
    const order: string[] = [];
    const memories = embedder.embed(Array(60).fill(TEXT), { purpose: 'memory' }).then(() => order.push('memories'));
    const others = embedder.embed([TEXT], { purpose: 'memory' }).then(() => order.push('another memory'));
    const question = embedder.embed(['why sqlite?'], { purpose: 'question' }).then(() => order.push('question'));
    await Promise.all([memories, others, question]);
    assert.deepEqual(order, ['question', 'memories', 'another memory']);
  });

  test('gives up a call whose signal aborts, and goes on with the others', async (context) => {
    const embedder = open(context);
    const controller = new AbortController();
    // Minutes of work: it is under way when it is given up.
    const given = embedder.embed(Array(20_000).fill(TEXT), { purpose: 'memory', signal: controller.signal });
    const kept = embedder.embed([TEXT], { purpose: 'memory' });
    await until(() => threads() === 1);
    controller.abort();
    await assert.rejects(given, { code: 'cancelled' });
    assert.equal((await kept).length, 1);
    await assert.rejects(embedder.embed([TEXT], { purpose: 'memory', signal: AbortSignal.abort() }), {
      code: 'cancelled',
    });
  });

  test('leaves when nobody asked for a while, and comes back', async (context) => {
    const embedder = open(context, { path: smallFile(context).path, idleMs: 30 });
    const [first] = await embedder.embed(['the memory of an agent'], { purpose: 'question' });
    await until(() => threads() === 0);
    assert.deepEqual(await embedder.embed(['the memory of an agent'], { purpose: 'question' }), [first]);
    assert.equal(threads(), 1);
  });

  test('leaves when it is told to rest, after what was asked', async (context) => {
    const embedder = open(context, { path: smallFile(context).path });
    const asked = embedder.embed(['the memory'], { purpose: 'memory' });
    await embedder.rest();
    assert.equal((await asked).length, 1);
    await until(() => threads() === 0);
    await embedder.embed(['the memory'], { purpose: 'memory' });
    await embedder.rest();
    assert.equal(threads(), 0);
  });

  test('fails what waits when it is closed, and everything after', async (context) => {
    const embedder = open(context);
    const asked = embedder.embed(Array(40).fill(TEXT), { purpose: 'memory' });
    const refused = assert.rejects(asked, { code: 'cancelled' });
    await embedder.close();
    await refused;
    assert.equal(threads(), 0);
    await assert.rejects(embedder.embed([TEXT], { purpose: 'memory' }), { code: 'not_running' });
  });

  test('is not opened without its file', (context) => {
    const path = join(temporaryFolder(context), 'none.cairn');
    assert.throws(() => openBertEmbedder({ path, entry }), { code: 'embedder_failed' });
  });

  test('fails calls while its file is damaged, and works again once it is whole', async (context) => {
    const { path, bytes } = smallFile(context);
    const broken = Buffer.from(bytes);
    broken[bytes.length - 100] = (broken[bytes.length - 100] ?? 0) ^ 1;
    writeFileSync(path, broken);
    const embedder = open(context, { path });
    const isDamage = (error: { code: string; fix?: string; message: string }): boolean =>
      error.code === 'embedder_failed' && error.fix !== undefined && /damaged/.test(error.message);
    await assert.rejects(embedder.embed(['the'], { purpose: 'memory' }), isDamage);
    await assert.rejects(embedder.embed(['the'], { purpose: 'question' }), isDamage);
    writeFileSync(path, bytes);
    assert.equal((await embedder.embed(['the'], { purpose: 'question' })).length, 1);
  });

  test('fails calls when its program does not run', async (context) => {
    const { path } = smallFile(context);
    const embedder = openBertEmbedder({ path, entry: join(path, 'none.js') });
    context.after(() => embedder.close());
    await assert.rejects(embedder.embed(['the'], { purpose: 'memory' }), { code: 'embedder_failed' });
  });
});
