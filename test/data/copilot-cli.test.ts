import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DIALECT as CLAUDE_CODE } from '../../src/agents/claude-code/hooks.ts';
import { CAPABILITIES } from '../../src/agents/copilot-cli/capabilities.ts';
import { DIALECT } from '../../src/agents/copilot-cli/hooks.ts';
import { createParser } from '../../src/agents/copilot-cli/transcript.ts';
import { DIALECT as VSCODE } from '../../src/agents/vscode/hooks.ts';
import { asObject, asString, isJsonObject, parseJson } from '../../src/core/json.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { hookEvents, readFile } from '../agents/copilot-cli/fixtures.ts';
import { type Folded, foldEvents } from '../agents/fold-events.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';
import { sentHooks } from '../agents/session-fixture.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const LIVE = join(DATA, 'live/copilot');
const LIVE_FILES = ['main', 'agent-parent'].map((name) => join(LIVE, `transcript.${name}.events.jsonl`));
const OLD = join(DATA, 'transcripts/agents/copilot');
const OLD_FILES = ['small', 'large', 'schema_drift', 'subdir_v1/aaaabbbb-1111-2222-3333-ccccddddeeee/events'].map(
  (name) => join(OLD, `${name}.jsonl`),
);
/** Types of lines that hold no words of a user or an agent. */
const SKIPPED = `session.start session.resume session.shutdown session.info session.model_change session.truncation
  session.permissions_changed session.usage_record session.usage_checkpoint session.auto_mode_resolved system.message
  system.notification assistant.turn_start assistant.turn_end assistant.reasoning hook.start hook.end abort
  permission.requested permission.completed subagent.configured tool.execution_complete:unasked`.split(/\s+/);

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

/** Characters of what users and agents said: in the lines of a file, each id once, and in the events of it. */
function characters(path: string): { inFile: number; inEvents: number } {
  const said = new Map<string, number>();
  for (const line of readFileSync(path, 'utf8').split('\n').map(parseJson).filter(isJsonObject)) {
    if (!/^(?:user|assistant)\.message$/.test(asString(line.type) ?? '')) continue;
    const content = (asString(asObject(line.data).content) ?? '').trim();
    said.set(`${line.type}${line.id}${content}`, content.length);
  }
  const events = fold(readFile(path).events).map(({ body }) => body);
  const texts = events.map((body) => (body.kind === 'prompt' || body.kind === 'message' ? body.text.length : 0));
  const sum = (lengths: Iterable<number>): number => [...lengths].reduce((one, other) => one + other, 0);
  return { inFile: sum(said.values()), inEvents: sum(texts) };
}

suite('the recorded transcripts of Copilot CLI', () => {
  test('are read or skipped line by line, and what is skipped holds no words', () => {
    for (const path of [...LIVE_FILES, ...OLD_FILES]) {
      const { events, lines, read, skipped } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
      assert.ok(events.length > 0);
      assert.deepEqual(
        Object.keys(skipped).filter((type) => !SKIPPED.includes(type)),
        [],
      );
    }
  });

  test('keep all that users and agents said', () => {
    for (const path of [...LIVE_FILES, ...OLD_FILES]) {
      const { inFile, inEvents } = characters(path);
      assert.ok(inFile > 0 && inEvents / inFile >= 0.995, `${path}: ${inEvents} of ${inFile}`);
    }
  });

  test('tell the same when reading stops anywhere and goes on', () => {
    for (const path of [...LIVE_FILES, ...OLD_FILES]) {
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

suite('the recorded run of Copilot CLI, by hook and by transcript', () => {
  const hooks = sentHooks(join(LIVE, 'hooks.jsonl'));

  test('has no field that is unknown', () => {
    for (const { event, at, payload } of hooks) {
      const { skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, event === 'userPromptTransformed' ? { [event]: 1 } : {});
    }
  });

  test('gives each event once in either order', () => {
    const told = readFile(LIVE_FILES[0] ?? '').events;
    const own = hookEvents(hooks);
    const folded = fold([...own, ...told]);
    assert.deepEqual(fold([...told, ...own]), folded);
    const of = (source: string, kind: string): number =>
      folded.filter(({ sources, body }) => sources.join() === source && body.kind === kind).length;
    // The second prompt of the file was sent to hooks of the other dialect; two calls were refused or in that turn.
    assert.deepEqual([of('hook,transcript', 'prompt'), of('transcript', 'prompt'), of('hook', 'prompt')], [1, 1, 0]);
    assert.deepEqual(
      [of('hook,transcript', 'tool.end'), of('transcript', 'tool.end'), of('hook', 'tool.end')],
      [4, 2, 0],
    );
  });

  test('by hooks of Claude Code is none of its, nor of VS Code', () => {
    for (const { event, at, payload } of sentHooks(join(LIVE, 'hooks-pascal.jsonl'))) {
      for (const { readHook } of [CLAUDE_CODE, VSCODE]) {
        const { events, skipped } = readHook(event, payload, { at, delivery: 'd' });
        assert.deepEqual(events, [], event);
        assert.ok(Object.keys(skipped).every((why) => why === event || why === `${event}:sent-by-copilot-cli`));
      }
    }
  });
});

test('the recorded hooks of Claude Code were sent by Claude Code', () => {
  for (const name of ['hooks.jsonl', 'hooks-plugin.jsonl']) {
    for (const { event, at, payload } of sentHooks(join(DATA, 'live/claude', name))) {
      const { skipped } = CLAUDE_CODE.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(
        Object.keys(skipped).filter((why) => why.includes('sent-by')),
        [],
      );
    }
  }
});
