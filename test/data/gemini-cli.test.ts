import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../src/agents/gemini-cli/capabilities.ts';
import { DIALECT } from '../../src/agents/gemini-cli/hooks.ts';
import { createParser, createSnapshot } from '../../src/agents/gemini-cli/transcript.ts';
import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../src/core/json.ts';
import type { RawEvent, Skipped } from '../../src/core/model/event.ts';
import { type Folded, foldEvents } from '../agents/fold-events.ts';
import { hookEvents, readFile } from '../agents/gemini-cli/fixtures.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';
import { sentHooks } from '../agents/session-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const LIVE = join(DATA, 'live/gemini');
const SAMPLES = join(DATA, 'transcripts/agents/gemini');
const PARENT = '2f68fe4c-0c4f-44e4-bce3-267ee38ae654';
/** The recorded sessions, and where Gemini CLI keeps them. */
const RECORDED = {
  'session-2026-11-21T23-15-8dde8a36.jsonl': 'transcript.main.jsonl',
  'session-2026-11-21T23-14-2f68fe4c.jsonl': 'transcript.agent-parent.jsonl',
  [`${PARENT}/a8fbed80-cad3-4253-9dcb-e2df93dace46.jsonl`]: 'transcript.subagent.jsonl',
};
/** Lines that tell nothing of what was said and done, or what other lines tell. */
const SKIPPED = [
  'session',
  'set',
  'set:messages',
  'info',
  'gemini:empty',
  'user:functionResponse',
  'user:context',
  'user:task',
];
/** Hooks that set-up does not register, and whose payloads are not read. */
const UNREAD = ['BeforeModel', 'AfterModel', 'BeforeToolSelection', 'PreCompress'];
const PUT_IN = /<(hook_context|session_context|loaded_context)>[\s\S]*?<\/\1>/g;

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

function recordedFiles(context: TestContext): string[] {
  const folder = join(temporaryFolder(context), 'tmp/proj/chats');
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

function readAny(path: string): { events: RawEvent[]; skipped: Skipped } {
  const snapshot = createSnapshot({ path });
  if (snapshot === undefined) return readFile(path);
  const events = [...snapshot.steps()].flat();
  return { events, skipped: snapshot.counts().skipped };
}

/** What user and agent said in a file, each message once, read without the parser; what was put in is left out. */
function textsIn(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const whole = path.endsWith('.json') ? asObject(parseJson(text)) : undefined;
  const list = whole?.messages ?? whole?.history;
  const messages: unknown[] = Array.isArray(list) ? list : text.split('\n').map((line) => parseJson(line) ?? '');
  const said = new Map(
    messages
      .filter(isJsonObject)
      .filter(({ type, role }) => ['user', 'gemini', 'model'].includes(`${type ?? role}`))
      .map((message, index) => [asString(message.id) ?? `${index}`, textOf(message)]),
  );
  return [...said.values()];
}

function textOf({ content, parts }: JsonObject): string {
  const text =
    typeof content === 'string'
      ? content
      : [content ?? parts]
          .flat()
          .map((part) => asString(asObject(part).text) ?? '')
          .join('');
  return text.replace(PUT_IN, '');
}

function textsOut(events: readonly RawEvent[]): string[] {
  return fold(events).flatMap(({ body }) => {
    if (body.kind === 'prompt' || body.kind === 'message') return [body.text];
    return body.kind === 'subagent.start' ? [body.task ?? ''] : [];
  });
}

const length = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.trim().length, 0);

suite('the recorded transcripts of Gemini CLI', () => {
  test('are read or skipped line by line, by types that are known', (context) => {
    for (const path of allFiles(context)) {
      const { events, skipped } = readAny(path);
      assert.ok(events.length > 0);
      assert.deepEqual(
        Object.keys(skipped).filter((type) => !SKIPPED.includes(type)),
        [],
        path,
      );
      if (path.endsWith('.json')) continue;
      const { lines, read } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
    }
  });

  test('lose nothing of what user and agent said', (context) => {
    const files = allFiles(context);
    const before = length(files.flatMap(textsIn));
    const after = length(textsOut(files.flatMap((path) => readAny(path).events)));
    // An image is a mark.
    assert.ok(after >= 0.995 * before && after <= before + 20, `${after} of ${before} characters`);
  });

  test('tell the same when reading stops anywhere and goes on', (context) => {
    for (const path of allFiles(context).filter((file) => file.endsWith('.jsonl'))) {
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

suite('the recorded run of Gemini CLI, by hook and by transcript', () => {
  const hooks = sentHooks(join(LIVE, 'hooks.jsonl'));

  test('has no field that is unknown in what set-up registers', () => {
    for (const { event, at, payload } of hooks) {
      const { skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, UNREAD.includes(event) ? { [event]: 1 } : {});
    }
    assert.ok(REGISTERED_HOOKS.every(({ event }) => !UNREAD.includes(event)));
  });

  test('gives each event once in either order, though its hooks have no id', (context) => {
    const files = recordedFiles(context).flatMap((path) => readFile(path).events);
    const sessions = new Set(files.map(({ agentSession }) => agentSession));
    const own = hookEvents(hooks).filter(({ agentSession }) => sessions.has(agentSession));
    const folded = fold([...own, ...files]);
    assert.deepEqual(fold([...files, ...own]), folded);
    const of = (kind: string): string[] =>
      folded.filter(({ body }) => body.kind === kind).map(({ sources }) => sources.join());
    // The tool with which a subagent ends fires no hook.
    assert.deepEqual(of('tool.end').sort(), [...new Array(7).fill('hook,transcript'), 'transcript']);
    assert.deepEqual(
      of('message').filter((sources) => sources === 'hook'),
      [],
    );
    assert.equal(of('message').filter((sources) => sources === 'hook,transcript').length, 3);
    assert.deepEqual(
      of('prompt').filter((sources) => sources === 'hook'),
      [],
    );
    for (const { body } of files) assert.ok(!JSON.stringify(body).includes('CTX-'), body.kind);
  });
});
