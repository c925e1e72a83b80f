import { asNumber, asObject, asString, isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventBody, EventContext, EventIdentity, PromptOrigin, RawEvent } from '../../../core/model/event.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { TranscriptParser } from '../contract.ts';
import { type LineReading, transcriptEvent } from '../transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../transcripts/open-calls.ts';
import { timeOf } from '../transcripts/parse-time.ts';
import { createWaitingParser } from '../transcripts/waiting-parser.ts';
import { compactionIdentity, contentIdentity, messageIdentity, promptIdentity } from './claude-identity.ts';
import { textOfContent, toolEnd } from './claude-tool-result.ts';

/** The line after a failed command's output, in brackets where OpenClaw wrote it. Extensions may append text. */
const EXITED = /^\(?Command exited with code (\d{1,3})\)?$/gm;

/** The reader's state while a session in pi's form is read. */
interface Reading {
  agent: string;
  session: string;
  cwd: string | undefined;
  /** Set in a forked session: events before this time (milliseconds since 1970) belong to the forked one. */
  forkedAt: number | undefined;
  /** Who types the prompts. */
  origin: PromptOrigin;
  at: number;
  calls: OpenCalls;
}

/**
 * Makes the parser of a session in pi's form, versions 1 to 4, which OpenClaw writes as well: a `session` line, then
 * lines with an id, among them messages of roles `user`, `assistant`, `toolResult`, `bashExecution`.
 */
export function createPiParser(agent: string, session: string, state: JsonObject = {}): TranscriptParser {
  const reading: Reading = {
    agent,
    session: asString(state.session) ?? session,
    cwd: asString(state.cwd),
    forkedAt: asNumber(state.forkedAt),
    // The prompts of OpenClaw come by chats, in which anybody may write.
    origin: agent === 'pi' ? 'person' : 'unknown',
    at: 0,
    calls: createOpenCalls(),
  };
  return createWaitingParser({
    calls: reading.calls,
    read: (json, offset) => readLine(json, offset, reading),
    state: () => savedState(reading),
    toStart: ({ id, tool, input, place }) =>
      transcriptEvent(place, { number: id }, { kind: 'tool.start', tool, input }),
  });
}

function savedState({ session, cwd, forkedAt }: Reading): JsonObject {
  return { session, ...omitUndefined({ cwd, forkedAt }) };
}

function readLine(json: JsonObject, offset: number, reading: Reading): LineReading {
  const type = asString(json.type) ?? 'unknown';
  reading.at = timeOf(json.timestamp) ?? reading.at;
  if (type === 'session') return readSession(json, reading);
  if (reading.forkedAt !== undefined && reading.at < reading.forkedAt) return { skip: 'forked' };
  const id = asString(json.id) ?? `@${offset}`;
  if (type === 'compaction') return readCompaction(json, id, reading);
  if (type !== 'message') return { skip: type };
  const message = asObject(json.message);
  switch (message.role) {
    case 'user':
      return readPrompt(message, id, reading);
    case 'assistant':
      return readAssistant(message, { id, offset }, reading);
    case 'toolResult':
      return readResult(message, reading);
    case 'bashExecution':
      return readBash(message, id, reading);
    default:
      return { skip: `role:${asString(message.role) ?? 'unknown'}` };
  }
}

function readSession(json: JsonObject, reading: Reading): LineReading {
  reading.session = asString(json.id) ?? reading.session;
  reading.cwd = asString(json.cwd) ?? reading.cwd;
  if (json.parentSession !== undefined && json.parentSession !== null) reading.forkedAt = reading.at;
  return { skip: 'session' };
}

function readPrompt({ content }: JsonObject, origin: string, reading: Reading): LineReading {
  const text = textOfContent(content).trim();
  if (text === '') return { skip: 'user:empty' };
  return toReading(promptIdentity(text, { origin }), { kind: 'prompt', text, origin: reading.origin }, reading);
}

