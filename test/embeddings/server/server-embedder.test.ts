import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { suite, type TestContext, test } from 'node:test';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import { SERVER_DIALECTS } from '../../../src/embeddings/server/dialects.ts';
import { openServerEmbedder, type ServerOptions } from '../../../src/embeddings/server/server-embedder.ts';
import { assertServerFails } from '../../support/assert-server-fails.ts';
import {
  type Answer,
  answerOllama,
  answerOpenAi,
  type EmbedServer,
  startEmbedServer,
  vectorOf,
} from './embed-server.ts';

const KEY = 'test-key-of-no-service';
const memory = { purpose: 'memory' } as const;

function open(url: string, options: Partial<ServerOptions> & { kind?: 'openai' | 'ollama' } = {}): Embedder {
  const dialect = SERVER_DIALECTS.find(({ kind }) => kind === (options.kind ?? 'openai'));
  assert.ok(dialect);
  return openServerEmbedder({
    dialect,
    model: 'small',
    url: new URL(url),
    key: KEY,
    dimensions: 0,
    backOffMs: [1, 1],
    timeoutMs: 60_000,
    ...options,
  });
}

async function served(context: TestContext, answer: Answer): Promise<EmbedServer & { embedder: Embedder }> {
  const server = await startEmbedServer(context, answer);
  return { ...server, embedder: open(server.url) };
}

const assertFails = (work: Promise<unknown>, code: string, message: RegExp): Promise<void> =>
  assertServerFails(work, { code, message }, { key: KEY, sent: 'the secret plan' });

function unit(text: string): Float32Array {
  const row = vectorOf(text);
  const length = Math.hypot(...row);
  return Float32Array.from(row, (value) => value / length);
}

const answers =
  (body: unknown): Answer =>
  (_, response) =>
    response.end(JSON.stringify(body));
const withStatus =
  (status: number): Answer =>
  (_, response: ServerResponse) =>
    response.writeHead(status).end('the secret plan');

suite('an OpenAI-compatible server', () => {
  test('gives vectors of unit length in the order of the texts, and tells their size', async (context) => {
    const { embedder, asked, url } = await served(context, answerOpenAi);
    assert.deepEqual([embedder.model, embedder.dimensions], [`openai:small@${new URL(url).host}`, 0]);
    assert.deepEqual(await embedder.embed(['a', 'bcd'], memory), [unit('a'), unit('bcd')]);
    assert.equal(embedder.dimensions, 3);
    const [first] = asked;
    assert.equal(first?.path, '/embeddings');
    assert.equal(first?.headers.authorization, `Bearer ${KEY}`);
    assert.deepEqual(first?.body, { model: 'small', input: ['a', 'bcd'], encoding_format: 'float' });
  });

  test('is asked for dimensions and by a path of its own when a person set them', async (context) => {
    const { url, asked } = await startEmbedServer(context, answerOpenAi);
    const embedder = open(`${url}/v1/`, { dimensions: 3, key: '' });
    assert.deepEqual([embedder.model, embedder.dimensions], [`openai:small@${new URL(url).host}/v1#3`, 3]);
    await embedder.embed(['a'], memory);
    assert.equal(asked[0]?.path, '/v1/embeddings');
    assert.equal(asked[0]?.body.dimensions, 3);
    assert.equal(asked[0]?.headers.authorization, undefined);
  });

  test('gets at most 64 texts at once, none of them empty or long', async (context) => {
    const { embedder, asked } = await served(context, answerOpenAi);
    const texts = [...Array.from({ length: 129 }, (_, at) => `text ${at}`), '', 'x'.repeat(100_000)];
    assert.equal((await embedder.embed(texts, memory)).length, texts.length);
    assert.deepEqual(
      asked.map(({ body }) => body.input.length),
      [64, 64, 3],
    );
    assert.equal(asked[2]?.body.input[1], ' ');
    assert.ok((asked[2]?.body.input[2]?.length ?? 0) <= 4_000);
    assert.deepEqual(await embedder.embed([], memory), []);
  });

  test('gets no secret', async (context) => {
    const { embedder, asked } = await served(context, answerOpenAi);
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await embedder.embed([`push with ${secret} please`], { purpose: 'question' });
    assert.ok(!JSON.stringify(asked).includes(secret));
    assert.match(asked[0]?.body.input[0] ?? '', /push with \[redacted:.+\] please/);
  });
});

suite('an Ollama server', () => {
  test('gives vectors of unit length in order', async (context) => {
    const { url, asked } = await startEmbedServer(context, answerOllama);
    const embedder = open(url, { kind: 'ollama', key: '' });
    assert.deepEqual(await embedder.embed(['a', 'bcd'], memory), [unit('a'), unit('bcd')]);
    assert.equal(asked[0]?.path, '/api/embed');
    assert.deepEqual(asked[0]?.body, { model: 'small', input: ['a', 'bcd'], truncate: true });
  });

  test('without the model says how to get it', async (context) => {
    const { url } = await startEmbedServer(context, withStatus(404));
    await assert.rejects(open(url, { kind: 'ollama' }).embed(['a'], memory), {
      code: 'embedder_failed',
      fix: 'ollama pull small',
    });
  });
});

