import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Listening } from '../src/api/http-answers.ts';
import { DEADLINE_SCALE } from '../src/config/resolve-config.ts';
import { asObject, type JsonObject, parseJson } from '../src/core/json.ts';
import { findHits } from '../src/memory/read/find-hits.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import { listenAt } from '../test/support/tcp-request.ts';
import { type ApiClient, createApiClient, type TimedAnswer } from './support/api/api-client.ts';
import { type EventFigures, measureEvents } from './support/api/measure-events.ts';
import { makeBenchHome } from './support/bench-home.ts';
import { fillStore } from './support/generated/filled-store.ts';
import { promptOf } from './support/generated/session-events.ts';
import { processSeconds } from './support/process-time.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { timeHooks } from './support/send-stop.ts';
import { quantileOf, round } from './support/stats.ts';

/** Generated memories of which more than 200,000 are observations. */
const ITEMS = 280_000;
const RUNS = 300;
const WARM_UP = 60;
const READS = 2_000;
/** Observations of a page while ids are collected: all that are read for the first time. */
const PAGE = 100;
const CONNECTIONS = 16;
const LIVE = { readers: 200, perSecond: 100, seconds: 15 } as const;
const WANTED = { readMs: 10, readsPerSecond: 2_000 } as const;
const QUESTION_CHARS = 80;
/** Hooks that are sent without and with event readers. */
const HOOKS = 200;
/** Milliseconds that a search may take longer over HTTP, and a hook beside readers. */
const MOST_MORE_MS = 2;
const LONG_AGO = Date.UTC(2000, 0, 1);
/** What of the generated sessions is made first. */
const SETTLED_MS = 600_000;

/** One kind of request, the nth of its kind. */
interface Asked {
  name: string;
  ask: (client: ApiClient, n: number) => Promise<TimedAnswer>;
}

