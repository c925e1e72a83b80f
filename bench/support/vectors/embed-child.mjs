// One process of the bench of embedding: `cairn MODEL PROGRAMS` or `onnx MODEL RUNTIME`. Prints what it measured as JSON.
// Not TypeScript: turning that into JavaScript takes memory of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const WORDS = 'the house river tree road town hill school church morning'.split(' ');
const TOKENS = 60;
const FOUR = 4;
const ROUNDS = 5;
const ROUND_TEXTS = 64;
const QUESTIONS = 60;
const QUESTION = 'why did we choose this build tool for our project';

const [kind, model, place] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await (kind === 'cairn' ? measureCairn() : measureOnnx()))}\n`);

async function measureCairn() {
  const kernel = new WebAssembly.Module(readFileSync(join(place, 'bert.wasm')));
  const bareMb = residentMb();
  const thread = startThread(kernel);
  const coldMs = await timed(() => thread.ask([QUESTION], 'question'));
  const text = Array.from({ length: TOKENS - 2 }, (_, at) => WORDS[at % WORDS.length]).join(' ');
  const texts = Array.from({ length: ROUND_TEXTS }, () => text);
  await thread.ask(texts, 'memory');
  const speeds = [];
  let peakMb = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    speeds.push(await speedOf(ROUND_TEXTS, () => thread.ask(texts, 'memory')));
    peakMb = Math.max(peakMb, residentMb());
  }
  const questionMs = [];
  for (let at = 0; at < QUESTIONS; at += 1) questionMs.push(await timed(() => thread.ask([QUESTION], 'question')));
  await thread.end();
  await sleep(1_000);
  const afterMb = residentMb();
  const again = startThread(kernel);
  const againMs = await timed(() => again.ask([QUESTION], 'question'));
  await again.end();
  return { speeds, questionMs, bareMb, peakMb, afterMb, coldMs, againMs };
}

function startThread(kernel) {
  const worker = new Worker(join(place, 'embedder.js'), { workerData: { path: model, kernel }, execArgv: [] });
  return {
    ask: (texts, purpose) =>
      new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('message', (answer) => ('vectors' in answer ? resolve() : reject(new Error(answer.error.message))));
        worker.postMessage({ id: 1, texts, purpose });
      }),
    end: () => worker.terminate(),
  };
}

async function measureOnnx() {
  const bareMb = residentMb();
  const runtime = await import(pathToFileURL(join(place, 'dist', 'ort.node.min.mjs')).href);
  runtime.env.wasm.numThreads = 1;
  const options = { executionProviders: ['wasm'], graphOptimizationLevel: 'all' };
  const session = await runtime.InferenceSession.create(readFileSync(model), options);
  const run = (count, length) => {
    const ids = Array.from({ length: count * length }, (_, at) => BigInt(2_000 + (at % length) * 37));
    return session.run({ ids: new runtime.Tensor('int64', BigInt64Array.from(ids), [count, length]) });
  };
  // One text at a time or four: the faster counts.
  const ways = [];
  for (const count of [1, FOUR]) {
    await run(count, TOKENS);
    const speeds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const runs = ROUND_TEXTS / FOUR / count;
      speeds.push(
        await speedOf(runs * count, async () => {
          for (let at = 0; at < runs; at += 1) await run(count, TOKENS);
        }),
      );
    }
    ways.push(speeds);
  }
  const middle = (speeds) => speeds.map(({ perCpuSecond }) => perCpuSecond).sort((a, b) => a - b)[ROUNDS >> 1];
  const [speeds] = ways.sort((a, b) => middle(b) - middle(a));
  const questionMs = [];
  for (let at = 0; at < QUESTIONS; at += 1) questionMs.push(await timed(() => run(1, 12)));
  return { speeds, questionMs, bareMb, peakMb: residentMb() };
}

/** Texts a second, by the clock and by the processor's time. */
async function speedOf(texts, work) {
  const before = process.cpuUsage();
  const ms = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (texts * 1_000) / ms, perCpuSecond: (texts * 1e6) / (user + system) };
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function residentMb() {
  return process.memoryUsage.rss() / 1e6;
}
