// What the settings file of a project changes, by every way in and out.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { PROJECT_KEYS } from '../../src/config/project-settings.ts';
import { SILENCING } from '../../src/context/narrowed-here.ts';
import { openFresh } from '../support/fresh-home.ts';
import { until } from '../support/until.ts';

const CONSTRAINT = 'Never run npm publish here.';

function shopWith(context: TestContext, options: Parameters<typeof openFresh>[1] = {}) {
  const opened = openFresh(context, { caller: { person: true }, ...options });
  const { memory, at } = opened;
  let count = 0;
  const write = (settings: unknown): void => {
    mkdirSync(join(at.project, '.cairn'), { recursive: true });
    // Times of files are as coarse as a few milliseconds: another size tells two apart.
    count += 1;
    writeFileSync(join(at.project, '.cairn', 'config.json'), `${JSON.stringify(settings)}${' '.repeat(count)}`);
  };
  const send = async (event: string, fields: Record<string, unknown>, refusable = false) => {
    count += 1;
    const whole = { session_id: 's1', cwd: at.project, hook_event_name: event, ...fields };
    const hook = { agent: 'claude-code', event, payload: JSON.stringify(whole), delivery: `d${count}`, at: Date.now() };
    const need = (await memory.takeHook(hook))?.reading.need;
    return need === undefined ? { text: '' } : memory.hookContext({ ...need, agent: 'claude-code', refusable });
  };
  const kept = async (): Promise<string> => {
    await memory.settled();
    const events: unknown[] = [];
    for await (const event of memory.events({ follow: false })) events.push(event);
    return JSON.stringify(events);
  };
  return { ...opened, write, send, kept };
}

test('records nothing that agents do where the project has it off, and again once it has not', async (context) => {
  const { memory, write, send, kept } = shopWith(context);
  write({ 'capture.enabled': false });
  await send('UserPromptSubmit', { prompt_id: 'p1', prompt: 'Rename the red fountain' });
  await memory.remember('The green fountain is listed');
  write({});
  await send('UserPromptSubmit', { prompt_id: 'p2', prompt: 'Rename the blue fountain' });
  assert.match(await kept(), /green fountain.*blue fountain/s);
  assert.doesNotMatch(await kept(), /red fountain/);
});

test('keeps no contents of files that the project excludes, and none of its private words', async (context) => {
  const { write, send, kept, at } = shopWith(context);
  write({ 'privacy.excludePaths': ['/vault/'], 'privacy.patterns': ['ACME-*'] });
  const call = { tool_name: 'Read', tool_use_id: 't1', tool_input: { file_path: join(at.project, 'vault/plan.txt') } };
  const tool_response = { type: 'text', file: { filePath: call.tool_input.file_path, content: 'the purple plan' } };
  await send('PostToolUse', { ...call, tool_response });
  await send('UserPromptSubmit', { prompt_id: 'p1', prompt: 'Write about acme-4711, please.' });
  const all = await kept();
  assert.match(all, /vault\/plan\.txt/);
  assert.doesNotMatch(all, /purple plan|acme-4711/i);
  assert.match(all, /about \[redacted:private\], please/);
});

test('a file of a project takes no words of an order out of what a person types', async (context) => {
  const { write, send, kept } = shopWith(context);
  write({ 'privacy.patterns': ['never', 'do not', 'ever*', 'we will never', 'ACME-*'] });
  await send('UserPromptSubmit', {
    prompt_id: 'p1',
    prompt: 'Never deploy to acme-4711 on Fridays. We do not use npm.',
  });
  assert.match(await kept(), /Never deploy to \[redacted:private\] on Fridays\. We do not use npm\./);
});

test('what waits in the journal is narrowed when it is taken in', async (context) => {
  const { write, kept, intake, at } = shopWith(context);
  write({ 'privacy.patterns': ['ACME-*'] });
  const clean = await intake.clean([
    {
      agent: 'claude-code',
      agentSession: 's2',
      at: Date.now(),
      cwd: at.project,
      source: 'hook',
      identity: { content: 'x' },
      body: { kind: 'prompt', text: 'Think of ACME-9 now', origin: 'unknown' },
    },
  ]);
  const [event] = clean.events;
  assert.ok(event !== undefined);
  const entry = {
    version: 1,
    agent: 'claude-code',
    event: 'UserPromptSubmit',
    delivery: 'j1',
    at: Date.now(),
  } as const;
  await intake.journal({ ...entry, events: [event], skipped: {}, reconcile: 'never' });
  assert.match(await kept(), /Think of \[redacted:private\] now/);
});

test('tells a person’s constraints where the project has context off, until a person accepts that', async (context) => {
  const { memory, write, send, at } = shopWith(context);
  const { id } = await memory.remember({ text: 'Always use integer cents.', kind: 'constraint' });
  await memory.remember({ text: 'Logs go to stderr.', kind: 'decision' });
  await memory
    .withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project })
    .remember({ text: 'Never run the suite twice.', kind: 'constraint' });
  await memory.settled();
  const here = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  let starts = 0;
  const start = async (): Promise<string> => {
    starts += 1;
    return (await send('SessionStart', { session_id: `start ${starts}`, source: 'startup' })).text;
  };
  assert.match(await start(), /stderr[\s\S]*integer cents/);
  for (const off of [{ 'context.enabled': false }, { 'context.startTokens': 0 }, { 'capture.enabled': false }]) {
    write({ 'context.promptTokens': 0, 'context.enabled': false, ...off });
    assert.match(await start(), /integer cents/);
    assert.doesNotMatch(await start(), /stderr|suite/);
    const { text, notes, items } = await memory.context({ cwd: at.project });
    assert.match(text, /integer cents/);
    assert.deepEqual(
      items.map((item) => item.id),
      [id],
    );
    assert.match(
      notes[0]?.message ?? '',
      /only the constraints of a person: .*\.cairn\/config\.json turns context off/,
    );
    // Where the start told nothing, as the agent has no hook for it, the first prompt does.
    assert.match(
      (await send('UserPromptSubmit', { session_id: `p ${starts}`, prompt_id: 'p', prompt: 'Go on' })).text,
      /cents/,
    );
    const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
    await assert.rejects(agent.settings({ accept: 'project' }), { code: 'not_allowed' });
    await here.settings({ accept: 'project' });
    assert.equal(await start(), '');
    assert.equal((await memory.context({ cwd: at.project })).text, '');
  }
  write({ 'context.startTokens': 1, 'context.promptTokens': 0 });
  assert.match(await start(), /integer cents/);
  write({});
  await assert.rejects(here.settings({ accept: 'project' }), { code: 'not_found' });
});

