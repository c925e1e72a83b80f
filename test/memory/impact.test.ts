import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ForgetPlan } from '../../src/api/answers.ts';
import { openFresh } from '../support/fresh-home.ts';

type Hooks = ReturnType<typeof hooksOf>;

function hooksOf(context: Parameters<typeof openFresh>[0], env: Record<string, string> = {}) {
  const { memory, store, at } = openFresh(context, { env, caller: { surface: 'cli', person: true } });
  mkdirSync(join(at.project, 'src'));
  for (const name of ['cart', 'order']) writeFileSync(join(at.project, 'src', `${name}.ts`), 'b\n');
  let sent = 0;
  const send = async (session: string, event: string, fields: Record<string, unknown> = {}): Promise<string> => {
    sent += 1;
    const payload = JSON.stringify({ session_id: session, cwd: at.project, hook_event_name: event, ...fields });
    const taken = await memory.takeHook({ agent: 'claude-code', event, payload, delivery: `d${sent}`, at: Date.now() });
    await new Promise((resolve) => setTimeout(resolve, 3));
    const need = taken?.reading.need;
    return need === undefined ? '' : (await memory.hookContext({ ...need, agent: 'claude-code' })).text;
  };
  const edit = (session: string, file: string, id: string): Promise<string> =>
    send(session, 'PostToolUse', {
      tool_name: 'Edit',
      tool_use_id: id,
      tool_input: { file_path: `${at.project}/${file}`, old_string: 'a', new_string: 'b' },
      tool_response: 'done',
    });
  const run = (session: string, command: string, id: string): Promise<string> =>
    send(session, 'PostToolUse', {
      tool_name: 'Bash',
      tool_use_id: id,
      tool_input: { command },
      tool_response: { stdout: 'ok', stderr: '' },
    });
  return { memory, store, at, send, edit, run };
}

async function workOnCart({ send, edit, memory }: Hooks): Promise<void> {
  await send('one', 'UserPromptSubmit', { prompt_id: 'p1', prompt: 'Fix the rounding of the cart.' });
  await edit('one', 'src/cart.ts', 'e1');
  await send('one', 'Stop', { prompt_id: 'p1', last_assistant_message: 'The rounding is fixed.' });
  await memory.settled();
}

test('the history of a memory names the blocks that told it, and to whom', async (context) => {
  const hooks = hooksOf(context);
  await workOnCart(hooks);
  await hooks.send('two', 'SessionStart', { source: 'startup' });
  await hooks.edit('two', 'src/cart.ts', 'e2');
  await hooks.memory.settled();
  const [two] = (await hooks.memory.list({ kinds: ['session'] })).entries;
  const { told } = await hooks.memory.story(two?.id ?? '');
  const line = told[0]?.items.find(({ uses }) => uses.length > 0);
  const { blocks } = await hooks.memory.history(line?.id ?? '');
  assert.deepEqual(
    blocks.map(({ sessionId, occasion, section, agent, uses }) => ({ sessionId, occasion, section, agent, uses })),
    [
      {
        sessionId: two?.id,
        occasion: told[0]?.occasion,
        section: line?.section,
        agent: 'claude-code',
        uses: line?.uses,
      },
    ],
  );
});

test('a told checkpoint counts as used when its file is changed afterwards, and only then', async (context) => {
  const hooks = hooksOf(context);
  await workOnCart(hooks);
  assert.notEqual(await hooks.send('two', 'SessionStart', { source: 'startup' }), '');
  await hooks.run('two', 'ls', 'r1');
  await hooks.memory.settled();
  const before = await hooks.memory.impact({ project: hooks.at.project });
  assert.ok(before.blocks >= 1 && before.tokens > 0);
  assert.equal(before.used.n, 0);

  await hooks.edit('two', 'src/cart.ts', 'e2');
  await hooks.memory.settled();
  const after = await hooks.memory.impact({ project: hooks.at.project });
  assert.ok(after.used.n >= 1);
  const { told, figures } = await hooks.memory.story('two');
  assert.ok(told.some(({ items }) => items.some(({ uses }) => uses.includes('touched'))));
  assert.equal(figures.told, after.tokens);
  assert.ok(after.ways.touched >= 1);
  assert.ok(after.used.low > 0 && after.used.high <= 1);
  assert.equal(after.agents[0]?.name, 'claude-code');
  assert.ok(after.occasions.some(({ name }) => name === 'start'));
});

test('reading the sessions again counts nothing twice, and a rebuild keeps what was counted', async (context) => {
  const hooks = hooksOf(context);
  await workOnCart(hooks);
  await hooks.send('two', 'SessionStart', { source: 'startup' });
  await hooks.edit('two', 'src/cart.ts', 'e2');
  await hooks.memory.settled();
  const { notes: _before, ...before } = await hooks.memory.impact({ project: '*' });
  await hooks.memory.rebuild({ what: 'index' });
  await hooks.memory.settled();
  const { notes: _after, ...after } = await hooks.memory.impact({ project: '*' });
  assert.deepEqual(after, before);
});

test('forgetting a session forgets what it was told and what it used', async (context) => {
  const hooks = hooksOf(context);
  await workOnCart(hooks);
  await hooks.send('two', 'SessionStart', { source: 'startup' });
  await hooks.edit('two', 'src/cart.ts', 'e2');
  await hooks.memory.settled();
  const [two] = await hooks.store.log.sessions({ named: 'two', limit: 1 });
  assert.ok(two);
  const plan = (await hooks.memory.forget({ session: two.id, dryRun: true })) as ForgetPlan;
  await hooks.memory.forget({ session: two.id, confirm: plan.token });
  await hooks.memory.settled();
  assert.equal((await hooks.memory.impact({ project: '*' })).blocks, 0);
  assert.deepEqual(await hooks.store.meter.ofSession(two.id), { injected: [], requested: [] });
});

test('a share of sessions is told nothing, by choice, and compared with the others', async (context) => {
  const hooks = hooksOf(context, { CAIRN_METER_CONTROL: '0.5' });
  await workOnCart(hooks);
  const told: boolean[] = [];
  for (let n = 0; n < 12; n += 1) {
    told.push((await hooks.send(`s${n}`, 'SessionStart', { source: 'startup' })) !== '');
    await hooks.edit(`s${n}`, 'src/cart.ts', `r${n}`);
    await hooks.memory.settled();
  }
  await hooks.memory.settled();
  assert.ok(told.includes(true) && told.includes(false));
  const { control } = await hooks.memory.impact({ project: '*' });
  assert.equal(control?.keptBack.sessions, told.filter((one) => !one).length);
});
