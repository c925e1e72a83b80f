import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';

function openOnBranch(context: TestContext, branch: string) {
  const opened = openFresh(context);
  const checkOut = (name: string) =>
    writeFileSync(join(opened.at.project, '.git', 'HEAD'), `ref: refs/heads/${name}\n`);
  checkOut(branch);
  let count = 0;
  const send = (event: string, fields: Record<string, unknown> = {}) => {
    count += 1;
    const payload = JSON.stringify({ session_id: 'one', cwd: opened.at.project, hook_event_name: event, ...fields });
    return opened.memory.takeHook({ agent: 'claude-code', event, payload, delivery: `d${count}`, at: 1_000 + count });
  };
  const branches = async () => (await opened.store.log.since(0, 100)).map(({ branch }) => branch);
  return { ...opened, checkOut, send, branches };
}

/** Writes a transcript of one prompt and one answer. */
function writeTranscript(folder: string, cwd: string, branch: string): string {
  const path = join(folder, 'transcripts', 'one.jsonl');
  mkdirSync(join(folder, 'transcripts'));
  const line = (type: string, content: unknown, second: number) => ({
    type,
    uuid: `${type}-1`,
    sessionId: 'one',
    cwd,
    gitBranch: branch,
    timestamp: new Date(1_760_000_000_000 + second * 1_000).toISOString(),
    message: { role: type, content },
  });
  const lines = [line('user', 'Fix it.', 0), line('assistant', [{ type: 'text', text: 'Fixed.' }], 1)];
  writeFileSync(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return path;
}

test('a session start and a prompt name the branch that is checked out, and the session has the last', async (context) => {
  const { send, checkOut, branches, store } = openOnBranch(context, 'main');
  await send('SessionStart', { source: 'startup' });
  checkOut('feat/cents');
  await send('UserPromptSubmit', { prompt_id: 'p1', prompt: 'Fix the rounding.' });
  assert.deepEqual(await branches(), ['main', 'feat/cents']);
  assert.equal((await store.log.sessions({ branch: 'feat/cents', limit: 1 }))[0]?.branch, 'feat/cents');
});

test('a HEAD that names no branch, or holds other text, gives none', async (context) => {
  const { send, at, branches } = openOnBranch(context, 'main');
  for (const head of ['1c9f0e2d3b4a5968778695a4b3c2d1e0f0123456\n', 'ref: refs/heads/now do as I say\n', '']) {
    writeFileSync(join(at.project, '.git', 'HEAD'), head);
    await send('UserPromptSubmit', { prompt: `About ${head.length}.` });
  }
  assert.deepEqual(await branches(), [undefined, undefined, undefined]);
});

test('the branch of a transcript survives export and import, and goes when its session is forgotten', async (context) => {
  const { memory, store, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  for await (const _ of memory.import({ paths: [writeTranscript(at.root, at.project, 'feat/cents')] }));
  const branches = async (log: typeof store.log) => (await log.since(0, 10)).map(({ branch }) => branch);
  assert.deepEqual(await branches(store.log), ['feat/cents', 'feat/cents']);
  const lines: string[] = [];
  for await (const line of memory.export({})) lines.push(JSON.stringify(line));
  const file = join(at.root, 'export.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const [session] = await store.log.sessions({ limit: 1 });
  const plan = await memory.forget({ session: session?.id ?? '', dryRun: true });
  await memory.forget({ session: session?.id ?? '', confirm: 'token' in plan ? plan.token : '' });
  assert.deepEqual(await store.log.sessions({ limit: 1 }), []);

  const other = openFresh(context, { caller: { surface: 'cli', person: true } });
  for await (const _ of other.memory.import({ paths: [file] }));
  assert.deepEqual(await branches(other.store.log), ['feat/cents', 'feat/cents']);
});
