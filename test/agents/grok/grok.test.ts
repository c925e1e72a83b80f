import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { DIALECT as CLAUDE_CODE } from '../../../src/agents/claude-code/hooks.ts';
import { DIALECT as CURSOR } from '../../../src/agents/cursor/hooks.ts';
import { GROK } from '../../../src/agents/grok/grok.ts';
import { DIALECT } from '../../../src/agents/grok/hooks.ts';
import { planSetup, planUninstall } from '../../../src/agents/grok/setup.ts';
import type { EventBody } from '../../../src/core/model/event.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { AFTER, BEFORE, grokHooks, SESSION, writeSession } from './fixtures.ts';

/** What the chat tells, and what of it is skipped. */
function readChat(context: TestContext, chat: string) {
  const path = writeSession(temporaryFolder(context), chat);
  const snapshot = GROK.createSnapshot?.({ path });
  assert.ok(snapshot);
  const events = [...snapshot.steps()].flat();
  return { events, ...snapshot.counts() };
}

const textOf = (body: EventBody): string => ('text' in body ? body.text : 'tool' in body ? body.tool : '');

/** What a memory holds after the chat was imported in each of these forms. */
async function held(context: TestContext, chats: readonly string[]) {
  const { memory, store, at } = openFresh(context);
  let last: { added: number; skipped: Record<string, number> } | undefined;
  for (const chat of chats) {
    writeSession(at.userHome, chat);
    for await (const progress of memory.import({ agent: 'grok' })) last = progress;
  }
  await memory.settled();
  const events = await store.log.since(0, 1_000);
  const titles = (await store.items.list({ kinds: ['checkpoint'] }, { limit: 10 })).map(({ title }) => title);
  return {
    told: events.map(({ body, at: time }) => JSON.stringify([body, time])).sort(),
    titles,
    last,
  };
}

