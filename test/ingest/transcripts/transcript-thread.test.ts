import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findAgent } from '../../../src/agents/registry.ts';
import { resolveConfig } from '../../../src/config/resolve-config.ts';
import { type Reconciled, reconcile } from '../../../src/ingest/transcripts/reconcile-transcripts.ts';
import { createTranscriptThread } from '../../../src/ingest/transcripts/transcript-thread.ts';
import { programOf } from '../../support/built-program.ts';
import { openFresh } from '../../support/fresh-home.ts';

const SESSION = '0b6e7d0e-1111-4222-8333-944455566677';
const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

/** A prompt as the agent writes it, of about a kilobyte. */
function line(n: number): string {
  const place = { sessionId: SESSION, cwd: '/home/dev/shop', timestamp: new Date(1_790_000_000_000 + n).toISOString() };
  const message = { role: 'user', content: `Prompt number ${n} names ${SECRET}. ${`word${n} `.repeat(120)}` };
  return JSON.stringify({ ...place, type: 'user', uuid: `u${n}`, promptId: `p${n}`, promptSource: 'typed', message });
}

/** A memory whose transcripts are read in a thread, and one of these that is longer than is read here. */
function openWithThread(context: TestContext) {
  const opened = openFresh(context);
  const { store, intake, at } = opened;
  const env = { CAIRN_HOME: at.home };
  const data = resolveConfig({ env, userHome: at.userHome, readText: () => undefined });
  const thread = createTranscriptThread({
    entry: programOf('ingest'),
    data: { paths: data.paths, settings: data.settings },
  });
  context.after(() => thread.close());
  const folder = join(at.userHome, '.claude/projects/-home-dev-shop');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, `${Array.from({ length: 1_000 }, (_, n) => line(n)).join('\n')}\n`);
  const agent = findAgent('claude-code');
  assert.ok(agent);
  const steps = (): AsyncGenerator<Reconciled> =>
    reconcile({ path, agent, proves: true }, { log: store.log, intake, thread });
  return { ...opened, thread, path, steps };
}

test('a long transcript is read in another thread, which cleans it, once', async (context) => {
  const { steps, store, intake } = openWithThread(context);
  let last: Reconciled | undefined;
  let count = 0;
  for await (const step of steps()) {
    last = step;
    count += 1;
  }
  assert.deepEqual([last?.added, last?.read, last?.lines], [1_000, 1_000, 1_000]);
  assert.ok(count > 3, `${count} steps`);
  const events = await store.log.since(0, 2_000);
  assert.equal(events.length, 1_000);
  assert.ok(events.every(({ body }) => !JSON.stringify(body).includes(SECRET)));
  const marks = Object.entries(intake.redactions());
  assert.deepEqual(
    marks.map(([name, n]) => [/ claude-code prompt /.test(name), n]),
    [[true, 1_000]],
  );
  for await (const _step of steps()) assert.fail('it was read before');
});

test('hooks are written between the steps of an import', async (context) => {
  const { steps, store, intake } = openWithThread(context);
  let hooks = 0;
  for await (const _step of steps()) {
    hooks += 1;
    const payload = JSON.stringify({
      session_id: 'other',
      cwd: '/',
      prompt_id: `h${hooks}`,
      last_assistant_message: `Done ${hooks}.`,
    });
    await intake.hook({ agent: 'claude-code', event: 'Stop', payload, delivery: `d${hooks}`, at: 1_790_000_000_000 });
  }
  const events = await store.log.since(0, 5_000);
  const order = events.map(({ agentSession }) => (agentSession === 'other' ? 'hook' : 'import'));
  const turns = order.filter((kind, i) => kind !== order[i - 1]);
  assert.ok(turns.length >= 2 * hooks, `${turns.length} turns of ${hooks} hooks`);
});

test('a read that is given up is gone on with where its last step ended', async (context) => {
  const { steps, store } = openWithThread(context);
  for await (const { added } of steps()) if (added > 200) break;
  const before = (await store.log.since(0, 5_000)).length;
  assert.ok(before < 1_000);
  let added = 0;
  for await (const step of steps()) added = step.added;
  assert.equal(before + added, 1_000);
  assert.equal((await store.log.since(0, 5_000)).length, 1_000);
});

test('a read under way fails when the thread is ended, and the next one begins another', async (context) => {
  const { steps, store, thread } = openWithThread(context);
  await assert.rejects(
    async () => {
      for await (const _step of steps()) await thread.close();
    },
    { code: 'not_running' },
  );
  for await (const _step of steps());
  assert.equal((await store.log.since(0, 5_000)).length, 1_000);
});
