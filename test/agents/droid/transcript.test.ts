import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/droid/capabilities.ts';
import { companions, detect, findTranscripts, readSource } from '../../../src/agents/droid/places.ts';
import { createParser } from '../../../src/agents/droid/transcript.ts';
import type { EventKind, RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript } from '../read-lines.ts';
import {
  FORK_FILE,
  hookEvents,
  MAIN_FILE,
  readFile,
  SESSION,
  SESSION_FIXTURE,
  STREAM_FILE,
  SUBAGENT,
  SUBAGENT_FILE,
} from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

function written(context: TestContext, lines: readonly unknown[]): string {
  const path = join(temporaryFolder(context), 's.jsonl');
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return path;
}

suite('a transcript of Droid', () => {
  test('tells what was asked, said and done, and leaves out what Droid writes itself', () => {
    const { events, skipped } = readFile(MAIN_FILE);
    assert.deepEqual(skipped, { session_start: 1, 'user:notice': 1, todo_state: 1, 'user:hook': 1 });
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['prompt', 'message', ...Array(4).fill('tool.end'), 'compact.end', 'message', 'prompt', 'message'],
    );
    const { at, cwd, prompt, body } = events[0] ?? assert.fail();
    assert.deepEqual([at, cwd, prompt], [1_790_000_001_000, '/home/dev/shop', 'm1']);
    const text = 'We decided that amounts are integer cents. Fix the rounding of the discount.';
    assert.deepEqual(body, { kind: 'prompt', text, origin: 'person' });
    const failed = events.find((event) => event.body.kind === 'tool.end' && event.body.tool === 'Execute')?.body;
    assert.deepEqual(failed?.kind === 'tool.end' && [failed.success, failed.exitCode], [false, 1]);
  });

  test('of a subagent belongs to the session that started it', () => {
    const { events } = readFile(SUBAGENT_FILE);
    assert.deepEqual(
      events.map(({ agentSession, subagent, body }) => [agentSession, subagent, body.kind]),
      ['subagent.start', 'tool.end', 'message'].map((kind) => [SESSION, SUBAGENT, kind]),
    );
  });

  test('that was forked leaves out what it took over, where it did', (context) => {
    const { events, skipped } = readFile(FORK_FILE);
    assert.deepEqual([events.length, skipped], [2, { forked: 4 }]);
    const head = { type: 'session_start', id: 'f', cwd: '/x', forkedAtMessageId: 'elsewhere' };
    const own = { type: 'message', id: 'm', timestamp: 1, message: { role: 'user', content: 'hi' } };
    assert.equal(readFile(written(context, [head, own])).events.length, 1);
  });

  test('may be what droid exec prints, which says its last words twice', () => {
    const { events, skipped } = readFile(STREAM_FILE);
    assert.deepEqual(skipped, { system: 1, 'completion:said': 1 });
    assert.deepEqual(
      events.map(({ agentSession, cwd, body }) => [agentSession, cwd, body.kind]),
      ['prompt', 'tool.end', 'message', 'turn.failed'].map((kind) => ['stream-1', '/home/dev/shop', kind]),
    );
  });

  test('counts what it cannot read, and goes on', (context) => {
    const message = (content: unknown, more = {}): object => ({
      type: 'message',
      message: { role: 'user', content, ...more },
    });
    const path = written(context, [
      '{"type":',
      message(7),
      message([{ type: 'tool_result', tool_use_id: 'x', content: 'y' }]),
      { type: 'message', message: { role: 'future' } },
      { type: 'tool_call' },
      { type: 'tool_result', id: 'x' },
      { type: 'error' },
      { type: 'completion' },
      { nothing: true },
      message('Run it daily.', { userMessageSource: 'automation' }),
    ]);
    const { events, skipped } = readFile(path);
    assert.deepEqual(
      events.map(({ body }) => body),
      [{ kind: 'prompt', text: 'Run it daily.', origin: 'system' }],
    );
    assert.deepEqual(skipped, {
      malformed: 1,
      'user:empty': 1,
      'user:unasked': 1,
      'message:future': 1,
      'tool_call:malformed': 1,
      'tool_result:unasked': 1,
      error: 1,
      'assistant:empty': 1,
      unknown: 1,
    });
  });

  test('tells the same when reading stops anywhere and goes on', () => {
    for (const path of [MAIN_FILE, SUBAGENT_FILE, FORK_FILE, STREAM_FILE]) {
      const whole = readFile(path);
      for (let until = 0; until < whole.sizeBytes; until += 130) {
        const first = createParser({ path });
        const head = readTranscript(path, first, { until });
        const { resumeAt, state } = first.position(head.sizeBytes);
        const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
        assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `stopped at ${until}`);
      }
    }
  });
});

test('one session of Droid by hook and by transcript gives each event once, in either order', () => {
  const told = [MAIN_FILE, SUBAGENT_FILE].flatMap((path) => readFile(path).events);
  const hooks = hookEvents();
  const folded = fold([...hooks, ...told]);
  assert.deepEqual(fold([...told, ...hooks]), folded);
  const of = (source: string): EventKind[] =>
    folded.flatMap(({ sources, body }) => (sources.join() === source ? [body.kind] : []));
  assert.deepEqual(of('hook,transcript'), ['prompt', 'prompt']);
  assert.equal(of('hook').length, 6);
});

suite('the places of Droid', () => {
  test('are found below its folder, subagents with the session that started them', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: {} };
    assert.equal(detect(environment), false);
    SESSION_FIXTURE.write(home, 1);
    const paths = findTranscripts(environment).map(({ path }) => path);
    assert.equal(paths.length, 2);
    const own = paths.find((path) => path.endsWith(`${SESSION}.jsonl`)) ?? '';
    const [subagent = '', ...others] = companions(own);
    assert.deepEqual([subagent.endsWith(`${SUBAGENT}.jsonl`), others], [true, []]);
    assert.deepEqual(readSource(subagent), { session: SESSION, subagent: SUBAGENT });
    assert.deepEqual(companions(subagent), []);
    assert.deepEqual(companions(join(dirname(own), 'gone.jsonl')), []);
  });

  test('notice a subagent whose file has just been made', (context) => {
    const folder = join(temporaryFolder(context), 's');
    mkdirSync(folder);
    const own = join(folder, 'a.jsonl');
    writeFileSync(own, '{"type":"session_start","id":"a"}\n');
    assert.deepEqual(companions(own), []);
    writeFileSync(join(folder, 'b.jsonl'), '');
    assert.deepEqual(companions(own), []);
    writeFileSync(join(folder, 'b.jsonl'), '{"type":"session_start","id":"b","callingSessionId":"a"}\n');
    assert.deepEqual(companions(own), [join(folder, 'b.jsonl')]);
  });
});
