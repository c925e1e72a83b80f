import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as LIMITS from '../../src/core/limits.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';
import { runWorker } from '../support/run-worker.ts';
import { assertClean, findPlanted } from './find-planted.ts';
import { createPlanted, type Planted } from './planted.ts';
import { callHooks, importAll } from './ways.ts';

const HALF = LIMITS.capturedChars / 2;
const LINE = 'the carts of one and what the other rounds\n';

function prose(chars: number): string {
  return LINE.repeat(Math.ceil(chars / LINE.length)).slice(0, chars);
}

/** Secrets of different lengths and forms. */
function secretsAt(planted: Planted, place: string): string[] {
  const kinds = ['github-token', 'password', 'bearer-token', 'private-key', 'url-password', 'jwt', 'api-key'];
  return kinds.flatMap((kind) => planted.secretsOf(kind, place).slice(0, 2));
}

/** A text that is cut in the middle of `secret`: `before` of its characters stand before the cut of the head, or of the tail. */
function cutAt(secret: string, before: number, side: 'head' | 'tail'): string {
  if (side === 'head') return `${prose(HALF - before - 1)}\n${secret}\n${prose(3 * HALF)}`;
  const behind = HALF - (secret.length - before);
  return `${prose(3 * HALF)}\n${secret}\n${prose(behind - 1)}`;
}

test('a secret through which a long text is cut does not stay, wherever in it the cut is', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('cuts');
  const texts = (['head', 'tail'] as const).flatMap((side) =>
    [0.05, 0.2, 0.5, 0.8, 0.95].flatMap((share) =>
      secretsAt(planted, `${side} at ${share}`).map((secret) => cutAt(secret, Math.round(secret.length * share), side)),
    ),
  );
  for (const text of texts) assert.ok(text.length > LIMITS.capturedChars);
  await memory.record({ sessionId: 's', messages: texts.map((content) => ({ role: 'assistant', content })) });
  await memory.settled();
  await assertClean(at.home, planted);
});

test('a half of such a secret would be found', async (context) => {
  const { home } = freshHome(context);
  const planted = createPlanted('halves');
  const secrets = ['github-token', 'npm-token', 'groq-key'].flatMap((kind) => planted.secretsOf(kind, 'a half'));
  mkdirSync(home, { recursive: true });
  for (const half of [0, 1]) {
    const halves = secrets.map((secret) => secret.slice((half * secret.length) / 2, ((half + 1) * secret.length) / 2));
    writeFileSync(join(home, 'halves.txt'), halves.join('\n'));
    assert.equal((await findPlanted(home, planted)).forbidden.size, secrets.length);
  }
});

test('secrets where an item’s title and text are cut do not stay', async (context) => {
  const { memory, at } = openFresh(context);
  const planted = createPlanted('items');
  const cuts = [LIMITS.titleChars, LIMITS.indexedChars / 2, LIMITS.indexedChars, LIMITS.bodyBytes];
  const texts = cuts.flatMap((cut) =>
    secretsAt(planted, `at ${cut}`).map(
      (secret) => `${prose(Math.max(0, cut - Math.round(secret.length / 2)))} ${secret} ${prose(3_000)}`,
    ),
  );
  await memory.record({ sessionId: 's', messages: texts.map((content) => ({ role: 'user', content })) });
  for (const text of texts.slice(0, 14)) await memory.remember({ text, title: text.replaceAll('\n', ' ') });
  await memory.settled();
  await assertClean(at.home, planted);
});

test('a payload of 10 MB leaves none of its secrets, by hook, in the journal and by transcript', async (context) => {
  const at = freshHome(context);
  const planted = createPlanted('ten megabytes');
  const long = (place: string): string => {
    const part = (): string => secretsAt(planted, place).join('\n\n');
    const [first, ...rest] = secretsAt(planted, place);
    const middle = `${rest.join('\n\n')}\n${prose(1_000_000)}`;
    const text = `${planted.kept(place)}\n${part()}\n${prose(HALF - 12_000)}\n${middle.repeat(10)}\n${part()}`;
    return `${text.slice(0, HALF - 20)}\n${first}\n${text.slice(HALF)}\n${planted.kept(`${place}, end`)}`;
  };
  const call = (place: string) => ({
    event: 'PostToolUse',
    payload: {
      ...{ session_id: 's', cwd: at.project, tool_name: 'Bash', tool_use_id: place, tool_input: { command: 'make' } },
      tool_response: { stdout: long(place), stderr: '' },
    },
  });
  const journaled = call('journal');
  assert.ok(journaled.payload.tool_response.stdout.length > 10_000_000);
  await callHooks(at, [journaled]);
  await assertClean(at.home, planted);
  const worker = await runWorker(context, { at });
  await callHooks(at, [call('hook')]);
  const folder = join(at.userHome, '.claude', 'projects', '-shop');
  mkdirSync(folder, { recursive: true });
  const message = { role: 'user', content: long('transcript') };
  writeFileSync(
    join(folder, 's.jsonl'),
    `${JSON.stringify({ type: 'user', sessionId: 's', cwd: at.project, message })}\n`,
  );
  await importAll(worker.memory());
  await worker.memory().settled();
  await assertClean(at.home, planted);
});
