import { asNumber, asObject, asString, isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventBody, PromptOrigin, RawEvent } from '../../../core/model/event.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { TranscriptParser } from '../contract.ts';
import type { LineReading } from '../transcripts/jsonl-parser.ts';
import type { OpenCall } from '../transcripts/open-calls.ts';
import { createWaitingParser } from '../transcripts/waiting-parser.ts';
import { compactionIdentity, contentIdentity, messageIdentity, promptIdentity } from './claude-identity.ts';
import { promptText } from './claude-prompt.ts';
import {
  type CopilotLine,
  type CopilotReading,
  type CopilotTranscript,
  copilotEvent,
  copilotPlace,
  copilotState,
  startCopilot,
  toCopilotLine,
} from './copilot-line.ts';
import { copilotInput, copilotToolEnd, withoutGuidance } from './copilot-tool.ts';

/** Makes the parser of one file of Copilot's events: `{type, data, id, timestamp, agentId?}` a line. */
export function createCopilotParser(transcript: CopilotTranscript, state: JsonObject = {}): TranscriptParser {
  const reading = startCopilot(transcript, state);
  return createWaitingParser({
    calls: reading.calls,
    read: (json, offset) => readLine(toCopilotLine(json, offset, reading), reading),
    state: () => copilotState(reading),
    toStart: (call) => startOf(call, reading),
  });
}

function readLine(line: CopilotLine, reading: CopilotReading): LineReading {
  switch (line.type) {
    case 'session.start':
      reading.session = asString(line.data.sessionId) || reading.session;
      return { skip: line.type };
    case 'session.resume':
      reading.isTyped = reading.transcript.isTyped === true;
      reading.prompt = undefined;
      return { skip: line.type };
    case 'session.model_change':
      reading.isTyped ||= line.subagent === undefined && reading.prompt === undefined;
      return { skip: line.type };
    case 'user.message':
      return readPrompt(line, reading);
    case 'assistant.message':
      return readMessage(line, reading);
    case 'tool.execution_start':
      return openCall(line.data.toolCallId, { tool: line.data.toolName, line, reading })
        ? { events: [] }
        : { skip: `${line.type}:malformed` };
    case 'tool.execution_complete':
      return readToolEnd(line, reading);
    case 'subagent.started':
    case 'subagent.completed':
    case 'subagent.failed':
      return readSubagent(line, reading);
    case 'session.compaction_complete':
      return readCompaction(line, reading);
    case 'session.error':
      return readError(line, reading);
    default:
      return { skip: line.type };
  }
}

/**
 * Reads a prompt, or a message to a subagent. `content` is the typed text, `transformedContent` includes what hooks
 * injected.
 */
function readPrompt(line: CopilotLine, reading: CopilotReading): LineReading {
  const { data, subagent } = line;
  const text = promptText(asString(data.content) ?? '');
  if (text === '') return { skip: 'user.message:empty' };
  // A prompt that is sent during a turn ends none of its calls.
  const isIdle = data.delivery === undefined || data.delivery === 'idle';
  const lost = isIdle ? reading.calls.giveUpThread(subagent).map((call) => startOf(call, reading)) : [];
  const body = { kind: 'prompt', text, origin: originOf(line, reading) } as const;
  return { events: [...lost, toEvent(line, promptIdentity(text, { origin: line.id, subagent }), { body, reading })] };
}

/**
 * The origin of a prompt. The terminal chooses the model before the first prompt, which neither `-p` nor the SDK does;
 * without that nothing tells them apart. A prompt with a `source` is the agent's own.
 */
function originOf({ data, subagent }: CopilotLine, { isTyped }: CopilotReading): PromptOrigin {
  const source = asString(data.source) ?? '';
  if (subagent !== undefined || (source !== '' && source !== 'user')) return 'system';
  return isTyped ? 'person' : 'unknown';
}

function readMessage(line: CopilotLine, reading: CopilotReading): LineReading {
  const { data, id, subagent } = line;
  const requests = Array.isArray(data.toolRequests) ? data.toolRequests.filter(isJsonObject) : [];
  const called = requests.filter((request) =>
    openCall(request.toolCallId, { tool: request.name, line: { ...line, data: request }, reading }),
  );
  const text = (asString(data.content) ?? '').trim();
  if (text === '') return called.length > 0 ? { events: [] } : { skip: 'assistant.message:empty' };
  const model = asString(data.model) || undefined;
  const body: EventBody = { kind: 'message', text, ...(model === undefined ? {} : { model }) };
  return { events: [toEvent(line, messageIdentity(text, { origin: id, subagent }), { body, reading })] };
}

