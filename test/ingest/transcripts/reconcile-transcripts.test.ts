import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findAgent } from '../../../src/agents/registry.ts';
import { emptyReconciled, type Reconciled, reconcile } from '../../../src/ingest/transcripts/reconcile-transcripts.ts';
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
  const read = async (): Promise<Reconciled> => {
    let last = emptyReconciled();
    for await (const step of reconcile({ path, agent }, { log: store.log, intake })) last = step;
    return last;
  };
  const events = async (): Promise<number> => (await memory.status()).counts.events;
  return { path, read, events };
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
