import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';

const ID = /\[([a-z]_[a-z2-7]{16})\]/g;

function hooksOf(context: Parameters<typeof openFresh>[0]) {
  const { memory, at } = openFresh(context);
  let count = 0;
  /** Sends a hook and gives the ids of the block that answers it. */
  const sendTo = async (agent: string, event: string, fields: Record<string, unknown>): Promise<string[]> => {
    count += 1;
    const hook = { agent, event, payload: JSON.stringify(fields), delivery: `d${count}`, at: Date.now() };
    const taken = await memory.takeHook(hook);
    const need = taken?.reading.need;
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (need === undefined) return [];
    const { text } = await memory.hookContext({ ...need, agent });
    return [...text.matchAll(ID)].map(([, id]) => id ?? '');
  };
  const send = (session: string, event: string, fields: Record<string, unknown> = {}): Promise<string[]> =>
    sendTo('claude-code', event, { session_id: session, cwd: at.project, hook_event_name: event, ...fields });
  return { send, sendTo, memory, at };
}

async function tellFirstSession({ send, memory }: ReturnType<typeof hooksOf>): Promise<void> {
  await send('one', 'UserPromptSubmit', {
    prompt_id: 'p1',
    prompt: 'We decided to use integer cents. Fix the rounding.',
  });
  await send('one', 'Stop', { prompt_id: 'p1', last_assistant_message: 'The rounding is fixed.' });
  await memory.settled();
}

test('what a session start said is not said again with the prompt', async (context) => {
  const hooks = hooksOf(context);
  await tellFirstSession(hooks);
  const start = await hooks.send('two', 'SessionStart', { source: 'startup' });
  assert.ok(start.length > 0);
  const prompt = await hooks.send('two', 'UserPromptSubmit', { prompt_id: 'p2', prompt: 'How do we round cents?' });
  assert.deepEqual(
    prompt.filter((id) => start.includes(id)),
    [],
  );
});

test('a session that was told nothing at its start is told with its first prompt', async (context) => {
  const hooks = hooksOf(context);
  await tellFirstSession(hooks);
  assert.ok((await hooks.send('two', 'UserPromptSubmit', { prompt_id: 'p2', prompt: 'Go on.' })).length > 0);
});

test('an agent that takes context around tool calls alone is told once, with the first of them', async (context) => {
  const hooks = hooksOf(context);
  await tellFirstSession(hooks);
  const call = (id: string, path: string): Record<string, unknown> => ({
    sessionContext: { rootSessionId: 'two' },
    workspaceRoots: [hooks.at.project],
    tool_call: { id, name: 'editor', input: { path, new_text: 'x' } },
  });
  const first = await hooks.sendTo('cline', 'PreToolUse', call('c1', '/elsewhere/a.ts'));
  assert.ok(first.length > 0);
  assert.equal(new Set(first).size, first.length);
  assert.deepEqual(await hooks.sendTo('cline', 'PreToolUse', call('c2', '/elsewhere/a.ts')), []);
});

test('after a compaction it is said again, once, though the hook at its end comes late', async (context) => {
  const hooks = hooksOf(context);
  await tellFirstSession(hooks);
  const start = await hooks.send('two', 'SessionStart', { source: 'startup' });
  await hooks.send('two', 'PreCompact', { trigger: 'auto' });
  const again = await hooks.send('two', 'SessionStart', { source: 'compact' });
  assert.ok(start.every((id) => again.includes(id)));
  await hooks.send('two', 'PostCompact', { trigger: 'auto', compact_summary: 'They worked on rounding.' });
  const prompt = await hooks.send('two', 'UserPromptSubmit', { prompt_id: 'p3', prompt: 'Go on.' });
  assert.deepEqual(
    prompt.filter((id) => again.includes(id)),
    [],
  );
});

test('words that were injected and come back as a prompt are an echo: they are not told on', async (context) => {
  const hooks = hooksOf(context);
  await tellFirstSession(hooks);
  await hooks.send('two', 'SessionStart', { source: 'startup' });
  const { text } = await hooks.memory.context();
  const line = text.split('\n').find((one) => one.includes('integer cents')) ?? '';
  assert.notEqual(line, '');
  await hooks.send('two', 'UserPromptSubmit', { prompt_id: 'p2', prompt: `narwhal: ${line}` });
  await hooks.send('two', 'Stop', { prompt_id: 'p2', last_assistant_message: 'Yes.' });
  await hooks.memory.settled();
  assert.doesNotMatch((await hooks.memory.context()).text, /narwhal/);
});
