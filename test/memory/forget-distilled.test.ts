import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ForgetPlan, ForgetReport } from '../../src/api/answers.ts';
import type { SessionId } from '../../src/core/model/ids.ts';
import { sessionId } from '../../src/core/model/ids.ts';
import type { Item } from '../../src/core/model/item.ts';
import type { PatternKind } from '../../src/core/model/kinds.ts';
import type { OpenedMemory } from '../../src/memory/open.ts';
import { madeOfSession } from '../store/contract/make.ts';
import { flatDetail } from '../support/flat-detail.ts';
import { type FreshHome, openFresh } from '../support/fresh-home.ts';
import { recordSession } from '../support/worked-sessions.ts';

const START = Date.parse('2026-09-01T09:00:00Z');
const DAY = 24 * 3_600_000;
const SECRET = 'quagmire';

type Opened = OpenedMemory & { at: FreshHome };

async function withSessions(context: TestContext, words: readonly string[]): Promise<Opened> {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  for (const [n, one] of words.entries()) {
    await recordSession(opened.memory, { id: `s${n}`, at: START + n * DAY, words: one });
  }
  await opened.memory.settled();
  return opened;
}

const sessionOf = (n: number): SessionId => sessionId('cli', `s${n}`);

async function forget({ memory }: Opened, n: number): Promise<ForgetReport> {
  const plan = (await memory.forget({ session: sessionOf(n), dryRun: true })) as ForgetPlan;
  return (await memory.forget({ session: sessionOf(n), now: true, confirm: plan.token })) as ForgetReport;
}

async function patterns({ store }: Opened, kind: PatternKind): Promise<Item[]> {
  const items = await store.items.list({ kinds: ['pattern'] }, { limit: 100 });
  return items.filter((item) => flatDetail(item).pattern?.pattern === kind);
}

function placesOf({ at }: Opened, words: string): string[] {
  const files = ['cairn.db', 'cairn.db-wal'];
  return files.filter((name) => readFileSync(join(at.home, name)).includes(words));
}

test('forgetting one of three sessions leaves the pattern they share, made of the others alone', async (context) => {
  const opened = await withSessions(context, ['', '', '']);
  const [before] = await patterns(opened, 'fix');
  assert.deepEqual([flatDetail(before).pattern?.sessions, flatDetail(before).pattern?.count], [3, 3]);
  const report = await forget(opened, 0);
  assert.equal(report.state, 'erased');
  await opened.memory.settled();
  const [after] = await patterns(opened, 'fix');
  assert.equal(after?.id, before?.id);
  assert.deepEqual([flatDetail(after).pattern?.sessions, flatDetail(after).pattern?.count], [2, 2]);
  assert.equal(JSON.stringify(after).includes(sessionOf(0)), false);
  assert.deepEqual(await madeOfSession(opened.store, sessionOf(0)), []);
  assert.ok((await madeOfSession(opened.store, sessionOf(1))).length > 0);
  assert.deepEqual(await opened.store.check(), []);
});

test('forgetting the only session of a pattern leaves nothing of either, in no byte of the file', async (context) => {
  const opened = await withSessions(context, ['', SECRET]);
  assert.deepEqual(placesOf(opened, SECRET), ['cairn.db-wal'], 'the search itself finds what is there');
  const report = await forget(opened, 1);
  assert.deepEqual([report.state, report.searched.found], ['erased', []]);
  assert.deepEqual(placesOf(opened, SECRET), []);
  await opened.memory.settled();
  await opened.store.checkpoint();
  assert.deepEqual(placesOf(opened, SECRET), []);
  assert.deepEqual(placesOf(opened, sessionOf(1)), []);
  assert.deepEqual(await opened.store.distilled.waitingCounts(), { sessions: 0, patterns: 0 });
  assert.deepEqual(await opened.store.check(), []);
});

test('forgetting one event of a session makes anew what the session was told to be', async (context) => {
  const opened = await withSessions(context, [SECRET]);
  const { memory, store } = opened;
  const items = await store.items.list({ session: sessionOf(0), kinds: ['prompt'] }, { limit: 1 });
  const before = await madeOfSession(store, sessionOf(0));
  assert.ok(before.some(({ text }) => text.includes('Fix the failing test')));
  await memory.forget({ ids: [items[0]?.id ?? ''] });
  await memory.settled();
  const after = await madeOfSession(store, sessionOf(0));
  assert.ok(after.length > 0);
  assert.equal(JSON.stringify(after).includes('Fix the failing test'), false);
});

test('what is hidden tells nothing through what is made of its session', async (context) => {
  const opened = await withSessions(context, [SECRET]);
  const { memory, store } = opened;
  for (const item of await store.items.list({ session: sessionOf(0) }, { limit: 100 })) {
    if (item.text.includes(SECRET) && item.event !== undefined) await memory.update(item.id, { hidden: true });
  }
  await memory.settled();
  const made = await madeOfSession(store, sessionOf(0));
  assert.equal(
    JSON.stringify([made, await store.items.list({ kinds: ['pattern'] }, { limit: 100 })]).includes(SECRET),
    false,
  );
});

test('nothing that is distilled is exported, and another home makes the same of it', async (context) => {
  const opened = await withSessions(context, ['', '']);
  const lines: string[] = [];
  for await (const line of opened.memory.export()) lines.push(JSON.stringify(line));
  const made = await opened.store.items.list({ kinds: ['summary', 'checkpoint', 'pattern'] }, { limit: 100 });
  assert.ok(made.length > 4);
  for (const { id } of made) assert.equal(lines.join('\n').includes(id), false);
});