/**
 * Records a call until its result comes; false when it is none. A message names its calls, and each is named again when
 * it runs.
 */
function openCall(
  id: unknown,
  { tool, line, reading }: { tool: unknown; line: CopilotLine; reading: CopilotReading },
): boolean {
  if (typeof id !== 'string' || typeof tool !== 'string' || id === '' || tool === '') return false;
  const { offset, id: origin } = line;
  const input = copilotInput(line.data.arguments);
  const place = copilotPlace(line, reading);
  reading.calls.open({ id, tool, input, place, origin, offset, state: copilotState(reading) });
  return true;
}

function readToolEnd(line: CopilotLine, reading: CopilotReading): LineReading {
  const { data } = line;
  const call = reading.calls.close(asString(data.toolCallId) ?? '');
  if (call === undefined) return { skip: 'tool.execution_complete:unasked' };
  const { content, detailedContent } = asObject(data.result);
  // `content` is the text for the model, followed by the hooks' output.
  const output = asString(detailedContent) || withoutGuidance(asString(content) ?? '');
  const { tool, input } = call;
  const body = copilotToolEnd({
    tool,
    input,
    output: output || (asString(asObject(data.error).message) ?? ''),
    failed: data.success === false,
    exitCode: asNumber(asObject(data.shellExecution).exitCode),
  });
  const end = toEvent(line, reading.transcript.identityOf(call), { body, reading });
  return { events: [end, ...subagentResult(call, { line, output: body.output, reading })] };
}

/** A subagent's result is in the result of the call that started it, unless it runs in the background. */
function subagentResult(
  { id, input }: OpenCall,
  { line, output, reading }: { line: CopilotLine; output: string; reading: CopilotReading },
): RawEvent[] {
  const agent = reading.agents.get(id);
  reading.agents.delete(id);
  const mode = asString(asObject(asObject(line.data.toolTelemetry).properties).execution_mode) ?? asString(input.mode);
  if (agent === undefined || mode === 'background' || line.data.success !== true) return [];
  const type = asString(input.agent_type) ?? '';
  const place = copilotPlace({ subagent: agent }, reading);
  return [copilotEvent(place, { number: agent }, { kind: 'subagent.end', type, result: output.trim() })];
}

function readSubagent(line: CopilotLine, reading: CopilotReading): LineReading {
  const call = asString(line.data.toolCallId) ?? '';
  const id = line.subagent ?? call;
  if (id === '') return { skip: `${line.type}:malformed` };
  if (line.type === 'subagent.started') reading.agents.set(call, id);
  const kind = line.type === 'subagent.started' ? 'subagent.start' : 'subagent.end';
  const body: EventBody = { kind, type: asString(line.data.agentName) ?? '' };
  return { events: [copilotEvent(copilotPlace({ subagent: id }, reading), { number: id }, body)] };
}

function readCompaction(line: CopilotLine, reading: CopilotReading): LineReading {
  const { success, summaryContent, trigger, preCompactionTokens, postCompactionTokens } = line.data;
  if (success === false) return { skip: `${line.type}:failed` };
  const body: EventBody = {
    kind: 'compact.end',
    trigger: asString(trigger) || 'unknown',
    ...omitUndefined({
      summary: asString(summaryContent)?.trim() || undefined,
      tokensBefore: asNumber(preCompactionTokens),
      tokensAfter: asNumber(postCompactionTokens),
    }),
  };
  const { id, subagent } = line;
  return { events: [toEvent(line, compactionIdentity({ origin: id, subagent }), { body, reading })] };
}

function readError(line: CopilotLine, reading: CopilotReading): LineReading {
  const { errorType, message } = line.data;
  const error = [asString(errorType), asString(message)].filter((part) => part !== undefined && part !== '').join(': ');
  const body: EventBody = { kind: 'turn.failed', error: error || 'unknown' };
  return { events: [toEvent(line, contentIdentity([], line.id), { body, reading })] };
}

function startOf(call: OpenCall, { transcript }: CopilotReading): RawEvent {
  const { tool, input, place } = call;
  return copilotEvent(place, transcript.identityOf(call), { kind: 'tool.start', tool, input });
}

function toEvent(
  line: CopilotLine,
  identity: RawEvent['identity'],
  { body, reading }: { body: EventBody; reading: CopilotReading },
): RawEvent {
  return copilotEvent(copilotPlace(line, reading), identity, body);
}
