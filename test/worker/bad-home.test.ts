import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lchownSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import type { ErrorCode } from '../../src/core/errors.ts';
import { parseJson } from '../../src/core/json.ts';
import { journalFiles, readJournal } from '../../src/ingest/journal.ts';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { installHook, QUIET, type RunHook } from '../support/hook-script.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { runWorker } from '../support/run-worker.ts';
import { NOBODY } from '../support/two-users.ts';
import { until } from '../support/until.ts';

/** The hooks of a short session, each with words of its own; gives the words. */
async function runSession(at: FreshHome, run: RunHook, name: string): Promise<string[]> {
  const session = { session_id: name, cwd: at.project };
  const said = [`${name} asks`, `${name} answers`];
  const takingContext = { SessionStart: { source: 'startup' }, UserPromptSubmit: { prompt: said[0] } };
  for (const [event, payload] of Object.entries(takingContext)) {
    const { stdout, ...rest } = await run(event, { ...session, ...payload });
    assert.deepEqual({ ...rest, stdout: '' }, QUIET);
    assert.ok(stdout === '' || parseJson(stdout) !== undefined, stdout);
  }
  assert.deepEqual(await run('Stop', { ...session, last_assistant_message: said[1] }), QUIET);
  return said;
}

/** All that was said in sessions, as a database at rest has it. */
async function saidIn(at: FreshHome): Promise<string[]> {
  const store = openSqliteStore({ path: homePaths(at.home).db });
  try {
    assert.deepEqual(await store.check(), []);
    const events = await store.log.since(0, 1_000);
    return events.flatMap(({ body }) => (body.kind === 'prompt' || body.kind === 'message' ? [body.text] : []));
  } finally {
    await store.close();
  }
}

/** Takes in what waits and gives all that was said. */
async function settleAndRead(t: TestContext, at: FreshHome): Promise<string[]> {
  const worker = await runWorker(t, { at });
  const { journal } = homePaths(at.home);
  const left = (): number => readdirSync(journal).filter((name) => name.endsWith('.jsonl')).length;
  await until(() => left() === 0);
  await worker.end('SIGTERM');
  return saidIn(at);
}

/** Asserts what a person sees: what is wrong with which file, and what helps; with the exit code of a failure. */
async function assertTold(cairn: Cairn, told: { args?: string[]; path: string; fix: RegExp }): Promise<void> {
  const { code, stdout, stderr } = await cairn.run(told.args ?? ['search', 'anything']);
  assert.deepEqual([code, stdout], [1, ''], stderr);
  assert.ok(stderr.includes(told.path), stderr);
  assert.match(stderr, told.fix);
  assert.ok(stderr.length < 1_000, stderr);
}

test('a home on a path of 200 characters: its socket stands elsewhere, and hook, worker and command meet there', async (t) => {
  const fresh = freshHome(t);
  const at = { ...fresh, home: join(fresh.userHome, 'a'.repeat(90), 'b'.repeat(110)) };
  assert.ok(at.home.length >= 200);
  const run = installHook(at);
  const worker = await runWorker(t, { at });
  const { socket, journal } = homePaths(at.home);
  const path = readFileSync(socket, 'utf8').trim();
  assert.ok(Buffer.byteLength(path) <= 100 && !path.startsWith(at.home));
  const said = await runSession(at, run, 'far');
  assert.deepEqual(readdirSync(journal), []);
  await worker.end('SIGTERM');
  assert.deepEqual((await saidIn(at)).sort(), said.sort());
});

test('a home that is missing is made, by a hook as by the command; where none can be, the person is told', async (t) => {
  const cairn = cairnIn(t);
  const { at } = cairn;
  installHook(at);
  const elsewhere = join(at.root, 'hook');
  copyFileSync(join(at.home, 'hook'), elsewhere);
  rmSync(at.home, { recursive: true });
  const input = JSON.stringify({ session_id: 's1', cwd: at.project, last_assistant_message: 'kept' });
  const env = { ...cairn.env, CAIRN_WORKER_START: 'never' };
  assert.deepEqual(await runProgram(elsewhere, ['claude-code', 'Stop'], { input, env, cwd: '/' }), QUIET);
  assert.equal(readdirSync(homePaths(at.home).journal).length, 1);
  assert.equal(statSync(at.home).mode & 0o077, 0);
  assert.equal((await cairn.run(['status'])).code, 0);
  await cairn.run(['worker', 'stop']);
  assert.deepEqual(await saidIn(at), ['kept']);
  rmSync(at.home, { recursive: true });
  writeFileSync(at.home, 'a file in its place');
  assert.deepEqual(await runProgram(elsewhere, ['claude-code', 'Stop'], { input, env, cwd: '/' }), QUIET);
  await assertTold(cairn, { path: at.home, fix: /CAIRN_HOME/ });
  rmSync(at.home);
});

