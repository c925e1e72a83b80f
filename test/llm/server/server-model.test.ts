import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { CairnError } from '../../../src/core/errors.ts';
import type { LanguageModel, ModelRequest } from '../../../src/llm/model/language-model.ts';
import { CHAT_DIALECTS } from '../../../src/llm/server/chat-dialects.ts';
import { openServerModel } from '../../../src/llm/server/server-model.ts';
import { assertServerFails } from '../../support/assert-server-fails.ts';
import { type ModelAnswer, type ModelServer, SPEAK, say, startModelServer } from '../../support/models/model-server.ts';

const KEY = 'test-key-of-no-service';
const SCHEMA = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
const REQUEST: ModelRequest = {
  system: 'Answer.',
  prompt: 'the secret plan',
  schema: { name: 'summary', schema: SCHEMA },
  maxTokens: 300,
};
const KINDS = ['openai', 'anthropic', 'ollama'] as const;
type Kind = (typeof KINDS)[number];

const never = (): AbortSignal => new AbortController().signal;

function open(url: string, kind: Kind, options: { key?: string; timeoutMs?: number } = {}): LanguageModel {
  const dialect = CHAT_DIALECTS.find((known) => known.kind === kind);
  assert.ok(dialect);
  return openServerModel({
    dialect,
    model: 'small',
    url: new URL(url),
    key: KEY,
    timeoutMs: 60_000,
    backOffMs: [1, 1],
    ...options,
  });
}

async function served(
  context: TestContext,
  kind: Kind,
  answer: ModelAnswer,
): Promise<ModelServer & { model: LanguageModel }> {
  const server = await startModelServer(context, answer);
  return { ...server, model: open(server.url, kind) };
}

const assertFails = (work: Promise<unknown>, code: string, message: RegExp): Promise<void> =>
  assertServerFails(work, { code, message }, { key: KEY, sent: 'the secret plan' });

