import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { messageIdentity, toolIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import type { OpenCall } from '../shared/transcripts/open-calls.ts';
import { kimiToolEnd } from './tool-call.ts';
import { type Line, placeOf, type Reading, savedState } from './wire-line.ts';

/** Reads an event of the agent's loop: a message, a tool call, or its result. Thinking is not kept. */
export function readLoopEvent(line: Line, reading: Reading): LineReading {
  const event = asObject(line.json.event);
  const type = asString(event.type) ?? 'unknown';
  if (type === 'content.part') return readPart(asObject(event.part), { event, line, reading });
  if (type === 'tool.call') return readCall(event, line, reading);
  if (type === 'tool.result') return readResult(event, reading);
  return { skip: `loop:${type}` };
}

/** `tool.start` events for calls whose end will never be reported. */
export function toolStarts(calls: readonly OpenCall[]): RawEvent[] {
  return calls.map((call) =>
    transcriptEvent(call.place, toolIdentity(call, call.origin), {
      kind: 'tool.start',
      tool: call.tool,
      input: call.input,
    }),
  );
}

function readPart(
  part: JsonObject,
  { event, line, reading }: { event: JsonObject; line: Line; reading: Reading },
): LineReading {
  const text = (part.type === 'text' ? (asString(part.text) ?? '') : '').trim();
  if (text === '') return { skip: `part:${asString(part.type) ?? 'unknown'}` };
  const { subagent } = reading.source;
  const identity = messageIdentity(text, { origin: asString(event.uuid) ?? line.id, subagent });
  return { events: [transcriptEvent(placeOf(reading), identity, { kind: 'message', text })] };
}

function readCall(event: JsonObject, line: Line, reading: Reading): LineReading {
  const id = asString(event.toolCallId) ?? '';
  const tool = asString(event.name) ?? '';
  if (id === '' || tool === '') return { skip: 'tool.call:malformed' };
  const { offset, id: origin } = line;
  const input = asObject(event.args);
  reading.calls.open({ id, tool, input, place: placeOf(reading), origin, offset, state: savedState(reading) });
  return { events: [] };
}

function readResult(event: JsonObject, reading: Reading): LineReading {
  const id = asString(event.toolCallId) ?? '';
  const call = reading.calls.close(id);
  if (id === '' || call === undefined) return { skip: 'tool.result:unasked' };
  const { output, isError, durationMs } = asObject(event.result);
  const body = kimiToolEnd({
    tool: call.tool,
    input: call.input,
    output: textOfContent(output),
    failed: isError === true,
    durationMs: asNumber(durationMs),
  });
  return { events: [transcriptEvent(placeOf(reading), toolIdentity(call, call.origin), body)] };
}
