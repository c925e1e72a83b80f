import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DIALECT } from '../../../src/agents/opencode/hooks.ts';
import { pluginText } from '../../../src/agents/shared/opencode/plugin-text.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Hooks, loadPlugin, type Part, type Plugin } from './plugin-fixture.ts';

const MAIN = 'ses_main';
const CHILD = 'ses_child';

async function emit({ event }: Hooks, type: string, properties: JsonObject): Promise<void> {
  await event?.({ event: { type, properties } });
}

/** A prompt as OpenCode hands it over; gives its parts afterwards. */
async function prompt(hooks: Hooks, text: string, { session = MAIN, id = 'msg_1' } = {}): Promise<Part[]> {
  const parts: Part[] = [{ id: 'prt_2', sessionID: session, messageID: id, type: 'text', text }];
  await hooks['chat.message']?.({ sessionID: session }, { message: { id, agent: 'build' }, parts });
  return parts;
}

const ANSWERS = 'case $2 in session.start) echo FROM START;; chat.message) echo FOR PROMPT;; esac';

suite('the plugin in OpenCode', () => {
  test('hands over what a prompt is answered with, and tells of what happens', async (context) => {
    const { hooks, sent } = await loadPlugin(context, ANSWERS);
    await emit(hooks, 'session.created', { info: { id: MAIN } });
    const parts = await prompt(hooks, 'Fix it.');
    assert.deepEqual(
      parts.slice(1).map(({ id, ...rest }) => ({ ...rest, last: id > 'prt_f' && id.startsWith('prt_zcairn') })),
      [{ sessionID: MAIN, messageID: 'msg_1', type: 'text', text: 'FOR PROMPT', synthetic: true, last: true }],
    );
    await emit(hooks, 'message.updated', { info: { id: 'msg_3', role: 'user', sessionID: MAIN } });
    await emit(hooks, 'message.updated', { info: { id: 'msg_1', role: 'user', sessionID: MAIN } });
    await emit(hooks, 'session.error', { sessionID: MAIN, error: { name: 'APIError', data: { message: 'no' } } });
    await emit(hooks, 'session.idle', { sessionID: MAIN });
    await hooks.dispose?.({});
    const told = sent();
    assert.deepEqual(told.map(({ event }) => event).sort(), [
      'chat.message',
      'session.end',
      'session.idle',
      'session.start',
    ]);
    for (const { event, payload } of told) {
      const { events, skipped } = DIALECT.readHook(event, payload, { at: 1, delivery: 'd' });
      assert.deepEqual([events.length, skipped], [1, {}], event);
    }
    const idle = told.find(({ event }) => event === 'session.idle')?.payload;
    assert.deepEqual([idle?.messageID, idle?.directory], ['msg_3', '/home/dev/shop']);
  });

  test('tells of the start of a session that it did not see begin, and of a compaction at once', async (context) => {
    const { hooks, sent } = await loadPlugin(context, ANSWERS);
    await prompt(hooks, 'Go on.');
    await prompt(hooks, 'And on.', { id: 'msg_2' });
    await emit(hooks, 'session.compacted', { sessionID: MAIN });
    await prompt(hooks, 'What now?', { id: 'msg_3' });
    const starts = sent().filter(({ event }) => event === 'session.start');
    assert.deepEqual(
      starts.map(({ payload }) => payload.source),
      ['resume', 'compact'],
    );
  });

  test('leaves the system prompt alone: what changes there costs the cache of all that follows', async (context) => {
    const { hooks } = await loadPlugin(context, ANSWERS);
    assert.deepEqual(
      Object.keys(hooks).filter((name) => /system|messages\.transform/.test(name)),
      [],
    );
  });

  test('hands a subagent what its task is answered with, and tells of its task and its calls as a subagent’s', async (context) => {
    const { hooks, sent } = await loadPlugin(context, ANSWERS);
    await emit(hooks, 'session.created', { info: { id: CHILD, parentID: MAIN } });
    const parts = await prompt(hooks, 'Find it.', { session: CHILD });
    assert.deepEqual(
      parts.slice(1).map(({ text, sessionID }) => [text, sessionID]),
      [['FOR PROMPT', CHILD]],
    );
    await hooks['tool.execute.after']?.(
      { tool: 'bash', sessionID: CHILD, callID: 'c', args: {} },
      { output: '', metadata: { exit: 1 } },
    );
    await emit(hooks, 'session.idle', { sessionID: CHILD });
    await hooks.dispose?.({});
    const told = sent().map(({ event, payload }) => ({
      event,
      payload,
      ...DIALECT.readHook(event, payload, { at: 1, delivery: 'd' }),
    }));
    assert.deepEqual(
      told.map(({ event, payload, events, skipped }) => [
        event,
        payload.sessionID,
        payload.agent_id,
        events.length,
        skipped,
      ]),
      [
        ['chat.message', MAIN, CHILD, 0, {}],
        ['tool.execute.after', MAIN, CHILD, 0, {}],
      ],
    );
    assert.deepEqual(
      told.map(({ need }) => [need?.occasion, need?.subagent]),
      [
        ['prompt', true],
        ['call', undefined],
      ],
    );
  });

  test('asks after a tool call where there may be something to say, and puts it behind what the tool gave back', async (context) => {
    const { hooks, sent, arm } = await loadPlugin(context, 'case $2 in tool.execute.after) echo KNOWN;; esac');
    const ended = async (tool: string, output: JsonObject, session = MAIN): Promise<unknown> => {
      const args = { filePath: 'a.js', command: 'npm ci' };
      await hooks['tool.execute.after']?.({ tool, sessionID: session, callID: 'c', args }, output);
      return output.output ?? output.content;
    };
    assert.equal(await ended('bash', { output: 'ok', metadata: { exit: 0 } }), 'ok');
    assert.deepEqual(sent(), []);
    assert.equal(await ended('bash', { output: 'bad', metadata: { exit: 2 } }), 'bad\n\nKNOWN');
    assert.equal(await ended('read', { output: 'text', metadata: {} }), 'text\n\nKNOWN');
    arm('warn');
    assert.equal(
      await ended('bash', { output: 'x'.repeat(50_000), metadata: { exit: 0 } }),
      `${'x'.repeat(50_000)}\n\nKNOWN`,
    );
    assert.deepEqual(await ended('files_write_file', { content: [] }), [{ type: 'text', text: 'KNOWN' }]);
    await emit(hooks, 'session.created', { info: { id: CHILD, parentID: MAIN } });
    await ended('bash', { output: '', metadata: { exit: 0 } }, CHILD);
    const told = sent().map(({ event, payload }) => [
      event,
      payload.sessionID,
      payload.exit,
      String(payload.output).length,
    ]);
    assert.deepEqual(told, [
      ['tool.execute.after', MAIN, 2, 3],
      ['tool.execute.after', MAIN, undefined, 4],
      ['tool.execute.after', MAIN, 0, 20_001],
      ['tool.execute.after', MAIN, undefined, 0],
      ['tool.execute.after', MAIN, 0, 0],
    ]);
  });

  test('refuses a call where calls are refused and Cairn says why, a subagent’s too', async (context) => {
    const { hooks, sent, arm } = await loadPlugin(
      context,
      `case "$(tail -n 1 "$0.asked")" in *rm*) echo NOT THIS;; esac`,
    );
    const begin = (command: string, session = MAIN): Promise<void> | undefined =>
      hooks['tool.execute.before']?.({ tool: 'bash', sessionID: session, callID: 'c' }, { args: { command } });
    await begin('rm -rf src');
    arm('warn');
    await begin('rm -rf src');
    assert.deepEqual(sent(), []);
    arm('block');
    await begin('ls');
    await assert.rejects(async () => begin('rm -rf src'), { message: 'NOT THIS' });
    await emit(hooks, 'session.created', { info: { id: CHILD, parentID: MAIN } });
    await assert.rejects(async () => begin('rm -rf src', CHILD), { message: 'NOT THIS' });
    assert.deepEqual(
      sent().map(({ event, payload }) => [event, payload.sessionID]),
      [1, 2, 3].map(() => ['tool.execute.before', MAIN]),
    );
  });

  test('works once where two files hold it', async (context) => {
    const { again } = await loadPlugin(context, ANSWERS);
    assert.deepEqual(await again(), {});
  });

  test('adds nothing where the hook says nothing, does not exist or does not answer', async (context) => {
    const quiet = await loadPlugin(context, '');
    assert.equal((await prompt(quiet.hooks, 'x')).length, 1);
    const slow = await loadPlugin(context, 'sleep 2; echo LATE', true);
    assert.equal((await prompt(slow.hooks, 'x')).length, 1);
    const path = join(temporaryFolder(context), 'cairn.mjs');
    writeFileSync(path, pluginText('opencode', '$HOME/no such folder/hook'));
    const { Cairn } = (await import(pathToFileURL(path).href)) as { Cairn: Plugin };
    const none = await Cairn({ client: {}, directory: '/' });
    assert.equal((await prompt(none, 'x')).length, 1);
    await none.dispose?.({});
  });

  test('throws nothing at whatever it is handed', async (context) => {
    const { hooks } = await loadPlugin(context, '');
    for (const hook of Object.values(hooks)) {
      await hook({});
      await hook({ event: { type: 'session.idle' }, sessionID: 5 }, { parts: null, system: 'x' });
      await hook({ event: { type: 'toString', properties: {} }, sessionID: MAIN }, null);
    }
  });
});

test('the plugin of a repository looks for the hook in the home of whoever runs it', () => {
  assert.match(
    pluginText('opencode', '/home/dev/.cairn/bin/hook'),
    /^const HOOK = "\/home\/dev\/\.cairn\/bin\/hook";$/m,
  );
  assert.match(
    pluginText('opencode', '$HOME/.cairn/bin/hook'),
    /^const HOOK = join\(homedir\(\), "\.cairn\/bin\/hook"\);$/m,
  );
});
