import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../../src/agents/claude-code/capabilities.ts';
import { DIALECT } from '../../src/agents/claude-code/hooks.ts';
import { createParser } from '../../src/agents/claude-code/transcript.ts';
import { asObject, asString, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import type { RawEvent } from '../../src/core/model/event.ts';
import { hookEvents, readFile } from '../agents/claude-code/fixtures.ts';
import { type Folded, foldEvents } from '../agents/fold-events.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';
import { sentHooks } from '../agents/session-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const REAL = ['transcripts/claude-code', 'transcripts/claude-code-team'];
const FOLDERS = [...REAL, 'transcripts/agents/claude', 'live/claude'];
const LIVE = join(DATA, 'live/claude');
const HOOK_FILES = ['hooks.jsonl', 'hooks-plugin.jsonl'];
/** The subagent of the recorded run, and the session whose transcript was recorded with it. */
const SUBAGENT = 'a5c5fb8b45a2e9e74';
const PARENT = '92889695-c730-4cec-afe1-2753745ed7ce';

function transcriptsOf(folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(DATA, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(DATA, folder, name)),
  );
  return files.filter((path) => path.endsWith('.jsonl') && !/hooks[\w-]*\.jsonl$/.test(path)).sort();
}

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

suite('the recorded transcripts', () => {
  for (const path of transcriptsOf(FOLDERS)) {
    test(`${relative(DATA, path)} is read or skipped line by line`, (context) => {
      const { events, lines, read, skipped } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
      const kinds = Object.entries(Object.groupBy(fold(events), ({ body }) => body.kind));
      const counts = kinds.map(([kind, all]) => `${kind} ${all?.length}`).join(', ');
      context.diagnostic(`${lines} lines, ${read} read, ${lines - read} skipped: ${counts || 'no events'}`);
    });
  }

  test('add nothing when they are read a second time, and overlapping ones only what is new', (context) => {
    const once = transcriptsOf(REAL).flatMap((path) => readFile(path).events);
    const twice = [...once, ...transcriptsOf(REAL).flatMap((path) => readFile(path).events)];
    assert.deepEqual(fold(twice), fold(once));
    context.diagnostic(`${once.length} events told, ${fold(once).length} events`);
  });

  test('tell the same words and ends when reading stops anywhere and goes on', () => {
    for (const path of transcriptsOf([...REAL, 'live/claude'])) {
      const whole = readFile(path);
      for (const share of [0.13, 0.37, 0.5, 0.71, 0.93]) {
        const first = createParser({ path });
        const head = readTranscript(path, first, { until: whole.sizeBytes * share });
        const { resumeAt, state } = first.position(head.sizeBytes);
        const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
        assert.deepEqual(saidAndDone([...head.events, ...tail.events]), saidAndDone(whole.events), path);
      }
    }
  });

  test('lose no words of users and agents', (context) => {
    let told = 0;
    let kept = 0;
    for (const path of transcriptsOf(REAL)) {
      if (path.includes('acompact')) continue;
      told += wordsOf(path).reduce((sum, text) => sum + letters(text), 0);
      const { events } = readFile(path);
      // A line whose writing was cut off is written again, whole.
      kept += fold(events).reduce((sum, { body }) => sum + letters(wordsIn(body)), 0);
    }
    context.diagnostic(`${kept} of ${told} characters of words`);
    assert.ok(kept / told >= 0.995 && kept <= told * 1.005);
  });
});

