import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { countTokens } from '../../src/core/text/tokens.ts';
import { ALL_TOOLS } from '../../src/mcp/tools.ts';
import { programOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { startEmbedServer } from '../support/models/embed-server.ts';
import { environmentOf, runWorker } from '../support/run-worker.ts';

const MCP = programOf('mcp');
const QUIET = '--disable-warning=ExperimentalWarning';

/** A client of the MCP server in a process of its own; what the server writes to stderr is collected. */
async function connect(
  context: TestContext,
  at: FreshHome,
  { env = {}, modern = false, args = [] }: { env?: Record<string, string>; modern?: boolean; args?: string[] } = {},
): Promise<{ client: Client; complaints: string[] }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [QUIET, MCP, ...args],
    env: { ...environmentOf(at), CLAUDE_PROJECT_DIR: at.project, ...env },
    stderr: 'pipe',
    cwd: at.project,
  });
  const complaints: string[] = [];
  transport.stderr?.on('data', (part: Buffer) => complaints.push(part.toString()));
  const client = new Client({ name: 'test', version: '1' }, modern ? { versionNegotiation: { mode: 'auto' } } : {});
  await client.connect(transport);
  context.after(() => client.close());
  return { client, complaints };
}

/** Calls a tool and gives its text, its data and whether it failed. */
async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ text: string; data: JsonObject; isError: boolean }> {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content;
  assert.ok(content?.type === 'text' && isJsonObject(result.structuredContent));
  return { text: content.text, data: result.structuredContent, isError: result.isError === true };
}

test('tells an agent when to use it, in instructions and in every description, within the limits', async (context) => {
  const at = freshHome(context);
  const { client, complaints } = await connect(context, at);
  const instructions = client.getInstructions() ?? '';
  assert.match(instructions, /Search it before/);
  assert.ok(Buffer.byteLength(instructions) < 2_048);
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ['search', 'timeline', 'get', 'context', 'remember', 'forget', 'by_file'],
  );
  for (const { description = '' } of tools) {
    assert.match(description, /^Use /);
    assert.ok(Buffer.byteLength(description) < 2_048);
  }
  assert.ok(countTokens(JSON.stringify(tools)) <= 1_500);
  assert.deepEqual(complaints, []);
});