suite('a chat of Grok', () => {
  test('tells what was asked, without what Grok says before it and around it', (context) => {
    const { events, skipped } = readChat(context, AFTER);
    assert.deepEqual(
      events.filter(({ body }) => body.kind === 'prompt').map(({ body }) => textOf(body)),
      ['Serve the shop on port 4200.', 'Now write it down.'],
    );
    assert.deepEqual(skipped, { system: 1, 'user:info': 1, 'user:synthetic': 3 });
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === SESSION && cwd === '/home/dev/shop'));
  });

  test('says of a command whether it failed, and keeps its exit code out of its output', (context) => {
    const ends = readChat(context, AFTER).events.flatMap(({ body }) => (body.kind === 'tool.end' ? [body] : []));
    assert.deepEqual(
      ends.map(({ tool, success, exitCode, output }) => [tool, success, exitCode, output.trim()]),
      [
        ['read_file', true, undefined, '1→export const port = 4100;'],
        ['search_replace', true, undefined, 'The file /home/dev/shop/server.js has been updated successfully.'],
        ['run_terminal_command', false, 2, "ls: cannot access '/no/such/dir': No such file or directory"],
        ['run_terminal_command', true, 0, '1'],
      ],
    );
  });

  test('leaves what a file says of an exit alone', (context) => {
    const rows = [
      { type: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'read_file', arguments: '{}' }] },
      { type: 'tool_result', tool_call_id: 'c1', content: 'exit: 1\n' },
    ];
    const [end] = readChat(context, rows.map((row) => `${JSON.stringify(row)}\n`).join('')).events;
    assert.deepEqual(end?.body, { kind: 'tool.end', tool: 'read_file', input: {}, output: 'exit: 1\n', success: true });
  });

  test('gives its events times in their order', (context) => {
    const { events } = readChat(context, AFTER);
    const times = events.map(({ at }) => at);
    assert.deepEqual(
      times,
      [...new Set(times)].toSorted((one, other) => one - other),
    );
  });

  test('has the times that stand beside it', (context) => {
    const path = writeSession(temporaryFolder(context), AFTER);
    const update = (at: number, body: object): string =>
      `${JSON.stringify({ params: { update: body, _meta: { agentTimestampMs: at } } })}\n`;
    const times = [
      update(1_795_339_811_000, { sessionUpdate: 'user_message_chunk', _meta: { promptIndex: 0 } }),
      update(1_795_339_812_000, { sessionUpdate: 'tool_call', toolCallId: 'call_a1' }),
      update(1_795_339_812_500, { sessionUpdate: 'tool_call_update', toolCallId: 'call_a1', status: 'completed' }),
      update(1_795_339_819_000, { sessionUpdate: 'agent_message_chunk' }),
      '{"broken',
    ];
    writeFileSync(join(dirname(path), 'updates.jsonl'), times.join(''));
    const told = [...(GROK.createSnapshot?.({ path })?.steps() ?? [])].flat();
    const atOf = (kind: string): number | undefined => told.find(({ body }) => body.kind === kind)?.at;
    assert.deepEqual([atOf('prompt'), atOf('tool.end')], [1_795_339_811_000, 1_795_339_812_500]);
    const last = told.findLast(({ at, body }) => body.kind === 'message' && at > 1_795_339_812_500);
    assert.equal(last?.at, 1_795_339_819_000);
  });

  test('names the tool of an MCP server that was called, and what it was given', (context) => {
    const call = { tool_name: 'cairn__search', tool_input: { query: 'cents' } };
    const rows = [
      {
        type: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', name: 'use_tool', arguments: JSON.stringify(call) }],
      },
      { type: 'tool_result', tool_call_id: 'c1', content: 'nothing' },
    ];
    const [end] = readChat(context, rows.map((row) => `${JSON.stringify(row)}\n`).join('')).events;
    assert.ok(end?.body.kind === 'tool.end');
    assert.deepEqual([end.body.tool, end.body.input], ['cairn__search', { query: 'cents' }]);
  });

  test('tells of a call that has no result, of an answer that is said twice, and of half a line that there is more', (context) => {
    const { events, skipped } = readChat(context, `${AFTER}{"type":"assist`);
    assert.deepEqual(
      events.filter(({ body }) => body.kind === 'tool.start').map(({ body }) => textOf(body)),
      ['run_terminal_command'],
    );
    const answers = events.filter(({ body }) => textOf(body) === 'The port is 4200 now.');
    assert.equal(new Set(answers.map(({ identity }) => JSON.stringify(identity))).size, 2);
    assert.equal(skipped.malformed, 1);
  });
});

suite('a chat of Grok that is rewritten in place', () => {
  test('gives each event once, whenever it was read', async (context) => {
    const expected = await held(context, [AFTER]);
    assert.equal(expected.told.length, 10);
    assert.deepEqual(expected.titles, ['Session of grok: Serve the shop on port 4200.']);
    const resumed = await held(context, [BEFORE, AFTER, AFTER]);
    assert.deepEqual({ ...resumed, last: undefined }, { ...expected, last: undefined });
    const cut = fc.tuple(fc.nat(BEFORE.length), fc.nat(AFTER.length));
    await fc.assert(
      fc.asyncProperty(cut, async ([before, after]) => {
        const chats = [BEFORE.slice(0, before), BEFORE, AFTER.slice(0, after), AFTER];
        assert.deepEqual((await held(context, chats)).told, expected.told);
      }),
      { numRuns: 12 },
    );
  });

  test('is found by the id of its session', (context) => {
    const home = temporaryFolder(context);
    const path = writeSession(home, BEFORE);
    assert.equal(GROK.transcriptOf?.(SESSION, { home, variables: {} }), path);
    assert.equal(GROK.transcriptOf?.('other', { home, variables: {} }), undefined);
    assert.equal(GROK.transcriptOf?.('../../sessions', { home, variables: {} }), undefined);
  });
});

