import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { DIALECT as CLAUDE_CODE } from '../../../src/agents/claude-code/hooks.ts';
import { DIALECT as CURSOR } from '../../../src/agents/cursor/hooks.ts';
import { GROK } from '../../../src/agents/grok/grok.ts';
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

suite('a hook of another agent that Grok runs', () => {
  test('tells nothing but that a session of Grok has gone on', () => {
    for (const { event, at, payload } of grokHooks()) {
      const reading = CLAUDE_CODE.readHook(event, payload, { at, delivery: 'd' });
      const { events, need, skipped, sentBy, session, transcript, startsWorker } = reading;
      assert.deepEqual([events, need, transcript, startsWorker], [[], undefined, undefined, false]);
      assert.deepEqual([skipped, sentBy, session], [{ [`${event}:sent-by-grok`]: 1 }, 'grok', SESSION]);
      assert.equal(reading.reconcile, event === 'Stop' ? 'now' : 'later');
    }
  });

  test('is known as Grok’s also where it is one of Cursor', () => {
    const [, { at = 0, payload = {} } = {}] = grokHooks();
    const { events, skipped } = CURSOR.readHook('beforeSubmitPrompt', payload, { at, delivery: 'd' });
    assert.deepEqual([events, skipped], [[], { 'beforeSubmitPrompt:sent-by-grok': 1 }]);
  });
});