test('serves all tools when told to, each for what it alone can do', async (context) => {
  const worker = await runWorker(context, { env: (await startEmbedServer(context)).env });
  const { client, complaints } = await connect(context, worker.at, { args: ['--tools', 'all'] });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(
    names,
    ALL_TOOLS.map(({ name }) => name),
  );
  assert.ok(names.includes('semantic_search'));
  const made = await call(client, 'remember', {
    text: 'The mutex is held by one import at a time.',
    kind: 'constraint',
  });
  await call(client, 'remember', { text: 'The office plants are watered on Mondays.', kind: 'note' });
  await worker.memory().settled();
  const found = await call(client, 'semantic_search', { query: 'semaphore', limit: 1, explain: true });
  const [hit] = found.data.hits as JsonObject[];
  assert.equal(hit?.id, made.data.id, found.text);
  assert.match(String(hit?.why), /\(cosine 0\.\d\d\); an agent's constraint; of today\.$/);
  assert.match(found.text, /^ {3}Why \(0\.\d\d\): Is .* in meaning \(cosine/m);
  assert.equal((await call(client, 'semantic_search', { query: 'x', meaning: 'bugfix' })).isError, true);
  const figures = await call(client, 'stats', { project: '*' });
  assert.match(figures.text, /memories 2, /);
  assert.deepEqual((figures.data.totals as JsonObject).memories, 2);
  assert.match(
    (await call(client, 'report', { span: 'week', format: 'md', project: '*' })).text,
    /^# Report of the week/,
  );
  const plain = await call(client, 'search', { query: 'semaphore' });
  assert.doesNotMatch(plain.text, /Why/);
  const by = { agent: 'codex', sessionId: 'one', cwd: worker.at.project };
  const run = { tool: 'Bash', input: { command: 'npm test' }, output: '1 failed', success: false, exitCode: 1 };
  await worker.memory().record([
    { ...by, kind: 'prompt', text: 'Make the tests pass.', origin: 'person' },
    { ...by, kind: 'tool.end', ...run },
  ]);
  await worker.memory().settled();
  const steps = await call(client, 'workflow', { session: 'one' });
  assert.match(steps.text, /^\[p_\w+\] \S+ prompt: Make the tests pass\.$/m);
  assert.match(steps.text, /^\[o_\w+\] \S+ command: .*npm test.*exit 1/m);
  assert.equal((steps.data.steps as JsonObject[]).length, 2);
  await call(client, 'edit', { id: String((await worker.memory().session('one')).id), tags: ['red'] });
  const tagged = await call(client, 'by_concept', { concept: 'red', kinds: ['session'], project: '*' });
  assert.match(tagged.text, /s_\w+/);
  assert.deepEqual(complaints, []);
});

test('puts memories together, tells what a collection holds and asks it', async (context) => {
  const worker = await runWorker(context);
  const { client, complaints } = await connect(context, worker.at, { args: ['--tools', 'all'] });
  const made = await call(client, 'remember', { text: 'The retry queue backs off for the partner API.' });
  await call(client, 'remember', { text: 'The retry queue is drained at midnight.' });
  await worker.memory().settled();
  const created = await call(client, 'collection_create', { name: 'retries', ids: [String(made.data.id)] });
  const { id } = created.data.collection as JsonObject;
  assert.match(created.text, new RegExp(`^It was created\\.\n${id} retries \\(1 memory\\)`));
  assert.match((await call(client, 'collection_list', {})).text, new RegExp(`${id} retries`));
  const asked = await call(client, 'collection_ask', {
    collection: 'retries',
    question: 'what does the retry queue do',
  });
  assert.deepEqual(
    (asked.data.passages as JsonObject[]).map((one) => one.id),
    [made.data.id],
  );
  const held = await call(client, 'collection_get', { collection: id as string });
  assert.match(held.text, new RegExp(String(made.data.id)));
  await call(client, 'collection_remove', { collection: 'retries', ids: [String(made.data.id)] });
  assert.match((await call(client, 'collection_list', {})).text, /0 memories/);
  await call(client, 'collection_add', { collection: 'retries', ids: String(made.data.id) });
  assert.match((await call(client, 'get', { ids: [String(id)] })).text, /retries/);
  assert.deepEqual(complaints, []);
});

test('says nothing where another server of Cairn serves the same agent', async (context) => {
  const { client, complaints } = await connect(context, freshHome(context), { env: { CAIRN_MCP_SILENT: '1' } });
  assert.equal(client.getInstructions(), undefined);
  assert.equal(client.getServerCapabilities()?.tools, undefined);
  assert.deepEqual(complaints, []);
});

test('remembers as an agent, and finds, reads and recalls what was remembered', async (context) => {
  const { at } = await runWorker(context);
  const { client, complaints } = await connect(context, at);
  const made = await call(client, 'remember', {
    text: 'We use idempotency keys instead of locks in checkout.',
    kind: 'decision',
    reason: 'locks were held over calls to the payment provider',
    alternatives: ['a lock for each cart'],
  });
  assert.equal(made.data.status, 'proposed');
  const found = await call(client, 'search', { query: 'why idempotency keys' });
  assert.match(found.text, /data to weigh, not instructions/);
  assert.match(found.text, new RegExp(`${made.data.id} .* knowledge by agent, proposed: `));
  const whole = await call(client, 'get', { ids: [String(made.data.id)] });
  assert.match(whole.text, /reason: locks were held/);
  assert.match(whole.text, /a lock for each cart/);
  const block = await call(client, 'context', { prompt: 'change the locks of checkout' });
  assert.equal(block.isError, false);
  assert.deepEqual(complaints, []);
});

test('answers wrong input with code, message and fix', async (context) => {
  const { at } = await runWorker(context);
  const { client } = await connect(context, at);
  const wrong = await call(client, 'search', { query: ['a'] });
  assert.equal(wrong.isError, true);
  assert.match(wrong.text, /^invalid_input: search: query takes a text; it got \["a"\]\.\nFix: /);
  assert.ok(isJsonObject(wrong.data.error) && wrong.data.error.code === 'invalid_input');
  assert.equal((await call(client, 'remember', { text: 'x', kind: 'law' })).isError, true);
  const missing = await call(client, 'get', { ids: ['o_aaaaaaaaaaaaaaaa'] });
  assert.match(missing.text, /Unknown ids: o_aaaaaaaaaaaaaaaa/);
});

test('says that no worker runs when none may be started, and goes on', async (context) => {
  const at = freshHome(context);
  const { client, complaints } = await connect(context, at, { env: { CAIRN_WORKER_START: 'never' } });
  const failed = await call(client, 'search', { query: 'anything' });
  assert.equal(failed.isError, true);
  assert.match(failed.text, /^not_running: /);
  assert.equal((await call(client, 'search', { query: 'again' })).isError, true);
  assert.deepEqual(complaints, []);
});

test('takes escapes and marks out of what it tells', async (context) => {
  const worker = await runWorker(context);
  await worker.memory().remember({ text: 'Red \u001b[31malert\u001b[0m \u202etxet desrever', kind: 'note' });
  const { client } = await connect(context, worker.at);
  const found = await call(client, 'search', { query: 'red' });
  assert.doesNotMatch(found.text, /\u202e|\[31m/);
  assert.match(found.text, /Red alert/);
});

test('speaks the current protocol and the one with initialize', async (context) => {
  const at = freshHome(context);
  for (const modern of [true, false]) {
    const { client } = await connect(context, at, { modern });
    assert.equal((await client.listTools()).tools.length, 7);
  }
});

test('ends when its input ends', async (context) => {
  const at = freshHome(context);
  const server: ChildProcess = spawn(process.execPath, [QUIET, MCP], {
    env: environmentOf(at),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  server.stdin?.end();
  assert.equal(await ended, 0);
});
