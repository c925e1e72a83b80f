import { asNumber, asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { toolIdentity } from '../shared/dialects/claude-identity.ts';
import { withoutInjectedBlock } from '../shared/dialects/injected-block.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import type { OpenCall } from '../shared/transcripts/open-calls.ts';
import { FILE_TOOLS } from './capabilities.ts';
import { qwenToolEnd } from './tool-call.ts';
import { type Line, placeOf, type Reading, savedState } from './transcript-line.ts';

const DELEGATE = 'agent';
/** Runs a tool whose description the model got later than at the start; hooks name the tool that it runs. */
const BRIDGE = 'tool_call';

/** Records the calls of an assistant's line until their results come; returns their number. */
export function openCalls(line: Line, reading: Reading): number {
  const calls = line.parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [asObject(functionCall)]));
  for (const call of calls) {
    const id = asString(call.id) ?? '';
    const { tool, input } = calledTool(call);
    if (id === '' || tool === '') continue;
    const { offset, id: origin } = line;
    const place = placeOf(line, reading);
    reading.calls.open({ id, tool, input, place, origin, offset, state: savedState(reading) });
  }
  return calls.length;
}

function calledTool({ name, args }: JsonObject): { tool: string; input: JsonObject } {
  const tool = asString(name) ?? '';
  const input = asObject(args);
  const called = tool === BRIDGE ? asString(input.name) : undefined;
  return called === undefined ? { tool, input } : { tool: called, input: asObject(input.arguments) };
}

/** The ends of tool calls; context that hooks added is at the end of a result, without a mark of Qwen Code's. */
export function readToolResults(line: Line, reading: Reading): LineReading {
  const results = line.parts.flatMap(({ functionResponse }) =>
    functionResponse === undefined ? [] : [asObject(functionResponse)],
  );
  const events = results.flatMap((result) => readResult(result, line, reading));
  return events.length > 0 ? { events } : { skip: 'tool_result:unasked' };
}

/** The `tool.start` event for a call whose end will never be reported. */
export function toStart(call: OpenCall): RawEvent {
  const { tool, input } = call;
  return transcriptEvent(call.place, toolIdentity(call, call.origin), { kind: 'tool.start', tool, input });
}

function readResult(result: JsonObject, line: Line, reading: Reading): RawEvent[] {
  const { id, response } = result;
  const call = reading.calls.close(asString(id) ?? '');
  if (call === undefined) return [];
  const { output, error } = asObject(response);
  const { status, resultDisplay, durationMs } = asObject(line.json.toolCallResult);
  const body = qwenToolEnd({
    tool: call.tool,
    input: call.input,
    answer: ownAnswer(output ?? error, call.tool),
    shown: resultDisplay,
    failed: output === undefined ? error !== undefined : status === 'error' || status === 'cancelled',
    interrupted: status === 'cancelled',
    durationMs: asNumber(durationMs),
  });
  const end = transcriptEvent(placeOf(line, reading), toolIdentity(call, call.origin), body);
  return [end, ...subagentRun(call, end, asObject(resultDisplay))];
}

/** A result without the context about a file that Cairn appended after the file was read or changed. */
function ownAnswer(answer: JsonValue | undefined, tool: string): JsonValue | undefined {
  const isFileTool = typeof answer === 'string' && Object.hasOwn(FILE_TOOLS, tool);
  return isFileTool ? withoutInjectedBlock(answer) : answer;
}

/** The run of a subagent as its caller's file reports it, unless it continues in the background. */
function subagentRun(call: OpenCall, end: RawEvent, shown: JsonObject): RawEvent[] {
  const result = asString(shown.result) ?? '';
  if (call.tool !== DELEGATE || shown.type !== 'task_execution' || shown.status !== 'completed') return [];
  const type = asString(call.input.subagent_type) ?? asString(shown.subagentName) ?? '';
  const id = `${type}-${call.id}`;
  const { identity: _identity, source: _source, body: _body, ...place } = end;
  const body = { kind: 'subagent.end', type, ...(result === '' ? {} : { result }) } as const;
  return [transcriptEvent({ ...place, subagent: id }, { number: id }, body)];
}
