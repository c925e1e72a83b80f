import { closeSync, readSync } from 'node:fs';
import * as LIMITS from '../../../core/limits.ts';
import { openRegularFile } from '../../../platform/files.ts';
import { refuseEndless } from '../refuse-endless.ts';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * The lines of a file from its beginning, including a last one without a line end; a line longer than
 * `LIMITS.lineBytes` is empty. Throws `invalid_input` for a line without an end.
 */
export function* fileLines(path: string): Generator<string> {
  const file = openRegularFile(path);
  try {
    let parts: Buffer[] = [];
    let length = 0;
    const take = (last: Buffer): string => {
      const text = length + last.length > LIMITS.lineBytes ? '' : Buffer.concat([...parts, last]).toString('utf8');
      [parts, length] = [[], 0];
      return text;
    };
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      let begin = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0 && end < size; end = chunk.indexOf(NEWLINE, begin)) {
        yield take(chunk.subarray(begin, end));
        begin = end + 1;
      }
      length += size - begin;
      refuseEndless(path, length);
      if (length <= LIMITS.lineBytes) parts.push(Buffer.from(chunk.subarray(begin, size)));
      else parts = [];
    }
    if (length > 0) yield take(Buffer.alloc(0));
  } finally {
    closeSync(file);
  }
}
