import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CairnError, type ErrorCode } from '../../src/core/errors.ts';
import { startThread } from '../../src/platform/process/start-thread.ts';
import { createThreadReads, type ThreadReadsOptions } from '../../src/worker/reader-thread.ts';
import { PATIENT } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A thread that speaks the reader's protocol: it answers with its own id and the query, or is busy, until a file is there or for ever. */
const PROGRAM = `
  import { existsSync } from 'node:fs';
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ id, name, args: [query] }) => {
    const text = query.query ?? query.prompt;
    if (text === 'spin') for (;;);
    if (text.startsWith('until ')) while (!existsSync(text.slice(6)));
    if (text === 'throw') throw new Error('broken');
    if (text === 'end') process.exit();
    if (text === 'refuse') parentPort.postMessage({ id, tookMs: 1, error: { code: 'damaged', message: 'no', fix: 'do' } });
    else parentPort.postMessage({ id, tookMs: text === 'slow' ? 200 : 199, value: { name, text, threadId } });
  });`;

function readerProgram(t: TestContext): string {
  const entry = join(temporaryFolder(t), 'reader.mjs');
  writeFileSync(entry, PROGRAM);
  return entry;
}

function reads(t: TestContext, options: Partial<ThreadReadsOptions> = {}) {
  const folder = temporaryFolder(t);
  const entry = readerProgram(t);
  const settings = { userHome: '/' } as ThreadReadsOptions['settings'];
  const thread = createThreadReads({ entry, dbPath: '/none', settings, deadlines: PATIENT, ...options });
  t.after(() => thread.close());
  const ask = async (query: string, signal?: AbortSignal) => {
    const answer = await thread.search({ query }, 0, signal === undefined ? {} : { signal });
    return answer as unknown as { text: string; threadId: number };
  };
  /** A question that is answered once its gate is opened. */
  const gate = (name: string) => {
    const path = join(folder, name);
    return { question: `until ${path}`, open: () => writeFileSync(path, '') };
  };
  return { thread, ask, gate };
}

function fails(code: ErrorCode) {
  return (error: unknown): boolean => error instanceof CairnError && error.code === code;
}

test('answers come back to who asked, from one thread', async (t) => {
  const { ask } = reads(t);
  const answers = await Promise.all(['a', 'b', 'c'].map((text) => ask(text)));
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['a', 'b', 'c'],
  );
  assert.equal(new Set(answers.map(({ threadId }) => threadId)).size, 1);
});

test('an error of the thread keeps its code and fix', async (t) => {
  const { ask } = reads(t);
  await assert.rejects(ask('refuse'), { code: 'damaged', message: 'no', fix: 'do' });
});

test('a thread whose program is gone fails with the command that helps', async (t) => {
  const { ask } = reads(t, { entry: join(temporaryFolder(t), 'none.mjs') });
  await assert.rejects(ask('a'), { code: 'internal', message: /Cannot find module/, fix: 'cairn worker restart' });
});

test('a read that takes too long fails with timeout, and those behind it are answered by a new thread', async (t) => {
  const { ask, thread } = reads(t, { deadlines: { ...PATIENT, hookReadMs: 800 } });
  const before = await ask('before');
  const slow = askForHook(thread, 'spin');
  const behind = ask('behind');
  await assert.rejects(slow, fails('timeout'));
  const after = await behind;
  assert.equal(after.text, 'behind');
  assert.notEqual(after.threadId, before.threadId);
});

test('a read that is given up for having waited leaves the thread to those behind it', async (t) => {
  const { ask, thread, gate } = reads(t, { deadlines: { ...PATIENT, hookReadMs: 4_000 } });
  const before = await ask('before');
  const [one, other] = [gate('one'), gate('other')];
  const first = ask(one.question);
  const waited = askForHook(thread, other.question);
  const behind = ask('behind');
  // It begins shortly before the time of a hook is over, and goes on a little after that.
  setTimeout(one.open, 3_000);
  await assert.rejects(waited, fails('timeout'));
  other.open();
  assert.deepEqual(
    (await Promise.all([first, behind])).map(({ threadId }) => threadId),
    [before.threadId, before.threadId],
  );
});

/** A hook's block has a deadline of its own, shorter than the others'. */
function askForHook(thread: ReturnType<typeof createThreadReads>, prompt: string): Promise<unknown> {
  return thread.hookContext({ agent: 'claude-code', agentSession: 's', occasion: 'prompt', prompt }, 0);
}

