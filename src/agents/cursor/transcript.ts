import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext, RawEvent } from '../../core/model/event.ts';
import type { Untimed } from '../../core/model/untold.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { messageIdentity, promptIdentity, toolIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { contentBlocks } from '../shared/transcripts/content-blocks.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { untimedIn } from '../shared/transcripts/untimed.ts';
import { createWaitingParser } from '../shared/transcripts/waiting-parser.ts';
import { AGENT_NAME, SUBAGENT_TYPE } from './hooks.ts';
import { readSource } from './places.ts';
import { cursorPrompt, cursorTime, cursorWords, isUnclearPrompt } from './words.ts';

const CALL = /^tool[_-](?:use|call)$/;
const RESULT = /^tool[_-]result$/;
const THINKING = /thinking|reasoning/;

/** A parser's state while it reads one file. */
interface Reading {
  source: ReturnType<typeof readSource>;
  /** Time of the last prompt that has one; the lines have no times. */
  at: number;
  /** When lines without a time can have been written: since the last reading, or the file's birth, until its last change. */
  untimed: Untimed;
  calls: OpenCalls;
}

interface Line {
  offset: number;
  /** The line's place in the file, since lines have no ids. */
  id: string;
  blocks: JsonObject[];
}

/** Makes the parser of one transcript of Cursor, of a session or a subagent. */
export function createParser({ path }: { path: string }, state: JsonObject = {}): TranscriptParser {
  const untimed = untimedIn(path, asNumber(state.since));
  const reading: Reading = { source: readSource(path), at: asNumber(state.at) ?? 0, untimed, calls: createOpenCalls() };
  return createWaitingParser({
    calls: reading.calls,
    read: (json, offset) => readLine(json, offset, reading),
    state: () => savedState(reading, untimed.until),
    toStart,
  });
}

/** The state to resume with; lines that are read then are not older than `since`. */
function savedState({ at }: Reading, since: number): JsonObject {
  return at === 0 ? { since } : { at };
}

function readLine(json: JsonObject, offset: number, reading: Reading): LineReading {
  const role = asString(json.role) ?? '';
  const line = { offset, id: `@${offset}`, blocks: contentBlocks(asObject(json.message).content ?? json.content) };
  if (role === 'user') return readUser(line, reading);
  if (role === 'assistant') return readAssistant(line, reading);
  const skip = asString(json.type) ?? (role || 'unknown');
  // After the end of a turn no call waits.
  const events = skip === 'turn_ended' ? giveUp(reading) : [];
  return events.length > 0 ? { events } : { skip };
}

/** The text of the blocks, including types that a later version adds. */
function textOf(blocks: readonly JsonObject[]): string {
  const texts = blocks.map(({ type, text }) => (THINKING.test(`${type}`) ? undefined : asString(text)));
  return texts.filter((text) => text !== undefined).join('\n');
}

function readUser(line: Line, reading: Reading): LineReading {
  const results = line.blocks.filter(({ type }) => RESULT.test(`${type}`));
  const ended = results.flatMap((block) => readResult(block, reading));
  const raw = textOf(line.blocks.filter((block) => !results.includes(block)));
  const text = cursorPrompt(raw);
  if (text === '')
    return ended.length > 0 ? { events: ended } : { skip: `user:${results.length > 0 ? 'unasked' : 'empty'}` };
  reading.at = cursorTime(raw) ?? reading.at;
  const { subagent } = reading.source;
  const place = placeOf(reading);
  if (subagent !== undefined && line.offset === 0) {
    const body = { kind: 'subagent.start', type: SUBAGENT_TYPE, task: text } as const;
    return { events: [transcriptEvent(place, { number: subagent }, body)] };
  }
  const origin = subagent === undefined ? (isUnclearPrompt(raw) ? 'unknown' : 'person') : 'system';
  const prompt = transcriptEvent(place, promptIdentity(text, { origin: line.id, subagent }), {
    kind: 'prompt',
    text,
    origin,
  });
  return { events: [...ended, ...giveUp(reading), prompt] };
}

/** Reads the agent's messages and tool calls. Thinking is not kept. */
function readAssistant(line: Line, reading: Reading): LineReading {
  // Results come in the next line, if at all.
  const unanswered = giveUp(reading);
  const calls = line.blocks.filter(({ type }) => CALL.test(`${type}`));
  for (const [i, block] of calls.entries()) openCall(block, `${line.id}.${i}`, { line, reading });
  const text = cursorWords(textOf(line.blocks.filter((block) => !calls.includes(block))));
  if (text === '') return calls.length + unanswered.length > 0 ? { events: unanswered } : { skip: 'assistant:empty' };
  const { subagent } = reading.source;
  const identity = messageIdentity(text, { origin: line.id, subagent });
  return { events: [...unanswered, transcriptEvent(placeOf(reading), identity, { kind: 'message', text })] };
}

function openCall(block: JsonObject, origin: string, { line, reading }: { line: Line; reading: Reading }): void {
  const tool = asString(block.name) ?? '';
  if (tool === '') return;
  const id = asString(block.id) || origin;
  const input = asObject(block.input ?? block.args);
  const { offset } = line;
  reading.calls.open({
    id,
    tool,
    input,
    place: placeOf(reading),
    origin,
    offset,
    state: savedState(reading, reading.untimed.from),
  });
}

/** The end of the call to which a result belongs: the call with its id, else the oldest open one. */
function readResult(block: JsonObject, reading: Reading): RawEvent[] {
  const { calls } = reading;
  const call = calls.close(asString(block.tool_use_id) ?? '') ?? calls.close(calls.oldest()?.id ?? '');
  if (call === undefined) return [];
  const { tool, input, origin } = call;
  const output = textOfContent(block.content);
  const body = toolEnd({ tool, input, output, failed: block.is_error === true });
  return [transcriptEvent(placeOf(reading), toolIdentity({ tool, input }, origin), body)];
}

function giveUp({ calls, source }: Reading): RawEvent[] {
  return calls.giveUpThread(source.subagent).map(toStart);
}

function toStart({ place, tool, input, origin }: OpenCall): RawEvent {
  return transcriptEvent(place, toolIdentity({ tool, input }, origin), { kind: 'tool.start', tool, input });
}

function placeOf({ source, at, untimed }: Reading): EventContext {
  const { session, subagent, cwd, trace } = source;
  const time = at === 0 ? { at: untimed.until, untimed } : { at };
  return { agent: AGENT_NAME, agentSession: session, ...time, ...omitUndefined({ cwd, trace, subagent }) };
}
