import { closeSync, fstatSync, readSync, statSync } from 'node:fs';
import type { Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { refuseEndless } from '../../agents/shared/refuse-endless.ts';
import { CairnError } from '../../core/errors.ts';
import { hash53 } from '../../core/hash.ts';
import * as LIMITS from '../../core/limits.ts';
import { sum } from '../../core/sum.ts';
import { openRegularFile, streamOf } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Offset } from '../../store/contract/log.ts';

const CHUNK_BYTES = 256 * 1024;
const HEAD_BYTES = 1_024;
const NEWLINE = 0x0a;
const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, OPEN_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];
/** Bytes of a line from which on its values are counted: in a shorter one they take little memory, however many they are. */
const DENSE_BYTES = 2 * LIMITS.lineValues;
/**
 * Upper bounds on the unpacked size of a file: bytes, and a multiple of its packed size; transcripts shrink to a tenth
 * or a fiftieth.
 */
const UNPACKED_BYTES = 64 * 1024 * 1024;
const UNPACKED_TIMES = 200;

/** One line of a file: its text without the line end, where it starts and where the next one does, in bytes. */
export interface FileLine {
  text: string;
  start: number;
  end: number;
  /** Longer than the limit, or of more JSON values: `text` is ''. */
  tooLong: boolean;
  /** The last line, without a line end: possibly half-written. */
  open: boolean;
}

/**
 * Reads the lines of a file from a byte on, in batches; memory is bounded by the longest line within the limit. A file
 * named `.gz` or `.zst` is unpacked; byte positions refer to the unpacked text. Throws `invalid_input` for one that unpacks to
 * more than a transcript does, and for a line without an end.
 */
export async function* readLines(path: string, from: number): AsyncGenerator<FileLine[]> {
  const splitter = new LineSplitter(from, path);
  const unpacker = unpackerOf(path);
  if (unpacker === undefined) for (const chunk of chunksOf(path, from)) yield splitter.push(chunk);
  else {
    let skip = from;
    for await (const chunk of unpack(path, unpacker)) {
      const rest = chunk.subarray(Math.min(skip, chunk.length));
      skip -= chunk.length - rest.length;
      yield splitter.push(rest);
    }
  }
  yield splitter.end();
}

/** Throws `invalid_input` when `lines` in a row of a file, which gave no event, are more than the limit. */
export function refuseSilence(path: string, lines: number): void {
  if (lines <= LIMITS.silentLines) return;
  const message = `${path} has ${LIMITS.silentLines} lines in a row that say nothing of a session.`;
  throw new CairnError('invalid_input', message, { fix: 'It is not what it was imported as, or damaged.' });
}

/** True for a file that must be unpacked. */
export function isPacked(path: string): boolean {
  return /\.(?:gz|zst)$/.test(path);
}

function unpackerOf(path: string): Transform | undefined {
  if (!isPacked(path)) return undefined;
  return path.endsWith('.gz') ? createGunzip() : createZstdDecompress();
}

/**
 * Unpacks a file; a half-written one ends in the middle, and the rest is read when the file has changed. Throws
 * `invalid_input` for one that unpacks to more than a transcript does.
 */
async function* unpack(path: string, unpacker: Transform): AsyncGenerator<Buffer> {
  const file = openRegularFile(path);
  let left = UNPACKED_BYTES + UNPACKED_TIMES * fstatSync(file).size;
  const source = streamOf(file, CHUNK_BYTES);
  source.on('error', (error) => unpacker.destroy(error));
  try {
    for await (const chunk of source.pipe(unpacker) as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw new CairnError('invalid_input', `${path} unpacks to more than a transcript does.`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof CairnError) throw error;
    ignore(error, 'packed transcript could not be unpacked to its end');
  } finally {
    source.destroy();
  }
}

/** Reads the bytes of a file from an offset on. All chunks share one buffer: use each before asking for the next. */
function* chunksOf(path: string, from: number): Generator<Buffer> {
  const file = openRegularFile(path);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let position = from; ; ) {
      const size = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (size === 0) return;
      yield chunk.subarray(0, size);
      position += size;
    }
  } finally {
    closeSync(file);
  }
}

/** Cuts chunks of bytes into lines. */
class LineSplitter {
  #parts: Buffer[] = [];
  #length = 0;
  #start: number;
  #position: number;
  #path: string;

  constructor(from: number, path: string) {
    this.#path = path;
    this.#start = from;
    this.#position = from;
  }

  /** The lines that end in a chunk; the incomplete rest is copied. */
  push(chunk: Buffer): FileLine[] {
    const lines: FileLine[] = [];
    let begin = 0;
    for (let at = chunk.indexOf(NEWLINE, 0); at >= 0; at = chunk.indexOf(NEWLINE, begin)) {
      const end = this.#position + at + 1;
      const bytes = { parts: this.#parts, last: chunk.subarray(begin, at), length: this.#length + at - begin };
      lines.push(toLine(bytes, { start: this.#start, end, open: false }));
      this.#parts = [];
      this.#length = 0;
      this.#start = end;
      begin = at + 1;
    }
    this.#length += chunk.length - begin;
    refuseEndless(this.#path, this.#length);
    if (this.#length <= LIMITS.lineBytes) this.#parts.push(Buffer.from(chunk.subarray(begin)));
    else this.#parts = [];
    this.#position += chunk.length;
    return lines;
  }

  /** The last line, when no line end follows it. */
  end(): FileLine[] {
    if (this.#length === 0) return [];
    const bytes = { parts: this.#parts, last: Buffer.alloc(0), length: this.#length };
    return [toLine(bytes, { start: this.#start, end: this.#position, open: true })];
  }
}

function toLine(
  bytes: { parts: Buffer[]; last: Buffer; length: number },
  place: Pick<FileLine, 'start' | 'end' | 'open'>,
): FileLine {
  const { parts, last, length } = bytes;
  const whole = length > LIMITS.lineBytes ? undefined : parts.length === 0 ? last : Buffer.concat([...parts, last]);
  const tooLong = whole === undefined || (length > DENSE_BYTES && hasTooManyValues(whole));
  const text = tooLong ? '' : whole.toString('utf8');
  return { text: text.endsWith('\r') ? text.slice(0, -1) : text, tooLong, ...place };
}

/** True for JSON of more values than the limit: every value but the first of its list or object follows a comma. */
function hasTooManyValues(json: Buffer): boolean {
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length && values <= LIMITS.lineValues; at += 1) {
    const byte = json[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText && (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT)) values += 1;
  }
  return values > LIMITS.lineValues;
}

/** Size, modification time and a hash of the first 1,024 bytes of a file, by which it is recognised again. */
export type FileStamp = Pick<Offset, 'sizeBytes' | 'modifiedAt' | 'head' | 'headBytes'>;

/** The stamp of a file; `headBytes` is how many bytes its hash covers at most. */
export function fileStamp(path: string, headBytes = HEAD_BYTES): FileStamp {
  const file = openRegularFile(path);
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

/**
 * The same for a snapshot: includes the write-ahead log of a database, and no hash, since rewriting a file changes its
 * head.
 */
export function snapshotStamp(path: string): FileStamp {
  const stats = [path, `${path}-wal`].flatMap((file) => statSync(file, { throwIfNoEntry: false }) ?? []);
  return {
    sizeBytes: sum(stats.map(({ size }) => size)),
    modifiedAt: Math.max(0, ...stats.map(({ mtimeMs }) => Math.trunc(mtimeMs))),
    head: '',
    headBytes: 0,
  };
}
