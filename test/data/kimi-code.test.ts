import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../src/agents/kimi-code/capabilities.ts';
import { DIALECT } from '../../src/agents/kimi-code/hooks.ts';
import { createParser } from '../../src/agents/kimi-code/transcript.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { type Folded, foldEvents } from '../agents/fold-events.ts';
import { hookEvents, readFile } from '../agents/kimi-code/fixtures.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';
import { sentHooks } from '../agents/session-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const LIVE = join(DATA, 'live/kimi');
const OLD = join(DATA, 'transcripts/agents/kimi');
const OLD_FILES = ['small', 'assistant_tools', 'subagent_agent-0'].map((name) => join(OLD, `${name}.jsonl`));
/** The recorded sessions: by id the files of their agents. */
const SESSIONS = {
  'session_5b9e7578-2fd2-434a-9957-90c36579fa09': { main: 'transcript.main.wire.jsonl' },
  'session_45dba19d-5606-4cb1-aa5e-7c3a415c7307': { main: 'transcript.compacted.wire.jsonl' },
  'session_4a94f7eb-ba93-4f39-a3d8-f096bb6ee584': {
    main: 'transcript.agent-parent.wire.jsonl',
    'agent-0': 'transcript.agent-0.wire.jsonl',
  },
};

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

/** The recorded transcripts where Kimi Code keeps them. */
function recordedFiles(context: TestContext): string[] {
  const folder = temporaryFolder(context);
  return Object.entries(SESSIONS).flatMap(([session, agents]) =>
    Object.entries(agents).map(([agent, name]) => {
      const path = join(folder, 'wd_proj', session, 'agents', agent, 'wire.jsonl');
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(join(LIVE, name), path);
      if (agent !== 'main') copyFileSync(join(LIVE, 'transcript.state.json'), join(path, '../../../state.json'));
      return path;
    }),
  );
}

suite('the recorded transcripts of Kimi Code', () => {
  test('are read or skipped line by line', (context) => {
    for (const path of [...recordedFiles(context), ...OLD_FILES]) {
      const { events, lines, read, skipped } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
      assert.ok(events.length > 0);
    }
  });

  test('tell the same when reading stops anywhere and goes on', (context) => {
    for (const path of [...recordedFiles(context), ...OLD_FILES]) {
      const whole = readFile(path);
      for (const share of [0.13, 0.37, 0.5, 0.71, 0.93]) {
        const first = createParser({ path });
        const head = readTranscript(path, first, { until: whole.sizeBytes * share });
        const { resumeAt, state } = first.position(head.sizeBytes);
        const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
        assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), path);
      }
    }
  });
});

suite('the recorded run of Kimi Code, by hook and by transcript', () => {
  const hooks = sentHooks(join(LIVE, 'hooks.jsonl'));

  test('has no field that is unknown in what set-up registers', () => {
    for (const { event, at, payload } of hooks) {
      const { skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, REGISTERED_HOOKS.some((hook) => hook.event === event) ? {} : { [event]: 1 });
    }
  });

  test('gives each event once in either order, the last tool of a turn too', (context) => {
    const told = recordedFiles(context).flatMap((path) => readFile(path).events);
    const own = hookEvents(hooks).filter(({ agentSession }) => Object.hasOwn(SESSIONS, agentSession));
    const folded = fold([...own, ...told]);
    assert.deepEqual(fold([...told, ...own]), folded);
    assert.equal(folded.length, 43);
    const of = (source: string): string[] =>
      folded.filter(({ sources }) => sources.join() === source).map(({ body }) => body.kind);
    assert.deepEqual([...new Set(of('hook'))], ['session.start']);
    assert.equal(of('transcript').filter((kind) => kind === 'tool.end').length, 4);
    assert.equal(of('hook,transcript').filter((kind) => kind === 'tool.end').length, 11);
  });
});
