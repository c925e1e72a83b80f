import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { findAgent } from '../../../src/agents/registry.ts';
import type { Agent } from '../../../src/agents/shared/contract.ts';
import { findUnreadTranscripts } from '../../../src/ingest/transcripts/find-unread-transcripts.ts';
import { emptyReconciled, type Reconciled, reconcile } from '../../../src/ingest/transcripts/reconcile-transcripts.ts';
import { SESSION_FIXTURES } from '../../agents/session-fixtures.ts';
import { openFresh } from '../../support/fresh-home.ts';

const SESSION = '0b6e7d0e-1111-4222-8333-944455566677';

/** A line of a prompt as the agent writes it. */
function line(n: number, text = `Prompt number ${n}.`): string {
  const place = { sessionId: SESSION, cwd: '/home/dev/shop', timestamp: new Date(1_790_000_000_000 + n).toISOString() };
  const message = { role: 'user', content: text };
  return JSON.stringify({ ...place, type: 'user', uuid: `u${n}`, promptId: `p${n}`, promptSource: 'typed', message });
}

function openTranscript(context: TestContext) {
  const { memory, store, intake, at } = openFresh(context);
  const folder = join(at.userHome, '.claude/projects/-home-dev-shop');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${SESSION}.jsonl`);
  const agent = findAgent('claude-code');
  assert.ok(agent);
  const readAs = async (reader: Agent): Promise<Reconciled> => {
    let last = emptyReconciled();
    for await (const step of reconcile({ path, agent: reader, proves: true }, { log: store.log, intake })) last = step;
    return last;
  };
  const read = (): Promise<Reconciled> => readAs(agent);
  const events = async (): Promise<number> => (await memory.status()).counts.events;
  return { path, read, readAs, agent, events, memory, store, intake, at };
}

test('a file that grew is read from where it was left', async (context) => {
  const { path, read, events } = openTranscript(context);
  writeFileSync(path, `${line(1)}\n${line(2)}\n`);
  assert.deepEqual([(await read()).lines, await events()], [2, 2]);
  appendFileSync(path, `${line(3)}\n`);
  const grown = await read();
  assert.deepEqual([grown.lines, grown.added, await events()], [1, 1, 3]);
  assert.equal((await read()).lines, 0);
});

for (const { agent: name, write } of SESSION_FIXTURES) {
  test(`${name}: of no transcript more lines tell something than it has`, async (context) => {
    const { store, intake, at } = openFresh(context);
    write(at.userHome, 1);
    const agent = findAgent(name);
    assert.ok(agent);
    const found = agent.findTranscripts({ home: at.userHome, variables: {} });
    for (const { path } of found) {
      let last = emptyReconciled();
      for await (const step of reconcile({ path, agent, proves: true }, { log: store.log, intake })) last = step;
      assert.ok(last.read <= last.lines, `${path}: ${last.read} of ${last.lines}`);
    }
  });
}

test('a half-written last line waits until it is whole', async (context) => {
  const { path, read, events } = openTranscript(context);
  const second = line(2);
  writeFileSync(path, `${line(1)}\n${second.slice(0, 60)}`);
  assert.deepEqual([(await read()).lines, await events()], [1, 1]);
  appendFileSync(path, `${second.slice(60)}\n`);
  assert.deepEqual([(await read()).added, await events()], [1, 2]);
});

test('a whole last line without a line end is read, and once', async (context) => {
  const { path, read, events } = openTranscript(context);
  writeFileSync(path, `${line(1)}\n${line(2)}`);
  assert.deepEqual([(await read()).added, await events()], [2, 2]);
  appendFileSync(path, `\n${line(3)}\n`);
  await read();
  assert.equal(await events(), 3);
});

test('a file that was cut or replaced is read anew, and what is known is not doubled', async (context) => {
  const { path, read, events } = openTranscript(context);
  writeFileSync(path, `${line(1)}\n${line(2)}\n`);
  await read();
  writeFileSync(path, `${line(1)}\n`);
  assert.deepEqual([(await read()).added, await events()], [0, 2]);
  writeFileSync(path, `${line(9)}\n${line(1)}\n${line(2)}\n`);
  assert.deepEqual([(await read()).added, await events()], [1, 3]);
});

test('a file that vanished is no error', async (context) => {
  const { path, read } = openTranscript(context);
  writeFileSync(path, `${line(1)}\n`);
  rmSync(path);
  assert.deepEqual(await read(), emptyReconciled());
});

test('lines that are none are counted by type and the rest is read', async (context) => {
  const { path, read } = openTranscript(context);
  writeFileSync(path, `${line(1)}\nnot json\n\n{"type":"news","x":1}\n${line(2)}\n`);
  const result = await read();
  assert.equal(result.read, 2);
  assert.equal(
    Object.values(result.skipped).reduce((a, b) => a + b, 0),
    3,
  );
  assert.equal(result.skipped.news, 1);
});

test('a packed file of nothing but line ends is no transcript: it says so after a bounded number of steps', async (context) => {
  const { path, agent, store, intake } = openTranscript(context);
  const packed = `${path}.gz`;
  writeFileSync(packed, gzipSync(Buffer.alloc(64 * 1024 * 1024, '\n')));
  let steps = 0;
  const read = async (): Promise<void> => {
    for await (const { added } of reconcile({ path: packed, agent, proves: true }, { log: store.log, intake })) {
      assert.equal(added, 0);
      steps += 1;
    }
  };
  await assert.rejects(read, { code: 'invalid_input', message: /1000000 lines in a row that say nothing/ });
  assert.ok(steps <= 8, `${steps} steps`);
});

const REFUSAL =
  "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nno, keep the old parser";

/** A call that its user refused, as the agent writes it. */
function refusedCall(): string {
  const place = { sessionId: SESSION, cwd: '/home/dev/shop', timestamp: new Date(1_790_000_000_100).toISOString() };
  const call = { type: 'tool_use', id: 't1', name: 'Edit', input: { file_path: '/home/dev/shop/a.ts' } };
  const result = { type: 'tool_result', tool_use_id: 't1', is_error: true, content: REFUSAL };
  return [
    { ...place, type: 'assistant', uuid: 'a1', message: { role: 'assistant', content: [call] } },
    {
      ...place,
      type: 'user',
      uuid: 'r1',
      toolUseResult: 'User rejected tool use',
      message: { role: 'user', content: [result] },
    },
  ]
    .map((one) => JSON.stringify(one))
    .join('\n');
}

/** The agent with a reader that found less in the same lines. */
function earlier(agent: Agent): Agent {
  const { readerVersion: _version, ...rest } = agent;
  return {
    ...rest,
    createParser: (file, state) => {
      const parser = agent.createParser(file, state);
      return {
        ...parser,
        line: (text, offset) =>
          parser.line(text, offset).map((event) => {
            if (event.body.kind !== 'tool.end') return event;
            const { reply: _reply, ...body } = event.body;
            return { ...event, body };
          }),
      };
    },
  };
}

test('a transcript that an earlier reader has read is read once more, and its events are completed', async (context) => {
  const { path, readAs, agent, events, memory, store, at } = openTranscript(context);
  writeFileSync(path, `${line(1)}\n${refusedCall()}\n${line(2)}\n`);
  assert.equal((await readAs(earlier(agent))).added, 3);
  await memory.settled();
  const said = async () =>
    (await memory.list({ kinds: ['knowledge'] })).entries.map(({ title, author }) => [author, title]);
  assert.deepEqual(await said(), []);

  const environment = { home: at.userHome, variables: {} };
  const unread = () =>
    findUnreadTranscripts({ log: store.log, agents: [agent], environment, setUpAt: () => Number.POSITIVE_INFINITY });
  assert.deepEqual(
    (await unread()).map((one) => one.path),
    [path],
  );
  const again = await readAs(agent);
  assert.deepEqual([again.added, again.completed, again.duplicates], [0, 1, 2]);
  await memory.settled();
  assert.deepEqual(await said(), [['person', 'no, keep the old parser']]);

  assert.equal((await readAs(agent)).lines, 0);
  appendFileSync(path, `${line(3)}\n`);
  assert.deepEqual([(await readAs(agent)).lines, await events()], [1, 4]);
  assert.deepEqual(await unread(), []);
});
