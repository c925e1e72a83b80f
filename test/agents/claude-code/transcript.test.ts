import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/claude-code/capabilities.ts';
import { createParser } from '../../../src/agents/claude-code/transcript.ts';
import { asObject, type JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { takeIgnored } from '../../../src/platform/ignored.ts';
import { foldEvents } from '../fold-events.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
import {
  bodiesOf,
  COMPACTION_FILE,
  claudeHooks,
  hookEvents,
  OLD_FILE,
  readFile,
  readLines,
  SESSION,
  SESSION_FILE,
  SUBAGENT,
  SUBAGENT_FILE,
} from './fixtures.ts';

const session = readFile(SESSION_FILE);
const subagent = readFile(SUBAGENT_FILE);

const user = (uuid: string, content: JsonObject['content'], more: JsonObject = {}): JsonObject => ({
  type: 'user',
  uuid,
  sessionId: 's1',
  message: { role: 'user', content: content ?? '' },
  ...more,
});
const call = (id: string, more: JsonObject = {}): JsonObject => ({
  type: 'assistant',
  uuid: `call-${id}`,
  sessionId: 's1',
  message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }] },
  ...more,
});
const result = (id: string, content = 'done'): JsonObject =>
  user(`result-${id}`, [{ type: 'tool_result', tool_use_id: id, content }]);

suite('a transcript', () => {
  test('counts every line once, as read or under the type for which it is skipped', () => {
    for (const file of [session, subagent, readFile(OLD_FILE), readFile(COMPACTION_FILE)]) {
      assert.equal(file.read + skippedLines(file.skipped), file.lines);
    }
    assert.deepEqual(session.skipped, {
      mode: 1,
      'attachment:hook_success': 1,
      'api-request': 1,
      'assistant:thinking': 1,
      'queue-operation': 2,
      'system:stop_hook_summary': 1,
      'system:turn_duration': 1,
      'user:meta': 3,
      'user:local-command': 1,
      'user:interrupted': 1,
      'user:bash': 1,
      'assistant:synthetic': 1,
      'a-line-of-tomorrow': 1,
      summary: 1,
      blank: 1,
      malformed: 1,
    });
  });

  test('tells the prompts and who typed them', () => {
    assert.deepEqual(
      bodiesOf(session.events, 'prompt').map(({ text, origin }) => [origin, text.split('\n')[0]]),
      [
        ['person', 'We store money as integer cents. Please round in totals.ts and run the tests.'],
        ['person', 'and keep the old export'],
        ['person', '/review the totals'],
        ['system', '<task-notification>'],
        ['unknown', '/compact keep the open test'],
        ['person', 'what is in this picture?'],
      ],
    );
    assert.match(bodiesOf(session.events, 'prompt').at(-1)?.text ?? '', /\n\[image\/png, \d+ bytes\]$/);
  });

  test('tells what the agent said, without white space around it and without its thinking', () => {
    assert.deepEqual(
      bodiesOf(session.events, 'message').map(({ text }) => text),
      [
        'I will look at the totals first.',
        'One test fails: it wants half up.',
        'A subagent looks for callers.',
        'Only the cart calls it.',
      ],
    );
  });

  test('pairs a call with its result, whatever their order', () => {
    const ends = bodiesOf(session.events, 'tool.end');
    assert.deepEqual(
      ends.map(({ tool, success, exitCode, interrupted }) => [tool, success, exitCode, interrupted]),
      [
        ['Read', true, undefined, undefined],
        ['Edit', true, undefined, undefined],
        ['Bash', true, undefined, undefined],
        ['Bash', false, 1, undefined],
        ['TodoWrite', true, undefined, undefined],
        ['Agent', true, undefined, undefined],
        ['Read', true, undefined, undefined],
        ['Bash', false, undefined, true],
        ['Bash', true, undefined, undefined],
      ],
    );
    assert.deepEqual(ends[3]?.input, { command: 'npm test', description: 'Run the tests' });
    assert.equal(ends[3]?.output, 'Exit code 1\n1 failing: rounds half up');
    const todos = (ends[4]?.input.todos ?? []) as JsonObject[];
    assert.equal(todos[1]?.content, 'Write the changelog');
  });

  test('keeps the structure of a result without binary data and without the text that it repeats', () => {
    const ends = bodiesOf(session.events, 'tool.end');
    const edit = asObject(ends[1]?.result);
    assert.equal(edit.originalFile, '[text, 3120 characters]');
    assert.match(JSON.stringify(edit.structuredPatch), /"oldStart":1,.*Math\.round/);
    assert.match(JSON.stringify(ends[6]), /"output":"\[image\/png, 70 bytes\]".*"file":"\[image\/png, 70 bytes\]"/);
  });

  test("tells of a subagent's run, its task and its result, from its own file", () => {
    assert.deepEqual(bodiesOf(subagent.events, 'subagent.start'), [
      { kind: 'subagent.start', type: 'Explore', task: 'Which files call total()?' },
    ]);
    assert.deepEqual(bodiesOf(subagent.events, 'subagent.end'), [
      { kind: 'subagent.end', type: 'Explore', result: 'Only src/cart.ts calls it.' },
    ]);
    assert.deepEqual(bodiesOf(subagent.events, 'prompt'), []);
    for (const event of subagent.events) assert.deepEqual([event.agentSession, event.subagent], [SESSION, SUBAGENT]);
  });

  test('tells a compaction once, with its trigger, tokens and summary', () => {
    const ends = foldEvents(session.events, CAPABILITIES.authority).filter(({ body }) => body.kind === 'compact.end');
    assert.deepEqual(
      ends.map(({ body }) => body),
      [
        {
          kind: 'compact.end',
          trigger: 'manual',
          summary: 'Rounding is done; one test is open.',
          tokensBefore: 1200,
          tokensAfter: 300,
        },
      ],
    );
  });

  test('of an agent that works for Claude Code itself is skipped', () => {
    assert.deepEqual(readFile(COMPACTION_FILE).skipped, { 'hidden-agent': 2 });
  });

  test('keeps place and time of every event', () => {
    const first = session.events.find(({ body }) => body.kind === 'prompt');
    assert.deepEqual(
      { at: first?.at, cwd: first?.cwd, prompt: first?.prompt },
      {
        at: Date.parse('2026-01-01T10:00:00.110Z'),
        cwd: '/home/dev/shop',
        prompt: '11111111-aaaa-4aaa-8aaa-000000000001',
      },
    );
  });
});

