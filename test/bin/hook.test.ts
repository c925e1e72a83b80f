import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { diskLimits } from '../../src/config/disk-limits.ts';
import { type HomePaths, homePaths } from '../../src/config/paths.ts';
import type { JournalEntry } from '../../src/ingest/journal.ts';
import { checkHome } from '../../src/worker/health/check-home.ts';
import { programOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { installHook } from '../support/hook-script.ts';
import { type Ended, runProgram } from '../support/run-program.ts';
import { configure, environmentOf, runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const HOOK = programOf('hook');

interface Payload {
  session_id: string;
  cwd: string;
  [field: string]: unknown;
}

interface Hooked {
  at: FreshHome;
  paths: HomePaths;
  run(
    event: string,
    payload: Payload | string,
    options?: { env?: Record<string, string>; agent?: string },
  ): Promise<Ended>;
  journal(): JournalEntry[];
}

/** The hook's program over a fresh home; it starts no worker unless told to. */
function hooked(t: TestContext, at: FreshHome = freshHome(t)): Hooked {
  const paths = homePaths(at.home);
  let deliveries = 0;
  return {
    at,
    paths,
    run(event, payload, { env = {}, agent = 'claude-code' } = {}) {
      deliveries += 1;
      const input = typeof payload === 'string' ? payload : JSON.stringify({ hook_event_name: event, ...payload });
      return runProgram(process.execPath, [HOOK, agent, event, `d-${deliveries}`], {
        input,
        env: { ...environmentOf(at), CAIRN_WORKER_START: 'never', ...env },
        cwd: '/',
      });
    },
    journal: () =>
      readdirSync(paths.journal)
        .sort()
        .map((name) => JSON.parse(readFileSync(join(paths.journal, name), 'utf8')) as JournalEntry),
  };
}

const quiet = { code: 0, signal: null, stdout: '', stderr: '' };

test('an event is journaled, clean and readable by its user alone, and nothing is said', async (t) => {
  const { at, run, journal, paths } = hooked(t);
  const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const message = `Done. The token is ${secret}. <private>my own</private>`;
  const stop = { session_id: 's1', cwd: at.project, prompt_id: 'p1', last_assistant_message: message };
  assert.deepEqual(await run('Stop', { ...stop, transcript_path: '/t/s1.jsonl' }), quiet);
  const [entry, ...others] = journal();
  assert.equal(others.length, 0);
  assert.deepEqual(
    { agent: entry?.agent, event: entry?.event, delivery: entry?.delivery, transcript: entry?.transcript },
    { agent: 'claude-code', event: 'Stop', delivery: 'd-1', transcript: '/t/s1.jsonl' },
  );
  assert.deepEqual(entry?.events.map(({ body }) => body.kind).sort(), ['message', 'turn.end']);
  const [file = ''] = readdirSync(paths.journal);
  const text = readFileSync(join(paths.journal, file), 'utf8');
  assert.ok(!text.includes(secret) && !text.includes('my own') && text.includes('[redacted:'), text);
});

test('what cannot be read is counted in the journal, never dropped in silence', async (t) => {
  const { at, run, journal } = hooked(t);
  const payload = { session_id: 's1', cwd: at.project };
  assert.deepEqual(await run('Stop', payload, { agent: 'no-such-agent' }), quiet);
  assert.deepEqual(await run('NoSuchEvent', payload), quiet);
  assert.deepEqual(await run('Stop', '{"half":'), quiet);
  assert.deepEqual(await run('Stop', 'null'), quiet);
  const entries = journal();
  assert.equal(entries.length, 4);
  for (const entry of entries) {
    assert.deepEqual(entry.events, []);
    assert.equal(Object.values(entry.skipped).length, 1, JSON.stringify(entry));
  }
});

for (const [what, bytes] of [
  ['is empty', 0],
  ['lacks a byte', 31],
  ['has a byte too many', 33],
] as const) {
  test(`an event is journaled although the key of the home ${what}, and a worker takes it in after "doctor --fix"`, async (t) => {
    const { at, run, journal, paths } = hooked(t);
    mkdirSync(at.home, { recursive: true, mode: 0o700 });
    writeFileSync(paths.key, 'k'.repeat(bytes), { mode: 0o600 });
    const said = { session_id: 's1', cwd: at.project, prompt: 'The heron left.' };
    assert.deepEqual(await run('UserPromptSubmit', said), quiet);
    assert.ok(journal().some(({ events }) => events.some(({ body }) => body.kind === 'prompt')));
    const findings = await checkHome(paths, diskLimits(undefined));
    const key = findings.find(({ name }) => name === 'home-key');
    assert.equal(key?.status, 'failed');
    await key?.mend?.();
    const { memory } = await runWorker(t, { at });
    await until(async () => (await memory().search('heron')).hits.length > 0);
  });
}

test('no payload leaves nothing', async (t) => {
  const { run, paths } = hooked(t);
  assert.deepEqual(await run('Stop', ''), quiet);
  assert.equal(existsSync(paths.journal), false);
});

test('of an excluded project nothing is kept', async (t) => {
  const { at, run, journal } = hooked(t);
  const env = { CAIRN_EXCLUDE_PROJECTS: at.project };
  const prompt = { session_id: 's1', cwd: at.project, prompt_id: 'p1', prompt: 'a word of mine' };
  assert.deepEqual(await run('UserPromptSubmit', prompt, { env }), quiet);
  assert.ok(!JSON.stringify(journal()).includes('a word of mine'));
});

test('of an excluded project that is reached by a link nothing is kept', async (t) => {
  const { at, run, journal } = hooked(t);
  const link = join(at.userHome, 'link');
  symlinkSync(at.project, link);
  const env = { CAIRN_EXCLUDE_PROJECTS: at.project };
  const prompt = { session_id: 's1', cwd: link, prompt_id: 'p1', prompt: 'a word of mine' };
  assert.deepEqual(await run('UserPromptSubmit', prompt, { env }), quiet);
  assert.ok(!JSON.stringify(journal()).includes('a word of mine'));
});

test('with settings that cannot be read nothing is kept and the log says why', async (t) => {
  const { at, run, paths } = hooked(t);
  mkdirSync(at.home, { recursive: true });
  writeFileSync(paths.config, '{"privacy.excludePaths": "not a list"}');
  assert.deepEqual(await run('Stop', { session_id: 's1', cwd: at.project, last_assistant_message: 'x' }), quiet);
  assert.equal(existsSync(paths.journal), false);
  assert.match(readFileSync(paths.log, 'utf8'), /privacy\.excludePaths/);
});

test('a home that cannot be written breaks nothing', async (t) => {
  const { at, run } = hooked(t);
  writeFileSync(at.home, 'a file in its place');
  assert.deepEqual(await run('Stop', { session_id: 's1', cwd: at.project, last_assistant_message: 'x' }), quiet);
});

test('a payload of many megabytes is journaled, bounded', async (t) => {
  const { at, run, journal } = hooked(t);
  const big = { session_id: 's1', cwd: at.project, prompt_id: 'p1', prompt: 'long words '.repeat(700_000) };
  assert.deepEqual(await run('UserPromptSubmit', big), quiet);
  const [entry] = journal();
  assert.ok(JSON.stringify(entry).length < 150_000);
  assert.equal(entry?.events.length, 1);
});

test('without a worker the next session is handed what the last one left, out of the database, once', async (t) => {
  const worker = await runWorker(t);
  const { at, paths, run, journal } = hooked(t, worker.at);
  await worker.asPerson(['remember', 'We use pnpm, never npm.', '--kind', 'constraint']);
  await worker.memory().settled();
  await worker.end('SIGKILL');
  // A hook gives up when a busy machine does not answer in time: then a later session gets the block.
  let started: Ended = quiet;
  let session = { session_id: 's1', cwd: at.project };
  for (let n = 2; started.stdout === '' && n < 20; n += 1) {
    session = { session_id: `s${n}`, cwd: at.project };
    started = await run('SessionStart', { ...session, source: 'startup' });
    assert.deepEqual({ ...started, stdout: '', code: 0, signal: null }, quiet);
  }
  const reply = JSON.parse(started.stdout) as { hookSpecificOutput: { additionalContext: string } };
  assert.match(reply.hookSpecificOutput.additionalContext, /We use pnpm, never npm/);
  const sessions = journal().length;
  assert.equal(journal().at(-1)?.injection?.occasion, 'start');
  const prompted = await run('UserPromptSubmit', { ...session, prompt_id: 'p1', prompt: 'Which manager?' });
  assert.doesNotMatch(prompted.stdout, /We use pnpm/);
  await worker.restart();
  const memory = worker.memory();
  await memory.settled();
  assert.equal((await memory.status()).counts.byEvent['session.start'], sessions);
  assert.equal(existsSync(paths.journal) && readdirSync(paths.journal).length, 0);
});

test('context that is switched off is not given, and the database not opened', async (t) => {
  const worker = await runWorker(t);
  const { at, run } = hooked(t, worker.at);
  await worker.asPerson(['remember', 'We use pnpm.', '--kind', 'constraint']);
  await worker.end('SIGTERM');
  const env = { CAIRN_CONTEXT_ENABLED: 'false' };
  assert.deepEqual(await run('SessionStart', { session_id: 's2', cwd: at.project, source: 'startup' }, { env }), quiet);
  assert.equal(existsSync(`${homePaths(at.home).db}-wal`), false);
});

test('a session start starts a worker, which takes in the journal; another event does not', async (t) => {
  const { at, run, paths } = hooked(t);
  const env = { CAIRN_WORKER_START: 'auto' };
  configure(at, { 'worker.idleMinutes': 0.05 });
  const session = { session_id: 's1', cwd: at.project };
  assert.deepEqual(await run('Stop', { ...session, last_assistant_message: 'first' }, { env }), quiet);
  assert.equal(existsSync(paths.lock), false);
  assert.deepEqual(await run('SessionStart', { ...session, source: 'startup' }, { env }), quiet);
  const idle = (): boolean => existsSync(paths.log) && readFileSync(paths.log, 'utf8').includes('leaves: idle');
  await until(idle);
  await until(() => !existsSync(paths.state));
  assert.deepEqual(readdirSync(paths.journal), []);
});

test('sixty-four agents at once, no worker, the program as it is installed: nothing is lost', async (t) => {
  const { at, journal } = hooked(t);
  const run = installHook(at);
  const runs = Array.from({ length: 64 }, (_, i) => {
    const prompt = { session_id: `s${i}`, cwd: at.project, prompt_id: `p${i}`, prompt: `prompt ${i}` };
    return run('UserPromptSubmit', prompt);
  });
  for (const ended of await Promise.all(runs)) assert.deepEqual(ended, quiet);
  assert.equal(journal().length, 64);
  const worker = await runWorker(t, { at });
  const memory = worker.memory();
  await memory.settled();
  assert.equal((await memory.status()).counts.byKind.prompt, 64);
});
