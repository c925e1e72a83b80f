import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { RawEvent } from '../../../core/model/event.ts';
import { ignore } from '../../../platform/ignored.ts';
import type { SnapshotReader } from '../contract.ts';
import { jsonRecords } from './json-records.ts';
import type { LineReading } from './jsonl-parser.ts';
import { createTally } from './skip-counter.ts';

/** The part of a reader that knows one agent's file; created again for every reading. */
export interface JsonFileReader {
  /** Reads a member of the file's object other than the list of messages. */
  member(key: string, value: JsonValue): void;
  /** Reads a message; `index` is its index in the list. */
  message(message: JsonObject, index: number): LineReading;
}

/** A JSON file of messages: `list` is their path (`$.messages.*`), `members` the other members that are read. */
export interface JsonFile {
  path: string;
  lists: readonly string[];
  members?: readonly string[];
}

/**
 * Reads a JSON file that is rewritten whole, message by message, from its beginning each time: known events are
 * recognised by their identity. Counts every message once; no message makes it throw.
 */
export function createJsonSnapshot(
  { path, lists, members = [] }: JsonFile,
  start: () => JsonFileReader,
): SnapshotReader {
  const skipped = createTally();
  let read = 0;
  const take = (reader: JsonFileReader, value: JsonValue, index: number): RawEvent[] => {
    const reading = isJsonObject(value) ? tryMessage(reader, value, index) : { skip: 'malformed' };
    if ('skip' in reading) {
      skipped.add(reading.skip);
      return [];
    }
    read += 1;
    return reading.events;
  };
  const paths = [...lists, ...members.map((member) => `$.${member}`)];
  return {
    *steps() {
      const reader = start();
      const records = jsonRecords(path, paths);
      for (let next = records.next(); ; next = records.next()) {
        if (next.done === true) {
          if (!next.value.isWhole) skipped.add('file:half-written');
          return;
        }
        const { key, depth, value } = next.value;
        if (depth === 1 && typeof key === 'string') reader.member(key, value);
        else yield take(reader, value, Number(key));
      }
    },
    state: () => ({}),
    counts: () => ({ read, skipped: skipped.counts() }),
  };
}

function tryMessage(reader: JsonFileReader, message: JsonObject, index: number): LineReading {
  try {
    return reader.message(message, index);
  } catch (error) {
    ignore(error, 'message of a transcript could not be read');
    return { skip: 'unreadable' };
  }
}
