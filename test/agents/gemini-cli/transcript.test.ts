import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/gemini-cli/capabilities.ts';
import { createParser, createSnapshot } from '../../../src/agents/gemini-cli/transcript.ts';
import type { TranscriptParser } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { EventBody, RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
import { hookEvents, MAIN_FILE, OLD_FILE, readFile, SESSION, SUBAGENT, SUBAGENT_FILE } from './fixtures.ts';

const FILES = [MAIN_FILE, SUBAGENT_FILE];
const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);
const bodies = (events: readonly { body: EventBody }[]): EventBody[] => events.map(({ body }) => body);

function parser(): TranscriptParser {
  return createParser({ path: '/home/dev/.gemini/tmp/p/chats/session-1-abcdefgh.jsonl' });
}

function eventsOf(...lines: readonly JsonObject[]): RawEvent[] {
  const reader = parser();
  return lines.flatMap((line, i) => reader.line(JSON.stringify(line), i));
}

const user = (id: string, ...texts: readonly string[]): JsonObject => ({
  id,
  type: 'user',
  content: texts.map((text) => ({ text })),
});
const said = (id: string, content: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'gemini',
  content,
  ...more,
});

suite('a transcript of Gemini CLI', () => {
  test('is read or skipped line by line', () => {
    const { lines, read, skipped, events } = readFile(MAIN_FILE);
    assert.equal(read + skippedLines(skipped), lines);
    assert.deepEqual(skipped, {
      session: 2,
      set: 17,
      'set:messages': 3,
      'gemini:empty': 4,
      'user:functionResponse': 5,
    });
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === SESSION && cwd === '/home/dev/shop'));
  });

  test('tells the same when reading stops anywhere and goes on', () => {
    for (const path of FILES) {
      const whole = readFile(path);
      for (let until = 0; until <= whole.sizeBytes; until += 97) {
        const first = createParser({ path });
        const head = readTranscript(path, first, { until });
        const { resumeAt, state } = first.position(head.sizeBytes);
        const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
        assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `${path} ${until}`);
      }
    }
  });

  test('and the hooks of its session give each event once, in either order', () => {
    const files = FILES.flatMap((path) => readFile(path).events);
    const folded = fold([...hookEvents(), ...files]);
    assert.deepEqual(fold([...files, ...hookEvents()]), folded);
    assert.deepEqual(fold([...files, ...hookEvents(), ...files]), folded);
    const of = (kind: string): string[] =>
      folded.filter(({ body }) => body.kind === kind).map(({ sources }) => sources.join());
    assert.deepEqual(new Set(of('prompt')), new Set(['hook,transcript']));
    assert.deepEqual(of('tool.end').sort(), [...new Array(6).fill('hook,transcript'), 'transcript']);
    // The hook has a turn's texts as one, with spaces where pieces of the answer met: it is the last text's telling.
    const messages = folded.flatMap(({ body, sources }) =>
      body.kind === 'message' ? [[body.text, sources.join()]] : [],
    );
    assert.deepEqual(
      messages.sort(),
      [
        ['All amounts are integers.', 'hook,transcript'],
        ['All amounts are integers.', 'hook,transcript'],
        ['I run the check first.', 'transcript'],
        ['That is all of them.', 'transcript'],
        ['The discount is rounded now.', 'hook,transcript'],
      ].sort(),
    );
  });

  test('that is lost leaves what the hooks told: prompts, tools, and what was said in each turn', () => {
    const told = fold(hookEvents()).map(({ body }) => body);
    const messages = told.flatMap((body) => (body.kind === 'message' ? [body.text] : []));
    assert.deepEqual(messages.sort(), [
      'All amounts are integers.',
      'All amounts are integers.',
      'I run the check fir st.\nThe discount is rounded now.',
    ]);
    assert.equal(told.filter(({ kind }) => kind === 'prompt').length, 3);
  });

  test('of a subagent belongs to the session of the agent that called it, which tells its task and its result', () => {
    const own = readFile(SUBAGENT_FILE);
    assert.ok(own.events.every(({ agentSession, subagent }) => agentSession === SESSION && subagent === SUBAGENT));
    assert.equal(own.skipped['user:task'], 1);
    const run = readFile(MAIN_FILE).events.filter(({ subagent }) => subagent === SUBAGENT);
    assert.deepEqual(bodies(run), [
      { kind: 'subagent.start', type: 'generalist', task: 'Find the callers of discount.' },
      { kind: 'subagent.end', type: 'generalist', result: 'The cart and the invoice call it.' },
    ]);
  });

  test('leaves out what hooks put into a prompt, and keeps the words that were typed', () => {
    const context = '<hook_context>&lt;a&gt;</hook_context>';
    const shown = { ...user('u1', `${context}\n\nSee @a.`, '\nA', context), displayContent: [{ text: 'See @a.' }] };
    const [one] = eventsOf(shown);
    assert.deepEqual(one?.body, { kind: 'prompt', text: 'See @a.', origin: 'person' });
    assert.deepEqual(one?.identity, { content: '["","See @a.\\nA"]', origin: 'u1' });
    assert.deepEqual(eventsOf(user('u2', context)), []);
    const goesOn = { ...user('u3', 'Please continue.'), displayContent: [{ text: 'See @a.' }] };
    assert.deepEqual(eventsOf(goesOn), []);
  });

  test('tells of a command that the person ran beside the agent as of a call', () => {
    const run =
      'I ran the following shell command:\n```sh\ncat a\n```\n\nThis produced the following result:\n```\nA\n```';
    const [one, ...others] = eventsOf(user('u1', run));
    const end = {
      kind: 'tool.end',
      tool: 'run_shell_command',
      input: { command: 'cat a' },
      output: 'A',
      success: true,
    };
    assert.deepEqual([one?.body, one?.identity, others], [end, { number: 'u1' }, []]);
  });

  test('tells a message once that is written again with its calls, each with its own answer', () => {
    const answer = (id: string, output: string): JsonObject => ({ functionResponse: { id, response: { output } } });
    const result = [answer('a', 'one<hook_context>x</hook_context>'), answer('b', 'two')];
    const call = (id: string): JsonObject => ({
      id,
      name: 'read_file',
      args: { file_path: id },
      status: 'success',
      result,
    });
    const events = eventsOf(
      user('u', 'Go.'),
      said('m', 'I look.'),
      said('m', 'I look.', { toolCalls: [call('a')] }),
      said('m', 'I look.', { toolCalls: [call('a'), call('b')] }),
      said('n', 'Done.'),
    );
    const folded = fold(events).map(({ body }) => body);
    assert.equal(folded.length, 5);
    const outputs = folded.flatMap((body) => (body.kind === 'tool.end' ? [body.output] : []));
    assert.deepEqual(outputs.sort(), ['one', 'two']);
  });

  test('keeps what was taken back, since it was done all the same, and nothing of a list that repeats messages', () => {
    const list = { $set: { messages: [user('u', 'Go.'), said('x', 'Done.')] } };
    const events = eventsOf(user('u', 'Go.'), said('m', 'Done.'), { $rewindTo: 'u' }, list, user('v', 'Again.'));
    assert.deepEqual(
      bodies(events).map((body) => 'text' in body && body.text),
      ['Go.', 'Done.', 'Again.'],
    );
  });

  test('counts lines that are malformed, unknown or of other kinds', () => {
    const reader = parser();
    for (const line of ['{"id":', '[]', '{}', '{"id":"i","type":"info","content":"x"}', '{"type":"gemini"}']) {
      assert.deepEqual(reader.line(line, 0), []);
    }
    assert.deepEqual(reader.counts(), { read: 0, skipped: { malformed: 2, unknown: 1, info: 1, 'gemini:empty': 1 } });
  });
});