test('tells a person’s constraints about a file and for a prompt, whatever room the project’s file leaves, until it is accepted', async (context) => {
  const { memory, write, send, at } = shopWith(context);
  const rule = 'Never change the billing module src/billing.ts without the approval of Dana.';
  const here = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  await here.remember({ text: rule, kind: 'constraint', files: ['src/billing.ts'] });
  await memory.settled();
  const file = join(at.project, 'src/billing.ts');
  mkdirSync(join(at.project, 'src'));
  writeFileSync(file, 'export const billing = 1;\n');
  assert.match((await memory.context({ cwd: at.project, file })).text, /approval of Dana/);
  for (const narrowed of [{ 'context.fileTokens': 0 }, { 'context.fileTokens': 1 }, { 'context.enabled': false }]) {
    write(narrowed);
    const asked = await memory.context({ cwd: at.project, file });
    assert.match(asked.text, /approval of Dana/, JSON.stringify(narrowed));
    assert.equal(asked.items.length, 1);
    await here.settings({ accept: 'project' });
    assert.doesNotMatch((await memory.context({ cwd: at.project, file })).text, /Dana/);
  }
  const ask = async (name: string): Promise<string> => {
    await send('SessionStart', { session_id: name, source: 'startup' });
    await send('PreCompact', { session_id: name, trigger: 'auto' });
    const call = { tool_name: 'Read', tool_use_id: `t ${name}`, tool_input: { file_path: file } };
    return (await send('PreToolUse', { session_id: name, ...call })).text;
  };
  write({ 'context.startTokens': 0, 'context.fileTokens': 0 });
  assert.match(await ask('one'), /approval of Dana/);
  await here.settings({ accept: 'project' });
  assert.doesNotMatch(await ask('two'), /Dana/);
});

test('each setting of a project’s file silences no constraint, or waits for a person to accept it', () => {
  const cannot = ['tripwires.mode', 'tripwires.errors', 'privacy.excludePaths'];
  assert.deepEqual([...SILENCING, ...cannot].sort(), [...PROJECT_KEYS].sort());
});

test('tripwires speak where the project has context off, and refuse where it asks for that', async (context) => {
  const { memory, write, send, at } = shopWith(context);
  await memory.remember({ text: CONSTRAINT, kind: 'constraint' });
  await memory.settled();
  const { entries } = await memory.list({ kinds: ['pattern'] });
  const tripwire = entries.find(({ title }) => title.startsWith('Tripwire'));
  assert.ok(tripwire !== undefined);
  await memory.update(tripwire.id, { status: 'confirmed' });
  const file = join(at.home, 'tripwires');
  await until(() => existsSync(file));
  assert.equal(readFileSync(file, 'utf8'), 'warn\n');
  const call = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'npm publish' } };
  write({ 'context.enabled': false, 'context.fileTokens': 0, 'context.promptTokens': 0, 'tripwires.mode': 'off' });
  assert.match((await send('PreToolUse', call, true)).text, /npm publish/);
  write({ 'context.fileTokens': 0, 'context.promptTokens': 0 });
  assert.match((await send('PreToolUse', { ...call, session_id: 's2' }, true)).text, /npm publish/);
  write({ 'tripwires.mode': 'block' });
  const { refusal } = (await send('PreToolUse', { ...call, session_id: 's3' }, true)) as { refusal?: string };
  assert.match(refusal ?? '', /npm publish/);
  // Hooks that only refuse ask this file whether to ask at all.
  await until(() => readFileSync(file, 'utf8') === 'block\n');
});

test('at a start the person is told what the file turns off, and a statement of theirs keeps all its words', async (context) => {
  const { memory, at, write } = shopWith(context);
  const told = async (): Promise<string | undefined> => {
    const payload = JSON.stringify({
      session_id: 's9',
      cwd: at.project,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
    const hook = {
      agent: 'claude-code',
      event: 'SessionStart',
      payload,
      delivery: `d${Math.random()}`,
      at: Date.now(),
    };
    const need = (await memory.takeHook(hook))?.reading.need;
    assert.ok(need);
    return (await memory.hookContext({ ...need, agent: 'claude-code', shows: true })).warning;
  };
  write({ 'context.startTokens': 100 });
  assert.equal(await told(), undefined);
  write({ 'capture.enabled': false, 'context.enabled': false });
  assert.match((await told()) ?? '', /config\.json turns recording and context off in this project/);
  write({ 'privacy.patterns': ['never', 'always ask before'] });
  assert.match((await told()) ?? '', /config\.json hides words of what you type here/);
  const { id } = await memory.remember({ text: 'Agents must always ask before deploying.', kind: 'constraint' });
  assert.equal((await memory.get(id)).records[0]?.text, 'Agents must always ask before deploying.');
});
