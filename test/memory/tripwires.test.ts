import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findDialect } from '../../src/agents/dialects.ts';
import type { Memory } from '../../src/api/contract.ts';
import { projectId } from '../../src/core/model/ids.ts';
import { type FreshOptions, openFresh } from '../support/fresh-home.ts';

async function tripwiresOf(memory: Memory): Promise<string[]> {
  const { entries } = await memory.list({ kinds: ['pattern'] });
  return entries.filter(({ title }) => title.startsWith('Tripwire')).map(({ id }) => id);
}

/** A memory with hooks of Claude Code that come to it, and a person who judges. */
function setUp(context: TestContext, options: Partial<FreshOptions> = {}) {
  const { memory, at } = openFresh(context, options);
  const person = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
  let count = 0;
  /** Sends a hook; gives what it prints. */
  const send = async (session: string, event: string, fields: Record<string, unknown> = {}): Promise<string> => {
    count += 1;
    const payload = { session_id: session, cwd: at.project, hook_event_name: event, ...fields };
    const hook = {
      agent: 'claude-code',
      event,
      payload: JSON.stringify(payload),
      delivery: `d${count}`,
      at: Date.now(),
    };
    const taken = await memory.takeHook(hook);
    const need = taken?.reading.need;
    if (need === undefined) return '';
    const { text, refusal } = await memory.hookContext({
      ...need,
      agent: 'claude-code',
      refusable: event === 'PreToolUse',
    });
    const reply = findDialect('claude-code')?.reply(event, text, refusal) ?? '';
    return reply;
  };
  const bash = (session: string, command: string): Promise<string> =>
    send(session, 'PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: `t${count}` });
  const write = (session: string, path: string): Promise<string> =>
    send(session, 'PreToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: path, content: 'x' },
      tool_use_id: `t${count}`,
    });
  const confirmAll = async (): Promise<string[]> => {
    await memory.settled();
    const ids = await tripwiresOf(person);
    for (const id of ids) await person.update(id, { status: 'confirmed' });
    await memory.settled();
    return ids;
  };
  return { memory, person, agent, at, send, bash, write, confirmAll };
}

test('a rule speaks up at the command that it forbids once a person confirmed its tripwire, and once a session', async (context) => {
  const { person, bash, confirmAll, at } = setUp(context);
  const { id: rule } = await person.remember('Never use npm, use pnpm');
  assert.equal(await bash('one', 'npm install left-pad'), '');
  const [tripwire = ''] = await confirmAll();
  assert.match(tripwire, /^t_/);
  assert.ok(existsSync(join(at.home, 'tripwires')));
  const reply = await bash('one', 'cd web && npm install left-pad');
  assert.match(reply, /additionalContext/);
  assert.ok(reply.includes(tripwire) && reply.includes(rule), reply);
  assert.match(reply, /Tripwire: a rule is about npm\. Constraint by a person/);
  assert.equal(await bash('one', 'npm test'), '');
  assert.notEqual(await bash('two', 'npm test'), '');
  assert.equal(await bash('three', 'pnpm install && echo "npm install"'), '');
});

test('a path speaks up before it is changed, by a tool or a command, and not when it is read', async (context) => {
  const { person, bash, write, send, confirmAll, at } = setUp(context);
  await person.remember('Do not edit src/generated');
  const [tripwire = ''] = await confirmAll();
  const path = join(at.project, 'src/generated/api.ts');
  const read = { tool_name: 'Read', tool_input: { file_path: path }, tool_use_id: 'r1' };
  assert.ok(!(await send('one', 'PreToolUse', read)).includes(tripwire));
  assert.ok((await write('one', path)).includes(tripwire));
  assert.ok((await bash('two', 'rm -rf src/generated')).includes(tripwire));
  assert.ok(!(await write('three', join(at.project, 'src/other.ts'))).includes(tripwire));
  assert.ok((await bash('four', `cat <<EOF > ${path}\nx\nEOF`)).includes(tripwire));
  const other = join(at.project, '../other/src/generated/api.ts');
  assert.ok(!(await write('five', other)).includes(tripwire));
  assert.ok(!(await bash('five', `rm -rf ${other} node_modules/a/src/generated`)).includes(tripwire));
  for (const [test, tries] of [
    [path, 1],
    [`rm ${path}`, 1],
    [`rm ${other}`, 0],
  ] as const) {
    assert.equal((await person.tripwires({ test, project: at.project })).met.length, tries, test);
  }
});

