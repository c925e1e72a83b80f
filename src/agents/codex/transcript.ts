import type { EventBody, RawEvent } from '../../core/event.ts';
import { asObject, asString, type JsonObject } from '../../core/json.ts';
import { compactionIdentity, contentIdentity } from '../shared/claude-identity.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { createJsonlParser, type LineReading } from '../shared/jsonl-parser.ts';
import { isCopied, startCopies } from './copied-lines.ts';
import { readItemMessage, readMessage, readPrompt, releaseHeld, textOfParts } from './read-messages.ts';
import {
  commandRun,
  patchRun,
  readToolCall,
  readToolResult,
  readToolRun,
  readWebSearch,
  serverRun,
  unfinished,
  webRun,
} from './read-tools.ts';
import { type Line, placeOf, type Reading, savedState, startReading, toEvent, toLine } from './rollout-line.ts';
import { threadOfMeta } from './thread.ts';

/** Bytes at the end of a file in which a tool call may still wait for its result: as many are read again at most. */
const WAITING_BYTES = 1024 * 1024;
/** `codex migrate-rollouts` invents turns for files that name none. */
const INVENTED_TURN = /^rollout-\d+$/;
const SUMMARY_OPENS = /^Another language model started [^\n]{0,800}:\n/;

/** Makes the parser of one rollout, of a session or a subagent, in any form that Codex has written since 2025. */
export function createParser(file: { path: string }, state: JsonObject = {}): TranscriptParser {
  const reading = startReading(file.path, state);
  return createJsonlParser({
    read: (json, offset) => {
      const line = toLine(json, offset, reading);
      if (line.type === 'session_meta') return readMeta(line, reading);
      if (reading.thread.isHidden) return { skip: 'hidden-agent' };
      if (isCopied(line, reading)) return { skip: 'forked' };
      const lost = unfinished(reading.calls.giveUpBefore(offset - WAITING_BYTES), reading);
      return withEvents(lost, readLine(line, reading));
    },
    position: (offset) => positionOf(reading, offset),
  });
}

/** Events beside those of the line make a line that is otherwise skipped a read one. */
function withEvents(events: RawEvent[], line: LineReading): LineReading {
  if (events.length === 0) return line;
  return { events: 'events' in line ? [...events, ...line.events] : events };
}

function positionOf(reading: Reading, offset: number): ReturnType<TranscriptParser['position']> {
  const call = reading.calls.oldest();
  const waiting = [call, reading.held]
    .filter((entry) => entry !== undefined && entry.offset >= offset - WAITING_BYTES)
    .reduce((one, other) => (one === undefined || (other && other.offset < one.offset) ? other : one), undefined);
  return waiting === undefined
    ? { resumeAt: offset, state: savedState(reading) }
    : { resumeAt: waiting.offset, state: waiting.state };
}

/** The first line names the thread; a fork's next one is that of the thread whose lines it begins with. */
function readMeta({ payload }: Line, reading: Reading): LineReading {
  if (reading.thread.isKnown) {
    startCopies(payload, reading);
    return { skip: 'session_meta:other' };
  }
  reading.thread = threadOfMeta(payload, reading.thread);
  reading.cwd = asString(payload.cwd) ?? reading.cwd;
  return { skip: 'session_meta' };
}

function readLine(line: Line, reading: Reading): LineReading {
  switch (line.type) {
    case 'response_item':
      return readItem(line, reading);
    case 'event_msg':
      return readEvent(line, reading);
    case 'compacted':
      return readCompaction(line, reading);
    case 'turn_context':
      return readTurnContext(line, reading);
    default:
      return { skip: line.type };
  }
}

function readTurnContext({ payload, type }: Line, reading: Reading): LineReading {
  reading.turn = asString(payload.turn_id) ?? reading.turn;
  reading.cwd = asString(payload.cwd) ?? reading.cwd;
  reading.model = asString(payload.model) ?? reading.model;
  return { skip: type };
}

/** An item of the model's input or output. */
function readItem(line: Line, reading: Reading): LineReading {
  switch (line.kind) {
    case 'message':
      return withEvents(releaseHeld(reading), readItemMessage(line, reading));
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      return withEvents(releaseHeld(reading), readToolCall(line, reading));
    case 'function_call_output':
    case 'custom_tool_call_output':
      return readToolResult(line, reading);
    case 'web_search_call':
      return readWebSearch(line, reading);
    default:
      return { skip: `item:${line.kind || 'unknown'}` };
  }
}