suite('a transcript of an old version', () => {
  const old = readFile(OLD_FILE);

  test('tells of subagents that stand in the file of their session', () => {
    assert.deepEqual(
      old.events.filter(({ subagent: inside }) => inside === 'sidechain').map(({ body }) => body.kind),
      ['prompt', 'tool.end', 'message'],
    );
    assert.deepEqual(bodiesOf(old.events, 'subagent.end'), [
      { kind: 'subagent.end', type: 'general-purpose', result: 'In src/pay.ts.' },
    ]);
  });

  test('tells of a prompt that was handed over during a turn, and of no local command', () => {
    assert.deepEqual(
      bodiesOf(old.events, 'prompt').map(({ text, origin }) => `${origin}: ${text.split('\n')[0]}`),
      [
        'person: Retry failed payments three times.',
        'system: Where are payments retried?',
        'person: wait a second between them',
        'system: <task-notification>',
        'person: pay with cents only',
      ],
    );
  });

  test('tells of the start of a call that its thread went on without', () => {
    assert.deepEqual(bodiesOf(old.events, 'tool.start'), [
      { kind: 'tool.start', tool: 'Bash', input: { command: 'npm run dev' } },
    ]);
  });
});

suite('hooks and transcript', () => {
  const hooks = hookEvents(claudeHooks());
  const transcript = [...session.events, ...subagent.events];
  const fold = (events: readonly RawEvent[]): unknown => foldEvents(events, CAPABILITIES.authority);

  test('in either order give each event once, and the same', () => {
    assert.deepEqual(fold([...hooks, ...transcript]), fold([...transcript, ...hooks]));
  });

  test('meet wherever both tell of a thing', () => {
    const folded = foldEvents([...hooks, ...transcript], CAPABILITIES.authority);
    const told = (source: 'hook' | 'transcript'): string[] =>
      folded.filter(({ sources }) => sources.length === 1 && sources[0] === source).map(({ body }) => body.kind);
    const told_ = [...new Set(told('hook'))].sort();
    assert.deepEqual(told_, [
      'compact.start',
      'notification',
      'permission',
      'session.end',
      'session.start',
      'tool.start',
      'turn.end',
      'turn.failed',
    ]);
    const lines = folded.filter(({ sources }) => sources.join() === 'transcript').map(({ body }) => body);
    assert.deepEqual(
      lines.flatMap((body) => (body.kind === 'prompt' || body.kind === 'message' ? [body.text] : [])).sort(),
      ['/compact keep the open test', 'I will look at the totals first.', 'Only src/cart.ts calls it.'],
    );
  });

  test('told twice add nothing', () => {
    assert.deepEqual(fold([...hooks, ...transcript, ...transcript]), fold([...hooks, ...transcript]));
  });
});

