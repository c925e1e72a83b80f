import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';
import { type RunningWorker, runWorker } from '../../support/run-worker.ts';
import { signInAddress } from '../../support/sign-in-address.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const EXAMPLE = fileURLToPath(new URL('../../../examples/sample-project/sessions', import.meta.url));

let shared: Promise<Browser> | undefined;
after(async () => (await shared)?.close());

/** The browser of a test file: one for all its tests, closed after the last. `flags`: a browser of its own with these too. */
export function openBrowser(flags?: readonly string[]): Promise<Browser> {
  if (flags !== undefined) return launchChromium(flags);
  shared ??= launchChromium();
  return shared;
}

/** What a page is opened with. */
export interface PageOptions {
  /** Path and query, as in the address; default today. */
  path?: string;
  theme?: 'light' | 'dark';
  /** Width of the window in CSS pixels; its height follows. */
  width?: number;
  /** `reader`: signed in by a program, where nobody types. */
  as?: 'person' | 'reader';
  /** `none`: a memory that holds nothing. */
  example?: 'imported' | 'none';
  /** A worker that runs already. */
  worker?: RunningWorker;
  /** Failures that this test means to cause, as `console: …`, `request: …` or `error: …`. */
  expected?: RegExp;
}

/** An opened page of a real worker. */
export interface OpenedPage {
  page: Page;
  worker: RunningWorker;
  /** `http://127.0.0.1:PORT` */
  origin: string;
}

/**
 * Opens a page of the dashboard over a worker of its own with the example project in it, signed in as `cairn ui` does. Fails
 * the test at its end when the page said anything on its console, broke its policy, asked anyone but the worker, or threw.
 */
export async function openPage(context: TestContext, options: PageOptions = {}): Promise<OpenedPage> {
  closersOf(context);
  const worker = options.worker ?? (await workerWithExample(context, options));
  const address = new URL(await signInAddress(worker, options));
  const browser = await openBrowser();
  const width = options.width ?? 1440;
  const view = await browser.newContext({
    viewport: { width, height: Math.max(600, Math.round(width * 0.625)) },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await view.newPage();
  watch(context, view, { origin: address.origin, expected: options.expected });
  await page.goto(address.href);
  // Signed in: the code is out of the address.
  await page.waitForFunction(() => !location.hash.startsWith('#code='));
  // The view is there, and so is who listens to keys.
  await page.locator('h1').first().waitFor();
  return { page, worker, origin: address.origin };
}

/** A worker that holds the example project, unless `example` is `none`. */
export async function workerWithExample(
  context: TestContext,
  { example = 'imported' }: Pick<PageOptions, 'example'> = {},
): Promise<RunningWorker> {
  closersOf(context);
  const worker = await runWorker(context);
  if (example === 'none') return worker;
  const memory = worker.memory();
  for await (const progress of memory.import({ agent: 'claude-code', paths: [EXAMPLE] })) void progress;
  await memory.settled();
  return worker;
}

/** Fails the test at its end for whatever a person would find in the console of the page, and for requests to elsewhere. */
function watch(
  context: TestContext,
  view: BrowserContext,
  { origin, expected }: { origin: string; expected: RegExp | undefined },
): void {
  const failures: string[] = [];
  const note = (failure: string): void => {
    if (expected?.test(failure) !== true) failures.push(failure);
  };
  view.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`);
  });
  view.on('weberror', (error) => note(`error: ${error.error().stack ?? error.error().message}`));
  view.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') note(`request: ${request.url()}`);
  });
  closersOf(context).push(async () => {
    // The types do not know it yet.
    if (!(context as TestContext & { passed: boolean }).passed) await tellPages(context, view);
    await view.close();
  });
  // The last thing after the test: a hook that fails keeps those after it from running, and the worker must end.
  context.after(() => assert.deepEqual(failures, []));
}

/** What the pages of a test that failed show: what a time-out alone does not say. */
async function tellPages(context: TestContext, view: BrowserContext): Promise<void> {
  for (const page of view.pages()) {
    const shown = await page.evaluate(() => {
      const { activeElement } = document;
      const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
      return {
        at: location.href,
        fields,
        focus: activeElement?.outerHTML.slice(0, 200),
        text: document.body.innerText,
      };
    });
    context.diagnostic(JSON.stringify({ ...shown, text: shown.text.slice(0, 3_000) }));
  }
}

const closers = new WeakMap<TestContext, (() => Promise<void>)[]>();

/** What closes the pages of a test. It is registered before the worker is started, so that pages close before the worker ends. */
function closersOf(context: TestContext): (() => Promise<void>)[] {
  const known = closers.get(context);
  if (known !== undefined) return known;
  const added: (() => Promise<void>)[] = [];
  closers.set(context, added);
  context.after(async () => {
    for (const close of added) await close();
  });
  return added;
}

/** What axe finds wrong with the page as it is now, at WCAG 2.2 AA and its best practices. The policy of the page stays as it is. */
export async function checkAxe(page: Page): Promise<void> {
  // Evaluated by the debugger, which no policy of the page holds for.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: AxeViolation[] }> } };
    return (await axe.run()).violations;
  });
  const told = found.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html.slice(0, 200)}`).join('\n')}`,
  );
  assert.deepEqual(told, [], told.join('\n'));
}

interface AxeViolation {
  id: string;
  help: string;
  nodes: { html: string }[];
}
