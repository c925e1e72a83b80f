import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../src/agents/codex/capabilities.ts';
import { DIALECT } from '../../src/agents/codex/hooks.ts';
import { createParser } from '../../src/agents/codex/transcript.ts';
import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../src/core/json.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { hookEvents, readFile } from '../agents/codex/fixtures.ts';
import { type Folded, foldEvents } from '../agents/fold-events.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';
import { sentHooks } from '../agents/session-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const LIVE = join(DATA, 'live/codex');
const PARENT = '01a2005d-f898-7343-8d3c-04e5a9be3088';
/** The recorded threads and their files. */
const THREADS = {
  '01a2005b-5985-7da0-94f0-a1cb85e4f38c': 'transcript.main.jsonl',
  [PARENT]: 'transcript.agent-parent.jsonl',
  '01a2005d-f9ee-7e81-97fc-d73957b959ff': 'transcript.subagent.jsonl',
  '01a2005e-1dcb-7233-87da-36d320e06915': 'transcript.compacted.jsonl',
};
/** Types whose lines tell nothing more: what they hold stands in others too, or is none of what was said and done. */
const KNOWN_SKIPS = new RegExp(
  `^(?:blank|malformed|unknown|world_state|turn_context|token_usage_record|session_meta(?::other)?|inter_agent_communication.*
  |message:(?:developer|user|assistant|put-in|empty)|event:.*|completed:(?:Reasoning|ContextCompaction|CollabAgentToolCall)
  |item:.*|run:.*|.*:malformed|.*:unasked|prompt:empty)$`.replace(/\s+/g, ''),
);

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

/** The recorded rollouts where Codex keeps them. */
function recordedFiles(context: TestContext): string[] {
  const folder = join(temporaryFolder(context), 'sessions/2026/11/21');
  mkdirSync(folder, { recursive: true });
  return Object.entries(THREADS).map(([thread, name]) => {
    const path = join(folder, `rollout-2026-11-21T23-05-16-${thread}.jsonl`);
    copyFileSync(join(LIVE, name), path);
    return path;
  });
}

function sampleFiles(): string[] {
  return ['transcripts/codex', 'transcripts/agents/codex'].flatMap((folder) =>
    readdirSync(join(DATA, folder)).map((name) => join(DATA, folder, name)),
  );
}

/** Different texts of users and agents in a file, read without the parser; what Codex put in itself is left out. */
function textsIn(path: string): string[] {
  const texts = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      const line = asObject(parseJson(text));
      const payload = isJsonObject(line.payload) ? line.payload : line;
      const { item, type, role } = payload;
      if (type === 'user_message' || type === 'agent_message') return [asString(payload.message) ?? ''];
      if (/^(?:User|Agent)Message$/.test(asString(asObject(item).type) ?? '')) return partsOf(asObject(item));
      return role === 'user' || role === 'assistant' ? partsOf(payload) : [];
    });
  const said = texts.map((text) => text.trim()).filter((text) => !/^<\w+>[\s\S]*<\/\w+>$/.test(text));
  return [...new Set(said)];
}

function partsOf({ content, message }: JsonObject): string[] {
  if (!Array.isArray(content)) return [asString(content) ?? asString(message) ?? ''];
  return [content.map((part) => asString(asObject(part).text) ?? '').join('')];
}

function textsOut(events: readonly RawEvent[]): string[] {
  const texts = events.flatMap(({ body }) => {
    if (body.kind === 'prompt' || body.kind === 'message') return [body.text];
    if (body.kind === 'compact.end') return [body.summary ?? ''];
    return body.kind === 'subagent.start' ? [body.task ?? ''] : [];
  });
  return [...new Set(texts)];
}

const length = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

suite('the recorded rollouts of Codex', () => {
  test('are read or skipped line by line, by types that are known', (context) => {
    for (const path of [...recordedFiles(context), ...sampleFiles()]) {
      const { events, lines, read, skipped } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
      assert.ok(events.length > 0);
      for (const type of Object.keys(skipped)) assert.match(type, KNOWN_SKIPS);
    }
  });

  test('lose no text that users and agents said', (context) => {
    const files = [...recordedFiles(context), ...sampleFiles()];
    const told = files.map((path) => [length(textsIn(path)), length(textsOut(readFile(path).events))] as const);
    const [before, after] = told.reduce(([a, b], [one, other]) => [a + one, b + other], [0, 0] as const);
    context.diagnostic(`${after} of ${before} characters`);
    assert.ok(before > 5_000);
    assert.ok(after >= before * 0.995, `${after} of ${before} characters`);
  });

  test('tell the same when reading stops anywhere and goes on', (context) => {
    for (const path of [...recordedFiles(context), ...sampleFiles()]) {
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

suite('the recorded run of Codex, by hook and by transcript', () => {
  const hooks = sentHooks(join(LIVE, 'hooks.jsonl'));

  test('has no field that is unknown', () => {
    for (const { event, at, payload } of hooks) {
      assert.deepEqual(DIALECT.readHook(event, payload, { at, delivery: 'd' }).skipped, {}, event);
    }
  });

  test('gives each event once in either order, and nothing that was injected', (context) => {
    const told = recordedFiles(context).flatMap((path) => readFile(path).events);
    const own = hookEvents(hooks);
    const folded = fold([...own, ...told]);
    assert.deepEqual(fold([...told, ...own]), folded);
    const of = (source: string): string[] =>
      folded.filter(({ sources }) => sources.join() === source).map(({ body }) => body.kind);
    const unmatched = new Set(of('hook'));
    assert.deepEqual([...unmatched].sort(), ['compact.start', 'session.end', 'session.start', 'tool.start']);
    assert.equal(of('hook,transcript').filter((kind) => kind === 'tool.end').length, 9);
    assert.equal(of('transcript').filter((kind) => kind === 'tool.end').length, 0);
    assert.deepEqual(
      folded.filter(({ body }) => body.kind === 'tool.end' && !body.success).map(({ agentSession }) => agentSession),
      [Object.keys(THREADS)[0]],
    );
    assert.equal(/CTX-/.test(JSON.stringify(folded)), false);
    assert.ok(folded.some(({ agentSession, subagent }) => agentSession === PARENT && subagent !== undefined));
  });
});
