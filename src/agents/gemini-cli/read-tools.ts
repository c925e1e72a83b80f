import { asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventContext, RawEvent } from '../../core/model/event.ts';
import { toolIdentity } from '../shared/dialects/claude-identity.ts';
import { partsOf } from '../shared/dialects/gemini-parts.ts';
import { transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { geminiToolEnd } from './tool-call.ts';
import { placeOf, type Reading } from './transcript-line.ts';

const ENDED = new Set(['success', 'error', 'cancelled']);
/** The header of a subagent's result. */
const RUN_OPENS = /^Subagent '[^']*' finished\.\nTermination Reason: [^\n]*\nResult:\n/;

/** The tool calls of a message, with their results. Gemini CLI rewrites the message as results come in. */
export function readToolCalls({ toolCalls }: JsonObject, reading: Reading): RawEvent[] {
  return Array.isArray(toolCalls) ? toolCalls.filter(isJsonObject).flatMap((call) => readCall(call, reading)) : [];
}

function readCall(call: JsonObject, reading: Reading): RawEvent[] {
  const tool = asString(call.name) ?? '';
  const id = asString(call.id) ?? '';
  if (tool === '' || id === '') return [];
  const input = asObject(call.args);
  const status = asString(call.status) ?? '';
  const at = Date.parse(asString(call.timestamp) ?? '');
  const began = placeOf(reading);
  const place = Number.isFinite(at) ? { ...began, at } : began;
  // Hooks have tool and input but no call id: equal calls are distinguished by their order.
  const identity = toolIdentity({ tool, input }, id);
  if (!ENDED.has(status) && call.result === undefined) {
    return [transcriptEvent(began, identity, { kind: 'tool.start', tool, input })];
  }
  const body = geminiToolEnd({
    tool,
    input,
    answer: answerOf(call.result, id),
    shown: call.resultDisplay,
    failed: status === 'error' || status === 'cancelled',
    interrupted: status === 'cancelled',
  });
  return [transcriptEvent(place, identity, body), ...subagentRun(call, { began, place, output: body.output })];
}

/**
 * The result that the model got: the response to this call, without those to other calls of the same round, and the
 * parts next to it.
 */
function answerOf(result: JsonValue | undefined, id: string): JsonValue {
  return partsOf(result).flatMap((part) => {
    if (part.functionResponse === undefined) return [part];
    const { id: of, response } = asObject(part.functionResponse);
    if (typeof of === 'string' && of !== id) return [];
    const { output, error } = asObject(response);
    return partsOf(output ?? error);
  });
}

/** The run of a subagent, as its caller's file reports it. */
function subagentRun(
  { agentId: subagent, args }: JsonObject,
  { began, place, output }: { began: EventContext; place: EventContext; output: string },
): RawEvent[] {
  if (typeof subagent !== 'string' || subagent === '') return [];
  const { agent_name, prompt, request, objective } = asObject(args);
  const type = asString(agent_name) ?? '';
  const task = asString(prompt) ?? asString(request) ?? asString(objective);
  const result = output.replace(RUN_OPENS, '').trim();
  return [
    transcriptEvent(
      { ...began, subagent },
      { number: subagent },
      { kind: 'subagent.start', type, ...(task === undefined ? {} : { task }) },
    ),
    transcriptEvent(
      { ...place, subagent },
      { number: subagent },
      { kind: 'subagent.end', type, ...(result === '' ? {} : { result }) },
    ),
  ];
}
