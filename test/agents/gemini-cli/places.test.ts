import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { companions, detect, findTranscripts, readSource } from '../../../src/agents/gemini-cli/places.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('sessions and subagents of Gemini CLI are found, belong together, and know their folder', (context) => {
  const home = temporaryFolder(context);
  const environment = { home, variables: {} };
  mkdirSync(join(home, '.gemini/antigravity'), { recursive: true });
  assert.equal(detect(environment), false);
  const tmp = join(home, '.gemini/tmp');
  const chats = join(tmp, 'shop/chats');
  const session = '3f2a9c1e-7b64-4d0f-9c35-5e8d1a2b6c70';
  mkdirSync(join(chats, session), { recursive: true });
  mkdirSync(join(tmp, 'cart/chats'), { recursive: true });
  const files = [
    'shop/chats/session-2026-11-20T09-15-3f2a9c1e.jsonl',
    'shop/chats/session-2025-12-16T23-47-b4f17607.json',
    `shop/chats/${session}/sub.jsonl`,
    'cart/chats/session-2026-11-20T09-16-aaaaaaaa.jsonl',
  ];
  for (const file of [...files, 'shop/chats/other.json', 'shop/logs.json']) writeFileSync(join(tmp, file), '');
  writeFileSync(join(tmp, 'shop/.project_root'), '/home/dev/shop\n');
  writeFileSync(join(home, '.gemini/projects.json'), '{"projects":{"/home/dev/cart":"cart"}}');
  assert.equal(detect(environment), true);
  assert.deepEqual(
    findTranscripts(environment)
      .map(({ path }) => relative(tmp, path))
      .sort(),
    files.toSorted(),
  );
  const [main = '', old = '', sub = '', cart = ''] = files.map((file) => join(tmp, file));
  assert.deepEqual(companions(main), [sub]);
  assert.deepEqual([old, sub, cart].flatMap(companions), []);
  assert.deepEqual(readSource(sub), { session, subagent: 'sub', cwd: '/home/dev/shop' });
  assert.deepEqual(readSource(cart), { session: 'session-2026-11-20T09-16-aaaaaaaa', cwd: '/home/dev/cart' });
});
