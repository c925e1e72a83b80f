import { decrypt, deriveKey, encrypt, randomKey } from '../../core/hash.ts';
import { isJsonObject, parseJson } from '../../core/json.ts';
import { ignore } from '../../platform/ignored.ts';
import { zlib } from '../../platform/zlib.ts';
import { parseRecord, SYNC_LIMITS, type SyncRecord } from '../wire.ts';

// A file is a head (magic, salt) and frames. A frame is its length (4 bytes, big-endian), then a sealed, compressed text of one
// record a line. The number of the frame in its file is sealed with it, so that frames cannot be moved, and the key is of the
// file's name, so that files cannot be exchanged.

const MAGIC = Buffer.from('CAIRNSYNC1\n', 'latin1');
const SALT_BYTES = 16;
const LENGTH_BYTES = 4;
const LEVEL = 3;
/** Upper bounds in bytes of a frame, and of what it unpacks to. */
const FRAME_BYTES = 8 * 1024 * 1024;
const PLAIN_BYTES = 2 * SYNC_LIMITS.answerBytes;
/** Records of one frame, and the bytes of their lines, at which a writer begins another. */
const FRAME_RECORDS = 200;
const FRAME_LINES = SYNC_LIMITS.requestBytes;

/** Bytes of a file's head. */
export const HEAD_BYTES = MAGIC.length + SALT_BYTES;

/** The head of a new file. */
export function newHead(): Buffer {
  return Buffer.concat([MAGIC, randomKey(SALT_BYTES)]);
}

/** The key of a file by its name and head; `undefined` for a head that is none, or not all there yet. */
export function keyOfFile(teamKey: Uint8Array, name: string, head: Buffer): Uint8Array | undefined {
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  return deriveKey(teamKey, head.subarray(MAGIC.length, HEAD_BYTES), `cairn sync file ${name}`);
}

/** Packs records as frames that any reader unpacks; the first has a number, which in a file begins with 0. */
export function* packFrames(key: Uint8Array, first: number, records: readonly SyncRecord[]): Generator<Buffer> {
  let number = first;
  let lines: Buffer[] = [];
  let bytes = 0;
  for (const record of records) {
    const line = Buffer.from(`${JSON.stringify(record)}\n`, 'utf8');
    if (lines.length > 0 && (lines.length >= FRAME_RECORDS || bytes + line.length > FRAME_LINES)) {
      yield packFrame(key, number, Buffer.concat(lines));
      number += 1;
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += line.length;
  }
  if (lines.length > 0) yield packFrame(key, number, Buffer.concat(lines));
}

/** Packs lines as the frame with a number. */
export function packFrame(key: Uint8Array, number: number, lines: Buffer): Buffer {
  const { zstdCompressSync, constants } = zlib();
  const packed = zstdCompressSync(lines, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  const sealed = encrypt(key, packed, numberBytes(number));
  return Buffer.concat([numberBytes(sealed.length), sealed]);
}

/** Bytes of the frame that begins at an offset; `undefined` when it is not all there. -1: no frame is that long. */
function frameLength(bytes: Buffer, offset: number): number | undefined {
  if (offset + LENGTH_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32BE(offset);
  if (length === 0 || length > FRAME_BYTES) return -1;
  return offset + LENGTH_BYTES + length > bytes.length ? undefined : LENGTH_BYTES + length;
}

/** A frame that is all there: its bytes, where it ends in its file, and its number there. */
export interface WholeFrame {
  bytes: Buffer;
  end: number;
  number: number;
}

/** The frames of a file from one on, by default the first, until one that is not all there or none. */
export function* wholeFrames(
  file: Buffer,
  { offset, frame } = { offset: HEAD_BYTES, frame: 0 },
): Generator<WholeFrame> {
  for (let [at, number] = [offset, frame]; ; number += 1) {
    const length = frameLength(file, at);
    if (length === undefined || length < 0) return;
    const end = at + length;
    yield { bytes: file.subarray(at, end), end, number };
    at = end;
  }
}

/** What a frame holds: its records, and how many lines are none, by reason. */
export interface FrameContent {
  records: SyncRecord[];
  skipped: Record<string, number>;
}

/**
 * What a frame holds; `damaged` for one that was damaged, or of another key, `too-long` for one whose writer has the key, but
 * which unpacks to more than any writer packs, or to nothing.
 */
export function readFrame(key: Uint8Array, number: number, frame: Buffer): FrameContent | 'damaged' | 'too-long' {
  const packed = decrypt(key, frame.subarray(LENGTH_BYTES), numberBytes(number));
  if (packed === undefined) return 'damaged';
  const plain = unpack(packed);
  if (plain === undefined) return 'too-long';
  const records: SyncRecord[] = [];
  const skipped: Record<string, number> = {};
  for (const line of plain.split('\n')) {
    if (line === '') continue;
    const value = parseJson(line);
    const record = isJsonObject(value) ? parseRecord(value) : 'lines that are no JSON';
    if (typeof record === 'string') skipped[record] = (skipped[record] ?? 0) + 1;
    else records.push(record);
  }
  return { records, skipped };
}

/** Whether someone who has the key wrote the frame of a number. */
export function isSealed(key: Uint8Array, number: number, frame: Buffer): boolean {
  return decrypt(key, frame.subarray(LENGTH_BYTES), numberBytes(number)) !== undefined;
}

function unpack(packed: Uint8Array): string | undefined {
  try {
    return zlib().zstdDecompressSync(packed, { maxOutputLength: PLAIN_BYTES }).toString('utf8');
  } catch (error) {
    ignore(error, 'a frame of a shared folder cannot be unpacked');
    return undefined;
  }
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeUInt32BE(number);
  return bytes;
}