test('what an agent states makes a tripwire that says nothing until a person confirms it', async (context) => {
  const { agent, person, memory, bash } = setUp(context);
  await agent.remember({ text: 'Never use npm', kind: 'constraint' });
  await memory.settled();
  assert.equal(await bash('one', 'npm ci'), '');
  const [tripwire] = await tripwiresOf(person);
  await assert.rejects(agent.update(tripwire ?? '', { status: 'confirmed' }), { code: 'not_allowed' });
});

test('a confirmed tripwire speaks up however many rules were stated since', async (context) => {
  const { person, memory, bash, confirmAll, at } = setUp(context);
  await person.remember('Never use npm, use pnpm');
  await confirmAll();
  for (let i = 0; i < 220; i += 1) await person.remember(`Do not edit src/generated/part${i}.ts`);
  await memory.settled();
  assert.ok(existsSync(join(at.home, 'tripwires')));
  assert.notEqual(await bash('one', 'npm ci'), '');
});

test('a tripwire goes with its rule: withdrawn, superseded or forgotten', async (context) => {
  const { person, memory, bash, confirmAll, at } = setUp(context);
  const rule = await person.remember('Never use npm');
  await confirmAll();
  assert.notEqual(await bash('one', 'npm ci'), '');
  await person.update(rule.id, { status: 'withdrawn' });
  assert.equal(await bash('two', 'npm ci'), '');
  await memory.settled();
  assert.deepEqual(await tripwiresOf(person), []);
  assert.ok(!existsSync(join(at.home, 'tripwires')));
});

test('a forgotten rule leaves no tripwire, and what a command would meet says nothing', async (context) => {
  const { person, memory, bash, confirmAll } = setUp(context);
  const rule = await person.remember('Never use npm');
  const [tripwire = ''] = await confirmAll();
  const met = await memory.tripwires({ test: 'npm ci' });
  assert.deepEqual(
    met.met.map(({ id, speaks, refuses, rule: of }) => [id, speaks, refuses, of]),
    [[tripwire, true, false, rule.id]],
  );
  await person.forget({ ids: [rule.id] });
  await memory.settled();
  assert.deepEqual(await tripwiresOf(person), []);
  assert.equal(await bash('one', 'npm ci'), '');
  assert.deepEqual(await memory.tripwires({ test: 'npm ci' }), { mode: 'warn', waiting: 0, met: [] });
  assert.deepEqual((await person.get(tripwire)).missing, [tripwire]);
});

test('with mode block a confirmed constraint refuses the call, each time, and says why', async (context) => {
  const { person, bash, confirmAll } = setUp(context, { env: { CAIRN_TRIPWIRES: 'block' } });
  await person.remember({ text: "Don't force push", kind: 'constraint' });
  await confirmAll();
  for (const command of ['git push -f origin main', 'git push -f origin main', 'git push origin +main']) {
    const { hookSpecificOutput } = JSON.parse(await bash('one', command));
    assert.equal(hookSpecificOutput.permissionDecision, 'deny');
    assert.match(hookSpecificOutput.permissionDecisionReason, /force push/);
  }
  assert.equal(await bash('one', 'git push'), '');
});

test('with mode off nothing speaks', async (context) => {
  const { person, bash, confirmAll, at } = setUp(context, { env: { CAIRN_TRIPWIRES: 'off' } });
  await person.remember('Never use npm');
  await confirmAll();
  assert.equal(await bash('one', 'npm ci'), '');
  assert.ok(!existsSync(join(at.home, 'tripwires')));
});

test('a prompt that asks for what is forbidden is told so', async (context) => {
  const { person, send, confirmAll } = setUp(context);
  await person.remember('Never use npm');
  const [tripwire = ''] = await confirmAll();
  const ask = (session: string, prompt: string): Promise<string> =>
    send(session, 'UserPromptSubmit', { prompt_id: `p-${session}`, prompt });
  await send('one', 'SessionStart', { source: 'startup' });
  assert.ok((await ask('one', 'Please run `npm install` and fix the build.')).includes(tripwire));
  await send('two', 'SessionStart', { source: 'startup' });
  assert.ok(!(await ask('two', 'Never use npm here, remember.')).includes(tripwire));
});

test('a prompt that asks to change what is not to be changed is told so, one that only names it is not', async (context) => {
  const { person, send, confirmAll } = setUp(context);
  await person.remember('Do not edit src/generated');
  const [tripwire = ''] = await confirmAll();
  const ask = async (session: string, prompt: string): Promise<boolean> => {
    await send(session, 'SessionStart', { source: 'startup' });
    const reply = await send(session, 'UserPromptSubmit', { prompt_id: `p-${session}`, prompt });
    return reply.includes(`[${tripwire}]`);
  };
  assert.equal(await ask('one', 'Fix the typo in src/generated/api.ts, please.'), true);
  assert.equal(await ask('two', 'What does src/generated/api.ts do?'), false);
});

