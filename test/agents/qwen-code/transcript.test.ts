import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/qwen-code/capabilities.ts';
import { createParser } from '../../../src/agents/qwen-code/transcript.ts';
import type { TranscriptParser } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { EventBody, RawEvent } from '../../../src/core/model/event.ts';
import { BEGIN_LINE, END_LINE } from '../../../src/privacy/own-words.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
import { hookEvents, MAIN_FILE, readFile, SESSION, SUBAGENT, SUBAGENT_FILE } from './fixtures.ts';

const FILES = [MAIN_FILE, SUBAGENT_FILE];
const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

function parser(): TranscriptParser {
  return createParser({ path: `/home/dev/.qwen/projects/p/chats/${SESSION}.jsonl` });
}

/** What lines tell of. */
function told(...lines: readonly JsonObject[]): EventBody[] {
  const reader = parser();
  return lines.flatMap((line, i) => reader.line(JSON.stringify({ uuid: `u${i}`, ...line }), i)).map(({ body }) => body);
}

const user = (...texts: readonly string[]): JsonObject => ({
  type: 'user',
  message: { role: 'user', parts: texts.map((text) => ({ text })) },
});
const called = (id: string, name: string, args: JsonObject): JsonObject => ({
  type: 'assistant',
  message: { role: 'model', parts: [{ functionCall: { id, name, args } }] },
});
const answered = (id: string, output: string, result: JsonObject = {}): JsonObject => ({
  type: 'tool_result',
  message: { role: 'user', parts: [{ functionResponse: { id, response: { output } } }] },
  toolCallResult: { callId: id, status: 'success', ...result },
});

suite('a transcript of Qwen Code', () => {
  test('is read or skipped line by line', () => {
    const { lines, read, skipped, events } = readFile(MAIN_FILE);
    assert.equal(read + skippedLines(skipped), lines);
    assert.deepEqual(skipped, { 'system:ui_telemetry': 1 });
    const prompts = events.flatMap(({ body }) =>
      body.kind === 'prompt' ? [[body.origin, body.text.slice(0, 20)]] : [],
    );
    assert.deepEqual(prompts, [
      ['person', 'We decided that amou'],
      ['system', '<task-notification>\n'],
      ['person', 'Run the check again.'],
      ['person', 'Then stop.'],
      ['person', 'Go on.'],
    ]);
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
    const from = (sources: string, kind: string): number =>
      folded.filter((event) => event.sources.join() === sources && event.body.kind === kind).length;
    assert.deepEqual([from('hook', 'prompt'), from('hook', 'message'), from('hook', 'tool.end')], [0, 0, 0]);
    assert.deepEqual([from('hook,transcript', 'tool.end'), from('transcript', 'tool.end')], [7, 0]);
    assert.deepEqual([from('hook,transcript', 'prompt'), from('hook,transcript', 'message')], [3, 3]);
    assert.deepEqual([from('hook,transcript', 'subagent.end'), from('hook,transcript', 'compact.end')], [1, 1]);
  });

  test('leaves out what hooks put into a prompt, and keeps the words as they were typed', () => {
    const context = '<qwen:user-prompt-submit-context>\nof a hook\n</qwen:user-prompt-submit-context>';
    const typed = {
      ...user('See @a.', '\nA', context),
      systemPayload: { displayText: 'See @a.', hookContext: 'of a hook' },
    };
    assert.deepEqual(told(typed, user('See @b.', '\nB')), [
      { kind: 'prompt', text: 'See @a.', origin: 'person' },
      { kind: 'prompt', text: 'See @b.\nB', origin: 'person' },
    ]);
    assert.deepEqual(told(user(context)), []);
  });

  test('tells of a command that the person ran beside the agent as of a call', () => {
    const run =
      'I ran the following shell command:\n```sh\ncat a\n```\n\nThis produced the following result:\n```\nA\n```';
    assert.deepEqual(told(user(run)), [
      { kind: 'tool.end', tool: 'run_shell_command', input: { command: 'cat a' }, output: 'A', success: true },
    ]);
  });

  test('leaves out what Cairn handed over after a file was read, and only there', () => {
    const block = `${BEGIN_LINE}\n[o_abcdefghijklmnop] Prices are rounded.\n${END_LINE}`;
    const file = { file_path: '/a.js' };
    const [read] = told(called('c1', 'read_file', file), answered('c1', `text\n\n\n${block}\n\nof a hook`));
    assert.equal(read?.kind === 'tool.end' && read.output, 'text\n\nof a hook');
    const [shown] = told(called('c1', 'run_shell_command', { command: 'cat a' }), answered('c1', block));
    assert.equal(shown?.kind === 'tool.end' && shown.output, block);
  });

  test('names the tool that was called by way of another, as hooks do', () => {
    const bridged = called('c1', 'tool_call', { name: 'mcp__cairn__search', arguments: { query: 'x' } });
    const [end] = told(bridged, answered('c1', '{}'));
    assert.deepEqual(end, {
      kind: 'tool.end',
      tool: 'mcp__cairn__search',
      input: { query: 'x' },
      output: '{}',
      success: true,
    });
  });

  test('reads two records that were written without a line end between', () => {
    const reader = parser();
    const text = `${JSON.stringify(user('Inspect {"a": "}{"}.'))}${JSON.stringify(user('Go on.'))}`;
    assert.equal(reader.line(text, 0).length, 2);
    assert.equal(reader.line(text.slice(0, -3), 9).length, 1);
    assert.deepEqual(reader.counts(), { read: 2, skipped: {} });
  });

  test('tells of a call that got no answer when its turn is over', () => {
    assert.deepEqual(told(called('c1', 'edit', { file_path: 'a' }), user('Next.')), [
      { kind: 'tool.start', tool: 'edit', input: { file_path: 'a' } },
      { kind: 'prompt', text: 'Next.', origin: 'person' },
    ]);
  });

  test('tells of a subagent that its caller waited for', () => {
    const shown = { type: 'task_execution', status: 'completed', subagentName: 'coder', result: 'Two.' };
    const events = told(
      called('c1', 'agent', { subagent_type: 'coder', prompt: 'Count.' }),
      answered('c1', 'Two.', { resultDisplay: shown }),
    );
    assert.deepEqual(events[1], { kind: 'subagent.end', type: 'coder', result: 'Two.' });
    const own = readFile(SUBAGENT_FILE).events;
    assert.ok(own.every(({ subagent, agentSession }) => subagent === SUBAGENT && agentSession === SESSION));
  });

  test('skips what a branch repeats, and agents that Qwen Code runs for itself', () => {
    const reader = parser();
    const forked = { ...user('Again.'), forkedFrom: { sessionId: 'other', messageUuid: 'm' } };
    const hidden = { ...user('Extract.'), agentName: 'managed-auto-memory-extractor', agentId: 'm1' };
    for (const line of [forked, hidden, { type: 'new' }, {}]) reader.line(JSON.stringify(line), 0);
    assert.deepEqual(reader.counts(), { read: 0, skipped: { forked: 1, 'hidden-agent': 1, new: 1, unknown: 1 } });
  });
});
