import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Memory } from '../../src/api/contract.ts';
import { codePrograms } from '../../src/bin/code-programs.ts';
import { embedPlaces } from '../../src/bin/embedding-paths.ts';
import { resolveConfig } from '../../src/config/resolve-config.ts';
import { SECRET_KINDS } from '../../src/privacy/secret-kinds.ts';
import { openMemoryIn } from '../../src/sdk/index.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { PATIENT_ENV } from '../support/patience.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { closedFill, type Fill, unclosedFill } from './fill.ts';
import { assertClean, assertHolds } from './find-planted.ts';
import type { HookCall } from './hook-payloads.ts';
import { createPlanted, type Planted } from './planted.ts';
import { SECRET_SAMPLES } from './secret-samples.ts';
import { callCli, callHooks, callMcp, callSdk, importAll, sessionHooks, writeTranscripts } from './ways.ts';

function plant(way: string): { planted: Planted; fills: Fill[] } {
  const planted = createPlanted(way);
  return { planted, fills: [closedFill(planted), unclosedFill(planted)] };
}

/** A worker that logs all it can. */
function loudWorker(context: TestContext, at: FreshHome = freshHome(context)): Promise<RunningWorker> {
  return runWorker(context, { at, env: { CAIRN_LOG_LEVEL: 'debug' } });
}

/** Looks while the worker runs, with all that waits in its files, and after it left. */
async function assertCleanAfter(worker: RunningWorker, planted: Planted): Promise<void> {
  await worker.memory().settled();
  await assertClean(worker.at.home, planted);
  await worker.end('SIGTERM');
  await assertClean(worker.at.home, planted);
}

test('a secret of every kind is planted', () => {
  assert.deepEqual(Object.keys(SECRET_SAMPLES).sort(), [...SECRET_KINDS.keys()].sort());
});

test('by hook, to a worker: no secret and no private text stays', async (context) => {
  const worker = await loudWorker(context);
  const { planted, fills } = plant('hook');
  for (const fill of fills) await callHooks(worker.at, sessionHooks(worker.at, fill));
  await assertCleanAfter(worker, planted);
});

test('by hook, with no worker: none is in the journal, nor in what a worker takes in from it', async (context) => {
  const at = freshHome(context);
  const { planted, fills } = plant('journal');
  for (const fill of fills) await callHooks(at, sessionHooks(at, fill));
  await assertClean(at.home, planted);
  await assertHolds(at.home, planted, /^journal\//);
  await assertCleanAfter(await loudWorker(context, at), planted);
});

test('by hook, as a payload that cannot be read: nothing of it stays', async (context) => {
  const at = freshHome(context);
  const planted = createPlanted('unread');
  const broken = (place: string): HookCall[] => {
    const text = planted.secrets(place).join('\n\n');
    return [
      { event: 'Stop', payload: text },
      { event: 'Stop', payload: `{"session_id":"s","last_assistant_message":${JSON.stringify(text)}` },
      { event: 'Stop', payload: JSON.stringify([text]) },
      { event: 'Stop', payload: { last_assistant_message: text } },
    ];
  };
  await callHooks(at, broken('journal'));
  await assertClean(at.home, planted);
  const worker = await loudWorker(context, at);
  await callHooks(at, broken('hook'));
  await assertCleanAfter(worker, planted);
});

test('by transcript: none stays', async (context) => {
  const worker = await loudWorker(context);
  const { planted, fills } = plant('transcript');
  for (const fill of fills) writeTranscripts(worker.at, fill);
  assert.ok((await importAll(worker.memory())).added > 20);
  await assertCleanAfter(worker, planted);
});

test('by SDK, as a client: none stays, of what is kept and of what is asked', async (context) => {
  const worker = await loudWorker(context);
  const { planted, fills } = plant('client');
  const memory = await openSdk(worker.at, 'client');
  for (const fill of fills) await callSdk(memory, fill);
  await assertCleanAfter(worker, planted);
});

test('by SDK, embedded: none stays', async (context) => {
  const at = freshHome(context);
  const { planted, fills } = plant('embedded');
  const memory = await openSdk(at, 'embedded');
  try {
    for (const fill of fills) await callSdk(memory, fill);
    await memory.settled();
    await assertClean(at.home, planted);
  } finally {
    await memory.close();
  }
  await assertClean(at.home, planted);
});

test('by MCP: none stays', async (context) => {
  const worker = await loudWorker(context);
  const { planted, fills } = plant('mcp');
  for (const fill of fills) await callMcp(worker.at, fill);
  await assertCleanAfter(worker, planted);
});

test('by the command, as arguments and from stdin: none stays', async (context) => {
  const worker = await loudWorker(context);
  const { planted, fills } = plant('cli');
  for (const fill of fills) await callCli(worker.at, fill);
  await assertCleanAfter(worker, planted);
});

/** The memory as a program opens it; no worker is started for it. */
function openSdk(at: FreshHome, mode: 'client' | 'embedded'): Promise<Memory> {
  const env = { CAIRN_HOME: at.home, CAIRN_WORKER_START: 'never', ...PATIENT_ENV };
  const environment = {
    resolve: () => resolveConfig({ env, userHome: at.userHome, readText: () => undefined }),
    userHome: at.userHome,
    userId: process.getuid?.() ?? 0,
    cwd: at.project,
    variables: {},
    version: '0.0.0',
    serviceScript: '',
    embedPlaces,
    codePrograms,
  };
  return openMemoryIn(environment, { mode });
}
