import type { RawEvent } from '../../core/event.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import { ignore } from '../../platform/ignored.ts';
import type { TranscriptParser } from './contract.ts';
import { createTally } from './tally.ts';

/** What one line meant: it was read, with the events it gave so far, or skipped for its type. */
export type LineReading = { events: RawEvent[] } | { skip: string };

/** The part of a parser that knows one agent's lines. `offset` is the byte at which the line starts. */
export interface LineReader {
  read(line: JsonObject, offset: number): LineReading;
  position(offset: number): { resumeAt: number; state: JsonObject };
}

/** A transcript parser over lines of JSON: counts every line once, and no line whatever it holds makes it throw. */
export function createJsonlParser(reader: LineReader): TranscriptParser {
  const skipped = createTally();
  let read = 0;
  const readText = (text: string, offset: number): LineReading => {
    if (text.trim() === '') return { skip: 'blank' };
    const line = parseJson(text);
    if (!isJsonObject(line)) return { skip: 'malformed' };
    try {
      return reader.read(line, offset);
    } catch (error) {
      ignore(error, 'line of a transcript could not be read');
      return { skip: 'unreadable' };
    }
  };
  return {
    line: (text, offset) => {
      const reading = readText(text, offset);
      if ('skip' in reading) {
        skipped.add(reading.skip);
        return [];
      }
      read += 1;
      return reading.events;
    },
    position: (offset) => reader.position(offset),
    counts: () => ({ read, skipped: skipped.counts() }),
  };
}