suite('a session that an old version of Gemini CLI kept in one file', () => {
  test('is read message by message', () => {
    const snapshot = createSnapshot({ path: OLD_FILE });
    assert.ok(snapshot);
    const events = [...snapshot.steps()].flat();
    assert.ok(events.every(({ agentSession }) => agentSession === 'b4f17607-0c2d-4e5f-8a9b-1c2d3e4f5a6b'));
    assert.deepEqual(bodies(events), [
      { kind: 'prompt', text: 'List the tests.', origin: 'person' },
      {
        kind: 'tool.end',
        tool: 'run_shell_command',
        input: { command: 'ls test' },
        output: 'cart.test.js',
        success: true,
        exitCode: 0,
      },
      { kind: 'message', text: 'There is one test, of the cart.', model: 'gemini-2.5-pro' },
    ]);
    assert.deepEqual(snapshot.counts(), { read: 3, skipped: { info: 1 } });
    assert.equal(createSnapshot({ path: MAIN_FILE }), undefined);
  });

  test('of an older form, or cut off, gives what it holds', (context) => {
    const path = join(temporaryFolder(context), 'session-old.json');
    writeFileSync(path, '{"history":[{"role":"user","parts":[{"text":"Hi."}],"ts":1695000000},{"role":"mod');
    const snapshot = createSnapshot({ path });
    const [event] = [...(snapshot?.steps() ?? [])].flat();
    assert.deepEqual([event?.agentSession, event?.at], ['session-old', 1_695_000_000_000]);
    assert.deepEqual(snapshot?.counts().skipped, { 'file:half-written': 1 });
  });
});
