import { asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { EventContext, RawEvent } from '../../core/model/event.ts';
import { durationOf, textOfContent, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import type { OpenCall } from '../shared/transcripts/open-calls.ts';
import { readReply } from './read-reply.ts';
import { shownDocument } from './shown-document.ts';
import { type Line, placeOf, type Reading, writerOf } from './transcript-line.ts';

const DELEGATES = new Set(['Agent', 'Task']);

/**
 * The end of a tool call, from its result block and the line's structured result; and, for the Task tool, the
 * subagent's run.
 */
export function readToolResult(block: JsonObject, line: Line, reading: Reading): RawEvent[] {
  const id = asString(block.tool_use_id) ?? '';
  if (id === '') return [];
  const call = reading.calls.close(id);
  const result = line.json.toolUseResult;
  const told = {
    tool: call?.tool ?? 'unknown',
    input: call?.input ?? {},
    output: textOfContent(
      Array.isArray(block.content) ? block.content.filter(isJsonObject).map(shownDocument) : block.content,
    ),
    failed: block.is_error === true,
  };
  const body = toolEnd({ ...told, result, durationMs: durationOf(result) });
  const evidence = { ...told, ...writerOf(reading), line: line.json, ran: call?.ran === true };
  const reply = call === undefined ? undefined : readReply(evidence);
  if (reply !== undefined) body.reply = reply;
  const end = transcriptEvent(placeOf(line, reading), { number: id }, body);
  if (call === undefined || !body.success || !DELEGATES.has(call.tool)) return [end];
  return [end, ...subagentRun(call, { end, output: body.output, result: asObject(result) })];
}

/** `tool.start` events for calls whose end will never be reported. */
export function toolStarts(calls: readonly OpenCall[]): RawEvent[] {
  return calls.map(({ id, tool, input, place }) =>
    transcriptEvent(place, { number: id }, { kind: 'tool.start', tool, input }),
  );
}

/** The run of a subagent as its caller's file reports it. A run in the background has only started. */
function subagentRun(
  call: OpenCall,
  { end, output, result }: { end: RawEvent; output: string; result: JsonObject },
): RawEvent[] {
  const id = asString(result.agentId) ?? call.id;
  const type = asString(call.input.subagent_type) ?? '';
  const task = asString(call.input.prompt) ?? asString(result.prompt);
  const start = transcriptEvent(
    inSubagent(call.place, id),
    { number: id },
    { kind: 'subagent.start', type, ...(task === undefined ? {} : { task }) },
  );
  if (result.isAsync === true || result.status === 'async_launched') return [start];
  const text = textOfContent(result.content) || output;
  const { identity: _identity, source: _source, body: _body, ...place } = end;
  return [
    start,
    transcriptEvent(inSubagent(place, id), { number: id }, { kind: 'subagent.end', type, result: text.trim() }),
  ];
}

function inSubagent(place: EventContext, subagent: string): EventContext {
  return { ...place, subagent };
}