function readAssistant(
  message: JsonObject,
  { id, offset }: { id: string; offset: number },
  reading: Reading,
): LineReading {
  const events: RawEvent[] = [];
  const model = asString(message.model);
  const blocks = Array.isArray(message.content) ? message.content.filter(isJsonObject) : [];
  const texts = typeof message.content === 'string' ? [message.content] : blocks.flatMap(textOfBlock);
  const text = texts.join('\n').trim();
  if (text !== '') {
    const body: EventBody = { kind: 'message', text, ...(model === undefined ? {} : { model }) };
    events.push(transcriptEvent(placeOf(reading), messageIdentity(text, { origin: id }), body));
  }
  for (const block of blocks) if (block.type === 'toolCall') openCall(block, { id, offset }, reading);
  const end = endOf(message);
  if (end !== undefined) events.push(transcriptEvent(placeOf(reading), contentIdentity([], id), end));
  return { events };
}

function textOfBlock(block: JsonObject): string[] {
  return block.type === 'text' ? [asString(block.text) ?? ''] : [];
}

function openCall(block: JsonObject, line: { id: string; offset: number }, reading: Reading): void {
  const id = asString(block.id) ?? '';
  const tool = asString(block.name) ?? '';
  if (id === '' || tool === '') return;
  const call: OpenCall = {
    id,
    tool,
    input: asObject(block.arguments),
    place: placeOf(reading),
    origin: line.id,
    offset: line.offset,
    state: savedState(reading),
  };
  reading.calls.open(call);
}

function endOf({ stopReason, errorMessage }: JsonObject): EventBody | undefined {
  if (stopReason === 'stop') return { kind: 'turn.end' };
  if (stopReason !== 'error' && stopReason !== 'aborted') return undefined;
  return { kind: 'turn.failed', error: asString(errorMessage) ?? stopReason };
}

function readResult(message: JsonObject, reading: Reading): LineReading {
  const id = asString(message.toolCallId) ?? '';
  const call = reading.calls.close(id);
  const tool = asString(message.toolName) ?? call?.tool ?? '';
  if (id === '' || tool === '') return { skip: 'toolResult:malformed' };
  const output = textOfContent(message.content);
  const body = toolEnd({
    tool,
    input: call?.input ?? {},
    output,
    ...outcomeOf(message, output),
    result: message.details,
  });
  return toReading({ number: id }, body, reading);
}

/**
 * The outcome of a tool call. OpenClaw does not mark a failed command as an error: its exit code, if any, decides; else
 * the error line that names one.
 */
function outcomeOf({ isError, details }: JsonObject, output: string): { failed: boolean; exitCode?: number } {
  const last = isError === true ? [...output.matchAll(EXITED)].at(-1)?.[1] : undefined;
  const exitCode = asNumber(asObject(details).exitCode) ?? (last === undefined ? undefined : Number(last));
  if (exitCode === undefined) return { failed: isError === true };
  return { failed: isError === true || exitCode !== 0, exitCode };
}

/** Reads a command line that the user ran with `!`: no tool call of the agent, but the agent saw it. */
function readBash(message: JsonObject, id: string, reading: Reading): LineReading {
  const command = asString(message.command) ?? '';
  const exitCode = asNumber(message.exitCode);
  const failed = exitCode !== undefined && exitCode !== 0;
  const output = asString(message.output) ?? '';
  const body = toolEnd({
    tool: 'bash',
    input: { command },
    output,
    failed,
    exitCode,
    interrupted: message.cancelled === true,
  });
  return toReading({ number: id }, body, reading);
}

function readCompaction(json: JsonObject, origin: string, reading: Reading): LineReading {
  const summary = asString(json.summary)?.trim() || undefined;
  const stated = omitUndefined({ summary, tokensBefore: asNumber(json.tokensBefore) });
  const body: EventBody = { kind: 'compact.end', trigger: 'unknown', ...stated };
  return toReading(compactionIdentity({ origin }), body, reading);
}

function toReading(identity: EventIdentity, body: EventBody, reading: Reading): LineReading {
  return { events: [transcriptEvent(placeOf(reading), identity, body)] };
}

function placeOf({ agent, session, at, cwd }: Reading): EventContext {
  return { agent, agentSession: session, at, ...omitUndefined({ cwd }) };
}
