import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { asObject, parseJson } from '../src/core/json.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { inWindow, quoted } from '../test/support/person-terminal.ts';
import { type BenchHome, DIST, makeBenchHome } from './support/bench-home.ts';
import { fillStore } from './support/generated/filled-store.ts';
import { promptOf } from './support/generated/session-events.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { timeHooks } from './support/send-stop.ts';
import { quantileOf, round, spreadOf } from './support/stats.ts';

const IN_PAGE = fileURLToPath(new URL('./support/dashboard-page.mjs', import.meta.url));
const ITEMS = 200_000;
const SCROLLED = 100_000;
const LOADS = 7;
/** What a page asks while nothing happens: what it shows, once. */
const MOST_ASKED = 20;
const RESTS_MS = 3_000;
const KEYS = 60;
const LIVE = { perSecond: 100, seconds: 60 } as const;
const SETTLED_MS = 3_600_000;
const LIVE_STEP_MS = 100;
const FEED = '[data-list=today]';
const ROW = `${FEED} [data-row]`;
const JUMPS = 300;
/** Hooks that are sent without and with the page open, and milliseconds that the page may add to one. */
const HOOKS = 200;
const MOST_MORE_MS = 2;
const QUESTIONS = 16;
const QUESTION_CHARS = 80;

/** The dashboard over a large memory in a real browser: how soon it is there, how soon it answers, and what it costs. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const home = makeBenchHome(join(folder, 'home'));
  home.env.CAIRN_EMBED_MODEL = 'none';
  const result: BenchResult = {
    title: 'The dashboard',
    about: `The built page, served by the built worker over a memory of ${ITEMS.toLocaleString('en')} generated memories, in Chromium on the same machine; milliseconds as the page itself measures them. A key is answered when the frame after its change is there.`,
    columns: ['what', 'median', 'p95', 'most', 'of'],
    rows: [],
    bounds: [],
    notes: [],
  };
  try {
    await fillStore(home.paths.db, ITEMS);
    await home.startWorker();
    // What is made of the generated sessions is no part of the measurement.
    await home.memory().settled({ timeoutMs: SETTLED_MS });
    await measureAll(home, result);
    return result;
  } finally {
    await home.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(home: BenchHome, result: BenchResult): Promise<void> {
  const browser = await launchChromium();
  try {
    const alone = await timeHooks(home.socket, { first: 0, count: HOOKS });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript({ path: IN_PAGE });
    const address = new URL(await signInAddress(home));
    await page.goto(address.href);
    await page.locator(ROW).first().waitFor();
    const beside = await timeHooks(home.socket, { first: HOOKS, count: HOOKS });
    addHooks(result, { alone, beside });
    await measureLoads(page, { url: address.origin, result });
    await measureKeys(page, result);
    await measureSearch(page, { url: address.origin, result });
    await measureScroll(page, { url: address.origin, result });
    await measureLive(page, { url: address.origin, home, result });
  } finally {
    await browser.close();
  }
}

/** How soon the page paints, and how soon its rows are there and a key acts. */
async function measureLoads(page: Page, { url, result }: { url: string; result: BenchResult }): Promise<void> {
  const painted: number[] = [];
  const ready: number[] = [];
  for (let at = 0; at < LOADS; at += 1) {
    await page.goto('about:blank');
    await page.goto(url);
    const loaded = await inPage<{ ready: number; painted: number }>(page, 'timeLoad', ROW);
    ready.push(loaded.ready);
    painted.push(loaded.painted);
  }
  add(result, { name: 'first paint', most: 500 }, painted);
  add(result, { name: 'interactive: rows are there', most: 1_000 }, ready);
  await page.waitForTimeout(RESTS_MS);
  const asked = await inPage<number>(page, 'countAsked');
  result.rows.push([`questions to the worker within ${RESTS_MS / 1_000} s of a load`, asked, '', '', '']);
  result.bounds.push(bound('questions of a load', MOST_ASKED, asked));
}

async function measureKeys(page: Page, result: BenchResult): Promise<void> {
  await page.locator(ROW).first().waitFor();
  const took: number[] = [];
  for (let at = 0; at < KEYS; at += 1)
    took.push(await inPage<number>(page, 'timeKey', { key: 'j', shown: `${FEED} ul` }));
  add(result, { name: 'key `j`: the next row is selected', most: 50 }, took);
  const opened: number[] = [];
  for (let at = 0; at < KEYS / 4; at += 1) {
    opened.push(await inPage<number>(page, 'timeKey', { key: '?', shown: 'dialog[open]' }));
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
  add(result, { name: 'key `?`: the sheet is there', most: 50 }, opened);
}

/** From the last letter typed to the hits, in the palette and, where it is there, in the view of searches. */
async function measureSearch(page: Page, { url, result }: { url: string; result: BenchResult }): Promise<void> {
  const places = [
    {
      name: 'palette',
      open: () => page.keyboard.press('Control+k'),
      field: '.palette input',
      hit: '[role=group][aria-label=Memories] [role=option]',
    },
    {
      name: 'view of searches',
      open: () => page.goto(`${url}/search`),
      field: 'main input[type=search]',
      hit: 'main [data-row]',
    },
  ];
  for (const [place, { name, open, field, hit }] of places.entries()) {
    await open();
    const input = page.locator(field);
    if (
      !(await input.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      ))
    ) {
      result.notes?.push(`There is no field in the ${name}.`);
      continue;
    }
    const took: number[] = [];
    for (let at = 0; at < QUESTIONS; at += 1) {
      const words = wordsOfPrompt(place * QUESTIONS + at);
      await input.fill('');
      await page.locator(hit).first().waitFor({ state: 'detached' });
      took.push(await inPage<number>(page, 'timeTyping', { field, hit, words }));
    }
    add(result, { name: `search in the ${name}: hits on screen`, most: 120 }, took);
    await page.keyboard.press('Escape');
  }
}

