import { asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { LineReading } from '../shared/transcripts/jsonl-parser.ts';
import {
  openCall,
  type Reading,
  reportMessage,
  reportPrompt,
  reportResult,
  reportTurnEnd,
  type Spot,
  timeOf,
} from './reading.ts';

/** Reads a line of the CLI's engine before V3: a prompt, the agent's messages and calls, or tool results. */
export function readCliLine(line: JsonObject, offset: number, reading: Reading): LineReading {
  const kind = asString(line.kind) ?? 'unknown';
  const data = asObject(line.data);
  reading.at = timeOf(asObject(data.meta).timestamp) ?? reading.at;
  const parts = Array.isArray(data.content) ? data.content.filter(isJsonObject) : [];
  const spot = { id: asString(data.message_id) ?? `@${offset}`, offset };
  if (kind === 'Prompt') return reportPrompt(textOf(parts), spot, reading);
  if (kind === 'AssistantMessage') return readAssistant(parts, spot, reading);
  if (kind === 'ToolResults') return readResults(parts, reading);
  return { skip: kind };
}

/** Reads the agent's messages and calls; a message without a tool call ends the turn. */
function readAssistant(parts: readonly JsonObject[], spot: Spot, reading: Reading): LineReading {
  const messages = reportMessage(textOf(parts), spot, reading);
  const calls = parts
    .filter((part) => part.kind === 'toolUse')
    .map(({ data }) => asObject(data))
    .filter(({ toolUseId, name, input }) =>
      openCall({ id: asString(toolUseId) ?? '', tool: asString(name) ?? '', input: asObject(input) }, spot, reading),
    );
  if (calls.length > 0) return { events: messages };
  return messages.length === 0
    ? { skip: 'AssistantMessage:empty' }
    : { events: [...messages, ...reportTurnEnd(spot, reading)] };
}

function readResults(parts: readonly JsonObject[], reading: Reading): LineReading {
  const results = parts.filter((part) => part.kind === 'toolResult').map(({ data }) => asObject(data));
  const events = results.flatMap(({ toolUseId, content, status }) =>
    reportResult({ id: asString(toolUseId) ?? '', content, failed: status === 'error' }, reading),
  );
  return events.length === 0 ? { skip: 'ToolResults:unasked' } : { events };
}

function textOf(parts: readonly JsonObject[]): string {
  const texts = parts.filter((part) => part.kind === 'text').map(({ data }) => asString(data) ?? '');
  return texts.join('\n');
}