suite('a hook of Grok', () => {
  const read = (event: string, more: object = {}) => {
    const sent = grokHooks().find((hook) => hook.event === event);
    return DIALECT.readHook(event, { ...(sent?.payload as object), ...more }, { at: 1, delivery: 'd' });
  };

  test('takes context before a call: of its file, and what a start should have said', () => {
    const { need, events, skipped } = read('PreToolUse');
    assert.deepEqual([events, skipped], [[], {}]);
    assert.deepEqual(
      [need?.occasion, need?.file, need?.call?.tool, need?.agentSession],
      ['tool', '/home/dev/shop/server.js', 'read_file', SESSION],
    );
    assert.equal(read('PreToolUse', { subagentType: 'explore' }).need?.occasion, 'file');
  });

  test('asks what is known of the error of a command', () => {
    const { call } = read('PostToolUse').need ?? {};
    assert.deepEqual([call?.success, call?.exitCode], [false, 2]);
    assert.match(call?.output ?? '', /No such file/);
  });

  test('tells when a session begins and ends, and has its chat read when a turn is over', () => {
    assert.deepEqual(
      ['SessionStart', 'SessionEnd'].flatMap((event) => read(event).events.map(({ body }) => body)),
      [
        { kind: 'session.start', trigger: 'new' },
        { kind: 'session.end', reason: 'shutdown' },
      ],
    );
    const { reconcile, session, transcript, events } = read('Stop');
    assert.deepEqual([reconcile, session, transcript, events], ['now', SESSION, undefined, []]);
    assert.equal(read('UserPromptSubmit').startsWorker, true);
  });

  test('answers in a form that Grok takes, where it takes one', () => {
    assert.deepEqual(JSON.parse(DIALECT.reply('PreToolUse', 'one', 'no')), {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
        additionalContext: 'one',
      },
    });
    assert.equal(DIALECT.reply('UserPromptSubmit', 'one'), '');
  });
});

suite('set-up of Grok', () => {
  test('writes a file of hooks and a server into the settings, and is undone byte for byte', (context) => {
    const home = temporaryFolder(context);
    const target = {
      environment: { home, variables: {} },
      hookCommand: '/home/dev/.cairn/bin/hook',
      mcpCommand: { command: '/home/dev/.cairn/bin/cairn', args: ['mcp'] },
    };
    const settings = join(home, '.grok', 'config.toml');
    const own = '# mine\n[models]\ndefault = "m" # for now';
    mkdirSync(join(home, '.grok', 'hooks'), { recursive: true });
    writeFileSync(settings, own);
    for (const { path, after } of planSetup(target)) writeFileSync(path, after ?? '');
    assert.match(readFileSync(settings, 'utf8'), /^# mine[\s\S]*\[mcp_servers\.cairn\]\ncommand = /);
    const hooks = readFileSync(join(home, '.grok', 'hooks', 'cairn.json'), 'utf8');
    assert.deepEqual(Object.keys((JSON.parse(hooks) as { hooks: object }).hooks), GROK.capabilities.hooks);
    assert.deepEqual(planSetup(target), []);
    assert.deepEqual(
      planUninstall(target).map(({ path, after }) => [path, after]),
      [
        [join(home, '.grok', 'hooks', 'cairn.json'), undefined],
        [settings, own],
      ],
    );
  });
});

suite('a hook of another agent that Grok runs', () => {
  test('tells nothing but that a session of Grok has gone on', () => {
    for (const { event, at, payload } of grokHooks()) {
      const reading = CLAUDE_CODE.readHook(event, payload, { at, delivery: 'd' });
      const { events, need, skipped, sentBy, session, transcript, startsWorker } = reading;
      assert.deepEqual([events, need, transcript, startsWorker], [[], undefined, undefined, false]);
      assert.deepEqual([skipped, sentBy, session], [{ [`${event}:sent-by-grok`]: 1 }, 'grok', SESSION]);
      assert.equal(reading.reconcile, event === 'Stop' || event === 'SessionEnd' ? 'now' : 'later');
    }
  });

  test('is known as Grok’s also where it is one of Cursor', () => {
    const [, { at = 0, payload = {} } = {}] = grokHooks();
    const { events, skipped } = CURSOR.readHook('beforeSubmitPrompt', payload, { at, delivery: 'd' });
    assert.deepEqual([events, skipped], [[], { 'beforeSubmitPrompt:sent-by-grok': 1 }]);
  });
});