/** Two words of a prompt of the generated sessions. */
function wordsOfPrompt(session: number): string {
  return promptOf(session * 3, QUESTION_CHARS)
    .split(' ')
    .slice(0, 2)
    .join(' ');
}

/** Scrolls the feed page by page until that many rows are there, then through all of them. */
async function measureScroll(page: Page, { url, result }: { url: string; result: BenchResult }): Promise<void> {
  await page.goto(`${url}/?by=time`);
  await page.locator(ROW).first().waitFor();
  await readOwn(page);
  await inPage(page, 'fillList', { list: FEED, rows: SCROLLED });
  const loading = await readOwn(page);
  await inPage(page, 'scrollList', { list: FEED, steps: JUMPS });
  const scrolling = await readOwn(page);
  const longest = Math.max(loading.longest, scrolling.longest);
  const nodes = Math.max(loading.nodes, scrolling.nodes);
  result.rows.push(
    [`longest task while ${SCROLLED.toLocaleString('en')} rows are read`, round(loading.longest), '', '', ''],
    ['longest task while they are scrolled through', round(scrolling.longest), '', '', `${JUMPS} jumps`],
    ['elements in the page', nodes, '', '', ''],
  );
  // A task of less than 50 ms is no long one, and is not told.
  result.bounds.push(bound('longest task of the feed, ms', 50, longest), bound('elements in the page', 3_000, nodes));
}

/** Events as many agents at work would make them, for a minute: what the page holds before and after. */
async function measureLive(
  page: Page,
  { url, home, result }: { url: string; home: BenchHome; result: BenchResult },
): Promise<void> {
  await page.goto(url);
  await page.locator(ROW).first().waitFor();
  const memory = home.memory();
  const heaps: number[] = [];
  await readOwn(page);
  for (let minute = 0; minute < 2; minute += 1) {
    for (let step = 0; step < (LIVE.seconds * 1_000) / LIVE_STEP_MS; step += 1) {
      const began = performance.now();
      const count = (LIVE.perSecond * LIVE_STEP_MS) / 1_000;
      await memory.record(Array.from({ length: count }, (_, i) => liveEvent(minute, step * count + i)));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, LIVE_STEP_MS - (performance.now() - began))));
    }
    await memory.settled({ timeoutMs: SETTLED_MS });
    heaps.push(await heapOf(page));
  }
  const { longest, nodes } = await readOwn(page);
  const [first = 0, second = 0] = heaps;
  const grown = second - first;
  result.rows.push(
    ['heap after a minute of 100 events/s, MB', round(first / 1e6), '', '', ''],
    ['heap after another minute, MB', round(second / 1e6), '', '', ''],
    ['longest task meanwhile', round(longest), '', '', ''],
    ['elements in the page meanwhile', nodes, '', '', ''],
  );
  const perEvent = grown / (LIVE.perSecond * LIVE.seconds);
  result.bounds.push({
    name: 'growth over a minute of 100 events/s',
    wanted: '≤ 200 bytes an event',
    reached: `${round(perEvent, 0)} bytes an event`,
    met: perEvent <= 200,
  });
}

/** Runs one of the functions of `support/dashboard-page.mjs` in the page. */
function inPage<Answer>(page: Page, name: string, given?: unknown): Promise<Answer> {
  return page.evaluate(`bench.${name}(${JSON.stringify(given) ?? ''})`);
}

function readOwn(page: Page): Promise<{ longest: number; nodes: number }> {
  return inPage(page, 'readOwn');
}

/** Bytes of the page's heap after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

function liveEvent(minute: number, at: number) {
  const sessionId = `live-${minute}-${at % 8}`;
  const text = `Prompt ${at} of minute ${minute}: rename the module and run the tests again.`;
  return {
    kind: 'prompt',
    sessionId,
    agent: 'codex',
    cwd: '/home/dev/work',
    at: Date.now(),
    text,
    number: `${minute}-${at}`,
  };
}

/** The address with a code that signs a page in, as `cairn ui` in a window prints it. */
async function signInAddress(home: BenchHome): Promise<string> {
  const words = [process.execPath, join(DIST, 'cli.js'), 'ui', '--json'].map(quoted).join(' ');
  const env = Object.fromEntries(
    Object.entries(home.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const { stdout } = await inWindow(`exec ${words}`, { env, cwd: home.paths.home });
  const { url } = asObject(parseJson(stdout));
  if (typeof url !== 'string') throw new Error(`cairn ui printed ${stdout}`);
  return url;
}

/** What the open page adds to a hook, which is acknowledged once its event is durable. */
function addHooks(
  result: BenchResult,
  { alone, beside }: { alone: readonly number[]; beside: readonly number[] },
): void {
  for (const [name, took] of [
    ['a hook with no page open', alone],
    ['a hook with the page open', beside],
  ] as const) {
    const { median, max, count } = spreadOf(took);
    result.rows.push([name, round(median), round(quantileOf(took, 0.95)), round(max), count]);
  }
  const more = spreadOf(beside).median - spreadOf(alone).median;
  result.bounds.push(bound('a hook with the page open beyond one without, median, ms', MOST_MORE_MS, more));
}

function add(result: BenchResult, { name, most }: { name: string; most: number }, took: readonly number[]): void {
  const { median, max, count } = spreadOf(took);
  const p95 = quantileOf(took, 0.95);
  result.rows.push([name, round(median), round(p95), round(max), count]);
  result.bounds.push(bound(`${name}, median, ms`, most, median));
}

function bound(name: string, most: number, reached: number): Bound {
  return { name, wanted: `≤ ${most}`, reached: String(round(reached)), met: reached <= most };
}
