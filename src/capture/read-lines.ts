import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { hash53 } from '../core/hash.ts';
import { LIMITS } from '../core/limits.ts';

const CHUNK_BYTES = 256 * 1024;
const HEAD_BYTES = 1_024;
const NEWLINE = 0x0a;

/** One line of a file: its text without the line end, where it starts and where the next one does, in bytes. */
export interface Line {
  text: string;
  start: number;
  end: number;
  /** Longer than the limit: `text` is empty. */
  tooLong: boolean;
  /** The last line, without a line end: perhaps half-written. */
  open: boolean;
}

/** The lines of a file from a byte on; memory is bounded by the longest line that is within the limit. */
export function* readLines(path: string, from: number): Generator<Line> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let parts: Buffer[] = [];
    let length = 0;
    let start = from;
    let position = from;
    for (;;) {
      const size = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (size === 0) break;
      let begin = 0;
      for (let at = chunk.indexOf(NEWLINE, 0); at >= 0 && at < size; at = chunk.indexOf(NEWLINE, begin)) {
        const end = position + at + 1;
        const bytes = { parts, last: chunk.subarray(begin, at), length: length + at - begin };
        yield toLine(bytes, { start, end, open: false });
        parts = [];
        length = 0;
        start = end;
        begin = at + 1;
      }
      length += size - begin;
      if (length <= LIMITS.lineBytes) parts.push(Buffer.from(chunk.subarray(begin, size)));
      else parts = [];
      position += size;
    }
    if (length > 0) yield toLine({ parts, last: Buffer.alloc(0), length }, { start, end: position, open: true });
  } finally {
    closeSync(file);
  }
}

function toLine(
  bytes: { parts: Buffer[]; last: Buffer; length: number },
  place: Pick<Line, 'start' | 'end' | 'open'>,
): Line {
  const { parts, last, length } = bytes;
  const tooLong = length > LIMITS.lineBytes;
  const text = tooLong ? '' : (parts.length === 0 ? last : Buffer.concat([...parts, last])).toString('utf8');
  return { text: text.endsWith('\r') ? text.slice(0, -1) : text, tooLong, ...place };
}

/** Size, time of change and a hash of the first 1,024 bytes of a file: what tells whether it is still the same one. */
export function fileStamp(
  path: string,
  headBytes = HEAD_BYTES,
): { sizeBytes: number; modifiedAt: number; head: string; headBytes: number } {
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(headBytes, stat.size));
    const size = readSync(file, buffer, 0, buffer.length, 0);
    const head = hash53(buffer.subarray(0, size).toString('latin1')).toString(36);
    return { sizeBytes: stat.size, modifiedAt: Math.trunc(stat.mtimeMs), head, headBytes: size };
  } finally {
    closeSync(file);
  }
}
