import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { countTokens } from '../../src/core/text/tokens.ts';
import { openFresh } from '../support/fresh-home.ts';

const RULES = [
  'Always store every amount as integer cents, so that the invoice total never has a rounding error.',
  'Never log the customer address in the checkout service, the auditors read those logs.',
];
const RELATED = 'Find out why the invoice total has a rounding error although every amount is stored as integer cents.';
const UNRELATED = 'List the licences of all bundled fonts and say which of them are missing a notice.';

/** A memory of one session that stated rules, and what a hook of a later session prints for its agent. */
async function memoryOfRules(context: TestContext) {
  const { memory, at } = openFresh(context);
  let count = 0;
  const text = async (agent: string, event: string, fields: Record<string, unknown>): Promise<string> => {
    count += 1;
    const payload = JSON.stringify({ hook_event_name: event, cwd: at.project, ...fields });
    const taken = await memory.takeHook({ agent, event, payload, delivery: `d${count}`, at: Date.now() });
    const need = taken?.reading.need;
    return need === undefined ? '' : (await memory.hookContext({ ...need, agent })).text;
  };
  for (const [at, prompt] of RULES.entries()) {
    await text('claude-code', 'UserPromptSubmit', { session_id: `s${at}`, prompt_id: `p${at}`, prompt });
    await text('claude-code', 'Stop', { session_id: `s${at}`, prompt_id: `p${at}`, last_assistant_message: 'Done.' });
  }
  await memory.settled();
  return { text, at };
}

const ofSubagent = { session_id: 'main', turn_id: 't1', agent_id: 'a1', agent_type: 'default' };

test('a subagent with a task that nothing bears on is told nothing, though its session was told nothing either', async (context) => {
  const { text } = await memoryOfRules(context);
  assert.equal(await text('codex', 'UserPromptSubmit', { ...ofSubagent, prompt: UNRELATED }), '');
  const start = await text('codex', 'SessionStart', { session_id: 'main', source: 'startup' });
  assert.match(start, /customer address/);
});

test('a subagent is told what bears on its task alone, in 150 tokens', async (context) => {
  const { text } = await memoryOfRules(context);
  const told = await text('codex', 'UserPromptSubmit', { ...ofSubagent, prompt: RELATED });
  assert.match(told, /integer cents/);
  assert.doesNotMatch(told, /customer address/);
  assert.ok(countTokens(told) <= 150, told);
});

test('the start of a subagent brings nothing, in whatever event an agent reports it', async (context) => {
  const { text } = await memoryOfRules(context);
  const claude = { session_id: 'main', agent_id: 'a1', agent_type: 'Explore' };
  assert.equal(await text('claude-code', 'SubagentStart', claude), '');
  assert.equal(await text('claude-code', 'SessionStart', { ...claude, source: 'startup' }), '');
  assert.equal(await text('codex', 'SubagentStart', ofSubagent), '');
});

test('a tool call of a subagent brings what is known of its file, and nothing of a session’s start', async (context) => {
  const { text, at } = await memoryOfRules(context);
  const inside = {
    sessionId: 'a1',
    agent_id: 'a1',
    parent_agent_id: 'main',
    transcriptPath: '/home/dev/.copilot/session-state/main/events.jsonl',
    toolName: 'view',
    toolArgs: { path: `${at.project}/fonts.css` },
  };
  assert.equal(await text('copilot-cli', 'preToolUse', inside), '');
  const outside = { ...inside, sessionId: 'main', agent_id: undefined, parent_agent_id: undefined };
  assert.match(await text('copilot-cli', 'preToolUse', outside), /customer address/);
  const call = { tool_name: 'Read', tool_input: { path: `${at.project}/fonts.css` }, tool_output: '{}' };
  const cursor = { conversation_id: 'c1', workspace_roots: [at.project], ...call };
  assert.equal(await text('cursor', 'postToolUse', { ...cursor, parent_conversation_id: 'c0' }), '');
  assert.match(await text('cursor', 'postToolUse', cursor), /customer address/);
});
