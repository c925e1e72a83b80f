import { closeSync, readSync } from 'node:fs';
import JSONParser from '@streamparser/json/jsonparser.js';
import type { JsonValue } from '../../../core/json.ts';
import { openRegularFile } from '../../../platform/files.ts';

const CHUNK_BYTES = 64 * 1024;

/** A value in a JSON file: its name in the object or index in the list that contains it, and its depth (1: the top). */
export interface JsonRecord {
  key: string | number | undefined;
  depth: number;
  value: JsonValue;
}

/**
 * The values at paths (`$.sessionId`, `$.messages.*`) of a JSON file, in order. Memory is bounded by the largest value.
 * Returns whether the file was whole: of a truncated or invalid one it yields the values before the defect.
 */
export function* jsonRecords(path: string, paths: readonly string[]): Generator<JsonRecord, { isWhole: boolean }> {
  const parser = new JSONParser({ paths: [...paths], keepStack: false, stringBufferSize: CHUNK_BYTES });
  let found: JsonRecord[] = [];
  let isBroken = false;
  parser.onValue = ({ key, value, stack }) => {
    found.push({ key, depth: stack.length, value: value as JsonValue });
  };
  parser.onError = () => {
    isBroken = true;
  };
  const file = openRegularFile(path);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let size = readSync(file, chunk); size > 0 && !isBroken; size = readSync(file, chunk)) {
      if (!parser.isEnded) parser.write(chunk.subarray(0, size));
      yield* found;
      found = [];
    }
    return { isWhole: parser.isEnded && !isBroken };
  } finally {
    closeSync(file);
  }
}
