import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DIALECT } from '../../../src/agents/pi/hooks.ts';
import { extensionText } from '../../../src/agents/pi/setup.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Listener = (event: object, ctx: object) => Promise<JsonObject | undefined>;
/** One load of the extension: what it listens to. */
type Loaded = Record<string, Listener>;

const SESSION = '01a2228c-b1d0-7411-991f-6e71ed271412';
const ANSWERS =
  'case $2 in UserPromptSubmit) echo FOR PROMPT;; PostToolUse*) echo KNOWN;; PreToolUse) echo NOT THIS;; esac';
const BASH = { toolName: 'bash', toolCallId: 'c1', input: { command: 'node check.js' } };
const READ = { toolName: 'read', toolCallId: 'c2', input: { path: 'a.js' }, isError: false };

/** A session of pi, as its extensions see it. */
function sessionOf(entries: readonly object[] = []): object {
  const sessionManager = {
    getSessionId: () => SESSION,
    getSessionFile: () => `/home/dev/.pi/agent/sessions/--home-dev-shop--/1_${SESSION}.jsonl`,
    getEntries: () => entries,
  };
  return { sessionManager, cwd: '/home/dev/shop' };
}

/** The extension as pi loads it, with a hook that notes what it gets and answers with the lines given. */
async function loadExtension(context: TestContext, answer: string, ownTime = false) {
  const folder = temporaryFolder(context);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const [hook, log] = [join(bin, 'hook it'), join(bin, 'hook it.asked')];
  writeFileSync(hook, `#!/bin/sh\nprintf '%s %s\\n' "$2" "$(cat)" >>'${log}'\n${answer}\n`);
  chmodSync(hook, 0o700);
  let loads = 0;
  const load = async (): Promise<Loaded> => {
    loads += 1;
    const path = join(folder, `cairn-${loads}.mjs`);
    writeFileSync(path, ownTime ? extensionText(hook) : extensionText(hook).replace(/(?<=_MS = )\d+/g, '60000'));
    const { default: extension } = (await import(pathToFileURL(path).href)) as { default: (pi: object) => void };
    const listeners: Loaded = {};
    extension({ on: (event: string, listener: Listener) => Object.assign(listeners, { [event]: listener }) });
    return listeners;
  };
  return {
    load,
    arm: (mode: string) => writeFileSync(join(folder, 'tripwires'), `${mode}\n`),
    sent: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []).map(toSent),
  };
}

function toSent(line: string): { event: string; payload: JsonObject } {
  const space = line.indexOf(' ');
  return { event: line.slice(0, space), payload: JSON.parse(line.slice(space)) as JsonObject };
}

