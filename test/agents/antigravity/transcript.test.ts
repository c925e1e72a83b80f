import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/antigravity/capabilities.ts';
import { companions, findTranscripts } from '../../../src/agents/antigravity/places.ts';
import { createParser } from '../../../src/agents/antigravity/transcript.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
import {
  BACKGROUND_FILE,
  FULL_FILE,
  hookEvents,
  MIXED_FILE,
  readFile,
  SESSION,
  SESSION_FIXTURE,
  SHORT_FILE,
} from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

suite('a transcript of Antigravity', () => {
  test('tells what was asked, said and done, step by step', () => {
    const { events, lines, read, skipped } = readFile(FULL_FILE);
    assert.equal(read + skippedLines(skipped), lines);
    assert.deepEqual(skipped, { 'step:CONVERSATION_HISTORY': 1, 'step:SYSTEM_MESSAGE': 1 });
    assert.ok(events.every(({ agentSession }) => agentSession === SESSION));
    assert.deepEqual(
      events.map(({ body }) => [body.kind, ...('text' in body ? [body.text] : 'tool' in body ? [body.tool] : [])]),
      [
        ['prompt', 'We decided that amounts are integer cents. Fix the rounding.'],
        ['message', 'I run the check first.'],
        ['tool.end', 'run_command'],
        ['tool.end', 'replace_file_content'],
        ['tool.end', 'view_file'],
        ['tool.end', 'run_command'],
        ['message', 'The discount is rounded now.'],
        ['compact.end'],
        ['prompt', 'Write it down.'],
        ['message', 'It stays as it is.'],
        ['tool.start', 'write_to_file'],
        ['prompt', 'Then leave it.'],
      ],
    );
  });

  test('gives each result to the call that waited longest, with its arguments and its exit code', () => {
    const [failed, edited] = readFile(FULL_FILE).events.flatMap(({ body }) => (body.kind === 'tool.end' ? [body] : []));
    assert.deepEqual(failed, {
      kind: 'tool.end',
      tool: 'run_command',
      input: { CommandLine: 'node check.js', Cwd: '/home/dev/shop', toolSummary: 'Run the check' },
      output: 'Error: not an integer: 4.5',
      success: false,
      exitCode: 1,
    });
    assert.equal(edited?.input.TargetFile, '/home/dev/shop/src/discount.js');
    assert.equal(edited?.output, 'The following changes were made to file:///home/dev/shop/src/discount.js.');
  });

  test('tells the same when reading stops anywhere and goes on', () => {
    const whole = readFile(FULL_FILE);
    for (let until = 0; until <= whole.sizeBytes; until += 61) {
      const first = createParser({ path: FULL_FILE });
      const head = readTranscript(FULL_FILE, first, { until });
      const { resumeAt, state } = first.position(head.sizeBytes);
      const tail = readTranscript(FULL_FILE, createParser({ path: FULL_FILE }, state), { from: resumeAt });
      assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `${until}`);
    }
  });

  test('and the hooks of its session give each event once, in either order', () => {
    const files = readFile(FULL_FILE).events;
    assert.deepEqual(fold([...files, ...hookEvents(), ...files]), fold([...hookEvents(), ...files]));
  });

  test('with its texts cut is left alone where there is one with all of them', (context) => {
    const { events, lines, skipped } = readFile(SHORT_FILE);
    assert.deepEqual([events, skipped], [[], { 'told-in-full': lines }]);
    assert.deepEqual(companions(SHORT_FILE), [FULL_FILE]);
    assert.deepEqual(companions(FULL_FILE), []);
    const home = temporaryFolder(context);
    SESSION_FIXTURE.write(home, 1);
    const found = findTranscripts({ home, variables: {} });
    assert.deepEqual(
      found.map(({ path }) => path.endsWith(`${SESSION}/.system_generated/logs/transcript_full.jsonl`)),
      [true],
    );
  });

  test('gives a result to the call of its step, wherever its line stands and with others beside it', () => {
    const { events, skipped } = readFile(MIXED_FILE);
    assert.deepEqual(skipped, {});
    const ends = events.flatMap(({ body }) => (body.kind === 'tool.end' ? [body] : []));
    assert.deepEqual(
      ends.map(({ tool, input, success, exitCode, output }) => [
        [tool, input.AbsolutePath ?? input.TargetFile ?? input.CommandLine].join(' '),
        success,
        exitCode,
        output.split('\n')[0],
      ]),
      [
        ['view_file /home/dev/shop/server.js', true, undefined, 'File Path: `file:///home/dev/shop/server.js`'],
        [
          'replace_file_content /home/dev/shop/server.js',
          true,
          undefined,
          'The following changes were made by the replace_file_content tool to: /home/dev/shop/server.js.',
        ],
        ['run_command ls /no/such/dir', false, 2, "ls: cannot access '/no/such/dir': No such file or directory"],
        ['run_command grep -c 4200 server.js', true, 0, '1'],
        ['run_command make check', true, 0, 'ok'],
      ],
    );
    assert.ok(ends.every(({ output }) => !/Created At|The command exited/.test(output)));
    assert.ok(events.every(({ body }) => body.kind !== 'tool.start'));
  });

  test('gives steps of one second times in their order', () => {
    const { events } = readFile(MIXED_FILE);
    const inOrder = events.toSorted((one, other) => one.at - other.at).map(({ body }) => body.kind);
    const ends = ['tool.end', 'tool.end', 'tool.end', 'tool.end'];
    assert.deepEqual(inOrder, ['prompt', 'message', 'tool.end', ...ends, 'message']);
    assert.equal(new Set(events.map(({ at }) => Math.floor(at / 1_000))).size, 2);
  });

  test('tells the same in whatever order its lines stand, and wherever reading stops between them', (context) => {
    const lines = readFileSync(MIXED_FILE, 'utf8').trim().split('\n');
    const whole = fold(readFile(MIXED_FILE).events);
    const path = join(temporaryFolder(context), 's', '.system_generated', 'logs', 'transcript.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    const order = fc.shuffledSubarray(lines.slice(1), { minLength: lines.length - 1, maxLength: lines.length - 1 });
    fc.assert(
      fc.property(order, fc.array(fc.integer({ min: 1, max: lines.length }), { maxLength: 3 }), (rest, stops) => {
        const written = [lines[0] ?? '', ...rest];
        const events: RawEvent[] = [];
        let [from, state]: [number, JsonObject] = [0, {}];
        for (const stop of new Set([...stops.toSorted((one, other) => one - other), lines.length])) {
          writeFileSync(
            path,
            written
              .slice(0, stop)
              .map((line) => `${line}\n`)
              .join(''),
          );
          const parser = createParser({ path }, state);
          const { sizeBytes, events: told } = readTranscript(path, parser, { from });
          events.push(...told);
          ({ resumeAt: from, state } = parser.position(sizeBytes));
        }
        const told = fold(events.map((event) => ({ ...event, agentSession: whole[0]?.agentSession ?? '' })));
        assert.deepEqual(
          told.map(({ body }) => body),
          whole.map(({ body }) => body),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('tells what comes before its first command in the folder of that one, wherever reading stops', (context) => {
    const path = join(temporaryFolder(context), 's', '.system_generated', 'logs', 'transcript.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    const call = (name: string, args: JsonObject): JsonObject => ({ tool_calls: [{ name, args }] });
    const [prompt, answer] = [{ type: 'USER_INPUT' }, { source: 'MODEL', type: 'PLANNER_RESPONSE' }];
    const steps: JsonObject[] = [
      { ...prompt, content: 'Fix the "Cwd" of the check.' },
      { ...answer, content: 'I look.', ...call('view_file', { AbsolutePath: '/home/dev/shop/check.js' }) },
      { source: 'MODEL', type: 'VIEW_FILE', content: 'x' },
      { ...answer, ...call('run_command', { CommandLine: 'make', Cwd: '/home/dev/shop' }) },
      { source: 'MODEL', type: 'RUN_COMMAND', content: 'ok' },
      { ...answer, content: 'Done.', ...call('run_command', { CommandLine: 'ls', Cwd: '/tmp' }) },
      { source: 'MODEL', type: 'RUN_COMMAND', content: 'b' },
    ];
    const lines = steps.map((step, step_index) => `${JSON.stringify({ step_index, status: 'DONE', ...step })}\n`);
    for (let stop = 1; stop <= lines.length; stop += 1) {
      writeFileSync(path, lines.slice(0, stop).join(''));
      const first = createParser({ path });
      const head = readTranscript(path, first);
      assert.ok(stop > 3 || head.events.every(({ cwd }) => cwd === undefined), `${stop}`);
      const { resumeAt, state } = first.position(head.sizeBytes);
      writeFileSync(path, lines.join(''));
      const second = createParser({ path }, state);
      const tail = readTranscript(path, second, { from: resumeAt });
      const told = fold([...head.events, ...tail.events]);
      assert.deepEqual(
        told.map(({ body, cwd }) => [body.kind, cwd]),
        ['message', 'message', 'prompt', 'tool.end', 'tool.end', 'tool.end'].map((kind) => [kind, '/home/dev/shop']),
        `${stop}`,
      );
      assert.equal(second.position(tail.sizeBytes).resumeAt, tail.sizeBytes);
    }
  });

  test('has arguments as they were made, also those that look like JSON', (context) => {
    const logs = join(temporaryFolder(context), 's', '.system_generated', 'logs');
    const args = { TargetFile: '/home/dev/shop/a.json', CodeContent: '{"a": 1}', CommandLine: 'true', Overwrite: true };
    const encoded = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, JSON.stringify(value)]));
    const inputOf = (file: string, given: JsonObject): unknown => {
      const parser = createParser({ path: join(logs, file) });
      const step = { status: 'DONE', source: 'MODEL' };
      const answer = { ...step, step_index: 0, type: 'PLANNER_RESPONSE', tool_calls: [{ name: 'any', args: given }] };
      parser.line(JSON.stringify(answer), 0);
      const [end] = parser.line(JSON.stringify({ ...step, step_index: 1, type: 'ANY', content: 'ok' }), 500);
      return end?.body.kind === 'tool.end' ? end.body.input : undefined;
    };
    assert.deepEqual(inputOf('transcript_full.jsonl', args), args);
    assert.deepEqual(inputOf('transcript.jsonl', encoded), args);
    assert.deepEqual(inputOf('transcript_full.jsonl', encoded), args);
    assert.deepEqual(inputOf('transcript_full.jsonl', { query: '12' }), { query: '12' });
  });

  test('tells how a command ended that went on in the background, wherever reading stops', () => {
    const whole = readFile(BACKGROUND_FILE);
    assert.deepEqual(whole.skipped, { unfinished: 2, 'step:SYSTEM_MESSAGE': 1 });
    const told = whole.events.flatMap(({ body }) => {
      if (body.kind === 'tool.start') return [['began', body.input.CommandLine]];
      if (body.kind !== 'tool.end') return [];
      return [[body.input.CommandLine, body.success, body.exitCode, body.output]];
    });
    assert.deepEqual(told, [
      ['make', false, 2, ''],
      ['began', 'sleep 1; echo late; exit 4'],
      ['began', 'npm start'],
      ['ls', true, 0, 'a.js'],
      ['sleep 1; echo late; exit 4', false, 4, 'late\r\n\r\nLog: file:///x'],
    ]);
    for (let until = 1; until <= whole.sizeBytes; until += 61) {
      const first = createParser({ path: BACKGROUND_FILE });
      const head = readTranscript(BACKGROUND_FILE, first, { until });
      const { resumeAt, state } = first.position(head.sizeBytes);
      const parser = createParser({ path: BACKGROUND_FILE }, state);
      const tail = readTranscript(BACKGROUND_FILE, parser, { from: resumeAt });
      assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `${until}`);
    }
  });

  test('lets a result whose step before it never came wait no longer than some steps', () => {
    const parser = createParser({ path: MIXED_FILE });
    const step = (n: number, more: JsonObject): RawEvent[] =>
      parser.line(JSON.stringify({ step_index: n, source: 'MODEL', status: 'DONE', ...more }), n * 100);
    step(0, { type: 'PLANNER_RESPONSE', tool_calls: [{ name: 'run_command', args: { CommandLine: '"ls"' } }] });
    assert.deepEqual(step(2, { type: 'RUN_COMMAND', content: 'a.js' }), []);
    const later = Array.from({ length: 100 }, (_, i) => step(i + 3, { type: 'PLANNER_RESPONSE', content: 'Well.' }));
    const ends = later.flat().flatMap(({ body }) => (body.kind === 'tool.end' ? [body.output] : []));
    assert.deepEqual(ends, ['a.js']);
  });

  test('skips what is unfinished or unknown, and lets a step that none asked for tell of itself', () => {
    const reader = createParser({
      path: '/home/dev/.gemini/antigravity/brain/s/.system_generated/logs/transcript.jsonl',
    });
    const tell = (line: JsonObject): RawEvent[] => reader.line(JSON.stringify(line), 0);
    assert.deepEqual(tell({ step_index: 0, source: 'SYSTEM', type: 'CONVERSATION_HISTORY' }), []);
    assert.deepEqual(tell({ step_index: 1, source: 'MODEL', type: 'VIEW_FILE', status: 'RUNNING' }), []);
    assert.deepEqual(tell({ step_index: 2, source: 'SYSTEM', type: 'NEW' }), []);
    assert.deepEqual(reader.line('{"step_index"', 0), []);
    const [seen] = tell({
      step_index: 1,
      source: 'MODEL',
      type: 'VIEW_FILE',
      content: 'File Path: `file:///a.txt`\nx',
    });
    assert.deepEqual(seen?.body, {
      kind: 'tool.end',
      tool: 'view_file',
      input: { AbsolutePath: '/a.txt' },
      output: 'File Path: `file:///a.txt`\nx',
      success: true,
    });
    const skipped = { 'step:CONVERSATION_HISTORY': 1, unfinished: 1, 'step:NEW': 1, malformed: 1 };
    assert.deepEqual(reader.counts(), { read: 1, skipped });
  });
});