suite('the recorded run, by hook and by transcript', () => {
  test('has no payload and no field that is unknown', () => {
    const known = new Set(['MessageDisplay', 'PostToolBatch', 'UserPromptExpansion']);
    for (const { event, at, payload } of HOOK_FILES.flatMap((name) => sentHooks(join(LIVE, name)))) {
      const { events, skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      const types = Object.keys(skipped).filter((type) => !known.has(type) && !type.endsWith(':hidden-agent'));
      assert.deepEqual(types, []);
      assert.ok(events.length > 0 || Object.keys(skipped).length === 1);
    }
  });

  test('gives each event once in either order, and both tell of what both know', (context) => {
    const transcripts = recordedSessions(temporaryFolder(context));
    const sessions = new Set(transcripts.map(({ agentSession }) => agentSession));
    const hooks = HOOK_FILES.flatMap((name) => hookEvents(sentHooks(join(LIVE, name))));
    const own = hooks.filter(({ agentSession }) => sessions.has(agentSession));
    const folded = fold([...own, ...transcripts]);
    assert.deepEqual(fold([...transcripts, ...own]), folded);
    assert.equal(folded.length, 87);

    const byHookAlone = folded.filter(({ sources }) => sources.join() === 'hook').map(({ body }) => body.kind);
    const hookOnly = ['compact.start', 'session.end', 'session.start', 'tool.start', 'turn.end'];
    assert.deepEqual([...new Set(byHookAlone)].sort(), hookOnly);
    const byTranscriptAlone = folded.filter(({ sources }) => sources.join() === 'transcript');
    // Instructions of servers, a skill and a command, lists of skills and agents, and a file beside a prompt, of which no hook tells.
    const shown = [...Array.from({ length: 20 }, () => 'notification'), 'tool.end'];
    assert.deepEqual(byTranscriptAlone.map(({ body }) => body.kind).sort(), [
      'message',
      'message',
      'message',
      ...shown,
    ]);
  });
});

/** The transcripts of the recorded run, the subagent's where Claude Code keeps it. */
function recordedSessions(folder: string): RawEvent[] {
  const subagents = join(folder, PARENT, 'subagents');
  const own = join(subagents, `agent-${SUBAGENT}.jsonl`);
  mkdirSync(subagents, { recursive: true });
  copyFileSync(join(LIVE, 'transcript.subagent.jsonl'), own);
  writeFileSync(own.replace('.jsonl', '.meta.json'), '{"agentType":"general-purpose"}');
  const main = ['main-resumed-compacted', 'agent-parent', 'plugin', 'command'];
  return [...main.map((name) => join(LIVE, `transcript.${name}.jsonl`)), own].flatMap((path) => readFile(path).events);
}

/** What was said, whole, and which tools ended: of a call more than a megabyte before its result the rest may be lost. */
function saidAndDone(events: readonly RawEvent[]): string[] {
  const said = new Set(['prompt', 'message', 'compact.end']);
  return fold(events)
    .filter(({ body }) => said.has(body.kind) || body.kind === 'tool.end')
    .map((event) => (said.has(event.body.kind) ? JSON.stringify(event) : event.key));
}

function letters(text: string): number {
  return text.replace(/\s/g, '').length;
}

function wordsIn(body: RawEvent['body']): string {
  if (body.kind === 'prompt') return body.text.replace(/^\/\S+ ?/, '');
  if (body.kind === 'message') return body.text;
  return '';
}

/** The words of users and agents in a transcript, found another way: without what Claude Code wrote in their name. */
function wordsOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n').map(parseJson).filter(isJsonObject);
  return lines.flatMap((line) => {
    const texts = textsOf(asObject(line.message).content);
    if (line.type === 'assistant') return line.isApiErrorMessage === true ? [] : texts;
    if (line.type !== 'user' || line.isMeta === true || line.isCompactSummary === true) return [];
    if (line.agentId !== undefined && line.parentUuid === null) return [];
    return texts.map(typedWords);
  });
}

function textsOf(content: JsonValue | undefined): string[] {
  if (typeof content === 'string') return [content];
  const blocks: JsonObject[] = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.map((block) => (block.type === 'text' ? (asString(block.text) ?? '') : ''));
}

function typedWords(text: string): string {
  if (/^(<local-command|<bash-|\[Request interrupted|Operation stopped by hook)/.test(text)) return '';
  if (!/^<command-/.test(text)) return text;
  return /<command-args>([\s\S]*)<\/command-args>/.exec(text)?.[1] ?? '';
}
