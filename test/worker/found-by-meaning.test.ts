import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { embedPlaces } from '../../src/bin/embedding-paths.ts';
import { homePaths } from '../../src/config/paths.ts';
import { DIST } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { httpMemory } from '../support/http-memory.ts';
import { runProgram } from '../support/run-program.ts';
import { environmentOf, runWorker } from '../support/run-worker.ts';
import { cliSurface, mcpSurface, memorySurface } from '../support/surfaces.ts';
import { listenAt } from '../support/tcp-request.ts';

const env = { CAIRN_EMBED_MODEL: 'minilm' };
const NOTES = [
  'Customers could not sign in: their passwords were rejected after the upgrade.',
  'The nightly backup is written to the second disk.',
  'Prices are kept in cents, never in floating point.',
  'The staging server restarts each Sunday.',
];
/** No word of it stands in what it asks for. */
const QUESTION = 'authentication is broken';
const WANTED = /sign in/;

/** A worker with the bundled model, and notes that have their vectors; the model is loaded. */
async function openWarm(context: TestContext) {
  const worker = await runWorker(context, { env });
  const memory = worker.memory();
  for (const text of NOTES) await memory.remember(text);
  await memory.settled({ timeoutMs: 120_000 });
  assert.deepEqual((await memory.search(QUESTION)).notes, []);
  return { worker, memory };
}

test('every surface finds by meaning, and all the same', { timeout: 240_000 }, async (context) => {
  const { worker, memory } = await openWarm(context);
  const question = { call: 'search', input: { query: QUESTION } } as const;
  const wanted = await memorySurface('SDK', memory).ask(question);
  const { hits } = await memory.search(QUESTION);
  assert.match(hits[0]?.title ?? '', WANTED);
  const others = [
    memorySurface('HTTP', httpMemory(await listenAt(worker.socket), worker.at.project)),
    await mcpSurface(context, worker),
    cliSurface(worker),
  ];
  for (const surface of others) assert.deepEqual(await surface.ask(question), wanted, surface.name);
});

test('status and doctor say how many are found by meaning', { timeout: 240_000 }, async (context) => {
  const { worker, memory } = await openWarm(context);
  const { vectors } = await memory.status();
  assert.deepEqual([vectors.state, vectors.stored, vectors.waiting], ['idle', NOTES.length, 0]);
  const cli = join(DIST, 'cli.js');
  const { stdout } = await runProgram(process.execPath, [cli, 'status'], { env: environmentOf(worker.at) });
  assert.match(stdout, /by meaning {2}4 memories, none waiting/);
  const { checks } = await memory.doctor();
  assert.equal(checks.find(({ name }) => name === 'vectors')?.status, 'ok');
});

test('what a forgotten memory was is found by no vector', { timeout: 240_000 }, async (context) => {
  const { worker, memory } = await openWarm(context);
  const [first] = (await memory.search(QUESTION)).hits;
  assert.match(first?.title ?? '', WANTED);
  await worker.memory().forget({ ids: [first?.id ?? ''] });
  const titles = (await memory.search(QUESTION)).hits.map(({ title }) => title);
  assert.deepEqual(
    titles.filter((title) => WANTED.test(title)),
    [],
  );
  assert.equal((await memory.status()).vectors.stored, NOTES.length - 1);
});

test('a missing or damaged model leaves words, and both say what helps', { timeout: 240_000 }, async (context) => {
  const at = freshHome(context);
  // As set-up copies it: no package lies beside it.
  const program = join(at.root, 'app', 'program');
  cpSync(DIST, program, { recursive: true });
  const run = (...args: string[]) =>
    runProgram(process.execPath, [join(program, 'cli.js'), ...args, '--json'], {
      env: { ...environmentOf(at), ...env },
    });
  const look = async (): Promise<{ codes: string[]; hits: number; state: string }> => {
    await run('remember', 'The mutex was held twice.');
    const found = JSON.parse((await run('search', 'the mutex')).stdout);
    const { vectors } = JSON.parse((await run('status')).stdout);
    await run('worker', 'stop');
    return {
      codes: found.notes.map(({ code }: { code: string }) => code),
      hits: found.hits.length,
      state: vectors.state,
    };
  };
  context.after(() => run('worker', 'stop'));
  assert.deepEqual(await look(), { codes: ['words_only'], hits: 1, state: 'failed' });
  const { models } = homePaths(at.home);
  mkdirSync(models, { recursive: true });
  writeFileSync(join(models, 'minilm.cairn'), 'no model at all');
  assert.deepEqual(await look(), { codes: ['words_only'], hits: 1, state: 'failed' });
  const [own = ''] = embedPlaces({ models }).modelFolders;
  cpSync(join(own, 'minilm.cairn'), join(models, 'minilm.cairn'));
  assert.notEqual((await look()).state, 'failed');
});