/** What happened. `item_completed` is the form since 0.169, the others are those before. */
function readEvent(line: Line, reading: Reading): LineReading {
  const { kind, payload } = line;
  const id = asString(payload.call_id) ?? '';
  switch (kind) {
    case 'user_message':
      return readPrompt(asString(payload.message) ?? '', line, reading);
    case 'agent_message':
      return withEvents(releaseHeld(reading), readMessage(asString(payload.message) ?? '', line, reading));
    case 'item_completed':
      return readCompleted(asObject(payload.item), line, reading);
    case 'exec_command_end':
      return readToolRun(id, commandRun(payload), reading);
    case 'patch_apply_end':
      return readToolRun(id, patchRun(payload), reading);
    case 'mcp_tool_call_end':
      return readToolRun(id, serverRun(payload), reading);
    case 'web_search_end':
      return readToolRun(id, webRun(payload), reading);
    case 'task_started':
    case 'turn_started':
      reading.turn = asString(payload.turn_id) ?? reading.turn;
      return { skip: `event:${kind}` };
    case 'task_complete':
    case 'turn_complete':
    case 'turn_aborted':
      return readTurnEnd(line, reading);
    default:
      return { skip: `event:${kind || 'unknown'}` };
  }
}

function readCompleted(item: JsonObject, line: Line, reading: Reading): LineReading {
  reading.turn = asString(line.payload.turn_id) ?? reading.turn;
  const type = asString(item.type) ?? 'unknown';
  const id = asString(item.id) ?? '';
  switch (type) {
    case 'UserMessage':
      return readPrompt(textOfParts(item.content), line, reading);
    case 'AgentMessage':
      return readMessage(textOfParts(item.content), line, reading);
    case 'Plan':
      return readMessage(asString(item.text) ?? '', line, reading);
    case 'CommandExecution':
      return readToolRun(id, commandRun(item), reading);
    case 'FileChange':
      return readToolRun(id, patchRun(item), reading);
    case 'McpToolCall':
      return readToolRun(id, serverRun(item), reading);
    case 'WebSearch':
    case 'Extension':
      return readToolRun(id, webRun(item), reading);
    default:
      return { skip: `completed:${type}` };
  }
}

/** What was called in a turn and got no answer will get none. A turn that its user stopped has ended as well. */
function readTurnEnd(line: Line, reading: Reading): LineReading {
  const { payload } = line;
  const turn = asString(payload.turn_id) ?? '';
  if (INVENTED_TURN.test(turn)) return { skip: `event:${line.kind}` };
  if (turn !== '') reading.turn = turn;
  const lost = [...releaseHeld(reading), ...unfinished(reading.calls.giveUpThread(reading.thread.subagent), reading)];
  const { subagent } = reading.thread;
  const error = errorOf(payload);
  const identity = turn === '' ? contentIdentity([], line.id) : { number: turn };
  const body: EventBody = error === undefined ? { kind: 'turn.end' } : { kind: 'turn.failed', error };
  const ended =
    subagent === undefined ? toEvent(placeOf(reading), identity, body) : subagentEnd(subagent, line, reading);
  return { events: [...lost, ended] };
}

function subagentEnd(subagent: string, { payload }: Line, reading: Reading): RawEvent {
  const result = (asString(payload.last_agent_message) ?? '').trim();
  const body = { kind: 'subagent.end', type: reading.thread.type } as const;
  return toEvent(placeOf(reading), { number: subagent }, result === '' ? body : { ...body, result });
}

function errorOf({ error }: JsonObject): string | undefined {
  const text = asString(error) ?? asString(asObject(error).message);
  return text === undefined || text === '' ? undefined : text;
}

function readCompaction(line: Line, reading: Reading): LineReading {
  const summary = (asString(line.payload.message) ?? '').replace(SUMMARY_OPENS, '').trim();
  const body = { kind: 'compact.end', trigger: 'unknown' } as const;
  const identity = compactionIdentity({ origin: line.id, subagent: reading.thread.subagent });
  return { events: [toEvent(placeOf(reading), identity, summary === '' ? body : { ...body, summary })] };
}