/** How fast the worker answers over HTTP, and what live events cost, over generated sessions. */
export async function run(): Promise<BenchResult> {
  const kept = process.env.CAIRN_BENCH_STORES;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  // A busy machine makes a figure worse, and ends nothing.
  const home = makeBenchHome(join(folder, 'home'), { [DEADLINE_SCALE.env]: '20', CAIRN_EMBED_MODEL: 'none' });
  try {
    const store = join(kept ?? folder, `api-${ITEMS}.db`);
    mkdirSync(kept ?? folder, { recursive: true });
    await fillStore(store, ITEMS);
    copyFileSync(store, home.paths.db);
    await home.startWorker();
    const listening = await listenAt(home.socket);
    await home.memory().settled({ timeoutMs: SETTLED_MS });
    const kinds = await requestKinds(listening);
    const result = emptyResult();
    await measureLatency(listening, kinds, result);
    await measureThroughput(listening, { kinds, pid: home.pid }, result);
    await compareSearch(home.paths.db, listening, result);
    const alone = await timeHooks(home.socket, { first: 0, count: HOOKS });
    const figures = await measureEvents({ memory: home.memory(), listening, pid: home.pid }, LIVE, () =>
      timeHooks(home.socket, { first: HOOKS, count: HOOKS }),
    );
    addEvents(result, figures);
    addHooks(result, { alone, beside: figures.beside });
    return result;
  } finally {
    await home.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function emptyResult(): BenchResult {
  return {
    title: 'The API over HTTP',
    about: `A worker over ${ITEMS} generated memories, asked on TCP over kept connections. The first table: one request at a time, milliseconds. An answer that was given before is kept until something is written; "never asked before" is read anew each time.`,
    columns: ['request', 'p50', 'p95', 'p99', 'bytes'],
    rows: [],
    bounds: [],
    notes: [
      `Load of the machine when it began: ${loadavg()
        .map((load) => round(load))
        .join(', ')} on ${availableParallelism()} processors.`,
    ],
    details: [],
  };
}

/** The kinds of requests: pages of lists, single memories, and what a reader has already. */
async function requestKinds(listening: Listening): Promise<Asked[]> {
  const client = createApiClient(listening, 1);
  const ids: string[] = [];
  const cursors: string[] = [];
  for (let cursor = ''; ids.length < WARM_UP + RUNS + READS; ) {
    const { body } = await client.get(`/api/v1/observations?limit=${PAGE}${cursor}`);
    const page = asObject(parseJson(body));
    ids.push(...(page.entries as JsonObject[]).map(({ id }) => String(id)));
    cursor = `&cursor=${page.nextCursor}`;
    cursors.push(cursor);
  }
  const { headers } = await client.get(`/api/v1/observations/${ids[0]}`);
  client.close();
  const of = <Value>(values: readonly Value[], n: number): Value | undefined => values[n % values.length];
  let asked = 0;
  const next = (): number => {
    asked += 1;
    return asked;
  };
  // Each asks for another span of time, which holds all that there is: no answer of it was given before.
  const span = (): string => `&since=${LONG_AGO + next()}`;
  return [
    { name: 'list observations', ask: (api, n) => api.get(`/api/v1/observations?limit=20${of(cursors, n)}`) },
    { name: 'list sessions', ask: (api) => api.get('/api/v1/sessions?limit=20') },
    { name: 'list prompts', ask: (api) => api.get('/api/v1/prompts?limit=20') },
    { name: 'get an observation', ask: (api, n) => api.get(`/api/v1/observations/${of(ids.slice(0, RUNS), n)}`) },
    {
      name: 'get one that the reader has (304)',
      ask: (api) => api.get(`/api/v1/observations/${ids[0]}`, { 'if-none-match': String(headers.etag) }),
    },
    { name: 'list observations, never asked before', ask: (api) => api.get(`/api/v1/observations?limit=20${span()}`) },
    { name: 'list sessions, never asked before', ask: (api) => api.get(`/api/v1/sessions?limit=20${span()}`) },
    {
      name: 'get an observation never asked before',
      ask: (api) => api.get(`/api/v1/observations/${of(ids, next())}`),
    },
    {
      name: 'search by words',
      ask: (api, n) => api.post('/api/v1/search', { query: promptOf(n, QUESTION_CHARS), mode: 'words', project: '*' }),
    },
  ];
}

async function measureLatency(listening: Listening, kinds: readonly Asked[], result: BenchResult): Promise<void> {
  const client = createApiClient(listening, 1);
  for (const { name, ask } of kinds) {
    for (let n = 0; n < WARM_UP; n += 1) await ask(client, n);
    const took: number[] = [];
    let bytes = 0;
    for (let n = 0; n < RUNS; n += 1) {
      const answer = await ask(client, n);
      if (answer.status !== 200 && answer.status !== 304) throw new Error(`${name}: ${answer.status} ${answer.body}`);
      took.push(answer.tookMs);
      bytes += answer.body.length;
    }
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => round(quantileOf(took, share), 2));
    process.stderr.write(`${name}: p95 ${p95} ms\n`);
    result.rows.push([name, p50 ?? 0, p95 ?? 0, p99 ?? 0, Math.round(bytes / RUNS)]);
    if (!name.startsWith('search')) result.bounds.push(atMost(`${name}, p95 (ms)`, WANTED.readMs, p95 ?? 0));
  }
  client.close();
}

/** Requests per second that the worker answers, and per second of processor time of all its threads. */
async function measureThroughput(
  listening: Listening,
  { kinds, pid }: { kinds: readonly Asked[]; pid: number },
  result: BenchResult,
): Promise<void> {
  const rows: (string | number)[][] = [];
  const client = createApiClient(listening, CONNECTIONS);
  for (const { name, ask } of kinds.filter((kind) => !kind.name.startsWith('search'))) {
    const before = { at: performance.now(), seconds: processSeconds(pid) };
    let n = 0;
    const turns = Array.from({ length: CONNECTIONS }, async () => {
      while (n < READS) {
        n += 1;
        await ask(client, n);
      }
    });
    await Promise.all(turns);
    const seconds = (performance.now() - before.at) / 1_000;
    const perCore = READS / (processSeconds(pid) - before.seconds);
    rows.push([name, Math.round(READS / seconds), Math.round(perCore)]);
    if (name.startsWith('get'))
      result.bounds.push(atLeast(`${name}, a second of one core`, WANTED.readsPerSecond, perCore));
  }
  client.close();
  result.details?.push({
    title: 'Reads a second',
    about: `${CONNECTIONS} connections that ask without a pause; what asks runs on the same processors. "A second of one core" counts the processor time of the worker alone, all its threads together.`,
    columns: ['request', 'a second', 'a second of one core'],
    rows,
  });
}

/** The same questions over HTTP and where they are carried out, in turn. */
async function compareSearch(path: string, listening: Listening, result: BenchResult): Promise<void> {
  const store = openSqliteStore({ path, readonly: true });
  const client = createApiClient(listening, 1);
  const took = { http: [] as number[], within: [] as number[] };
  for (let n = 0; n < WARM_UP + RUNS; n += 1) {
    const question = { query: promptOf(RUNS + n, QUESTION_CHARS), mode: 'words', project: '*' } as const;
    const began = performance.now();
    await findHits(store, question, { now: Date.now(), userHome: '/' });
    const within = performance.now() - began;
    const { tookMs } = await client.post('/api/v1/search', question);
    if (n < WARM_UP) continue;
    took.within.push(within);
    took.http.push(tookMs);
  }
  client.close();
  await store.close();
  const [http, within] = [took.http, took.within].map((all) => round(quantileOf(all, 0.5), 2)) as [number, number];
  result.details?.push({
    title: 'A search over HTTP',
    about: 'The same questions by words, each asked once in each way, in turn; medians, milliseconds.',
    columns: ['in this process', 'over HTTP'],
    rows: [[within, http]],
  });
  result.bounds.push(
    atMost('search over HTTP beyond one in this process, p50 (ms)', MOST_MORE_MS, round(http - within, 2)),
  );
}

function addHooks(
  result: BenchResult,
  { alone, beside }: { alone: readonly number[]; beside: readonly number[] },
): void {
  const figures = (took: readonly number[]) => [0.5, 0.95].map((share) => round(quantileOf(took, share), 2));
  const [before = 0] = figures(alone);
  const [with200 = 0] = figures(beside);
  result.details?.push({
    title: 'Hooks beside readers of events',
    about: `${HOOKS} hooks one after the other, from sending one until its event is durable, milliseconds: with no reader, and with ${LIVE.readers} that get each event.`,
    columns: ['readers', 'p50', 'p95'],
    rows: [
      [0, ...figures(alone)],
      [LIVE.readers, ...figures(beside)],
    ],
  });
  result.bounds.push(
    atMost(
      `a hook beside ${LIVE.readers} readers beyond one without, p50 (ms)`,
      MOST_MORE_MS,
      round(with200 - before, 2),
    ),
  );
}

function addEvents(result: BenchResult, { took, told, wanted, bytes, cores, perSecond }: EventFigures): void {
  const megabytes = (count: number): number => round(count / 1e6);
  result.bounds.push(atLeast('events that readers got, of those that came', wanted, told));
  result.details?.push({
    title: 'Live events',
    about: `${LIVE.readers} readers, ${LIVE.perSecond} events a second for ${LIVE.seconds} seconds, in this process; from recording an event until a reader has it, milliseconds.`,
    columns: ['p50', 'p95', 'p99', 'events a second', 'cores of the worker', 'its memory before (MB)', 'after'],
    rows: [
      [
        ...[0.5, 0.95, 0.99].map((share) => round(quantileOf(took, share))),
        round(perSecond),
        round(cores, 2),
        megabytes(bytes.before),
        megabytes(bytes.after),
      ],
    ],
  });
}

function atMost(name: string, most: number, reached: number): Bound {
  return { name, wanted: `≤ ${most}`, reached: String(reached), met: reached <= most };
}

function atLeast(name: string, least: number, reached: number): Bound {
  return { name, wanted: `≥ ${least}`, reached: String(Math.round(reached)), met: reached >= least };
}
