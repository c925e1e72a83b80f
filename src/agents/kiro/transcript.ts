import { basename, dirname } from 'node:path';
import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { compactionIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import type { LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { createWaitingParser } from '../shared/transcripts/waiting-parser.ts';
import { readCliLine } from './cli-line.ts';
import {
  openCall,
  type Reading,
  reportMessage,
  reportPrompt,
  reportResult,
  reportTurnEnd,
  type Spot,
  savedState,
  startReading,
  timeOf,
  toEvent,
  toStart,
} from './reading.ts';
import { sourceOfCliSession, sourceOfSession } from './session-file.ts';

/**
 * Makes the parser of a JSONL transcript: of the IDE since 1.0 and the CLI's engine V3, or of the CLI's engine before.
 */
export function createParser({ path }: { path: string }, state: JsonObject = {}): TranscriptParser {
  const isCli = basename(dirname(path)) === 'cli';
  const reading = startReading(isCli ? sourceOfCliSession(path) : sourceOfSession(path), state);
  const read = isCli ? readCliLine : readLine;
  return createWaitingParser({
    calls: reading.calls,
    read: (json, offset) => read(json, offset, reading),
    state: () => savedState(reading),
    toStart,
  });
}

function readLine(line: JsonObject, offset: number, reading: Reading): LineReading {
  reading.at = timeOf(line.timestamp) ?? reading.at;
  const payload = asObject(line.payload);
  const type = asString(payload.type) ?? 'unknown';
  const spot = { id: asString(line.id) ?? `@${offset}`, offset };
  switch (type) {
    case 'user':
      return reportPrompt(textOfContent(payload.content), spot, reading);
    case 'session_start':
      // A prompt with a role is Kiro's own context for the model.
      if (payload.forcedRole !== undefined) return { skip: type };
      return reportPrompt(textOfContent(payload.content), spot, reading);
    case 'assistant':
      return readAssistant(payload, spot, reading);
    case 'tool_call':
      return readCall(payload, spot, reading);
    case 'tool_result':
      return readResult(payload, reading);
    case 'turn_end':
      return { events: reportTurnEnd(spot, reading) };
    default:
      return { skip: type };
  }
}

/** Reads a message of the agent; its thinking is not kept. */
function readAssistant({ content, operationType }: JsonObject, spot: Spot, reading: Reading): LineReading {
  const operation = asString(operationType) ?? 'Say';
  if (operation === 'Reasoning') return { skip: 'assistant:Reasoning' };
  const text = textOfContent(content);
  if (text.trim() === '') return { skip: 'assistant:empty' };
  if (operation !== 'Summary') return { events: reportMessage(text, spot, reading) };
  const identity = compactionIdentity({ origin: spot.id, subagent: reading.source.subagent });
  return { events: [toEvent(reading, identity, { kind: 'compact.end', trigger: 'unknown', summary: text.trim() })] };
}

function readCall({ toolCallId, toolName, args }: JsonObject, spot: Spot, reading: Reading): LineReading {
  const call = { id: asString(toolCallId) ?? '', tool: asString(toolName) ?? '', input: asObject(args) };
  return openCall(call, spot, reading) ? { events: [] } : { skip: 'tool_call:malformed' };
}

function readResult({ toolCallId, content, success }: JsonObject, reading: Reading): LineReading {
  const events = reportResult({ id: asString(toolCallId) ?? '', content, failed: success === false }, reading);
  return events.length === 0 ? { skip: 'tool_result:unasked' } : { events };
}