suite('a server that fails', () => {
  const cases: [string, Answer, RegExp][] = [
    ['answers with what is not JSON', (_, response) => response.end('<html>'), /not JSON/],
    ['answers with NaN', (_, response) => response.end('{"data":[{"embedding":[NaN]}]}'), /not JSON/],
    ['answers with nothing', (_, response) => response.end(), /not JSON/],
    ['answers with other JSON', answers({ ok: true }), /no list of vectors/],
    ['answers with null', answers(null), /no list of vectors/],
    ['answers with a list of numbers', answers({ data: [1, 2] }), /no list of vectors/],
    ['gives too few vectors', answers({ data: [] }), /0 vectors for 1 text/],
    ['gives too many vectors', answers({ data: [{ embedding: [1] }, { embedding: [1] }] }), /2 vectors for 1 text/],
    ['gives a vector of words', answers({ data: [{ embedding: ['1'] }] }), /no list of numbers/],
    ['gives a vector with a hole', answers({ data: [{ embedding: [1, null] }] }), /no list of numbers/],
    ['gives an empty vector', answers({ data: [{ embedding: [] }] }), /0 numbers/],
    ['gives a vector of zeros', answers({ data: [{ embedding: [0, 0] }] }), /without a length/],
    ['gives a number too large', (_, response) => response.end('{"data":[{"embedding":[1e999]}]}'), /that is none/],
    ['gives a vector too long', answers({ data: [{ embedding: Array(5_000).fill(1) }] }), /5000 numbers/],
    ['refuses the key', withStatus(401), /status 401: it does not take the key/],
    ['has no such model', withStatus(404), /status 404/],
    ['refuses the texts', withStatus(400), /status 400: it refuses the texts/],
    ['sends elsewhere', (_, response) => response.writeHead(307, { location: '/x' }).end(), /status 307/],
    ['has a fault', withStatus(500), /status 500/],
    ['has too many requests', withStatus(429), /status 429/],
    ['cuts the line', (_, response) => response.destroy(), /cannot be reached/],
  ];
  for (const [what, answer, message] of cases) {
    test(`because it ${what} is embedder_failed with a fix`, async (context) => {
      const { embedder } = await served(context, answer);
      await assertFails(embedder.embed(['the secret plan'], memory), 'embedder_failed', message);
    });
  }

  test('because it is not there is embedder_failed with a fix', async () => {
    await assertFails(open('http://127.0.0.1:9').embed(['a'], memory), 'embedder_failed', /cannot be reached/);
  });

  test('because it hangs, before its answer or within, is timeout', async (context) => {
    const { url } = await startEmbedServer(context, (_, response, times) => {
      if (times > 1) response.write('{"data":');
    });
    const embedder = open(url, { timeoutMs: 100 });
    await assertFails(embedder.embed(['a'], memory), 'timeout', /in time/);
    await assertFails(embedder.embed(['a'], memory), 'timeout', /in time/);
  });

  test('because its answer has no end is embedder_failed', async (context) => {
    const { embedder } = await served(context, (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(1_000_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await assertFails(embedder.embed(['a'], memory), 'embedder_failed', /more than vectors can be/);
  });

  test('because it changes the size of its vectors is embedder_failed', async (context) => {
    const { embedder } = await served(context, (_, response, times) => {
      response.end(JSON.stringify({ data: [{ embedding: Array(times).fill(1) }] }));
    });
    await embedder.embed(['a'], memory);
    await assertFails(embedder.embed(['a'], memory), 'embedder_failed', /2 numbers where it is 1/);
  });
});

suite('a server that fails for a while', () => {
  test('is asked again twice, and its answer counts', async (context) => {
    const { embedder, asked } = await served(context, (one, response, times) => {
      if (times === 1) response.writeHead(503).end();
      else if (times === 2) response.destroy();
      else answerOpenAi(one, response);
    });
    assert.deepEqual(await embedder.embed(['a'], memory), [unit('a')]);
    assert.equal(asked.length, 3);
  });

  test('is not asked again when it refuses, or wants to be left alone for long', async (context) => {
    const { embedder, asked } = await served(context, (_, response, times) => {
      if (times === 1) response.writeHead(400).end();
      else response.writeHead(429, { 'retry-after': '3600' }).end();
    });
    await assertFails(embedder.embed(['a'], memory), 'embedder_failed', /400/);
    await assertFails(embedder.embed(['a'], memory), 'embedder_failed', /429/);
    assert.equal(asked.length, 2);
  });

  test('is not asked again for a question, whose answer would come too late', async (context) => {
    const { embedder, asked } = await served(context, withStatus(503));
    await assertFails(embedder.embed(['a'], { purpose: 'question' }), 'embedder_failed', /503/);
    assert.equal(asked.length, 1);
  });

  test('is left alone after three failed calls, which then fail at once', async (context) => {
    const { embedder, asked } = await served(context, withStatus(401));
    for (let call = 0; call < 5; call += 1) await assertFails(embedder.embed(['a'], memory), 'embedder_failed', /401/);
    assert.equal(asked.length, 3);
  });

  test('is not left alone because of texts that it refuses', async (context) => {
    const { embedder, asked } = await served(context, withStatus(413));
    for (let call = 0; call < 5; call += 1) await assertFails(embedder.embed(['a'], memory), 'embedder_failed', /413/);
    assert.equal(asked.length, 5);
  });
});

test('a call that is cancelled ends at once, before, while it is asked and between two tries', async (context) => {
  const { url, asked } = await startEmbedServer(context, (_, response, times) => {
    if (times > 1) response.writeHead(500).end();
  });
  const cancelled = { code: 'cancelled' };
  const before = AbortSignal.abort();
  await assert.rejects(open(url).embed(['a'], { ...memory, signal: before }), cancelled);
  assert.equal(asked.length, 0);
  for (const backOffMs of [[1], [3_600_000]]) {
    const embedder = open(url, { backOffMs });
    const controller = new AbortController();
    const call = embedder.embed(['a'], { ...memory, signal: controller.signal });
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    await assert.rejects(call, cancelled);
  }
});
