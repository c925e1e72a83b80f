import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { type Call, type CallTable, read } from '../../src/api/calls/call.ts';
import { integer, needed, text } from '../../src/api/calls/fields.ts';
import { CALLS, type CallName } from '../../src/api/calls.ts';
import type { CallOptions, Memory } from '../../src/api/contract.ts';
import { createCheckedMethods, type Uses } from '../../src/api/methods.ts';
import { routePath } from '../../src/api/routes.ts';
import { ANSWERS } from '../../src/api/schema/answer-schemas.ts';
import { callOptions } from '../../src/cli/terminal/call-options.ts';
import type { CliIo } from '../../src/cli/terminal/cli-io.ts';
import { createClientMemory } from '../../src/client/client-memory.ts';
import { asObject, type JsonObject } from '../../src/core/json.ts';
import { createApp } from '../../src/http/app.ts';
import { describeApi } from '../../src/http/openapi.ts';
import { argumentsOf } from '../../src/mcp/arguments.ts';
import { readNames, readUses } from '../../src/memory/read-methods.ts';
import type { Reads } from '../../src/memory/runtime/reads-contract.ts';
import { createThreadReads, type ThreadReadsOptions } from '../../src/worker/reader-thread.ts';
import { PATIENT } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A call as a contributor adds it: one row. */
const ECHO = {
  ...read('Says what it was asked.'),
  main: 'words',
  here: true,
  input: { words: needed(text('What is to be said.')), times: integer('How often; default 1.', 1, 9) },
} as const satisfies Call;
const TABLE: CallTable = { ...CALLS, echo: ECHO };
const CALLER = { surface: 'sdk', person: false, cwd: '/shop' } as const;

type Method = (input?: unknown, options?: CallOptions) => Promise<unknown>;

/** Its use: what carries it out. */
const USES = { echo: async (input: JsonObject) => ({ said: input }) } as unknown as Uses;

function methodOf(methods: object, name: string): Method {
  return (methods as Record<string, Method>)[name] ?? assert.fail(`there is no ${name}`);
}

/** The planted table behind HTTP on a real socket; gives the socket's path. */
async function serve(context: TestContext): Promise<string> {
  const app = createApp(
    {
      via: 'socket',
      usesFor: () => USES,
      hello: () => ({ name: 'cairn', version: '1.0.0', pid: 1, home: '/h', startedAt: '2026-01-01T00:00:00.000Z' }),
      leave: () => false,
      listen: async () => ({ url: 'http://127.0.0.1:1', token: 't' }),
      leaving: AbortSignal.any([]),
    },
    TABLE,
  );
  const path = join(temporaryFolder(context), 'cairn.sock');
  const server = createServer(getRequestListener(app.fetch)).listen(path);
  await once(server, 'listening');
  context.after(() => new Promise((resolve) => server.close(resolve)));
  return path;
}

test('a planted call is a method of the client and a route of HTTP, over a real socket', async (context) => {
  const socket = await serve(context);
  const memory = createClientMemory({ socket, deadlines: PATIENT, connect: async () => undefined }, CALLER, TABLE);
  const echo = methodOf(memory, 'echo');
  assert.deepEqual(await echo('hi'), { said: { words: 'hi' } });
  assert.deepEqual(await echo({ words: 'hi', times: 2 }), { said: { words: 'hi', times: 2 } });
  await assert.rejects(echo({ words: 'hi', times: 10 }), {
    code: 'invalid_input',
    message: 'echo: times takes a whole number from 1 to 9; it got 10.',
  });
  await assert.rejects(echo({ words: 'hi', loud: true }), { message: 'echo has no field "loud".' });
});

test('a planted call is in the OpenAPI document', () => {
  const { paths } = describeApi('1.0.0', { calls: TABLE });
  const { post } = asObject(asObject(paths)[routePath('echo')]);
  assert.equal(asObject(post).summary, ECHO.help);
  assert.deepEqual(asObject(post).requestBody, {
    required: true,
    content: {
      'application/json': {
        example: { words: 'text' },
        schema: {
          type: 'object',
          properties: {
            words: { type: 'string', description: 'What is to be said.' },
            times: { type: 'integer', minimum: 1, maximum: 9, description: 'How often; default 1.' },
          },
          required: ['words'],
          additionalProperties: false,
        },
      },
    },
  });
});

