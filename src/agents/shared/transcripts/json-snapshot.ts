import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { SnapshotReader } from '../contract.ts';
import { jsonRecords } from './json-records.ts';
import { createReadingCounts, type LineReading, tryRead } from './jsonl-parser.ts';

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
  const { take, skip, counts } = createReadingCounts();
  const paths = [...lists, ...members.map((member) => `$.${member}`)];
  return {
    *steps() {
      const reader = start();
      const records = jsonRecords(path, paths);
      for (let next = records.next(); ; next = records.next()) {
        if (next.done === true) {
          if (!next.value.isWhole) skip('file:half-written');
          return;
        }
        const { key, depth, value } = next.value;
        if (depth === 1 && typeof key === 'string') reader.member(key, value);
        else yield take(readMessage(reader, value, Number(key)));
      }
    },
    state: () => ({}),
    counts,
  };
}

function readMessage(reader: JsonFileReader, value: JsonValue, index: number): LineReading {
  return isJsonObject(value) ? tryRead(() => reader.message(value, index)) : { skip: 'malformed' };
}
