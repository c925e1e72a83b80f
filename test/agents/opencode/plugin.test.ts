import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DIALECT } from '../../../src/agents/opencode/hooks.ts';
import { pluginText } from '../../../src/agents/opencode/plugin-text.ts';
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

/** The system prompt of a request, after the plugin. */
async function systemOf(hooks: Hooks, session: string, first = 'You are OpenCode.'): Promise<string[]> {
  const system = [first];
  await hooks['experimental.chat.system.transform']?.({ sessionID: session, model: {} }, { system });
  return system.slice(1);
}

const ANSWERS = 'case $2 in session.start) echo FROM START;; chat.message) echo FOR PROMPT;; esac';

suite('the plugin in OpenCode', () => {
  test('hands over what a start and a prompt are answered with, and tells of what happens', async (context) => {
    const { hooks, sent } = await loadPlugin(context, ANSWERS);
    await emit(hooks, 'session.created', { info: { id: MAIN } });
    const parts = await prompt(hooks, 'Fix it.');
    assert.deepEqual(
      parts.slice(1).map(({ id, ...rest }) => ({ ...rest, last: id > 'prt_f' && id.startsWith('prt_zcairn') })),
      [{ sessionID: MAIN, messageID: 'msg_1', type: 'text', text: 'FOR PROMPT', synthetic: true, last: true }],
    );
    assert.deepEqual(await systemOf(hooks, MAIN), ['FROM START']);
    assert.deepEqual(await systemOf(hooks, MAIN), ['FROM START']);
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

  test('asks anew for a session that it did not see begin, and after a compaction', async (context) => {
    const { hooks, sent } = await loadPlugin(context, ANSWERS);
    assert.deepEqual(await systemOf(hooks, MAIN), ['FROM START']);
    await hooks['experimental.session.compacting']?.({ sessionID: MAIN }, { context: [] });
    assert.deepEqual(await systemOf(hooks, MAIN), []);
    await emit(hooks, 'session.compacted', { sessionID: MAIN });
    assert.deepEqual(await systemOf(hooks, MAIN), ['FROM START']);
    assert.deepEqual(
      sent().map(({ payload }) => payload.source),
      ['reopened', 'compact'],
    );
  });

  test('leaves titles and subagents alone', async (context) => {
    const { hooks, sent } = await loadPlugin(context, ANSWERS);
    await emit(hooks, 'session.created', { info: { id: CHILD, parentID: MAIN } });
    assert.equal((await prompt(hooks, 'Find it.', { session: CHILD })).length, 1);
    assert.deepEqual(await systemOf(hooks, CHILD), []);
    assert.deepEqual(await systemOf(hooks, MAIN, 'You are a title generator. You output ONLY a thread title.'), []);
    await emit(hooks, 'session.idle', { sessionID: CHILD });
    await hooks.dispose?.({});
    assert.deepEqual(sent(), []);
  });

  test('works once where two files hold it', async (context) => {
    const { again } = await loadPlugin(context, ANSWERS);
    assert.deepEqual(await again(), {});
  });

  test('adds nothing where the hook says nothing, does not exist or does not answer', async (context) => {
    const quiet = await loadPlugin(context, '');
    assert.equal((await prompt(quiet.hooks, 'x')).length, 1);
    assert.deepEqual(await systemOf(quiet.hooks, MAIN), []);
    const slow = await loadPlugin(context, 'sleep 2; echo LATE', true);
    assert.deepEqual(await systemOf(slow.hooks, MAIN), []);
    const path = join(temporaryFolder(context), 'cairn.mjs');
    writeFileSync(path, pluginText('$HOME/no such folder/hook'));
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
  assert.match(pluginText('/home/dev/.cairn/bin/hook'), /^const HOOK = "\/home\/dev\/\.cairn\/bin\/hook";$/m);
  assert.match(pluginText('$HOME/.cairn/bin/hook'), /^const HOOK = join\(homedir\(\), "\.cairn\/bin\/hook"\);$/m);
});
