import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../../src/agents/gemini-cli/capabilities.ts';
import { DIALECT } from '../../../src/agents/gemini-cli/hooks.ts';
import { addText, EMPTY_TURN, keyOfTurn } from '../../../src/agents/gemini-cli/turn-hash.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { geminiHooks, SESSION } from './fixtures.ts';

const HOOK = { session_id: SESSION, cwd: '/home/dev/shop' };
const EVENTS = REGISTERED_HOOKS.map(({ event }) => event);

function read(event: string, payload: JsonObject): HookReading {
  return DIALECT.readHook(event, { hook_event_name: event, ...HOOK, ...payload }, { at: 1, delivery: 'd' });
}

const bodyOf = (reading: HookReading): JsonObject => reading.events[0]?.body as unknown as JsonObject;

suite('a hook payload of Gemini CLI', () => {
  test('of the recorded shapes is known in all its fields', () => {
    for (const { event, at, payload } of geminiHooks()) {
      assert.deepEqual(DIALECT.readHook(event, payload, { at, delivery: 'd' }).skipped, {}, event);
    }
  });

  test('tells of a prompt without what the hooks of the session’s start had put before it', () => {
    const reading = read('BeforeAgent', { prompt: '<hook_context>a &lt;b&gt;\n\nc</hook_context>\n\nFix it.' });
    assert.deepEqual(bodyOf(reading), { kind: 'prompt', text: 'Fix it.', origin: 'unknown' });
    assert.deepEqual(reading.need, {
      occasion: 'prompt',
      agentSession: SESSION,
      cwd: '/home/dev/shop',
      prompt: 'Fix it.',
    });
    assert.equal(reading.startsWorker, true);
  });

  test('asks for no context at the start of a session, where it would become a part of the prompt', () => {
    const reading = read('SessionStart', { source: 'resume' });
    assert.deepEqual(bodyOf(reading), { kind: 'session.start', trigger: 'resume' });
    assert.deepEqual([reading.need, reading.startsWorker], [undefined, true]);
  });

  test('tells how a command ended by what it answers, without what wraps the answer', () => {
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'x' } };
    const answer = (text: string): JsonObject => ({
      llmContent: `<untrusted_context>\n${text}\n</untrusted_context>`,
      returnDisplay: 'x',
    });
    const told = { kind: 'tool.end', tool: 'run_shell_command', input: { command: 'x' } };
    const failed = answer('Output: Exit Code: 3\nno\nExit Code: 17\nProcess Group PGID: 5');
    assert.deepEqual(bodyOf(read('AfterTool', { ...call, tool_response: failed })), {
      ...told,
      output: 'Exit Code: 3\nno',
      success: false,
      exitCode: 17,
    });
    const ran = answer('Output: Error: none\nProcess Group PGID: 5');
    const good = { ...told, output: 'Error: none', success: true };
    assert.deepEqual(bodyOf(read('AfterTool', { ...call, tool_response: ran })), good);
    const refused = { llmContent: 'no such tool', error: { type: 'x', message: 'no such tool' } };
    assert.equal(bodyOf(read('AfterTool', { ...call, tool_response: refused })).success, false);
  });

  test('tells calls apart by tool and input alone', () => {
    const call = (command: string): JsonObject => ({ tool_name: 'run_shell_command', tool_input: { command } });
    const [one, again, other] = ['a', 'a', 'b'].map((command) => read('AfterTool', call(command)).events[0]?.identity);
    assert.deepEqual(again, one);
    assert.notDeepEqual(other, one);
  });

  test('asks for context after a file was read or changed', () => {
    const payload = { tool_name: 'replace', tool_input: { file_path: '/home/dev/shop/a.js' }, tool_response: {} };
    assert.equal(read('AfterTool', payload).need?.file, '/home/dev/shop/a.js');
    assert.equal(read('BeforeTool', payload).need?.occasion, 'refusal');
    assert.equal(DIALECT.reply('BeforeTool', '', 'no'), '{"decision":"deny","reason":"no"}');
  });

  test('at the end of a turn has the transcript read now, which the next start may delete', () => {
    for (const event of ['AfterAgent', 'SessionEnd']) {
      const { reconcile, transcript } = read(event, { transcript_path: '/t.jsonl', prompt: 'x', prompt_response: 'y' });
      assert.deepEqual([reconcile, transcript], ['now', '/t.jsonl']);
    }
    const { events } = read('AfterAgent', { prompt: 'x', prompt_response: '[no response text]' });
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['turn.end'],
    );
  });

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENTS, 'BeforeModel', '__proto__'),
        fc.dictionary(
          fc.constantFrom('session_id', 'prompt', 'prompt_response', 'tool_name', 'tool_input', 'tool_response', 'x'),
          fc.jsonValue(),
        ),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('AfterAgent', [], { at: 1, delivery: 'd' }).skipped, {
      'AfterAgent:malformed': 1,
    });
    assert.deepEqual(read('BeforeModel', {}).skipped, { BeforeModel: 1 });
  });
});

suite('the reply to a hook of Gemini CLI', () => {
  test('is JSON where context reaches the model, and nothing elsewhere: plain text is shown to the user', () => {
    for (const event of [...EVENTS, 'BeforeTool', 'PreCompress']) {
      const reply = { hookSpecificOutput: { hookEventName: event, additionalContext: 'one' } };
      const expected = ['BeforeAgent', 'AfterTool'].includes(event) ? JSON.stringify(reply) : '';
      assert.equal(DIALECT.reply(event, 'one'), expected);
      assert.equal(DIALECT.reply(event, ''), '');
    }
  });
});

suite('the capabilities of Gemini CLI', () => {
  test('register no hook twice, and none that says nothing of use', () => {
    assert.equal(new Set(EVENTS).size, EVENTS.length);
    for (const event of ['PreCompress', 'BeforeModel', 'AfterModel']) assert.ok(!EVENTS.includes(event));
    assert.deepEqual(
      CAPABILITIES.contextOn.filter((event) => !EVENTS.includes(event)),
      [],
    );
  });
});

suite('what was said in a turn so far', () => {
  test('has one name however it is cut into messages and pieces, and another when a word differs', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '<', '!', '-', '>', '\u200B') });
    fc.assert(
      fc.property(fc.array(words), fc.constantFrom('', ' ', '\n', ' \n\u00A0'), (texts, gap) => {
        const each = texts.reduce(addText, EMPTY_TURN);
        const whole = addText(EMPTY_TURN, texts.join(gap));
        // A comment may begin in one text and end in the next: nobody writes one so.
        fc.pre(
          !texts
            .join('')
            .replace(/[\s\u200B]/g, '')
            .includes('<!--'),
        );
        assert.equal(keyOfTurn(whole), keyOfTurn(each));
        assert.notEqual(keyOfTurn(addText(whole, 'c')), keyOfTurn(whole));
      }),
    );
    assert.equal(keyOfTurn(addText(EMPTY_TURN, 'a<!-- not kept -->b')), keyOfTurn(addText(EMPTY_TURN, 'ab')));
  });
});
