import assert from 'node:assert/strict';
import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ImportProgress } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import type { ImportInput } from '../../../src/api/requests.ts';
import { homePaths } from '../../../src/config/paths.ts';
import { sendHook } from '../../support/hook-script.ts';
import { runProgram } from '../../support/run-program.ts';
import { helloFrom, type RunningWorker, runWorker } from '../../support/run-worker.ts';
import { until } from '../../support/until.ts';

/** Makes a FIFO that nobody ever writes to, with the folders above it. */
async function makeFifo(path: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true });
  assert.equal((await runProgram('mkfifo', [path])).code, 0);
  return path;
}

async function importAll(memory: Memory, input: ImportInput): Promise<ImportProgress> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import(input)) last = progress;
  assert.ok(last?.done);
  return last;
}

/** The worker answers: it waits in no call of the system. */
async function assertAnswers(worker: RunningWorker): Promise<void> {
  assert.equal((await helloFrom(worker.socket))?.pid, worker.pid);
  const { status } = await sendHook(worker.socket, 'Stop', {
    payload: { session_id: 's', cwd: worker.at.project, hook_event_name: 'Stop', last_assistant_message: 'alive' },
  });
  assert.equal(status, 200);
}

/** Asserts that every way to import a path refuses it at once, and that the worker goes on. */
async function assertRefused(t: TestContext, path: string, says: RegExp): Promise<void> {
  const worker = await runWorker(t);
  const ways: ImportInput[] = [
    { paths: [path] },
    { paths: [path], dryRun: true },
    { paths: [path], agent: 'claude-code' },
    { paths: [path], facts: true },
    ...['claude-mem', 'kiro-memory', 'any'].map((from) => ({ paths: [path], from })),
  ];
  for (const way of ways) {
    await assert.rejects(
      importAll(worker.memory(), way),
      (error: { code?: string; message?: string; fix?: string }) => {
        assert.equal(error.code, 'unsupported', JSON.stringify(way));
        assert.match(error.message ?? '', says, JSON.stringify(way));
        assert.match(error.fix ?? '', /regular file/);
        return true;
      },
    );
  }
  await assertAnswers(worker);
}

test('a FIFO is refused by every way of importing, and the worker goes on', async (t) => {
  const path = await makeFifo(join(realpathSync('/tmp'), `cairn-test-fifo-${process.pid}`, 'x.jsonl'));
  t.after(() => runProgram('rm', ['-r', dirname(path)]));
  await assertRefused(t, path, /x\.jsonl is a FIFO, not a regular file/);
});

test('a link to a device that never ends is refused by every way of importing', async (t) => {
  const path = join(realpathSync('/tmp'), `cairn-test-zero-${process.pid}.jsonl`);
  symlinkSync('/dev/zero', path);
  t.after(() => runProgram('rm', [path]));
  await assertRefused(t, path, /is a device, not a regular file/);
});

test('a FIFO in the place of a transcript, of a packed one, of a database or of what lies beside one keeps nothing waiting', async (t) => {
  const worker = await runWorker(t);
  const { project, userHome } = worker.at;
  const sessions = join(userHome, '.claude', 'projects', 'shop');
  const plain = await makeFifo(join(sessions, 'one.jsonl'));
  const packed = await makeFifo(join(sessions, 'two.jsonl.zst'));
  const folder = await importAll(worker.memory(), { paths: [sessions] });
  assert.equal(folder.added, 0);
  await makeFifo(join(project, 'CLAUDE.md'));
  await makeFifo(join(project, '.cairn', 'config.json'));
  await makeFifo(join(project, '.git', 'config'));
  await makeFifo(join(userHome, '.claude-mem', 'claude-mem.db'));
  assert.equal((await importAll(worker.memory({ cwd: project }), { facts: true })).added, 0);
  const found = await importAll(worker.memory(), { from: 'claude-mem' });
  assert.match(found.errors[0]?.message ?? '', /is a FIFO, not a regular file/);
  for (const end of ['-wal', '-journal', '-shm']) {
    const database = join(userHome, `with${end}.db`);
    writeFileSync(database, 'SQLite format 3\0');
    await makeFifo(`${database}${end}`);
    const { errors } = await importAll(worker.memory(), { paths: [database], from: 'claude-mem' });
    assert.match(errors[0]?.message ?? '', /is a FIFO, not a regular file/, end);
  }
  for (const transcript of [plain, packed]) {
    const payload = { session_id: 's', cwd: project, hook_event_name: 'Stop', transcript_path: transcript };
    assert.equal((await sendHook(worker.socket, 'Stop', { payload })).status, 200);
  }
  await assertAnswers(worker);
  await worker.end('SIGTERM');
  await until(() => !existsSync(homePaths(worker.at.home).state));
});
