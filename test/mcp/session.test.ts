import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Memory } from '../../src/api/contract.ts';
import { asObject, isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { ID_PATTERN } from '../../src/core/model/ids.ts';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { clientOf, configure, socketOf } from '../support/run-worker.ts';

const CLI = join(DIST, 'cli.js');

/** What a tool answered. */
interface Answer {
  text: string;
  data: JsonObject;
  isError: boolean;
}

type Call = (name: string, args?: Record<string, unknown>) => Promise<Answer>;

/** A session of an agent with the built server, over a worker that the built program starts. */
interface Session {
  cairn: Cairn;
  client: Client;
  call: Call;
  /** The same memory for the command line. */
  memory: Memory;
}

/** Another session of an agent over the same memory. */
async function openSession(context: TestContext, cairn: Cairn): Promise<Session> {
  const client = await connect(context, cairn);
  const call: Call = async (name, args = {}) => toAnswer(await client.callTool({ name, arguments: args }));
  return { cairn, client, call, memory: clientOf(cairn.at, socketOf(cairn.at), { surface: 'cli' }) };
}

async function connect(context: TestContext, { at, env }: Cairn): Promise<Client> {
  configure(at);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp'],
    env: { ...env, CLAUDE_PROJECT_DIR: at.project },
    stderr: 'pipe',
    cwd: at.project,
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  context.after(() => client.close());
  return client;
}

function toAnswer(result: Awaited<ReturnType<Client['callTool']>>): Answer {
  const [content] = result.content;
  assert.ok(content?.type === 'text' && isJsonObject(result.structuredContent));
  return { text: content.text, data: result.structuredContent, isError: result.isError === true };
}

/** A session of work with something of every kind that memories are made of. */
async function work({ cairn, memory }: Session): Promise<void> {
  const at = Date.UTC(2026, 0, 5, 12);
  const file = join(cairn.at.project, 'src/cart.ts');
  const bodies = [
    { kind: 'session.start' },
    { kind: 'prompt', text: 'We decided to round totals in the cart, because cents got lost. Fix the failing test.' },
    {
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: 'npm test' },
      output: 'total is 9.999',
      exitCode: 1,
      success: false,
    },
    { kind: 'tool.end', tool: 'Edit', input: { file_path: file, old_string: 'a', new_string: 'b' }, output: 'ok' },
    { kind: 'tool.end', tool: 'Bash', input: { command: 'npm test' }, output: 'all passed', exitCode: 0 },
    {
      kind: 'tool.end',
      tool: 'Bash',
      input: { command: 'git commit -m "Round totals"' },
      output: '[main 1a2b3c4] Round totals\n 1 file changed',
    },
    { kind: 'message', text: 'The total of the cart is rounded to cents now; the test of the cart passes.' },
    { kind: 'compact.end', trigger: 'manual', summary: 'The cart rounds its totals. Next: the invoice.' },
  ];
  const events = bodies.map((body, i) => ({
    ...body,
    sessionId: 'one',
    agent: 'claude-code',
    at: at + i * 60_000,
    number: String(i),
    cwd: cairn.at.project,
  }));
  const { accepted } = await memory.record(events);
  assert.equal(accepted, bodies.length);
  await memory.settled();
}

const idsIn = (data: unknown): string[] => [...new Set(JSON.stringify(data).match(ID_PATTERN) ?? [])];