test('a hook waits neither for lists nor for figures, and comes before the questions that wait', async (t) => {
  const { ask, thread, gate } = reads(t);
  const [list, figures, question] = [gate('list'), gate('figures'), gate('question')];
  const listed = thread.list({ query: list.question } as object, 0);
  const counted = thread.stats({ query: figures.question } as object, 0);
  assert.equal((await ask('asked')).text, 'asked');
  await askForHook(thread, 'hook');
  const order: string[] = [];
  const first = ask(question.question);
  const behind = ask('behind').then(() => order.push('behind'));
  const hook = askForHook(thread, 'hook').then(() => order.push('hook'));
  question.open();
  await Promise.all([first, behind, hook]);
  assert.deepEqual(order, ['hook', 'behind']);
  list.open();
  figures.open();
  const answers = (await Promise.all([listed, counted])) as unknown as { threadId: number }[];
  assert.equal(new Set(answers.map(({ threadId }) => threadId)).size, 2);
});

test('an abort cancels the read under way, one that waits, and one not begun', async (t) => {
  const { ask } = reads(t);
  const running = new AbortController();
  const waiting = new AbortController();
  const first = ask('spin', running.signal);
  const second = ask('waits', waiting.signal);
  const third = ask('third');
  waiting.abort();
  await assert.rejects(second, fails('cancelled'));
  running.abort();
  await assert.rejects(first, fails('cancelled'));
  assert.equal((await third).text, 'third');
  await assert.rejects(ask('late', AbortSignal.abort()), fails('cancelled'));
});

test('a thread that dies fails the read under way alone', async (t) => {
  const { ask } = reads(t);
  for (const death of ['throw', 'end']) {
    const dying = ask(death);
    const next = ask('next');
    await assert.rejects(dying, fails('internal'));
    assert.equal((await next).text, 'next');
  }
});

test('the thread ends when nothing is asked, and starts again', async (t) => {
  const { ask } = reads(t, { idleMs: 1 });
  const first = await ask('a');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const second = await ask('b');
  assert.notEqual(first.threadId, second.threadId);
});

test('a thread that was started ahead answers the first read, and no other thread is it', async (t) => {
  const spare = startThread(readerProgram(t), {});
  const { ask, thread } = reads(t, { spare });
  const first = await ask('a');
  assert.equal(first.threadId, spare.threadId);
  const record = (await thread.list({ query: 'b' } as never, 0)) as unknown as { threadId: number };
  assert.notEqual(record.threadId, spare.threadId);
});

test('a thread that was started ahead and has ended is not asked', async (t) => {
  const spare = startThread(readerProgram(t), {});
  await spare.terminate();
  const { ask } = reads(t, { spare });
  assert.equal((await ask('a')).text, 'a');
});

test('a thread that was started ahead ends when nothing is asked, and with the reads', async (t) => {
  const [idle, closed] = [startThread(readerProgram(t), {}), startThread(readerProgram(t), {})];
  reads(t, { spare: idle, idleMs: 1 });
  await once(idle, 'exit');
  await reads(t, { spare: closed }).thread.close();
  assert.equal(closed.threadId, -1);
});

test('closing fails what waits, also behind a read that never ends', async (t) => {
  const { ask, thread } = reads(t);
  const stuck = ask('spin');
  const behind = ask('behind');
  await Promise.all([
    assert.rejects(stuck, fails('not_running')),
    assert.rejects(behind, fails('not_running')),
    thread.close(),
  ]);
  await assert.rejects(ask('later'), fails('not_running'));
});

test('a reader that cannot start is an error, not a wait', async (t) => {
  const { ask } = reads(t, { entry: '/no/such/reader.mjs' });
  await assert.rejects(ask('a'), fails('internal'));
});

for (const [vectors, text, stays] of [
  ['took long to read', 'slow', true],
  ['are few, however long it took to start', 'quick', false],
] as const) {
  test(`a thread whose vectors ${vectors} ${stays ? 'stays longer' : 'ends like any other'}`, async (t) => {
    const { ask, thread } = reads(t, { idleMs: 1, vectorsIdleMs: 60_000 });
    const vector = { model: 'm', vector: new Float32Array([1]) };
    const first = (await thread.search({ query: text, vector }, 0)) as unknown as { threadId: number };
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal((await ask('b')).threadId === first.threadId, stays);
  });
}

test('a renewed thread holds nothing of the former, and every read is answered', async (t) => {
  const { ask, thread, gate } = reads(t);
  const { question, open } = gate('one');
  const before = ask(question);
  const renewed = thread.renew();
  open();
  const behind = ask('behind');
  const { threadId } = await before;
  await renewed;
  const after = await behind;
  assert.equal(after.text, 'behind');
  assert.notEqual(after.threadId, threadId);
});

test('renewing does not outlast closing', async (t) => {
  const { ask, thread } = reads(t);
  const stuck = assert.rejects(ask('spin'), fails('not_running'));
  const renewed = thread.renew();
  await Promise.all([stuck, thread.close(), renewed]);
});
