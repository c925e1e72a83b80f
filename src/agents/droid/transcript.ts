import { hash53 } from '../../core/hash.ts';
import { asNumber, asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import {
  compactionIdentity,
  contentIdentity,
  messageIdentity,
  promptIdentity,
  toolIdentity,
} from '../shared/dialects/claude-identity.ts';
import { promptText } from '../shared/dialects/claude-prompt.ts';
import { textOfContent, textOfResult, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { contentBlocks } from '../shared/transcripts/content-blocks.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { createWaitingParser } from '../shared/transcripts/waiting-parser.ts';
import { readSource } from './places.ts';
import {
  type Line,
  openCall,
  placeOf,
  type Reading,
  savedState,
  startReading,
  toLine,
  toStart,
} from './session-line.ts';

const SUBAGENT_TYPE = 'subagent';
const EXIT_CODE = /\(exit code: (\d{1,3})\)/;

/** Makes the parser of one transcript of Droid: a stored session, or the stream-json output of `droid exec`. */
export function createParser({ path }: { path: string }, state: JsonObject = {}): TranscriptParser {
  const reading = startReading(readSource(path), state);
  return createWaitingParser({
    calls: reading.calls,
    read: (json, offset) => readLine(toLine(json, offset, reading), reading),
    state: () => savedState(reading),
    toStart,
  });
}

function readLine(line: Line, reading: Reading): LineReading {
  const { json, id } = line;
  if (!reading.isOwn) {
    reading.isOwn = id === reading.source.forkedAt;
    return { skip: 'forked' };
  }
  const type = asString(json.type) ?? 'unknown';
  if (type === 'message') return readMessage(line, reading);
  if (type === 'compaction_state') return readCompaction(line, reading);
  if (type === 'tool_call') return readCall(line, reading);
  if (type === 'tool_result') return readResult(json, line, reading);
  if (type === 'completion') return readText(line, { raw: asString(json.finalText) ?? '' }, reading);
  if (type === 'error') return readError(line, reading);
  return { skip: type };
}

/** Reads a message of a session, or of a stream, where its text is in the line. */
function readMessage(line: Line, reading: Reading): LineReading {
  const { json } = line;
  const message = isJsonObject(json.message) ? json.message : json;
  const blocks = contentBlocks(message.content ?? message.text);
  if (message.role === 'user') return readUser(line, { message, blocks }, reading);
  if (message.role === 'assistant') return readAssistant(line, { message, blocks }, reading);
  return { skip: `message:${asString(message.role) ?? 'unknown'}` };
}

interface Content {
  message: JsonObject;
  blocks: readonly JsonObject[];
}

/** Reads a user line: a prompt, a subagent's task, tool results, or Droid's own text. */
function readUser(line: Line, { message, blocks }: Content, reading: Reading): LineReading {
  if (message.hookEventName !== undefined) return { skip: 'user:hook' };
  if (message.visibility === 'llm_only' || message.visibility === 'user_only') return { skip: 'user:notice' };
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const ended = results.flatMap((block) => {
    const result = readResult(block, line, reading);
    return 'events' in result ? result.events : [];
  });
  const text = promptText(textOfContent(blocks.filter((block) => !results.includes(block))));
  if (text === '')
    return ended.length > 0 ? { events: ended } : { skip: results.length > 0 ? 'user:unasked' : 'user:empty' };
  const { subagent } = reading.source;
  const started = reading.calls.giveUpThread(subagent).map(toStart);
  reading.prompt = line.id;
  const place = placeOf(line, reading);
  if (subagent !== undefined && !reading.hasTask) {
    reading.hasTask = true;
    const body = { kind: 'subagent.start', type: SUBAGENT_TYPE, task: text } as const;
    return { events: [...ended, transcriptEvent(place, { number: subagent }, body)] };
  }
  const isTyped = subagent === undefined && message.userMessageSource !== 'automation';
  const identity = promptIdentity(text, { origin: line.id, subagent });
  const prompt = transcriptEvent(place, identity, { kind: 'prompt', text, origin: isTyped ? 'person' : 'system' });
  return { events: [...ended, ...started, prompt] };
}

/** Reads the agent's messages and tool calls. Thinking is not kept. */
function readAssistant(line: Line, { message, blocks }: Content, reading: Reading): LineReading {
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  const opened = calls.filter(({ id, name, input }) =>
    openCall({ id: asString(id) ?? '', tool: asString(name) ?? '', input: asObject(input) }, line, reading),
  );
  const raw = textOfContent(blocks.filter(({ type }) => type === 'text'));
  const text = readText(line, { raw, model: asString(message.modelId) ?? '' }, reading);
  return 'skip' in text && opened.length > 0 ? { events: [] } : text;
}

/** The event of a message, unless it is the repetition at the end of a stream. */
function readText(line: Line, { raw, model = '' }: { raw: string; model?: string }, reading: Reading): LineReading {
  const text = raw.trim();
  const hash = hash53(text);
  if (text === '') return { skip: 'assistant:empty' };
  if (line.json.type === 'completion' && hash === reading.lastHash) return { skip: 'completion:said' };
  reading.lastHash = hash;
  const identity = messageIdentity(text, { origin: line.id, subagent: reading.source.subagent });
  const body = { kind: 'message', text, ...(model === '' ? {} : { model }) } as const;
  return { events: [transcriptEvent(placeOf(line, reading), identity, body)] };
}

/** Reads a tool call of a stream. */
function readCall(line: Line, reading: Reading): LineReading {
  const { toolCallId, id, toolName, toolId, parameters } = line.json;
  const call = {
    id: asString(toolCallId) || (asString(id) ?? ''),
    tool: asString(toolName) || (asString(toolId) ?? ''),
    input: asObject(parameters),
  };
  return openCall(call, line, reading) ? { events: [] } : { skip: 'tool_call:malformed' };
}

/** Reads the end of a call, from a block of a message or a line of a stream. */
function readResult(result: JsonObject, line: Line, reading: Reading): LineReading {
  const { tool_use_id, toolCallId, id, content, value, is_error, isError } = result;
  const call = reading.calls.close(asString(tool_use_id) || asString(toolCallId) || (asString(id) ?? ''));
  if (call === undefined) return { skip: 'tool_result:unasked' };
  const { tool, input, origin } = call;
  const output = textOfResult(content ?? value);
  const stated = asNumber(asObject(value).exitCode) ?? exitCodeIn(output);
  const body = toolEnd({
    tool,
    input,
    output,
    failed: is_error === true || isError === true || (stated !== undefined && stated !== 0),
    exitCode: stated,
  });
  return { events: [transcriptEvent(placeOf(line, reading), toolIdentity({ tool, input }, origin), body)] };
}

/** The exit code in the first line of a failed command's result. */
function exitCodeIn(output: string): number | undefined {
  const [first = ''] = output.split('\n', 1);
  const code = first.startsWith('Error: ') ? EXIT_CODE.exec(first)?.[1] : undefined;
  return code === undefined ? undefined : Number(code);
}

function readCompaction(line: Line, reading: Reading): LineReading {
  const summary = (asString(line.json.summaryText) ?? '').trim();
  const identity = compactionIdentity({ origin: line.id, subagent: reading.source.subagent });
  const body = { kind: 'compact.end', trigger: 'unknown', ...(summary === '' ? {} : { summary }) } as const;
  return { events: [transcriptEvent(placeOf(line, reading), identity, body)] };
}

function readError(line: Line, reading: Reading): LineReading {
  const error = asString(line.json.message) ?? '';
  if (error === '') return { skip: 'error' };
  const events: RawEvent[] = [
    transcriptEvent(placeOf(line, reading), contentIdentity([error], line.id), { kind: 'turn.failed', error }),
  ];
  return { events };
}
