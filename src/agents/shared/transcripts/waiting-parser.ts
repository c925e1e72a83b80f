import type { JsonObject } from '../../../core/json.ts';
import type { RawEvent } from '../../../core/model/event.ts';
import type { TranscriptParser } from '../contract.ts';
import { createJsonlParser, type LineReading } from './jsonl-parser.ts';
import type { OpenCall, OpenCalls } from './open-calls.ts';

/** Bytes at the end of a file in which something may still wait for a later line: as many are read again at most. */
export const WAITING_BYTES: number = 1024 * 1024;

/** What waits for a later line: the byte at which its own starts, and the state of the parser there. */
export type Waiting = Pick<OpenCall, 'offset' | 'state'>;

/** What a parser of one agent's lines does whose tool calls wait for their results. */
export interface WaitingReader {
  calls: OpenCalls;
  read(line: JsonObject, offset: number): LineReading;
  /** What must survive to go on at this point: ids and the folder, no words. */
  state(): JsonObject;
  /** The start of a call whose end will not be told. */
  toStart(call: OpenCall): RawEvent;
}

/** A transcript parser that reads a call that still waits again when it goes on, and tells its start when it waits in vain. */
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

/** Events beside those of the line make a line that is otherwise skipped a read one. */
export function withEvents(events: readonly RawEvent[], line: LineReading): LineReading {
  if (events.length === 0) return line;
  return { events: 'events' in line ? [...events, ...line.events] : [...events] };
}

/** Where to go on when all up to a byte was read: there, or at the oldest of what waits and is not too far back. */
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