test('a session of an agent with the built server', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'Deploys go out on Tuesdays only.', '--kind', 'constraint']);
  await work(await openSession(context, cairn));

  await context.test('pages of a search go on where the one before ended', async (context) => {
    const { call } = await openSession(context, cairn);
    const query = 'the cart and its test';
    const whole = await call('search', { query, limit: 20 });
    const ids: string[] = [];
    for (let cursor: unknown; ids.length === 0 || cursor !== undefined; ) {
      const page = await call('search', { query, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      ids.push(...(page.data.hits as { id: string }[]).map(({ id }) => id));
      cursor = page.data.nextCursor;
    }
    assert.deepEqual(
      ids,
      (whole.data.hits as { id: string }[]).map(({ id }) => id),
    );
  });

  await context.test('a wrong argument is told with what is taken, in every tool', async (context) => {
    const { call } = await openSession(context, cairn);
    const wrong: [string, Record<string, unknown>, RegExp][] = [
      ['search', { query: ['a'] }, /search: query takes a text that is not empty|search: query takes a text/],
      ['search', { query: 'a', kinds: ['poem'] }, /kinds takes one of observation, knowledge/],
      ['search', { query: 'a', limit: 'ten' }, /limit takes a whole number from 1 to 20/],
      ['search', { query: 'a', cursor: 'abc' }, /not a cursor/],
      ['search', { query: 'a', since: 'yesteryear' }, /since: "yesteryear" is not a time/],
      ['search', { query: 'a', session: 'o_aaaaaaaaaaaaaaaa' }, /session: "o_aaaaaaaaaaaaaaaa" names nothing here/],
      ['search', { query: 'a', project: 'nowhere' }, /No project is called "nowhere"/],
      ['search', { question: 'a' }, /search has no argument "question".*\nFix: It takes query, limit/],
      ['timeline', { anchor: 5 }, /anchor takes a text/],
      ['timeline', { anchor: 'soon' }, /anchor: "soon" is not a time/],
      ['timeline', { anchor: 'o_aaaaaaaaaaaaaaaa' }, /not_found: /],
      ['get', { ids: 7 }, /ids takes a list of 1 to 50 texts/],
      ['get', { ids: [] }, /ids takes a list of 1 to 50 texts/],
      ['context', { budget: 'much' }, /budget takes a whole number/],
      ['remember', {}, /text takes a text that is not empty; it got nothing/],
      ['remember', { text: 'x', confidence: 7 }, /confidence takes a number from 0 to 1/],
      ['forget', {}, /ids takes/],
      ['forget', { ids: Array.from({ length: 21 }, () => 'o_aaaaaaaaaaaaaaaa') }, /ids takes a list of 1 to 20 texts/],
      ['by_file', {}, /file takes a text that is not empty/],
    ];
    for (const [tool, args, said] of wrong) {
      const { text, isError, data } = await call(tool, args);
      assert.equal(isError, true, `${tool} ${JSON.stringify(args)}: ${text}`);
      assert.match(text, said);
      assert.match(text, /\nFix: ./);
      assert.ok(asObject(data.error).code);
    }
  });

  await context.test(
    'a call that the worker is slow to answer tells progress, and can be cancelled',
    async (context) => {
      const { call, client, memory } = await openSession(context, cairn);
      await call('search', { query: 'warm' });
      const { owner: worker } = await memory.status();
      assert.ok(worker !== undefined);
      const raw = rawServer(context, cairn);
      await raw.ask({ id: 1, method: 'tools/call', params: { name: 'search', arguments: { query: 'warm' } } });
      process.kill(worker.pid, 'SIGSTOP');
      try {
        raw.send({ id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'slow' } } });
        const told = Promise.withResolvers<number>();
        const slow = client.callTool(
          { name: 'search', arguments: { query: 'slow' } },
          { onprogress: ({ progress }) => told.resolve(progress) },
        );
        assert.equal(await told.promise, 1);
        const cancel = new AbortController();
        const cancelled = client.callTool({ name: 'get', arguments: { ids: ['x'] } }, { signal: cancel.signal });
        cancel.abort('enough');
        await assert.rejects(cancelled);
        raw.send({ method: 'notifications/cancelled', params: { requestId: 2, reason: 'enough' } });
        await raw.ask({ id: 3, method: 'tools/list' });
        process.kill(worker.pid, 'SIGCONT');
        assert.equal(toAnswer(await slow).isError, false);
      } finally {
        process.kill(worker.pid, 'SIGCONT');
      }
      await raw.ask({ id: 4, method: 'tools/call', params: { name: 'search', arguments: { query: 'after' } } });
      assert.deepEqual(raw.answered(), [0, 1, 3, 4]);
    },
  );

  await context.test('every id that a tool gives is taken by every other', async (context) => {
    const { call, memory } = await openSession(context, cairn);
    const given = new Set<string>();
    const collect = ({ data, text, isError }: Answer): void => {
      assert.equal(isError, false, text);
      for (const id of [...idsIn(data), ...idsIn(text)]) given.add(id);
    };
    collect(await call('search', { query: 'cart total rounding test', limit: 20 }));
    collect(await call('remember', { text: 'Prices are kept as integers.', kind: 'decision' }));
    collect(await call('by_file', { file: 'src/cart.ts' }));
    collect(await call('context', { prompt: 'round the totals of the cart' }));
    collect(await call('timeline', { anchor: [...given][0], before: 20, after: 20 }));
    for (const kind of ['session', 'project'] as const) {
      for (const { id } of (await memory.list({ kinds: [kind] })).entries) given.add(id);
    }
    collect(await call('get', { ids: [...given] }));
    const prefixes = new Set([...given].map((id) => id.slice(0, 2)));
    for (const prefix of ['e_', 'o_', 'p_', 'm_', 's_', 'r_', 'y_', 'k_', 'g_'])
      assert.ok(prefixes.has(prefix), prefix);
    for (const id of given) {
      const whole = await call('get', { ids: [id] });
      assert.equal(idsIn(whole.data.records)[0], id);
      const around = await call('timeline', { anchor: id });
      assert.equal(around.isError, false, around.text);
      const found = await call('search', { query: id });
      assert.ok((found.data.hits as unknown[]).length > 0, `search ${id}`);
      const within = await call('search', { query: 'cart', session: id });
      if (!id.startsWith('r_')) assert.equal(within.isError, false, within.text);
    }
    const items = [...given].filter((id) => !/^[srk]_/.test(id)).slice(0, 20);
    const hidden = await call('forget', { ids: items });
    assert.equal(hidden.isError, false, hidden.text);
  });

  await context.test('what was hidden answers no question, and nothing of it is erased', async (context) => {
    const { call, memory } = await openSession(context, cairn);
    const made = await call('remember', { text: 'The flux capacitor needs 1.21 gigawatts.' });
    const id = String(made.data.id);
    assert.match((await call('search', { query: 'flux capacitor' })).text, new RegExp(id));
    const hidden = await call('forget', { ids: [id] });
    assert.match(hidden.text, new RegExp(`^Hidden: ${id}\\.`));
    assert.match(hidden.text, /a person/i);
    assert.doesNotMatch((await call('search', { query: 'flux capacitor' })).text, new RegExp(id));
    const listed = (await memory.list({ hidden: true })).entries;
    assert.equal(listed[0]?.id, id);
    assert.equal((await cairn.terminal(['review', 'unhide', id])).code, 0);
    assert.match((await call('search', { query: 'flux capacitor' })).text, new RegExp(id));
  });
});

/** The server spoken to line by line, to see what it does not answer. */
function rawServer(context: TestContext, { at, env }: Cairn) {
  configure(at);
  const server = spawn(process.execPath, [CLI, 'mcp'], { env, cwd: at.project, stdio: ['pipe', 'pipe', 'ignore'] });
  const gone = new Promise((resolve) => server.on('exit', resolve));
  context.after(async () => {
    server.stdin.end();
    await gone;
  });
  const answered: number[] = [];
  const waiting = new Map<number, () => void>();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line) as { id?: number };
    if (id === undefined) return;
    answered.push(id);
    waiting.get(id)?.();
  });
  const send = (message: JsonObject): void => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const ask = (message: JsonObject & { id: number }): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(message.id, resolve);
    send(message);
    return promise;
  };
  const clientInfo = { name: 'raw', version: '1' };
  const begun = ask({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  return {
    send,
    answered: () => answered,
    async ask(message: JsonObject & { id: number }): Promise<void> {
      await begun;
      await ask(message);
    },
  };
}
