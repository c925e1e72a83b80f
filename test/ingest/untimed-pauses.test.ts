// A pause holds for lines without a time, too: of those that may have been written in it none is recorded.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportProgress } from '../../src/api/answers.ts';
import { beginPause, endPause } from '../../src/ingest/pauses.ts';
import { openFresh } from '../support/fresh-home.ts';

/** Milliseconds between two steps: files have different times. */
const STEP_MS = 30;

type Opened = ReturnType<typeof openFresh>;
type Say = (session: string, text: string) => Promise<void>;

/** Agents whose lines have no times: how one more is written. */
const WRITERS: Readonly<Record<string, (userHome: string) => Say>> = {
  cursor: (userHome) => async (session, text) => {
    const folder = join(userHome, '.cursor', 'projects', 'home-dev-shop', 'agent-transcripts', session);
    const content = [{ type: 'text', text: `<user_query>\n${text}\n</user_query>` }];
    await appendLine(folder, `${session}.jsonl`, { role: 'user', message: { content } });
  },
  'kimi-cli': (userHome) => async (session, text) => {
    const folder = join(userHome, '.kimi', 'sessions', '0123456789abcdef0123456789abcdef', session);
    await appendLine(folder, 'context.jsonl', { role: 'user', content: text });
  },
};

async function appendLine(folder: string, name: string, line: object): Promise<void> {
  await wait(STEP_MS);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, name), `${JSON.stringify(line)}\n`);
  await wait(STEP_MS);
}

async function readAll({ memory }: Opened, agent: string): Promise<ImportProgress | undefined> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({ agent })) last = progress;
  await memory.settled();
  return last;
}

async function prompts({ store }: Opened): Promise<string[]> {
  return (await store.log.since(0, 100)).flatMap(({ body }) => (body.kind === 'prompt' ? body.text : []));
}

async function paused(home: string, during: () => Promise<void>): Promise<void> {
  beginPause(home, Date.now(), {});
  await during();
  endPause(home, Date.now(), undefined);
  await wait(STEP_MS);
}

for (const [agent, writer] of Object.entries(WRITERS)) {
  test(`of lines of ${agent} that are read first after a pause, all that can be of it are left out, and counted`, async (context: TestContext) => {
    const opened = openFresh(context);
    const { userHome, home } = opened.at;
    const say = writer(userHome);
    await say('one', 'Explain the ledger.');
    await paused(home, () => say('one', 'The zebrafish merger closes on Friday.'));
    await say('one', 'Explain the herons.');
    await say('two', 'Paint the fence.');
    const progress = await readAll(opened, agent);
    assert.deepEqual(await prompts(opened), ['Paint the fence.'], 'a session of its own after the pause is kept');
    assert.deepEqual(progress?.leftOut, { 'perhaps of a pause': 3 });
  });

  test(`of ${agent}, what was read before a pause is kept, and what goes on after it once it was read again`, async (context: TestContext) => {
    const opened = openFresh(context);
    const { userHome, home } = opened.at;
    const say = writer(userHome);
    await say('one', 'Explain the ledger.');
    await readAll(opened, agent);
    await paused(home, async () => {
      await say('one', 'The zebrafish merger closes on Friday.');
      await readAll(opened, agent);
    });
    await say('one', 'Paint the fence.');
    await readAll(opened, agent);
    await say('one', 'Explain the herons.');
    await readAll(opened, agent);
    assert.deepEqual(await prompts(opened), ['Explain the ledger.', 'Explain the herons.']);
  });
}

test('a line is of a pause also where the file system keeps an earlier time than the clock had', async (context: TestContext) => {
  const opened = openFresh(context);
  const { userHome, home } = opened.at;
  await WRITERS['kimi-cli']?.(userHome)('one', 'The zebrafish merger closes on Friday.');
  const file = join(userHome, '.kimi', 'sessions', '0123456789abcdef0123456789abcdef', 'one', 'context.jsonl');
  const from = Math.floor(statSync(file).mtimeMs) + 10;
  utimesSync(file, from / 1000, (from - 5) / 1000);
  beginPause(home, from, { until: from + 1 });
  await readAll(opened, 'kimi-cli');
  assert.deepEqual(await prompts(opened), []);
});