test('a home that is read-only: hooks stay silent, the person is told, and all that was there stays', async (t) => {
  const cairn = cairnIn(t);
  const { at } = cairn;
  const said = await runSession(at, installHook(at), 'before');
  assert.deepEqual((await settleAndRead(t, at)).sort(), [...said].sort());
  const program = join(at.root, 'dist');
  cpSync(join(import.meta.dirname, '../../dist'), program, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  for (const folder of [at.root, at.userHome, at.project]) chmodSync(folder, 0o755);
  for (const name of ['', ...readdirSync(at.home, { recursive: true, encoding: 'utf8' })]) {
    const path = join(at.home, name);
    chmodSync(path, statSync(path).isDirectory() || name === 'hook' ? 0o555 : 0o444);
  }
  t.after(() => spawnSync('chmod', ['-R', 'u+w', at.root]));
  const before = readdirSync(at.home).sort();
  if (isRoot)
    for (const name of ['', ...readdirSync(at.home, { recursive: true, encoding: 'utf8' })]) {
      lchownSync(join(at.home, name), NOBODY, NOBODY);
    }
  const as = isRoot ? { uid: NOBODY } : {};
  const input = JSON.stringify({ session_id: 's1', cwd: at.project, prompt: 'lost' });
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
    const options = { input, env: { ...cairn.env, CAIRN_WORKER_START: 'auto' }, cwd: '/', ...as };
    assert.deepEqual(await runProgram(join(at.home, 'hook'), ['claude-code', event], options), QUIET, event);
  }
  const options = { env: { ...cairn.env, CAIRN_WORKER_START: 'auto' }, cwd: '/', ...as };
  const words = [join(program, 'cli.js'), 'remember', 'We use pnpm.'];
  const { code, stderr } = await runProgram(process.execPath, words, options);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /^error: .*\.cairn cannot be written/m);
  assert.match(stderr, /Make the folder writable/);
  assert.deepEqual(readdirSync(at.home).sort(), before);
  assert.deepEqual((await saidIn(at)).sort(), said.sort());
});

test('a disk that fills up under the worker: what it cannot write goes to the journal, and is there when there is room', async (t) => {
  const cairn = cairnIn(t);
  const { at } = cairn;
  const run = installHook(at);
  const worker = await runWorker(t, { at });
  const said = await runSession(at, run, 'before');
  const limit = (bytes: string): void => {
    assert.equal(spawnSync('prlimit', ['--pid', `${worker.pid}`, `--fsize=${bytes}:unlimited`]).status, 0);
  };
  limit('4096');
  said.push(...(await runSession(at, run, 'full')));
  const { code, stderr } = await cairn.run(['remember', 'We use pnpm.']);
  assert.equal(code, 1);
  assert.ok(stderr.includes(homePaths(at.home).db), stderr);
  limit('unlimited');
  said.push(...(await runSession(at, run, 'after')));
  await worker.end('SIGTERM');
  assert.deepEqual((await settleAndRead(t, at)).sort(), said.sort());
});

test('a disk that is full for the hook as well: it stays silent, and all that was acknowledged is there afterwards', async (t) => {
  const cairn = cairnIn(t);
  const { at } = cairn;
  const run = installHook(at);
  const said = await runSession(at, run, 'before');
  writeFileSync(homePaths(at.home).config, '{}');
  const full = (program: string, args: readonly string[], input = '') =>
    runProgram('/bin/sh', ['-c', 'ulimit -f 0; exec "$0" "$@"', program, ...args], { input, env: cairn.env, cwd: '/' });
  const input = JSON.stringify({ session_id: 's1', cwd: at.project, prompt: 'lost' });
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
    assert.deepEqual(await full(join(at.home, 'hook'), ['claude-code', event], input), QUIET, event);
  }
  const cli = join(import.meta.dirname, '../../dist/cli.js');
  const told = await full(process.execPath, [cli, 'remember', 'We use pnpm.']);
  assert.equal(told.code, 1);
  assert.ok(told.stderr.includes(at.home), told.stderr);
  assert.deepEqual((await settleAndRead(t, at)).sort(), said.sort());
  const names = readdirSync(homePaths(at.home).journal);
  assert.deepEqual(names, []);
});

