import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { AGENTS } from '../../../src/agents/registry.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { sessionId } from '../../../src/core/model/ids.ts';
import { answerHook, matchHook } from '../../../src/worker/hook-route.ts';
import { openFresh } from '../../support/fresh-home.ts';

const RULE = 'From now on run the linter before you commit.';
const need = { agent: 'claude-code', agentSession: 'one', occasion: 'prompt', prompt: 'go on', shows: true } as const;

/** A memory with prompts of a session, as its transcript tells them. */
async function typed(context: Parameters<typeof openFresh>[0], ...prompts: [string, 'person' | 'unknown'][]) {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const raws = prompts.map(
    ([text, origin], i): RawEvent => ({
      agent: 'claude-code',
      agentSession: 'one',
      at: Date.now() - 60_000 + i * 1_000,
      cwd: opened.at.project,
      identity: { number: `n${i}` },
      source: 'transcript',
      body: { kind: 'prompt', text, origin },
    }),
  );
  await opened.intake.events(raws);
  await opened.memory.settled();
  return opened;
}

test('a kept rule is shown to its person once, with the way to undo it, and is nowhere in the context', async (context) => {
  const { memory, store } = await typed(context, [`ok, thanks. ${RULE}`, 'person']);
  const [rule] = await store.items.list({ kinds: ['knowledge'] }, { limit: 9 });
  const first = await memory.hookContext(need);
  assert.equal(first.notice?.text, `Cairn kept as your rule: "${RULE}" · undo: cairn review withdraw ${rule?.id}`);
  assert.doesNotMatch(first.text, /kept as your rule/);
  assert.equal((await memory.hookContext(need)).notice, undefined);
  assert.deepEqual(await store.items.noticed(sessionId('claude-code', 'one')), [rule?.id]);
});

test('a rule that its prompt leaves unclear is shown once, with the way to keep it, and no agent is told it', async (context) => {
  const { memory, store } = await typed(context, [`The import works. ${RULE}`, 'person']);
  const [rule] = await store.items.list({ kinds: ['knowledge'] }, { limit: 9 });
  const first = await memory.hookContext(need);
  const keep = `Cairn keeps this as your rule only if you say so: "${RULE}" · keep: cairn review confirm ${rule?.id}`;
  assert.equal(first.notice?.text, keep);
  assert.doesNotMatch(first.text, /linter/);
  assert.equal((await memory.hookContext(need)).notice, undefined);
  await memory.update(rule?.id ?? '', { status: 'confirmed' });
  await memory.settled();
  assert.match((await memory.context({})).text, /confirmed by a person.*run the linter/);
});

test('a notice counts as nothing that the model was told', async (context) => {
  const { memory, store } = await typed(context, [RULE, 'person']);
  await memory.hookContext({ ...need, occasion: 'file' });
  const session = sessionId('claude-code', 'one');
  assert.deepEqual((await store.items.injected(session, 0)).ids, []);
  assert.deepEqual((await store.meter.ofSession(session)).injected, []);
  assert.equal((await memory.impact({ project: '*' })).blocks, 0);
});

test('no notice is given of a decision, of a program’s prompt, of what was withdrawn, or where nobody sees it', async (context) => {
  const { memory, store } = await typed(
    context,
    ["Let's use Redis for the session store.", 'person'],
    ['From now on run the formatter.', 'unknown'],
    [RULE, 'person'],
  );
  assert.equal((await memory.hookContext({ ...need, shows: false })).notice, undefined);
  const rules = await store.items.list({ kinds: ['knowledge'], authors: ['person'] }, { limit: 9 });
  for (const { id, text } of rules) if (text === RULE) await memory.update(id, { status: 'withdrawn' });
  await memory.settled();
  assert.equal((await memory.hookContext(need)).notice, undefined);
});

const DIALECTS = AGENTS.flatMap(({ dialect }) => dialect ?? []);
/** Agents whose documented hook output has a message for the user, and their event of a prompt. */
const SHOWING = {
  'claude-code': 'UserPromptSubmit',
  codex: 'UserPromptSubmit',
  'gemini-cli': 'BeforeAgent',
  'qwen-code': 'UserPromptSubmit',
  droid: 'UserPromptSubmit',
  vscode: 'UserPromptSubmit',
} as const;

for (const [agent, event] of Object.entries(SHOWING)) {
  test(`${agent} gets it as a message to its user, with a block and without one`, () => {
    const dialect = DIALECTS.find(({ name }) => name === agent);
    assert.ok(dialect?.withNotice && dialect.showsOn?.includes(event));
    assert.deepEqual(JSON.parse(dialect.withNotice('', 'kept')), { systemMessage: 'kept' });
    const reply = dialect.reply(event, 'a block');
    const shown = JSON.parse(dialect.withNotice(reply, 'kept'));
    assert.deepEqual(shown, { ...JSON.parse(reply), systemMessage: 'kept' });
    assert.doesNotMatch(JSON.stringify(shown.hookSpecificOutput), /kept/);
  });
}

test('no other agent gets a field that its hooks do not know', () => {
  const others = DIALECTS.filter(({ name }) => !Object.hasOwn(SHOWING, name));
  assert.ok(others.length > 5);
  assert.deepEqual(
    others.filter(({ showsOn, withNotice }) => showsOn !== undefined || withNotice !== undefined),
    [],
  );
});

test('the hook route hands it to the agent', async (context) => {
  const { memory, at } = await typed(context, [RULE, 'person']);
  const server = createServer((request, response) => {
    const hook = matchHook(request) ?? { agent: '', event: '' };
    void answerHook({ request, response }, hook, { memory, onHook: () => undefined });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (): Promise<string> => {
    const body = JSON.stringify({ session_id: 'one', cwd: at.project, prompt: 'go on', prompt_id: 'p9' });
    const answer = await fetch(`http://127.0.0.1:${port}/hook/claude-code/UserPromptSubmit`, { method: 'POST', body });
    return (await answer.text()).split('\n').slice(1).join('\n');
  };
  const { systemMessage, hookSpecificOutput } = JSON.parse(await send());
  assert.match(systemMessage, /kept as your rule: "From now on run the linter before you commit\."/);
  assert.doesNotMatch(JSON.stringify(hookSpecificOutput ?? ''), /kept as your rule/);
  assert.doesNotMatch(await send(), /systemMessage/);
});
