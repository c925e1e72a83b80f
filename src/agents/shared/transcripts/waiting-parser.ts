import type { JsonObject } from '../../../core/json.ts';
import type { RawEvent } from '../../../core/model/event.ts';
import type { TranscriptParser } from '../contract.ts';
import { createJsonlParser, type LineReading } from './jsonl-parser.ts';
import type { OpenCall, OpenCalls } from './open-calls.ts';

/** Bytes at the end of a file in which a line may still wait for a later one: upper bound on what is read again. */
export const WAITING_BYTES: number = 1024 * 1024;

/** A line that waits for a later one: its byte offset, and the parser's state there. */
export type Waiting = Pick<OpenCall, 'offset' | 'state'>;

/** The agent's part of a parser in which tool calls wait for their results. */
export interface WaitingReader {
  calls: OpenCalls;
  read(line: JsonObject, offset: number): LineReading;
  /** The state that a later reading needs to resume here: ids and the folder, no text. */
  state(): JsonObject;
  /** The `tool.start` event for a call whose end will never be reported. */
  toStart(call: OpenCall): RawEvent;
}

/** A transcript parser that resumes at the oldest open call, and reports the start of a call that waited in vain. */
export function createWaitingParser(reader: WaitingReader): TranscriptParser {
  const { calls } = reader;
  return createJsonlParser({
    read: (json, offset) => {
      const line = reader.read(json, offset);
      const lost = calls.giveUpBefore(offset - WAITING_BYTES).map(reader.toStart);
      return withEvents(lost, line);
    },
    position: (offset) => positionAt(offset, [calls.oldest()], reader.state),
  });
}

/** Adds events to a line's own; a skipped line with added events counts as read. */
export function withEvents(events: readonly RawEvent[], line: LineReading): LineReading {
  if (events.length === 0) return line;
  return { events: 'events' in line ? [...events, ...line.events] : [...events] };
}

/** Where to resume when all up to a byte was read: there, or at the oldest waiting line that is not too far back. */
export function positionAt(
  offset: number,
  waiting: readonly (Waiting | undefined)[],
  state: () => JsonObject,
): ReturnType<TranscriptParser['position']> {
  const [oldest] = waiting
    .filter((entry) => entry !== undefined && entry.offset >= offset - WAITING_BYTES)
    .toSorted((one, other) => (one?.offset ?? 0) - (other?.offset ?? 0));
  return oldest === undefined ? { resumeAt: offset, state: state() } : { resumeAt: oldest.offset, state: oldest.state };
}
