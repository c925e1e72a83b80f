import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { httpMemory } from '../support/http-memory.ts';
import { startEmbedServer } from '../support/models/embed-server.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { cliSurface, mcpSurface, memorySurface, type Question, type Surface } from '../support/surfaces.ts';
import { listenAt } from '../support/tcp-request.ts';
import { rememberWork, type Work } from './contract/remembered-work.ts';

interface Surfaces {
  worker: RunningWorker;
  work: Work;
  sdk: Surface;
  others: Surface[];
}

async function openAll(context: TestContext, env: Record<string, string> = {}): Promise<Surfaces> {
  const worker = await runWorker(context, { env });
  const memory = worker.memory();
  const work = await rememberWork(memory);
  const others = [
    memorySurface('HTTP', httpMemory(await listenAt(worker.socket), worker.at.project)),
    await mcpSurface(context, worker),
    cliSurface(worker),
  ];
  return { worker, work, sdk: memorySurface('SDK', memory), others };
}

/** Asks all surfaces; gives the names of those that have the question, all of which answered as the SDK does. */
async function askAll({ sdk, others }: Surfaces, question: Question): Promise<string[]> {
  const wanted = await sdk.ask(question);
  const names: string[] = [];
  for (const surface of others) {
    const answer = await surface.ask(question);
    if (answer === undefined) continue;
    assert.deepEqual(answer, wanted, `${surface.name}: ${JSON.stringify(question)}`);
    names.push(surface.name);
  }
  return names;
}

test('SDK, HTTP, MCP and the command line find the same, by every filter', async (context) => {
  const all = await openAll(context);
  const [monday] = all.work.sessions;
  const query = 'totals cents refund test';
  const filters: Extract<Question, { call: 'search' }>['input'][] = [
    { query },
    { query: 'how do we keep money?' },
    { query, kinds: ['prompt', 'message'] },
    { query, meaning: 'decision' },
    { query, category: 'testing' },
    { query, project: all.work.project },
    { query, agent: 'claude-code' },
    { query, session: monday },
    { query, file: 'src/totals.ts' },
    { query, file: 'refunds.ts' },
    { query, concept: 'money' },
    { query, since: '2026-03-03' },
    { query, until: '2026-03-02T09:10:00Z' },
    { query, limit: 2 },
    { query: 'zebra' },
    { query, session: 'o_aaaaaaaaaaaaaaaa' },
    { query, cursor: 'no cursor' },
  ];
  for (const input of filters) {
    assert.deepEqual(await askAll(all, { call: 'search', input }), ['HTTP', 'MCP', 'CLI']);
  }
});

test('they say why in the same words, and look by words or by meaning alone', async (context) => {
  const all = await openAll(context, (await startEmbedServer(context)).env);
  const memory = all.worker.memory();
  await memory.settled();
  const query = 'how do we keep money?';
  assert.deepEqual((await memory.search(query)).notes, []);
  const asked: [Extract<Question, { call: 'search' }>['input'], string[]][] = [
    [{ query, explain: true }, ['HTTP', 'MCP', 'CLI']],
    [{ query, mode: 'hybrid', explain: true, limit: 3 }, ['HTTP', 'MCP', 'CLI']],
    [{ query, mode: 'vectors', explain: true }, ['HTTP', 'MCP', 'CLI']],
    [{ query, mode: 'vectors', kinds: ['prompt'], limit: 2 }, ['HTTP', 'MCP', 'CLI']],
    [{ query, mode: 'words', explain: true }, ['HTTP', 'CLI']],
  ];
  for (const [input, surfaces] of asked) assert.deepEqual(await askAll(all, { call: 'search', input }), surfaces);
  const { reasons = [] } = (await all.sdk.ask({ call: 'search', input: { query, explain: true } })) ?? {};
  assert.ok(reasons.length > 0);
  assert.match(reasons[0] ?? '', /^Holds "(?:keep|money)".* an agent.s decision; \d+ (?:days|months) old\.$/);
});

test('they go through the same pages', async (context) => {
  const { worker, sdk, others } = await openAll(context);
  const memory = worker.memory();
  for (let cursor: string | undefined, pages = 0; ; pages += 1) {
    const input = { query: 'totals cents refund', limit: 2, ...(cursor === undefined ? {} : { cursor }) };
    const page = await memory.search(input);
    const wanted = await sdk.ask({ call: 'search', input });
    for (const surface of others) assert.deepEqual(await surface.ask({ call: 'search', input }), wanted, surface.name);
    cursor = page.nextCursor;
    if (cursor !== undefined) continue;
    assert.ok(pages > 0);
    return;
  }
});

