// Transcripts whose lines are named to break what counts and groups them: each line is counted once, as a number, and the
// session beside them is read.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ImportProgress } from '../../src/api/answers.ts';
import { sum } from '../../src/core/sum.ts';
import { openFresh } from '../support/fresh-home.ts';

const OF_EVERY_OBJECT = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__proto__',
  '__defineGetter__',
];

async function importLines(context: TestContext, lines: readonly string[]): Promise<ImportProgress> {
  const { memory, at } = openFresh(context);
  const folder = join(at.userHome, '.claude', 'projects', 'shop');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.jsonl'), `${lines.join('\n')}\n`);
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({ agent: 'claude-code' })) last = progress;
  assert.ok(last?.done);
  return last;
}

test('types named like what every object has are counted as numbers', async (context) => {
  const lines = OF_EVERY_OBJECT.flatMap((type) => [
    JSON.stringify({ type, sessionId: 's1', uuid: `u-${type}` }),
    `{"type":"${type}","message":{"role":"${type}"}}`,
  ]);
  const { skipped, lines: read } = await importLines(context, lines);
  assert.equal(read, lines.length);
  for (const count of Object.values(skipped)) assert.equal(typeof count, 'number');
  assert.equal(sum(Object.values(skipped)), lines.length);
});

test('a hook in a folder of fifty thousand levels is answered, and so is the next one', async (context) => {
  const { memory, at } = openFresh(context);
  for (const [i, cwd] of ['/a'.repeat(50_000), '/'.repeat(100_000), `/${'a'.repeat(100_000)}`, at.project].entries()) {
    const payload = JSON.stringify({ session_id: 's1', cwd, prompt_id: `p${i}`, prompt: `Where is walrus ${i}?` });
    const hook = { agent: 'claude-code', event: 'UserPromptSubmit', payload, delivery: `d${i}`, at: Date.now() };
    const taken = await memory.takeHook(hook);
    assert.equal(taken?.taken.outcomes.length, 1);
  }
  await memory.settled();
  assert.equal((await memory.status()).counts.byEvent.prompt, 4);
});

test('keys named like what every object has change no object, and the prompt beside them is kept', async (context) => {
  const message = { role: 'user', content: 'Where is the walrus?' };
  const entry = { type: 'user', sessionId: 's1', uuid: 'u1', timestamp: '2026-10-05T09:00:00.000Z', cwd: '/', message };
  const text = JSON.stringify(entry).replace(
    '{',
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},',
  );
  const { added } = await importLines(context, [text]);
  assert.equal(added, 1);
  assert.equal((Object.prototype as { polluted?: boolean }).polluted, undefined);
});
