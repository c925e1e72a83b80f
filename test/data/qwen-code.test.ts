import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../src/agents/qwen-code/capabilities.ts';
import { DIALECT } from '../../src/agents/qwen-code/hooks.ts';
import { createParser } from '../../src/agents/qwen-code/transcript.ts';
import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../src/core/json.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { type Folded, foldEvents } from '../agents/fold-events.ts';
import { hookEvents, readFile } from '../agents/qwen-code/fixtures.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';
import { sentHooks } from '../agents/session-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const LIVE = join(DATA, 'live/qwen');
const SAMPLES = join(DATA, 'transcripts/agents/qwen');
const PARENT = 'fb88ba77-20d2-4142-9601-3c096dde4ab5';
/** The recorded sessions, and where Qwen Code keeps them. */
const RECORDED = {
  'chats/29f4b7e4-8a4f-4b61-a40a-365c0e7b85ed.jsonl': 'transcript.main.jsonl',
  [`chats/${PARENT}.jsonl`]: 'transcript.agent-parent.jsonl',
  [`subagents/${PARENT}/agent-general-purpose-call_lab1.jsonl`]: 'transcript.subagent.jsonl',
};
/** Lines that tell nothing of what was said and done: counts, titles, what is only for the screen. */
const SKIPPED = [
  'assistant:empty',
  'system:attribution_snapshot',
  'system:custom_title',
  'system:rewind',
  'system:session_artifact_snapshot',
  'system:slash_command',
  'system:ui_telemetry',
];
/** Hooks that tell nothing that the others do not. */
const UNREAD = ['InstructionsLoaded', 'MessageDisplay', 'PostToolBatch'];

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

function recordedFiles(context: TestContext): string[] {
  const folder = temporaryFolder(context);
  return Object.entries(RECORDED).map(([place, name]) => {
    const path = join(folder, place);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(join(LIVE, name), path);
    return path;
  });
}

function allFiles(context: TestContext): string[] {
  return [...recordedFiles(context), ...readdirSync(SAMPLES).map((name) => join(SAMPLES, name))];
}

/** What user and agent said in a file, read without the parser; what hooks put in is left out. */
function textsIn(path: string): string[] {
  const lines = readFileSync(path, 'utf8').replaceAll('}{"uuid"', '}\n{"uuid"').split('\n');
  return lines.flatMap((text) => {
    const { type, message } = asObject(parseJson(text));
    if (type !== 'user' && type !== 'assistant') return [];
    const { parts } = asObject(message);
    const said = (Array.isArray(parts) ? parts.filter(isJsonObject) : []).filter(isSaid);
    return [said.map((part) => asString(part.text) ?? '').join('')];
  });
}

function isSaid({ text, thought }: JsonObject): boolean {
  return thought !== true && typeof text === 'string' && !text.startsWith('<qwen:user-prompt-submit-context>');
}

function textsOut(events: readonly RawEvent[]): string[] {
  return events.flatMap(({ body }) => {
    if (body.kind === 'prompt' || body.kind === 'message') return [body.text];
    return body.kind === 'subagent.start' ? [body.task ?? ''] : [];
  });
}

const length = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.trim().length, 0);

suite('the recorded transcripts of Qwen Code', () => {
  test('are read or skipped line by line, by types that are known', (context) => {
    for (const path of allFiles(context)) {
      const { events, lines, read, skipped } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
      assert.ok(events.length > 0);
      assert.deepEqual(
        Object.keys(skipped).filter((type) => !SKIPPED.includes(type)),
        [],
        path,
      );
    }
  });

  test('lose nothing of what user and agent said', (context) => {
    const files = allFiles(context);
    const before = length(files.flatMap(textsIn));
    const after = length(files.flatMap((path) => textsOut(readFile(path).events)));
    assert.ok(after >= 0.995 * before && after <= before, `${after} of ${before} characters`);
  });

  test('tell the same when reading stops anywhere and goes on', (context) => {
    for (const path of allFiles(context)) {
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

suite('the recorded run of Qwen Code, by hook and by transcript', () => {
  const hooks = sentHooks(join(LIVE, 'hooks.jsonl'));

  test('has no field that is unknown', () => {
    for (const { event, at, payload } of hooks) {
      const { skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, UNREAD.includes(event) ? { [event]: 1 } : {});
    }
  });

  test('gives each event once in either order', (context) => {
    const files = recordedFiles(context).flatMap((path) => readFile(path).events);
    const folded = fold([...hookEvents(hooks), ...files]);
    assert.deepEqual(fold([...files, ...hookEvents(hooks)]), folded);
    const of = (kind: string): string[] =>
      folded.filter(({ body }) => body.kind === kind).map(({ sources }) => sources.join());
    assert.deepEqual(of('tool.end'), new Array(7).fill('hook,transcript'));
    assert.deepEqual(of('prompt').sort(), [...new Array(3).fill('hook,transcript'), 'transcript']);
    assert.deepEqual(
      of('message').filter((sources) => sources === 'hook'),
      [],
    );
    assert.deepEqual(of('subagent.start'), ['hook,transcript']);
    assert.deepEqual(of('subagent.end'), ['hook,transcript']);
    // Events of prompts and messages contain nothing that hooks injected; tool results contain the output of other
    // hooks.
    assert.ok(textsOut(files).every((text) => !text.includes('CTX-')));
  });
});