test('a planted call is a checked method in the same process', async () => {
  const echo = methodOf(createCheckedMethods(USES, TABLE), 'echo');
  assert.deepEqual(await echo('hi'), { said: { words: 'hi' } });
  await assert.rejects(echo({}), { message: 'echo: words takes a text; it got nothing.' });
});

test('a planted read goes to the reader thread, with the folder of who asks', async (context) => {
  const entry = join(temporaryFolder(context), 'reader.mjs');
  writeFileSync(
    entry,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ id, name, args: [input, now] }) =>
       parentPort.postMessage({ id, value: { name, input, hasTime: now > 0 } }));`,
  );
  const settings = { userHome: '/' } as ThreadReadsOptions['settings'];
  const thread = createThreadReads({ entry, dbPath: '/none', settings, deadlines: PATIENT }, TABLE);
  context.after(() => thread.close());
  const echo = methodOf(readUses(thread as Reads, { caller: CALLER }, TABLE), 'echo');
  assert.deepEqual(await echo({ words: 'hi' }, {}), {
    name: 'echo',
    input: { cwd: '/shop', words: 'hi' },
    hasTime: true,
  });
  assert.ok(readNames(TABLE).some((name: string) => name === 'echo'));
});

test('a planted call gives a tool its arguments, and a command its options', () => {
  const takes = argumentsOf(ECHO.input, { words: 'Words', count: { field: 'times', most: 5, help: '1-5' } });
  assert.deepEqual(takes.schema, {
    type: 'object',
    properties: { words: { type: 'string', description: 'Words' }, count: { type: 'integer', description: '1-5' } },
    required: ['words'],
  });
  assert.deepEqual(takes.read('echo', { words: 'hi', count: 7 }), { words: 'hi', times: 5 });
  const lists = argumentsOf(CALLS.forget.input, { ids: { required: true, most: 2 } });
  assert.deepEqual(lists.read('hide', { ids: 'o_a' }), { ids: ['o_a'] });
  assert.throws(() => lists.read('hide', { ids: [5] }), { message: /^hide: ids takes a list of 1 to 2 texts/ });
  assert.throws(() => takes.read('echo', { words: ' ' }), { message: /^echo: words takes a text that is not empty/ });

  const { options, read: readOptions } = callOptions(ECHO.input, { times: 'how often, 1 to 9' });
  assert.deepEqual(options, [{ flags: '--times <n>', help: 'how often, 1 to 9' }]);
  const io = { cwd: '/shop' } as CliIo;
  assert.deepEqual(readOptions({ args: [], options: { times: '3' } }, io), { times: 3 });
  assert.throws(() => readOptions({ args: [], options: { times: '10' } }, io), { code: 'invalid_input' });
});

test('an option of several words is read by the name that the parser gives it', () => {
  const { options, read: readOptions } = callOptions(CALLS.search.input, { asOf: 'as if asked then' });
  assert.deepEqual(options, [{ flags: '--as-of <time>', help: 'as if asked then' }]);
  assert.deepEqual(readOptions({ args: [], options: { asOf: '2026-10-05' } }, {} as CliIo), { asOf: '2026-10-05' });
});

test('what a row says of its fields names fields that it has, and every call has a schema of its answer', () => {
  for (const [name, { input, main, vector, args }] of Object.entries<Call>(CALLS)) {
    const named = [main, vector, ...(typeof args === 'string' ? [] : (args ?? []))].filter((one) => one !== undefined);
    for (const field of named) assert.ok(Object.hasOwn(input, field), `${name} has no ${field}`);
  }
  // The compiler finds a row that `Memory` has no method for.
  const methods: readonly (keyof Memory)[] = Object.keys(CALLS) as CallName[];
  assert.equal(new Set(methods).size, Object.keys(CALLS).length);
  assert.deepEqual(Object.keys(ANSWERS).sort(), Object.keys(CALLS).sort());
});