suite('the extension in pi', () => {
  test('hands over what a prompt is answered with, and tells of what happens in payloads that are read', async (context) => {
    const { load, sent } = await loadExtension(context, ANSWERS);
    const pi = await load();
    const ctx = sessionOf();
    await pi.session_start?.({ reason: 'startup' }, ctx);
    assert.deepEqual(await pi.before_agent_start?.({ prompt: 'Fix it.' }, ctx), {
      message: { customType: 'cairn', content: 'FOR PROMPT', display: false },
    });
    await pi.agent_end?.({ messages: [] }, ctx);
    await pi.session_shutdown?.({ reason: 'quit' }, ctx);
    const told = sent();
    assert.deepEqual(told.map(({ event }) => event).sort(), ['SessionEnd', 'SessionStart', 'Stop', 'UserPromptSubmit']);
    for (const { event, payload } of told) {
      const { events, skipped, transcript } = DIALECT.readHook(event, payload, { at: 1, delivery: 'd' });
      assert.deepEqual([events.length, skipped], [event === 'Stop' ? 0 : 1, {}], event);
      assert.match(transcript ?? '', /\.jsonl$/);
    }
  });

  test('says how a session began, and tells of a compaction as of a start', async (context) => {
    const { load, sent } = await loadExtension(context, '');
    const pi = await load();
    const begin = async (reason: string, ctx: object): Promise<void> => {
      await pi.session_start?.({ reason }, ctx);
      await pi.before_agent_start?.({ prompt: 'x' }, ctx);
    };
    await begin('startup', sessionOf([{ type: 'model_change' }]));
    await begin('startup', sessionOf([{ type: 'message' }]));
    for (const reason of ['new', 'resume', 'fork', 'reload']) await begin(reason, sessionOf());
    const ctx = sessionOf();
    await pi.session_compact?.({}, ctx);
    await pi.before_agent_start?.({ prompt: 'x' }, ctx);
    const starts = sent().filter(({ event }) => event === 'SessionStart');
    assert.deepEqual(
      starts.map(({ payload }) => payload.source),
      ['startup', 'resume', 'clear', 'resume', 'fork', 'compact'],
    );
  });

  test('asks after a call where there may be something to say, and puts it behind the result', async (context) => {
    const { load, sent, arm } = await loadExtension(context, ANSWERS);
    const pi = await load();
    const ended = async (call: object, text: string): Promise<unknown> =>
      (await pi.tool_result?.({ ...call, content: [{ type: 'text', text }] }, sessionOf()))?.content;
    assert.equal(await ended({ ...BASH, isError: false }, 'ok'), undefined);
    assert.deepEqual(sent(), []);
    const known = { type: 'text', text: 'KNOWN' };
    assert.deepEqual(await ended(READ, 'words'), [{ type: 'text', text: 'words' }, known]);
    const no = 'no\n\nCommand exited with code 2';
    assert.deepEqual(await ended({ ...BASH, isError: true, details: {} }, no), [{ type: 'text', text: no }, known]);
    arm('warn');
    await ended({ ...BASH, isError: false }, 'x'.repeat(50_000));
    const read = sent().map(({ event, payload }) => DIALECT.readHook(event, payload, { at: 1, delivery: 'd' }));
    const bodies = read.map(({ events }) => events[0]?.body);
    assert.deepEqual(
      bodies.map((body) => (body?.kind === 'tool.end' ? [body.tool, body.success, body.exitCode] : body)),
      [
        ['read', true, undefined],
        ['bash', false, 2],
        ['bash', true, undefined],
      ],
    );
    assert.deepEqual(
      read.map(({ need, skipped }) => [need?.occasion, need?.file, skipped]),
      [
        ['tool', '/home/dev/shop/a.js', {}],
        ['call', undefined, {}],
        ['tool', undefined, {}],
      ],
    );
  });

  test('refuses a call only where calls are refused and Cairn says why', async (context) => {
    const { load, sent, arm } = await loadExtension(
      context,
      `case "$(tail -n 1 "$0.asked")" in *rm*) echo NOT THIS;; esac`,
    );
    const pi = await load();
    const begin = (command: string): unknown => pi.tool_call?.({ ...BASH, input: { command } }, sessionOf());
    assert.equal(await begin('rm -rf src'), undefined);
    arm('warn');
    assert.equal(await begin('rm -rf src'), undefined);
    assert.deepEqual(sent(), []);
    arm('block');
    assert.equal(await begin('ls'), undefined);
    assert.deepEqual(await begin('rm -rf src'), { block: true, reason: 'NOT THIS' });
  });

  test('tells once where two files hold it, and goes on after a reload', async (context) => {
    const { load, sent } = await loadExtension(context, '');
    const [first, second] = [await load(), await load()];
    const ctx = sessionOf();
    for (const pi of [first, second]) await pi.session_start?.({ reason: 'startup' }, ctx);
    for (const pi of [first, second]) await pi.before_agent_start?.({ prompt: 'x' }, ctx);
    for (const pi of [first, second]) await pi.session_shutdown?.({ reason: 'reload' }, ctx);
    const third = await load();
    await third.session_start?.({ reason: 'reload' }, ctx);
    await third.before_agent_start?.({ prompt: 'y' }, ctx);
    assert.deepEqual(
      sent().map(({ event, payload }) => [event, payload.prompt ?? payload.source]),
      [
        ['SessionStart', 'startup'],
        ['UserPromptSubmit', 'x'],
        ['UserPromptSubmit', 'y'],
      ],
    );
  });

  test('adds nothing where the hook says nothing, does not exist or does not answer, and throws nothing', async (context) => {
    const slow = await (await loadExtension(context, 'sleep 3; echo LATE', true)).load();
    assert.equal(await slow.before_agent_start?.({ prompt: 'x' }, sessionOf()), undefined);
    const path = join(temporaryFolder(context), 'cairn.mjs');
    writeFileSync(path, extensionText('$HOME/no such folder/hook'));
    const { default: extension } = (await import(pathToFileURL(path).href)) as { default: (pi: object) => void };
    const listeners: Loaded = {};
    extension({ on: (event: string, listener: Listener) => Object.assign(listeners, { [event]: listener }) });
    for (const listener of Object.values(listeners)) {
      assert.equal(await listener({ prompt: 'x', reason: 'quit', content: [] }, sessionOf()), undefined);
      assert.equal(await listener({ prompt: 5, content: null, isError: true }, sessionOf()), undefined);
      assert.equal(await listener({}, { sessionManager: {} }), undefined);
    }
  });
});
