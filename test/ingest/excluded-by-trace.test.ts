// An excluded project stays so where a transcript does not name its folder: its name or hash tells.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImportProgress } from '../../src/api/answers.ts';
import { md5Hex, sha256Hex } from '../../src/core/hash.ts';
import { beginPause } from '../../src/ingest/pauses.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';

type Opened = ReturnType<typeof openFresh>;

async function readAll({ memory }: Opened): Promise<ImportProgress | undefined> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import()) last = progress;
  await memory.settled();
  return last;
}

async function prompts({ store }: Opened): Promise<string[]> {
  return (await store.log.since(0, 100)).flatMap(({ body }) => (body.kind === 'prompt' ? body.text : [])).sort();
}

function sayInCursor(userHome: string, folder: string, session: string): void {
  const slug = folder.replace(/[^A-Za-z0-9]/g, '-').replace(/^-+/, '');
  const path = join(userHome, '.cursor', 'projects', slug, 'agent-transcripts', session);
  const content = [{ type: 'text', text: `<user_query>\n${session}\n</user_query>` }];
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, `${session}.jsonl`), `${JSON.stringify({ role: 'user', message: { content } })}\n`);
}

function sayInKimi(userHome: string, folder: string, session: string): void {
  const path = join(userHome, '.kimi', 'sessions', md5Hex(folder), session);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'context.jsonl'), `${JSON.stringify({ role: 'user', content: session })}\n`);
}

function sayInGemini(userHome: string, folder: string, session: string): void {
  const path = join(userHome, '.gemini', 'tmp', sha256Hex(folder), 'chats');
  mkdirSync(path, { recursive: true });
  const messages = [{ id: 'm1', timestamp: '2026-01-05T10:00:00.000Z', type: 'user', content: session }];
  const whole = {
    sessionId: session,
    startTime: '2026-01-05T10:00:00.000Z',
    lastUpdated: '2026-01-05T10:00:00.000Z',
    messages,
  };
  writeFileSync(join(path, `session-2026-01-05T10-00-${session}.json`), JSON.stringify(whole));
}

test('a session of an excluded project is left out beside a folder of a like name, and once its folder is gone, and counted', async (context) => {
  const home = freshHome(context);
  const { userHome } = home;
  const work = join(userHome, 'work');
  const secret = join(work, 'secret-corp');
  const config = { 'privacy.excludeProjects': [secret, '~/kept-apart'] };
  const opened = openFresh(context, { home, config });
  for (const folder of [secret, join(work, 'open')]) mkdirSync(folder, { recursive: true });
  sayInCursor(userHome, secret, 'there');
  await readAll(opened);
  mkdirSync(join(work, 'secret', 'corp'), { recursive: true });
  sayInCursor(userHome, secret, 'beside');
  await readAll(opened);
  rmSync(work, { recursive: true });
  sayInCursor(userHome, secret, 'gone');
  sayInCursor(userHome, join(secret, 'below'), 'below');
  sayInCursor(userHome, join(userHome, 'kept-apart'), 'of-the-home');
  sayInCursor(userHome, join(work, 'open'), 'open');
  sayInKimi(userHome, secret, 'hashed');
  sayInKimi(userHome, join(userHome, 'kept-apart'), 'hashed-of-the-home');
  sayInKimi(userHome, join(work, 'open'), 'hashed-open');
  sayInGemini(userHome, secret, 'of-gemini');
  sayInGemini(userHome, join(work, 'open'), 'of-gemini-open');
  const progress = await readAll(opened);
  assert.deepEqual(await prompts(opened), ['hashed-open', 'of-gemini-open', 'open']);
  assert.deepEqual(progress?.leftOut, { 'excluded project': 6 });
});

test('a session whose folder is unknown is left out of a pause of a folder that can be its own', async (context) => {
  const opened = openFresh(context);
  const { userHome, home } = opened.at;
  const folder = join(userHome, 'work', 'shop');
  beginPause(home, 0, { folder });
  sayInCursor(userHome, folder, 'paused');
  sayInCursor(userHome, join(userHome, 'work', 'open'), 'open');
  await readAll(opened);
  assert.deepEqual(await prompts(opened), ['open']);
});