for (const kind of KINDS) {
  const speak = SPEAK[kind];

  suite(`a server that speaks as ${kind}`, () => {
    test('gives the text, the tokens and whether it was cut', async (context) => {
      const { model, asked } = await served(context, kind, (_, response) =>
        say(response, speak('{"word":"yes"}', { isCut: true })),
      );
      assert.equal(model.name, `${kind}:small`);
      const reply = await model.complete(REQUEST, { signal: never() });
      assert.deepEqual(reply, { text: '{"word":"yes"}', inputTokens: 7, outputTokens: 5, isCut: true });
      assert.deepEqual([asked[0]?.system, asked[0]?.prompt], [REQUEST.system, REQUEST.prompt]);
      assert.match(JSON.stringify(asked[0]?.body), /"word"/);
      assert.match(JSON.stringify(asked[0]?.body), /300/);
    });

    test('is asked without a schema once it refused one', async (context) => {
      const { model, asked } = await served(context, kind, ({ body }, response) => {
        if (JSON.stringify(body).includes('"word"')) response.writeHead(400).end('no schema here');
        else say(response, speak('plain'));
      });
      assert.equal((await model.complete(REQUEST, { signal: never() })).text, 'plain');
      assert.equal((await model.complete(REQUEST, { signal: never() })).text, 'plain');
      assert.equal(asked.length, 3);
    });

    test('that counts no tokens, or impossible ones, is measured', async (context) => {
      const wrong = [
        [Number.NaN, null],
        [-4, 1.5],
        ['7', {}],
        [1e30, undefined],
      ];
      const { model } = await served(context, kind, (_, response, times) =>
        say(response, speak('four', { tokens: wrong[times - 1] })),
      );
      for (const _ of wrong) {
        const { inputTokens, outputTokens } = await model.complete(REQUEST, { signal: never() });
        assert.deepEqual([inputTokens, outputTokens], [6, 1]);
      }
    });

    test('is asked again when it has too many requests or a fault, as long as it says', async (context) => {
      const { model, asked } = await served(context, kind, (_, response, times) => {
        if (times === 1) response.writeHead(429, { 'retry-after': '0' }).end();
        else if (times === 2) response.writeHead(503).end();
        else say(response, speak('late'));
      });
      assert.equal((await model.complete(REQUEST, { signal: never() })).text, 'late');
      assert.equal(asked.length, 3);
    });

    const failures: [string, ModelAnswer, string, RegExp][] = [
      ['refuses the key', (_, response) => response.writeHead(401).end('the secret plan'), 'model_failed', /key/],
      ['has no such model', (_, response) => response.writeHead(404).end(), 'model_failed', /no model small/],
      [
        'has too many requests for long',
        (_, response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
        'model_failed',
        /too many/,
      ],
      ['has a fault', (_, response) => response.writeHead(500).end(), 'model_failed', /fault of its own/],
      [
        'sends elsewhere',
        (_, response) => response.writeHead(302, { location: 'http://x/' }).end(),
        'model_failed',
        /302/,
      ],
      ['cuts the line', (_, response) => response.destroy(), 'model_failed', /cannot be reached, or stopped/],
      [
        'stops half-way',
        (_, response) => {
          response.writeHead(200, { 'content-length': '5000' }).write('{"choices":');
          setTimeout(() => response.destroy(), 20);
        },
        'model_failed',
        /stopped half-way/,
      ],
      ['answers in prose', (_, response) => response.end('Sure! Here it is.'), 'model_failed', /not JSON/],
      [
        'answers with other JSON',
        (_, response) => say(response, { ok: [1] }),
        'model_failed',
        /no answer of such a server/,
      ],
      ['answers with nothing', (_, response) => response.end(), 'model_failed', /not JSON/],
      [
        'answers without end',
        (_, response) => {
          const part = `"${'x'.repeat(65_536)}",`;
          const more = (): void => {
            while (!response.destroyed && response.write(part));
            if (!response.destroyed) response.once('drain', more);
          };
          response.writeHead(200);
          more();
        },
        'model_failed',
        /more than answers can be/,
      ],
    ];
    for (const [name, answer, code, message] of failures) {
      test(`that ${name} is ${code}`, async (context) => {
        const { model } = await served(context, kind, answer);
        await assertFails(model.complete(REQUEST, { signal: never() }), code, message);
      });
    }

    test('that is not there is model_failed; one that hangs is timeout', async (context) => {
      const gone = open('http://127.0.0.1:9', kind);
      await assertFails(gone.complete(REQUEST, { signal: never() }), 'model_failed', /cannot be reached/);
      const { url } = await startModelServer(context, () => undefined);
      const model = open(url, kind, { timeoutMs: 100 });
      await assertFails(model.complete(REQUEST, { signal: never() }), 'timeout', /in time/);
    });

    test('is left at once when the caller cancels', async (context) => {
      const { model } = await served(context, kind, () => undefined);
      const cancel = new AbortController();
      const work = model.complete(REQUEST, { signal: cancel.signal });
      cancel.abort();
      await assert.rejects(work, (error) => error instanceof CairnError && error.code === 'cancelled');
    });
  });
}

test('each protocol has its own path, key and form', async (context) => {
  const bodies = new Map<Kind, ModelServer['asked'][number]>();
  for (const kind of KINDS) {
    const { model, asked } = await served(context, kind, (_, response) => say(response, SPEAK[kind]('x')));
    await model.complete(REQUEST, { signal: never() });
    const [one] = asked;
    assert.ok(one);
    bodies.set(kind, one);
  }
  const [openai, anthropic, ollama] = KINDS.map((kind) => bodies.get(kind));
  assert.deepEqual([openai?.path, anthropic?.path, ollama?.path], ['/chat/completions', '/v1/messages', '/api/chat']);
  assert.equal(openai?.headers.authorization, `Bearer ${KEY}`);
  assert.equal(anthropic?.headers['x-api-key'], KEY);
  assert.equal(anthropic?.headers['anthropic-version'], '2023-06-01');
  assert.deepEqual(anthropic?.body.tool_choice, { type: 'tool', name: 'summary' });
  assert.equal(ollama?.body.stream, false);
  assert.deepEqual(ollama?.body.format, SCHEMA);
  assert.deepEqual(ollama?.body.options, { temperature: 0, num_predict: 300, num_ctx: 4_096 });
});

test('what a model hands to a tool is its answer', async (context) => {
  const { model } = await served(context, 'anthropic', (_, response) =>
    say(response, {
      content: [
        { type: 'text', text: 'Here.' },
        { type: 'tool_use', id: 't', name: 'summary', input: { word: 'yes' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 1, output_tokens: 2 },
    }),
  );
  assert.equal((await model.complete(REQUEST, { signal: never() })).text, '{"word":"yes"}');
});