/** Defects of a database: how each is caused, and the fix that the person is shown. */
const WRONG_DATABASES: Readonly<Record<string, { code: ErrorCode; spoil: (path: string) => void; fix: RegExp }>> = {
  'that is no database': {
    code: 'damaged',
    spoil: (path) => writeFileSync(path, 'no database '.repeat(1_000)),
    fix: /cairn doctor --fix/,
  },
  'that is cut off': {
    code: 'damaged',
    spoil: (path) => truncateSync(path, 6_000),
    fix: /cairn doctor --fix/,
  },
  'of a newer version': {
    code: 'newer_home',
    spoil(path) {
      const db = openDatabase(path);
      db.exec("PRAGMA user_version = 9999; UPDATE schema SET value = 9999 WHERE key LIKE 'min_%'");
      db.close();
    },
    fix: /npm install -g cairn-memory@latest/,
  },
};

for (const [name, { code, spoil, fix }] of Object.entries(WRONG_DATABASES)) {
  test(`a database ${name}: hooks stay silent and keep what they are given, the person is told what helps`, async (t) => {
    const cairn = cairnIn(t);
    const { at } = cairn;
    const run = installHook(at);
    const said = await runSession(at, run, 'before');
    await settleAndRead(t, at);
    const { db, journal, config } = homePaths(at.home);
    writeFileSync(config, '{}');
    copyFileSync(db, `${db}.right`);
    spoil(db);
    const spoiled = readFileSync(db);
    said.push(...(await runSession(at, run, 'during')));
    for (const args of [['search', 'before'], ['remember', 'We use pnpm.'], ['worker']]) {
      await assertTold(cairn, { args, path: db, fix });
    }
    assert.ok(readFileSync(db).equals(spoiled), 'it was written to');
    const entries = journalFiles(journal).map(readJournal);
    assert.deepEqual(
      entries.map((entry) => Object.keys(entry?.skipped ?? {})),
      [[`no context: ${code}`], [`no context: ${code}`], []],
    );
    for (const ending of ['', '-wal', '-shm']) rmSync(`${db}${ending}`, { force: true });
    copyFileSync(`${db}.right`, db);
    assert.deepEqual((await settleAndRead(t, at)).sort(), said.sort());
  });
}

test('a database that another program has locked: hooks keep what they are given, the person is told who to look for', async (t) => {
  const cairn = cairnIn(t);
  const { at } = cairn;
  const run = installHook(at);
  const worker = await runWorker(t, { at });
  const said = await runSession(at, run, 'before');
  const { db } = homePaths(at.home);
  const other = openDatabase(db);
  other.exec('BEGIN IMMEDIATE');
  said.push(...(await runSession(at, run, 'locked')));
  await assertTold(cairn, { args: ['remember', 'We use pnpm.'], path: db, fix: /fuser/ });
  other.exec('ROLLBACK');
  other.close();
  await worker.end('SIGTERM');
  assert.deepEqual((await settleAndRead(t, at)).sort(), said.sort());
});

test('a half-written file of the journal is set aside, and those beside it are taken in', async (t) => {
  const at = freshHome(t);
  const said = await runSession(at, installHook(at), 'whole');
  const { journal } = homePaths(at.home);
  const [first = ''] = readdirSync(journal).sort();
  const text = readFileSync(join(journal, first), 'utf8');
  writeFileSync(join(journal, '000000000000001-1-half.jsonl'), text.slice(0, text.length / 2));
  assert.deepEqual((await settleAndRead(t, at)).sort(), said.sort());
  assert.deepEqual(readdirSync(journal), ['000000000000001-1-half.jsonl.damaged']);
});

test('a transcript whose last line is half-written is read to there, and the line once it is whole', async (t) => {
  const at = freshHome(t);
  const run = installHook(at);
  const worker = await runWorker(t, { at });
  const path = join(at.root, 's1.jsonl');
  const line = (uuid: string, text: string): string =>
    `${JSON.stringify({ type: 'assistant', uuid, sessionId: 's1', cwd: at.project, timestamp: '2026-01-01T10:00:00.000Z', message: { id: uuid, role: 'assistant', content: [{ type: 'text', text }] } })}\n`;
  const second = line('u2', 'the second message');
  writeFileSync(path, line('u1', 'the first message') + second.slice(0, second.length / 2));
  const stop = { session_id: 's1', cwd: at.project, transcript_path: path };
  const memory = worker.memory();
  const messages = async (): Promise<number> => {
    await memory.settled();
    return (await memory.status()).counts.byEvent.message ?? 0;
  };
  assert.deepEqual(await run('Stop', stop), QUIET);
  await until(async () => (await messages()) >= 1);
  writeFileSync(path, line('u1', 'the first message') + second);
  assert.deepEqual(await run('Stop', stop), QUIET);
  await until(async () => (await messages()) >= 2);
  await worker.end('SIGTERM');
  assert.deepEqual(await saidIn(at), ['the first message', 'the second message']);
});
