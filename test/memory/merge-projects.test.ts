// A project that a person merged into another: what is found from the new folder, and that nothing recorded changes.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';
import { until } from '../support/until.ts';

const CONSTRAINT = 'Never run npm publish here.';

/** A memory of a folder that is renamed after a session in it. */
async function movedShop(context: TestContext) {
  const { memory, at } = openFresh(context, { caller: { person: true } });
  const moved = join(at.userHome, 'store');
  let count = 0;
  const send = async (cwd: string, event: string, fields: Record<string, unknown>) => {
    count += 1;
    const whole = { session_id: `s${cwd.length}`, cwd, hook_event_name: event, ...fields };
    const hook = { agent: 'claude-code', event, payload: JSON.stringify(whole), delivery: `d${count}`, at: Date.now() };
    const need = (await memory.takeHook(hook))?.reading.need;
    return need === undefined ? { text: '' } : memory.hookContext({ ...need, agent: 'claude-code', refusable: true });
  };
  await send(at.project, 'UserPromptSubmit', { prompt_id: 'p1', prompt: 'Fix the rounding of the purple invoices.' });
  await send(at.project, 'Stop', { prompt_id: 'p1', last_assistant_message: 'The rounding is fixed.' });
  await memory.remember({ text: CONSTRAINT, kind: 'constraint' });
  await memory.settled();
  const { entries } = await memory.list({ kinds: ['pattern'] });
  const tripwire = entries.find(({ title }) => title.startsWith('Tripwire'));
  await memory.update(String(tripwire?.id), { status: 'confirmed' });
  renameSync(at.project, moved);
  mkdirSync(join(moved, '.git'), { recursive: true });
  const [old] = (await memory.list({ kinds: ['project'] })).entries;
  assert.ok(old !== undefined && !existsSync(at.project));
  const log = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const event of memory.events({ follow: false })) found.push(JSON.stringify(event));
    return found;
  };
  /** What is found from the folder's new place. */
  const seen = async () => ({
    hits: (await memory.search({ query: 'purple invoices', project: moved })).hits.length,
    sessions: (await memory.list({ kinds: ['session'], project: moved, agent: 'claude-code' })).entries.length,
    rules: /npm publish/.test((await memory.context({ cwd: moved })).text),
    refused: /npm publish/.test(
      (
        await send(moved, 'PreToolUse', {
          session_id: `t${count}`,
          tool_name: 'Bash',
          tool_use_id: `t${count}`,
          tool_input: { command: 'npm publish' },
        })
      ).text,
    ),
  });
  return { memory, at, moved, old, seen, log, send };
}

const NOTHING = { hits: 0, sessions: 0, rules: false, refused: false };

test('what a renamed folder remembers is found from its new place once a person merged it, and not after the undo', async (context) => {
  const { memory, moved, old, seen, log } = await movedShop(context);
  assert.deepEqual(await seen(), NOTHING);
  const before = await log();
  assert.equal((await memory.update(old.id, { into: moved })).status, 'updated');
  const { hits, sessions, rules, refused } = await seen();
  assert.ok(hits > 0 && sessions > 0 && rules && refused, JSON.stringify({ hits, sessions, rules, refused }));
  assert.deepEqual((await log()).slice(0, before.length), before);
  assert.equal((await memory.update(old.id, { into: moved })).status, 'unchanged');
  await memory.rebuild({});
  await until(async () => (await memory.jobs({})).jobs.length === 0);
  await memory.settled();
  assert.ok((await memory.search({ query: 'purple invoices', project: moved })).hits.length > 0);
  await memory.update(old.id, { into: '' });
  assert.equal((await memory.context({ cwd: moved })).text.includes('npm publish'), false);
  assert.equal((await memory.search({ query: 'purple invoices', project: moved })).hits.length, 0);
  assert.equal((await memory.update(old.id, { into: '' })).status, 'unchanged');
});

test('only a person merges, into what there is, and in no circle', async (context) => {
  const { memory, at, moved, old } = await movedShop(context);
  const agent = openFresh(context, { home: { ...at, home: join(at.root, 'other') } }).memory;
  await agent.remember('The lamp is green.');
  await agent.settled();
  const [own] = (await agent.list({ kinds: ['project'] })).entries;
  await assert.rejects(agent.update(String(own?.id), { into: moved }), { code: 'not_allowed' });
  await assert.rejects(memory.update(old.id, { into: 'nowhere' }), { code: 'not_found' });
  await assert.rejects(memory.update(old.id, { into: old.id }), { code: 'invalid_input' });
  await assert.rejects(memory.update(old.id, { into: moved, name: 'x' }), { code: 'invalid_input' });
  await memory.update(old.id, { into: moved });
  const other = (await memory.list({ kinds: ['project'] })).entries.find(({ id }) => id !== old.id);
  await assert.rejects(memory.update(String(other?.id), { into: old.id }), { code: 'invalid_input' });
});
