import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { EventBody } from '../../src/core/model/event.ts';
import { makeEvent } from '../store/contract/make.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';
import { findPlanted } from './find-planted.ts';
import { createPlanted, type Planted } from './planted.ts';
import { callHooks } from './ways.ts';

/** Words of a language, in an order that repeats nowhere near, so that what is compressed is coded. */
function prose(chars: number): string {
  let text = '';
  for (let at = 0; text.length < chars; at += 1)
    text += `the ${at % 7} carts of ${at % 11} and what ${at % 13} rounds `;
  return text;
}

/** Opens a memory and puts events into its log past the door, as they are. */
async function keep(context: TestContext, bodies: readonly EventBody[]): Promise<string> {
  const { memory, store, deriver, at } = openFresh(context);
  await store.log.append({ events: bodies.map((body, number) => makeEvent({ number: `${number}`, body })) });
  deriver.wake();
  await memory.settled();
  return at.home;
}

async function placesOf(home: string, planted: Planted): Promise<string[]> {
  const found = await findPlanted(home, planted);
  return [...found.expected.values()].flatMap((places) => [...places]);
}

test('words are found in the log before it is written to the database, in items, and in what finds them', async (context) => {
  const planted = createPlanted('items');
  const home = await keep(context, [{ kind: 'prompt', text: `Use ${planted.kept('prompt')} here`, origin: 'person' }]);
  const places = await placesOf(home, planted);
  for (const place of ['cairn.db-wal', 'cairn.db items.text', 'cairn.db items_fts (words)', 'cairn.db terms.term']) {
    assert.ok(places.includes(place), `${place} is not in ${places.join(', ')}`);
  }
  for (const place of ['cairn.db prompts.prompt_text', 'cairn.db events.data', 'store: events', 'store: items']) {
    assert.ok(places.includes(place), `${place} is not in ${places.join(', ')}`);
  }
});

test('words in the middle of a long text are found in its compressed body, and nowhere else', async (context) => {
  const planted = createPlanted('bodies');
  const output = `${prose(9_000)}${planted.kept('output')}${prose(9_000)}`;
  const home = await keep(context, [{ kind: 'tool.end', tool: 'Bash', input: {}, output, success: true }]);
  assert.deepEqual(await placesOf(home, planted), ['cairn.db bodies.data, unpacked', 'store: events']);
});

test('words are found in the pack of events that arrived together', async (context) => {
  const planted = createPlanted('packs');
  const texts = Array.from(
    { length: 40 },
    (_, at) => ({ kind: 'notification', message: `${at} ${prose(300)}` }) as const,
  );
  const home = await keep(context, [...texts, { kind: 'notification', message: planted.kept('notification') }]);
  assert.deepEqual(await placesOf(home, planted), ['cairn.db packs.data, unpacked', 'store: events']);
});

test('words are found in the journal', async (context) => {
  const at = freshHome(context);
  const planted = createPlanted('journal');
  const payload = { session_id: 's', cwd: at.project, prompt: planted.kept('prompt') };
  await callHooks(at, [{ event: 'UserPromptSubmit', payload }]);
  const [place = ''] = await placesOf(at.home, planted);
  assert.match(place, /^journal\/.*\.jsonl$/);
});

test('words are found in any file, by its name, and in any form of writing', async (context) => {
  const { home } = freshHome(context);
  const planted = createPlanted('files');
  const forms: Record<string, (word: string) => string | Uint8Array> = {
    'plain.log': (word) => `it was ${word}.`,
    'utf16.txt': (word) => Buffer.from(`it was ${word}`, 'utf16le'),
    'base64.txt': (word) => Buffer.from(`it was ${word} and no other`).toString('base64'),
    'base64-again.txt': (word) => `data:${Buffer.from(`${word} and no other`).toString('base64url')}`,
    'hex.txt': (word) => Buffer.from(word).toString('hex'),
    'escaped.json': (word) => JSON.stringify(JSON.stringify({ line: `first\n${word.toUpperCase()}` })),
    'packed.gz': (word) => gzipSync(prose(5_000) + word),
    'packed.zst': (word) => zstdCompressSync(Buffer.from(prose(5_000) + word)),
  };
  mkdirSync(join(home, 'backups', 'deep'), { recursive: true });
  for (const [name, write] of Object.entries(forms)) {
    writeFileSync(join(home, 'backups', 'deep', name), write(planted.kept(name)));
  }
  writeFileSync(join(home, `${planted.kept('the name of a file')}.txt`), '');
  const { expected } = await findPlanted(home, planted);
  assert.deepEqual([...expected.keys()].sort(), [...Object.keys(forms), 'the name of a file'].sort());
});

test('a secret of every kind is found when it is kept as it is', async (context) => {
  const planted = createPlanted('secrets');
  const texts = planted.secrets('a kept event');
  const home = await keep(context, [
    ...texts.map((text): EventBody => ({ kind: 'message', text })),
    { kind: 'message', text: planted.secrets('a long text').join('\n\n') },
  ]);
  const { forbidden } = await findPlanted(home, planted);
  assert.deepEqual([...forbidden.keys()].sort(), [...new Set(planted.forbidden.values())].sort());
});
