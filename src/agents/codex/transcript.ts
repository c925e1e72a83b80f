import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { createJsonlParser, type LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { positionAt, WAITING_BYTES, withEvents } from '../shared/transcripts/waiting-parser.ts';
import { isCopied, startCopies } from './copied-lines.ts';
import { readItemMessage, readMessage, readPrompt, releaseHeld, textOfParts } from './read-messages.ts';
import {
  commandRun,
  patchRun,
  readSubagentStart,
  readToolCall,
  readToolResult,
  readToolRun,
  readWebSearch,
  serverRun,
  unfinished,
  webRun,
} from './read-tools.ts';
import { readCompaction, readTurnContext, readTurnEnd, readTurnStart } from './read-turns.ts';
import { type Line, type Reading, savedState, startReading, toLine } from './rollout-line.ts';
import { threadOfMeta } from './thread.ts';

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
    position: (offset) => positionAt(offset, [reading.calls.oldest(), reading.held], () => savedState(reading)),
  });
}

/**
 * Reads the line of a thread: the first names the file's own; in a fork the second is that of the thread whose lines
 * were copied.
 */
function readMeta({ payload }: Line, reading: Reading): LineReading {
  if (reading.thread.isKnown) {
    startCopies(payload, reading);
    return { skip: 'session_meta:other' };
  }
  reading.thread = threadOfMeta(payload, reading.thread);
  reading.ownFrom = asNumber(payload.subagent_history_start_ordinal);
  reading.forkOf = asString(payload.forked_from_id);
  reading.cwd = asString(payload.cwd) ?? reading.cwd;
  reading.branch = asString(asObject(payload.git).branch);
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

/** Reads an item of the model's input or output. */
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

/** Reads an event line. `item_completed` is the form since 0.169, the other types are those before. */
function readEvent(line: Line, reading: Reading): LineReading {
  const { kind, payload } = line;
  const id = asString(payload.call_id) ?? '';
  switch (kind) {
    case 'user_message':
      return readPrompt(asString(payload.message) ?? '', line, reading);
    case 'agent_message':
      return withEvents(releaseHeld(reading), readMessage(asString(payload.message) ?? '', line, reading));
    case 'item_completed':
      return readCompleted(line, reading);
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
      return readTurnStart(line, reading);
    case 'task_complete':
    case 'turn_complete':
    case 'turn_aborted':
      return readTurnEnd(line, reading);
    default:
      return { skip: `event:${kind || 'unknown'}` };
  }
}

/**
 * Reads a completed item. A command may end after its turn: the line names the turn to which it belongs; the current
 * turn stays.
 */
function readCompleted(line: Line, reading: Reading): LineReading {
  const { turn } = reading;
  reading.turn = asString(line.payload.turn_id) ?? turn;
  const completed = readCompletedItem(asObject(line.payload.item), line, reading);
  reading.turn = turn ?? reading.turn;
  return completed;
}

function readCompletedItem(item: JsonObject, line: Line, reading: Reading): LineReading {
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
    case 'SubAgentActivity':
      return readSubagentStart(item, reading);
    case 'WebSearch':
    case 'Extension':
      return readToolRun(id, webRun(item), reading);
    default:
      return { skip: `completed:${type}` };
  }
}
