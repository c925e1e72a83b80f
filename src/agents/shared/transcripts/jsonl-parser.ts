// agents/shared/transcripts: reads sessions from lines, JSON files and databases, and matches calls with their results.
// Unknown lines are skipped and counted, never an error.

import { endOfObject, isJsonObject, type JsonObject, parseJson } from '../../../core/json.ts';
import type { EventBody, EventContext, EventIdentity, RawEvent } from '../../../core/model/event.ts';
import { ignore } from '../../../platform/ignored.ts';
import type { TranscriptParser } from '../contract.ts';
import { isRestored } from '../past-session.ts';
import { createTally } from './skip-counter.ts';

/** The reading of one line: its events so far, or the type under which it is counted as skipped. */
export type LineReading = { events: RawEvent[] } | { skip: string };

/** The part of a parser that knows one agent's lines. `offset` is the byte at which the line starts. */
export interface LineReader {
  read(line: JsonObject, offset: number): LineReading;
  position(offset: number): { resumeAt: number; state: JsonObject };
}

/** Counts what was read and, by type, what was not. */
export interface ReadingCounts {
  read(): void;
  skip(type: string): void;
  /** Counts a reading, and returns its events. */
  take(reading: LineReading): RawEvent[];
  /** Adds the counts of another reader. */
  add(counts: ReturnType<TranscriptParser['counts']>): void;
  counts(): ReturnType<TranscriptParser['counts']>;
}

/** Starts at zero. */
export function createReadingCounts(): ReadingCounts {
  const skipped = createTally();
  let read = 0;
  return {
    read: () => {
      read += 1;
    },
    skip: (type) => skipped.add(type),
    add: (other) => {
      read += other.read;
      for (const [type, count] of Object.entries(other.skipped)) skipped.add(type, count);
    },
    take: (reading) => {
      if ('events' in reading) read += 1;
      else skipped.add(reading.skip);
      return 'events' in reading ? reading.events : [];
    },
    counts: () => ({ read, skipped: skipped.counts() }),
  };
}

/** A transcript parser for JSON lines: counts every line once; no line makes it throw. */
export function createJsonlParser(reader: LineReader): TranscriptParser {
  const { take, counts } = createReadingCounts();
  const formats = createTally();
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
  const readObject = (line: JsonObject, offset: number): LineReading => {
    const reading = tryRead(() => reader.read(line, offset));
    const format = formatOf(line);
    if (format !== undefined) formats.add(format);
    return isRestored(line) ? { skip: 'restored' } : reading;
  };
  return {
    line: (text, offset) => take(readText(text, offset)),
    position: (offset) => reader.position(offset),
    counts: () => {
      const seen = formats.counts();
      return Object.keys(seen).length === 0 ? counts() : { ...counts(), formats: seen };
    },
  };
}

/** The version of the format that a line names: a whole number, or that of a protocol. A program's own version is none. */
function formatOf(line: JsonObject): string | undefined {
  const { version, protocol_version, data } = line;
  const named = version ?? (isJsonObject(data) ? data.version : undefined);
  if (typeof named === 'number' && Number.isInteger(named)) return String(named);
  return typeof protocol_version === 'string' ? protocol_version : undefined;
}

/** Runs a reader; an error becomes a skipped line, since nothing in a transcript may make a parser throw. */
export function tryRead(read: () => LineReading): LineReading {
  try {
    return read();
  } catch (error) {
    ignore(error, 'line of a transcript could not be read');
    return { skip: 'unreadable' };
  }
}

/** The objects of a line to which the next one was appended without a line end, up to the first that is no JSON. */
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

/** An event from a transcript. */
export function transcriptEvent(place: EventContext, identity: EventIdentity, body: EventBody): RawEvent {
  return { ...place, identity, source: 'transcript', body };
}
