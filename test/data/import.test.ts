import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ImportProgress } from '../../src/api/answers.ts';
import type { Memory } from '../../src/api/contract.ts';
import { canonicalJson, type JsonValue } from '../../src/core/json.ts';
import { freshHome, openFresh } from '../support/fresh-home.ts';

const data = process.env.CAIRN_DATA ?? join(import.meta.dirname, '../../../shared/data');
const transcripts = ['transcripts/claude-code', 'transcripts/claude-code-team', 'transcripts/agents/claude'];
const recorded = join(data, 'live/claude');

async function importAll(memory: Memory, paths: string[]): Promise<ImportProgress> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({ paths })) last = progress;
  assert.ok(last?.done);
  return last;
}

function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

suite('real transcripts of Claude Code', () => {
  test('import completely: read and skipped are the lines of the files, and a second import adds nothing', async (context) => {
    const { memory } = openFresh(context, { caller: { surface: 'cli' } });
    const folders = transcripts.map((folder) => join(data, folder));
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => join(folder, name)),
    );
    const lines = files.reduce((sum, file) => sum + linesOf(readFileSync(file, 'utf8')), 0);
    const first = await importAll(memory, folders);
    const skipped = Object.values(first.skipped).reduce((a, b) => a + b, 0);
    assert.equal(first.files, files.length);
    assert.deepEqual(first.errors, []);
    assert.equal(first.lines, lines);
    assert.equal(first.read + skipped, lines);
    context.diagnostic(`added by kind: ${JSON.stringify(first.byKind)}`);
    context.diagnostic(`skipped by type: ${JSON.stringify(first.skipped)}`);
    const { counts } = await memory.status();
    const second = await importAll(memory, folders);
    assert.equal(second.added + second.completed + second.duplicates, 0);
    assert.deepEqual((await memory.status()).counts.byEvent, counts.byEvent);
    assert.equal(counts.events, first.added);
  });
});

suite('a recorded run of Claude Code, by hook and by transcript', () => {
  const hooks = ['hooks.jsonl', 'hooks-plugin.jsonl']
    .flatMap((name) => readFileSync(join(recorded, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { event: string; at: number; payload: unknown });
  const files = readdirSync(recorded)
    .filter((name) => name.startsWith('transcript'))
    .map((name) => join(recorded, name));

  const play = async (context: Parameters<typeof openFresh>[0], order: readonly ('hooks' | 'files')[]) => {
    const home = freshHome(context);
    mkdirSync(home.home);
    writeFileSync(join(home.home, 'key'), Buffer.alloc(32, 7), { mode: 0o600 });
    const { memory, store } = openFresh(context, { home, caller: { surface: 'cli' } });
    for (const step of order) {
      if (step === 'files') await importAll(memory, files);
      else {
        for (const [i, hook] of hooks.entries()) {
          const payload = JSON.stringify(hook.payload);
          await memory.takeHook({ agent: 'claude-code', event: hook.event, payload, delivery: `d${i}`, at: hook.at });
        }
      }
    }
    await memory.settled();
    const events = await store.log.since(0, 10_000);
    const items = await store.items.list({}, { limit: 10_000 });
    return {
      ids: events.map((event) => event.id).sort(),
      bodies: Object.fromEntries(events.map((event) => [event.id, event.body])),
      kinds: (await memory.status()).counts.byEvent,
      items: items.map((item) => canonicalJson(JSON.parse(JSON.stringify(item)) as JsonValue)).sort(),
    };
  };

  test('gives the same events and items in either order, and once more', async (context) => {
    const one = await play(context, ['hooks', 'files']);
    const other = await play(context, ['files', 'hooks']);
    const twice = await play(context, ['hooks', 'files', 'hooks', 'files']);
    context.diagnostic(JSON.stringify(one.kinds));
    assert.deepEqual(one.ids, other.ids);
    assert.deepEqual(one.ids, twice.ids);
    assert.deepEqual(one.bodies, other.bodies);
    assert.deepEqual(one.items, other.items);
    assert.deepEqual(one.items, twice.items);
  });

  test('of the prompts, the transcript adds but the task of a subagent, for which no hook fires', async (context) => {
    const byHook = await play(context, ['hooks']);
    const both = await play(context, ['hooks', 'files']);
    for (const kind of ['turn.end', 'session.start'] as const) assert.equal(both.kinds[kind], byHook.kinds[kind], kind);
    // A file that was shown beside a prompt.
    assert.equal(both.kinds['tool.end'], (byHook.kinds['tool.end'] ?? 0) + 1);
    const known = new Set(byHook.ids);
    const added = both.ids.filter((id) => !known.has(id)).map((id) => both.bodies[id]);
    const prompts = added.flatMap((body) => (body?.kind === 'prompt' ? [body.text] : []));
    assert.deepEqual(prompts, ['subtask please']);
  });
});