test("a call of another server's tool meets what its name says it does", async (context) => {
  const { person, send, confirmAll, at } = setUp(context, { env: { CAIRN_TRIPWIRES: 'block' } });
  await person.remember({ text: 'Never use npm, and do not edit src/generated', kind: 'constraint' });
  await confirmAll();
  let calls = 0;
  const call = (tool_name: string, tool_input: object): Promise<string> => {
    calls += 1;
    return send('one', 'PreToolUse', { tool_name, tool_input, tool_use_id: `m${calls}` });
  };
  const path = join(at.project, 'src/generated/api.ts');
  assert.match(await call('mcp__files__write_file', { path, content: 'x' }), /"deny".*src\/generated/);
  assert.match(await call('mcp__shell__run_command', { command: 'npm ci' }), /"deny".*npm/);
  assert.equal(await call('mcp__files__read_file', { path }), '');
  assert.equal(await call('mcp__github__create_issue', { path, title: 'npm ci' }), '');
});

test('a refusal says all once: why, the id, and how a person lifts it; it is told to no ledger twice', async (context) => {
  const { person, memory, at, confirmAll } = setUp(context, { env: { CAIRN_TRIPWIRES: 'block' } });
  await person.remember({ text: 'Never use npm', kind: 'constraint' });
  const [tripwire = ''] = await confirmAll();
  const need = {
    occasion: 'refusal',
    agent: 'gemini-cli',
    agentSession: 'g',
    cwd: at.project,
    project: projectId(at.project),
    call: { tool: 'run_shell_command', input: { command: 'npm ci' } },
  } as const;
  const { text, refusal = '' } = await memory.hookContext({ ...need, refusable: true });
  assert.equal(text, '');
  assert.ok(refusal.includes(`(npm, ${tripwire})`) && refusal.endsWith(`cairn review withdraw ${tripwire}`), refusal);
  const call = { ...need.call, input: { command: 'ls' } };
  assert.deepEqual(await memory.hookContext({ ...need, call, refusable: true }), { text: '' });
  assert.equal(readFileSync(join(at.home, 'tripwires'), 'utf8'), 'block\n');
  await person.update(tripwire, { status: 'withdrawn' });
  assert.equal((await memory.hookContext({ ...need, refusable: true })).refusal, undefined);
});

const FAILURE = `Exit code 1
src/cart.ts:14:7 - error TS2345: Argument of type 'string' is not assignable to parameter of type 'Cents'.`;

test('an error of an earlier session comes with what made it good then, in facts', async (context) => {
  const { memory, send, at } = setUp(context);
  const call = { tool_name: 'Bash', tool_input: { command: 'npx tsc --noEmit' } };
  const path = join(at.project, 'src/cart.ts');
  mkdirSync(join(at.project, 'src'));
  writeFileSync(path, 'toCents(price)\n');
  await send('one', 'UserPromptSubmit', { prompt_id: 'p1', prompt: 'Fix the build.' });
  const told = await send('one', 'PostToolUseFailure', { ...call, tool_use_id: 'a1', error: FAILURE });
  assert.equal(told, '');
  const edit = { file_path: path, old_string: 'price', new_string: 'toCents(price)' };
  await send('one', 'PostToolUse', { tool_name: 'Edit', tool_input: edit, tool_response: {}, tool_use_id: 'a2' });
  await send('one', 'PostToolUse', { ...call, tool_response: { stdout: 'ok', stderr: '' }, tool_use_id: 'a3' });
  await send('one', 'SessionEnd', { reason: 'other' });
  await memory.settled();
  const later = FAILURE.replace('14:7', '99:3');
  const reply = await send('two', 'PostToolUseFailure', { ...call, tool_use_id: 'b1', error: later });
  assert.match(reply, /\[o_[a-z2-7]{16}\] This failure came once in an earlier session/);
  assert.match(reply, /It went well after changing src\/cart\.ts: `price` → `toCents\(price\)` \(/);
  assert.doesNotMatch(reply, /assignable/);
  assert.equal(await send('two', 'PostToolUseFailure', { ...call, tool_use_id: 'b2', error: later }), '');
  await send('two', 'PreCompact', { trigger: 'auto' });
  await send('two', 'SessionStart', { source: 'compact' });
  assert.notEqual(await send('two', 'PostToolUseFailure', { ...call, tool_use_id: 'b3', error: later }), '');
  assert.equal(await send('three', 'PostToolUseFailure', { ...call, tool_use_id: 'c1', error: 'Exit code 1' }), '');
});
