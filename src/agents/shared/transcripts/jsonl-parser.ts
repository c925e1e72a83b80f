// agents/shared/transcripts: how sessions are read from lines, JSON files and databases, and how calls find their results.
// Unknown lines are skipped and counted, never an error.

import { endOfObject, isJsonObject, type JsonObject, parseJson } from '../../../core/json.ts';
import type { RawEvent } from '../../../core/model/event.ts';
import { ignore } from '../../../platform/ignored.ts';
import type { TranscriptParser } from '../contract.ts';
import { createTally } from './skip-counter.ts';

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
    if (isJsonObject(line)) return readObject(line, offset);
    const glued = line === undefined ? splitGlued(text) : [];
    if (glued.length === 0) return { skip: 'malformed' };
    const readings = glued.map((part) => readObject(part, offset));
    const events = readings.flatMap((reading) => ('events' in reading ? reading.events : []));
    return readings.find((reading) => 'skip' in reading && events.length === 0) ?? { events };
  };
  const readObject = (line: JsonObject, offset: number): LineReading => tryRead(() => reader.read(line, offset));
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

/** What was read, or that it could not be read, which is counted: nothing that a transcript holds may make a reader throw. */
export function tryRead(read: () => LineReading): LineReading {
  try {
    return read();
  } catch (error) {
    ignore(error, 'line of a transcript could not be read');
    return { skip: 'unreadable' };
  }
}

/** The objects of a line to which the next one was written without a line end between, up to one that is no JSON. */
function splitGlued(text: string): JsonObject[] {
  const objects: JsonObject[] = [];
  if (!text.includes('}{')) return [];
  for (let start = 0; start < text.length; ) {
    const end = endOfObject(text, start) ?? text.length;
    const object = parseJson(text.slice(start, end));
    if (!isJsonObject(object)) break;
    objects.push(object);
    start = end;
  }
  return objects;
}
