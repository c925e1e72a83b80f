// A fork of a session holds the same lines again under another id. What a person forgot or took back stays so.
import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { writeClaudeSession } from '../../../bench/support/claude-transcript.ts';
import { forkSession } from '../../../bench/support/fork-session.ts';
import { promptIdentity } from '../../../src/agents/shared/dialects/claude-identity.ts';
import type { OpenedMemory } from '../../../src/memory/open.ts';
import { type FreshHome, openFresh } from '../../support/fresh-home.ts';

const RULE = 'Never deploy zebrafish on Fridays.';
const TOLD_AS_RULE = /Constraint by a person.*zebrafish on Fridays/;
const OWN = 'Please count the herons in the list.';

type Opened = OpenedMemory & { at: FreshHome };

async function readAll({ memory }: Opened): Promise<void> {
  for await (const _progress of memory.import({ agent: 'claude-code' }));
  await memory.settled();
}

function writeSession(opened: Opened): string {
  const steps = [
    { typed: RULE },
    { said: 'Decision: the zebrafish queue keeps its order.' },
    { call: { tool: 'Bash', input: { command: 'cat zebrafish.txt' }, output: 'zebrafish are in the notes' } },
    { said: 'The zebrafish are in the notes.' },
  ];
  const place = { home: opened.at.userHome, project: opened.at.project, name: 'one', endsAt: Date.now() - 3_600_000 };
  return writeClaudeSession(steps, place).paths[0] ?? '';
}

/** The rule as a hook tells it, at another time than its line has. */
async function tellByHook({ memory, intake, at }: Opened, path: string): Promise<void> {
  const place = { agent: 'claude-code', agentSession: basename(path, '.jsonl'), cwd: at.project, at: Date.now() };
  const body = { kind: 'prompt', text: RULE, origin: 'person' } as const;
  await intake.events([{ ...place, identity: promptIdentity(RULE, { origin: 'a hook' }), source: 'hook', body }]);
  await memory.settled();
}

async function readSession(context: TestContext): Promise<{ opened: Opened; path: string }> {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const path = writeSession(opened);
  await readAll(opened);
  return { opened, path };
}

/** All that was stated, what was taken back among it, without copies. */
async function statements({ store }: Opened): Promise<string[]> {
  const items = await store.items.list({ kinds: ['knowledge'], hidden: true }, { limit: 50 });
  return items.filter(({ detail }) => detail.status !== 'superseded').map(({ id, title }) => `${id} ${title}`);
}

async function found({ memory }: Opened, words: string): Promise<string[]> {
  const { hits } = await memory.search(words);
  return hits.map(({ id, kind }) => `${kind} ${id}`);
}

suite('what a person forgot', () => {
  for (const isMarked of [true, false]) {
    for (const isThere of [true, false]) {
      const name = `${isMarked ? 'marked' : 'not marked'}, the session ${isThere ? 'is there' : 'is gone'}`;
      test(`stays forgotten when a fork of its session is read: its lines are ${name}`, async (context) => {
        const { opened, path } = await readSession(context);
        const { memory } = opened;
        assert.notDeepEqual(await found(opened, 'zebrafish'), []);
        const plan = await memory.forget({ query: 'zebrafish' });
        assert.ok(plan.state === 'planned', plan.state);
        await memory.forget({ query: 'zebrafish', now: true, confirm: plan.token });
        assert.deepEqual(await found(opened, 'zebrafish'), []);
        forkSession(path, { typed: OWN, isMarked });
        if (!isThere) rmSync(path);
        await readAll(opened);
        assert.deepEqual(await found(opened, 'zebrafish'), []);
        assert.notDeepEqual(await found(opened, 'herons'), [], 'what is its own is kept');
      });
    }
  }
});

test('what a person forgot as the hooks told it stays forgotten in a fork, once its transcript was read', async (context) => {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const { memory } = opened;
  const path = writeSession(opened);
  await tellByHook(opened, path);
  const plan = await memory.forget({ query: 'zebrafish' });
  assert.ok(plan.state === 'planned');
  await memory.forget({ query: 'zebrafish', now: true, confirm: plan.token });
  await readAll(opened);
  assert.deepEqual(await found(opened, 'never deploy'), []);
  forkSession(path, { typed: OWN, isMarked: false });
  rmSync(path);
  await readAll(opened);
  assert.deepEqual(await found(opened, 'never deploy'), []);
});

test('what an undo brought back is refused no longer, also where its transcript was read meanwhile', async (context) => {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const { memory, store } = opened;
  await tellByHook(opened, writeSession(opened));
  await memory.record({ sessionId: 'own', messages: [{ role: 'user', content: 'Count the cormorants please.' }] });
  await memory.settled();
  const forget = async (query: string): Promise<string> => {
    const plan = await memory.forget({ query });
    assert.ok(plan.state === 'planned');
    const report = await memory.forget({ query, confirm: plan.token });
    return ('undo' in report && report.undo?.batch) || assert.fail('no undo');
  };
  await forget('cormorants');
  const before = await store.log.tombstones();
  assert.notDeepEqual(before.events, []);
  const batch = await forget('zebrafish');
  const forgotten = (await store.log.tombstones()).events.length;
  assert.ok(forgotten > before.events.length);
  await readAll(opened);
  assert.ok((await store.log.tombstones()).events.length > forgotten, 'the line has a time of its own');
  await memory.forget({ undo: batch });
  assert.deepEqual(await store.log.tombstones(), before);
  await memory.settled();
  assert.notDeepEqual(await found(opened, 'never deploy'), []);
});

suite('a rule that a person took back', () => {
  for (const isMarked of [true, false]) {
    for (const isThere of [true, false]) {
      const name = `${isMarked ? 'marked' : 'not marked'}, the session ${isThere ? 'is there' : 'is gone'}`;
      test(`stays so when its session is forked: its lines are ${name}`, async (context) => {
        const { opened, path } = await readSession(context);
        const { memory } = opened;
        const { hits } = await memory.search(RULE);
        const rule = hits.find(({ kind }) => kind === 'knowledge');
        assert.match((await memory.context()).text, TOLD_AS_RULE);
        await memory.update(rule?.id ?? '', { status: 'withdrawn' });
        assert.doesNotMatch((await memory.context()).text, TOLD_AS_RULE);
        forkSession(path, { typed: OWN, isMarked });
        if (!isThere) rmSync(path);
        await readAll(opened);
        assert.doesNotMatch((await memory.context()).text, TOLD_AS_RULE);
        assert.equal((await statements(opened)).length, 2, 'nothing is stated twice');
        await memory.rebuild();
        await memory.settled();
        assert.doesNotMatch((await memory.context()).text, TOLD_AS_RULE, 'derived anew');
        assert.equal((await statements(opened)).length, 2);
      });
    }
  }
});

test('a fork that is read together with its session, or before it, states nothing twice', async (context) => {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const path = writeSession(opened);
  const fork = forkSession(path, { typed: OWN, isMarked: false });
  renameSync(path, `${path}.aside`);
  await readAll(opened);
  renameSync(`${path}.aside`, path);
  await readAll(opened);
  assert.equal((await statements(opened)).length, 2);
  const other = openFresh(context, { caller: { surface: 'cli', person: true } });
  for await (const _progress of other.memory.import({ paths: [fork.path, path] }));
  await other.memory.settled();
  assert.equal((await statements(other)).length, 2);
});
