import type { RawEvent } from '../../core/event.ts';
import type { JsonObject } from '../../core/json.ts';
import type { TranscriptParser } from './contract.ts';
import { createJsonlParser, type LineReading } from './jsonl-parser.ts';
import type { OpenCall, OpenCalls } from './open-calls.ts';

/** Bytes at the end of a file in which a tool call may still wait for its result: as many are read again at most. */
const WAITING_BYTES = 1024 * 1024;

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
      if (lost.length === 0) return line;
      return { events: 'events' in line ? [...lost, ...line.events] : lost };
    },
    position: (offset) => {
      const waiting = calls.oldest();
      return waiting === undefined || waiting.offset < offset - WAITING_BYTES
        ? { resumeAt: offset, state: reader.state() }
        : { resumeAt: waiting.offset, state: waiting.state };
    },
  });
}
