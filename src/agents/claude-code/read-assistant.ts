import { asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { messageIdentity } from '../shared/dialects/claude-identity.ts';
import { contentBlocks } from '../shared/transcripts/content-blocks.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { offeredOptions } from '../shared/transcripts/offered-options.ts';
import { type Line, placeOf, type Reading, savedState } from './transcript-line.ts';

/** Reads the agent's messages and tool calls. Thinking is not kept, and neither are error texts in the agent's name. */
export function readAssistant(line: Line, reading: Reading): LineReading {
  const model = asString(line.message.model);
  if (line.json.isApiErrorMessage === true || model === '<synthetic>') return { skip: 'assistant:synthetic' };
  const blocks = contentBlocks(line.message.content);
  const calls = blocks.filter((block) => openCall(block, line, reading));
  const text = blocks
    .map((block) => (block.type === 'text' ? (asString(block.text) ?? '') : ''))
    .join('\n')
    .trim();
  if (text === '') return calls.length > 0 ? { events: [] } : { skip: `assistant:${typesOf(blocks)}` };
  offer(text, line, reading);
  const place = placeOf(line, reading);
  const identity = messageIdentity(text, { origin: line.id, subagent: line.subagent });
  const message = transcriptEvent(place, identity, {
    kind: 'message',
    text,
    ...(model === undefined ? {} : { model }),
  });
  return { events: [message, ...subagentEnd(text, line, reading)] };
}

/** Keeps the options that a message of the main thread ends with, for the prompt that picks from them. */
function offer(text: string, line: Line, reading: Reading): void {
  if (line.subagent !== reading.source.subagent?.id) return;
  const options = offeredOptions(text);
  reading.offered = options.size === 0 ? undefined : { options, offset: line.offset, state: savedState(reading) };
}

function typesOf(blocks: readonly JsonObject[]): string {
  return [...new Set(blocks.map((block) => asString(block.type) ?? 'unknown'))].sort().join('+') || 'empty';
}

/** Records a call until its result comes; returns false when the block is no call. */
function openCall(block: JsonObject, line: Line, reading: Reading): boolean {
  const id = asString(block.id) ?? '';
  const tool = asString(block.name) ?? '';
  if (block.type !== 'tool_use' || id === '' || tool === '') return false;
  const input = isJsonObject(block.input) ? block.input : {};
  const place = placeOf(line, reading);
  reading.calls.open({ id, tool, input, place, origin: line.id, offset: line.offset, state: savedState(reading) });
  return true;
}

/**
 * In a subagent's own file, its last answer is its result. Old versions do not mark the last answer; there the caller's
 * file reports the result.
 */
function subagentEnd(result: string, line: Line, reading: Reading): RawEvent[] {
  const { subagent } = reading.source;
  if (subagent === undefined || line.message.stop_reason !== 'end_turn') return [];
  const body = { kind: 'subagent.end', type: subagent.type, result } as const;
  return [transcriptEvent(placeOf(line, reading), { number: subagent.id }, body)];
}