suite('a transcript that is read in parts', () => {
  test('gives the same wherever reading stops and goes on', () => {
    const whole = foldEvents(session.events, CAPABILITIES.authority);
    for (let until = 0; until < session.sizeBytes; until += 797) {
      const first = createParser({ path: SESSION_FILE });
      const head = readTranscript(SESSION_FILE, first, { until });
      const { resumeAt, state } = first.position(head.sizeBytes);
      const second = createParser({ path: SESSION_FILE }, JSON.parse(JSON.stringify(state)) as JsonObject);
      const tail = readTranscript(SESSION_FILE, second, { from: resumeAt });
      assert.deepEqual(foldEvents([...head.events, ...tail.events], CAPABILITIES.authority), whole);
    }
  });

  test('goes on at the oldest call without a result, with ids alone as state', () => {
    const { parser } = readLines([user('u1', 'a prompt of the user'), call('t1'), call('t2'), result('t2')]);
    const { resumeAt, state } = parser.position(1_000);
    assert.equal(resumeAt, JSON.stringify(user('u1', 'a prompt of the user')).length + 1);
    assert.deepEqual(state, { prompt: 'u1', attachments: false });
  });

  test('gives a call up after a megabyte, tells of its start, and still knows it when the result comes', () => {
    const filler = user('u2', 'x'.repeat(600_000), { isMeta: true });
    const { events, parser } = readLines([call('t1'), filler, filler, user('u3', 'go on'), call('t2'), result('t1')]);
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['tool.start', 'prompt', 'tool.end'],
    );
    assert.equal(bodiesOf(events, 'tool.end')[0]?.tool, 'Bash');
    assert.ok(parser.position(1_300_000).resumeAt > 1_200_000);
  });

  test('tells of a result whose call it never saw', () => {
    assert.deepEqual(bodiesOf(readLines([result('t9')]).events, 'tool.end'), [
      { kind: 'tool.end', tool: 'unknown', input: {}, output: 'done', success: true },
    ]);
  });
});

suite('identities', () => {
  const keys = (events: readonly RawEvent[]): string[] => foldEvents(events, {}).map(({ key }) => key);

  test('are equal for lines that a resumed session repeats in another file', () => {
    const lines = [user('u1', 'yes'), call('t1'), result('t1')];
    const again = readLines([...lines, user('u2', 'yes')], '/p/other-file.jsonl').events;
    assert.equal(keys([...readLines(lines).events, ...again]).length, 3);
  });

  test('tell equal prompts apart by their order, and hold no time', () => {
    const lines = [user('u1', 'yes', { timestamp: '2026-01-01T00:00:00Z' }), user('u2', 'yes')];
    assert.equal(keys(readLines(lines).events).length, 2);
    const later = readLines([user('u1', 'yes', { timestamp: '2027-01-01T00:00:00Z' })]).events;
    assert.deepEqual(later[0]?.identity, readLines(lines).events[0]?.identity);
  });
});

suite('any lines', () => {
  const field = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('user', 'assistant', 'tool_use', 'tool_result'),
  );
  const block = fc.record(
    {
      type: fc.constantFrom('text', 'tool_use', 'tool_result', 'image'),
      text: field,
      id: field,
      name: field,
      input: field,
      tool_use_id: field,
      content: field,
      is_error: field,
      source: field,
    },
    { requiredKeys: ['type'] },
  );
  const message = fc.oneof(
    field,
    fc.record({ content: fc.oneof(field, fc.array(fc.oneof(block, field))), model: field }, { requiredKeys: [] }),
  );
  const line = fc.record(
    {
      type: fc.oneof(fc.constantFrom('user', 'assistant', 'system', 'attachment', 'queue-operation'), field),
      message,
      uuid: field,
      parentUuid: field,
      sessionId: field,
      timestamp: field,
      promptId: field,
      agentId: field,
      isSidechain: field,
      isMeta: field,
      isCompactSummary: fc.constantFrom(true, false, 1),
      subtype: fc.oneof(fc.constant('compact_boundary'), field),
      compactMetadata: field,
      attachment: fc.oneof(
        field,
        fc.record({ type: fc.constant('queued_command'), prompt: field, commandMode: field }),
      ),
      operation: fc.oneof(fc.constantFrom('enqueue', 'dequeue', 'remove', 'popAll'), field),
      content: field,
      toolUseResult: field,
      origin: field,
      promptSource: field,
    },
    { requiredKeys: [] },
  );

  test('never throw, are counted, and give events that are whole', () => {
    takeIgnored();
    const texts = fc.array(
      fc.oneof(
        line.map((value) => JSON.stringify(value)),
        fc.string(),
        fc.json(),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(texts, (lines) => {
        const parser = createParser({ path: '/p/s1.jsonl' });
        const events = lines.flatMap((text, index) => parser.line(text, index * 100));
        const { read, skipped } = parser.counts();
        assert.equal(read + skippedLines(skipped), lines.length);
        for (const event of events) {
          assert.notEqual(event.agentSession, '');
          assert.ok(Number.isFinite(event.at));
          if ('number' in event.identity) assert.notEqual(event.identity.number, '');
        }
        assert.doesNotThrow(() => JSON.stringify(parser.position(lines.length * 100)));
      }),
      { numRuns: 500 },
    );
    assert.deepEqual(takeIgnored(), {});
  });

  test('that are nested without end are skipped, or read as far as they go', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const parser = createParser({ path: '/p/s1.jsonl' });
    parser.line(`{"type":"user","message":{"content":${deep}},"uuid":"u"}`, 0);
    parser.line(
      `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t"}]},"toolUseResult":${deep}}`,
      1,
    );
    const { read, skipped } = parser.counts();
    assert.equal(read + skippedLines(skipped), 2);
    takeIgnored();
  });
});