test('they take every kind of id, and know the same of it', async (context) => {
  const all = await openAll(context);
  const { worker, work } = all;
  const memory = worker.memory();
  const ids = new Map<string, string>();
  const note = (id: string): unknown => ids.set(id[0] ?? '', id);
  for (const id of [work.decision, work.project, ...work.sessions]) note(id);
  for await (const event of memory.events({ follow: false })) note(event.id);
  for (const entry of (await memory.list({ limit: 100 })).entries) note(entry.id);
  assert.deepEqual([...ids.keys()].sort(), ['e', 'k', 'm', 'o', 'p', 'r', 's', 't', 'y']);
  const every = ['HTTP', 'MCP', 'CLI'];
  for (const id of ids.values()) {
    assert.deepEqual(await askAll(all, { call: 'get', input: { ids: [id] } }), every);
    assert.deepEqual(await askAll(all, { call: 'timeline', input: { anchor: id, before: 2, after: 2 } }), every);
    if (!id.startsWith('r_')) {
      assert.deepEqual(await askAll(all, { call: 'search', input: { query: 'totals', session: id } }), every);
    }
  }
  await askAll(all, { call: 'get', input: { ids: [...ids.values(), 'o_aaaaaaaaaaaaaaaa'] } });
  await askAll(all, { call: 'timeline', input: { anchor: 'o_aaaaaaaaaaaaaaaa' } });
  await askAll(all, { call: 'timeline', input: { anchor: 'no time' } });
  await askAll(all, { call: 'timeline', input: { anchor: '2026-03-03T09:00:00Z', project: work.project } });
});

test('they list, tell and give the same context', async (context) => {
  const all = await openAll(context);
  const [monday] = all.work.sessions;
  const asked: [Question, string[]][] = [
    [{ call: 'list', input: { kinds: ['session'], limit: 20 } }, ['HTTP', 'CLI']],
    [{ call: 'list', input: { session: monday, limit: 20 } }, ['HTTP', 'CLI']],
    [{ call: 'list', input: { kinds: ['knowledge'], status: 'proposed', limit: 10 } }, ['HTTP', 'CLI']],
    [{ call: 'list', input: { hidden: true, limit: 10 } }, ['HTTP', 'CLI']],
    [{ call: 'list', input: { file: 'src/totals.ts', limit: 10 } }, ['HTTP', 'MCP']],
    [{ call: 'recall', input: { query: 'how do we keep money?' } }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'resume', input: {} }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'project', input: {} }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'patterns', input: {} }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'patterns', input: { kind: 'fix', file: 'totals.ts' } }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'resume', input: { sessionId: monday, words: 80 } }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'context', input: {} }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'context', input: { prompt: 'fix the totals again' } }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'context', input: { file: 'src/totals.ts' } }, ['HTTP', 'MCP', 'CLI']],
    [{ call: 'context', input: { budget: 100 } }, ['HTTP', 'MCP', 'CLI']],
  ];
  for (const [question, surfaces] of asked) assert.deepEqual(await askAll(all, question), surfaces);
});

test('what one of them remembers the others know', async (context) => {
  const { worker, sdk, others } = await openAll(context);
  const memory = worker.memory();
  const surfaces = [sdk, ...others];
  for (const [index, surface] of surfaces.entries()) {
    const text = `The heron number ${index} is for ${surface.name}.`;
    const input = { text, kind: 'decision' as const, reason: 'It was free.', concepts: ['heron'] };
    assert.deepEqual(await surface.ask({ call: 'remember', input }), { texts: ['proposed'] }, surface.name);
    const [entry] = (await memory.list({ kinds: ['knowledge'], limit: 1 })).entries;
    const [record] = (await memory.get(entry?.id ?? '')).records;
    assert.deepEqual([record?.text, record?.detail.reason, record?.detail.concepts], [text, 'It was free.', ['heron']]);
    for (const other of surfaces) {
      const got = await other.ask({ call: 'get', input: { ids: [entry?.id ?? ''] } });
      assert.deepEqual(got?.texts, [text], other.name);
    }
  }
});
