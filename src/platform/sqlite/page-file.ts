import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ignore } from '../ignored.ts';

/**
 * The pages of an SQLite file as its write-ahead log leaves them, read without SQLite: what is damaged is handed out as
 * it is. By https://sqlite.org/fileformat2.html and https://sqlite.org/walformat.html.
 */
export interface DatabasePages {
  /** Bytes of a page; cells may use all of them. */
  pageSize: number;
  pageCount: number;
  /** A page by its number, from 1 on; `undefined` beyond the end, and for one that the disk does not give. */
  page(number: number): Buffer | undefined;
  close(): void;
}

/** Bytes of a page of a database that Cairn makes, for a first page that cannot be read. */
const USUAL_BYTES = 4_096;
const MAGIC = 'SQLite format 3\u0000';
const HEADER_BYTES = 100;
const WAL = { header: 32, frame: 24, magic: 0x377f0682 };

/** Opens the pages of a file, and of the `-wal` beside it. Throws the system's own error. */
export function openPages(path: string): DatabasePages {
  const file = openSync(path, 'r');
  const pageSize = readPageSize(file);
  const log = openLog(`${path}-wal`, pageSize);
  const pageCount = Math.max(Math.floor(fstatSync(file).size / pageSize), log.last);
  const read = (from: number, at: number): Buffer | undefined => {
    const bytes = Buffer.alloc(pageSize);
    return readIfGiven(from, bytes, at) === pageSize ? bytes : undefined;
  };
  return {
    pageSize,
    pageCount,
    page(number) {
      const inLog = log.places.get(number);
      if (inLog !== undefined && log.file !== undefined) return read(log.file, inLog);
      return number < 1 || number > pageCount ? undefined : read(file, (number - 1) * pageSize);
    },
    close() {
      closeSync(file);
      if (log.file !== undefined) closeSync(log.file);
    },
  };
}

/** Reads bytes; 0 where the disk gives an error instead. */
function readIfGiven(file: number, bytes: Buffer, at: number): number {
  try {
    return readSync(file, bytes, 0, bytes.length, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    ignore(error, 'a page cannot be read from the disk');
    return 0;
  }
}

function readPageSize(file: number): number {
  const header = Buffer.alloc(HEADER_BYTES);
  readIfGiven(file, header, 0);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return USUAL_BYTES;
  const stated = header.readUInt16BE(16);
  const pageSize = stated === 1 ? 65_536 : stated;
  // A header that is damaged there still has Cairn's page size.
  return pageSize >= 512 && (pageSize & (pageSize - 1)) === 0 ? pageSize : USUAL_BYTES;
}

interface WriteAheadLog {
  file?: number;
  /** Where the last committed state of a page begins. */
  places: Map<number, number>;
  last: number;
}

/** The committed frames of a write-ahead log, up to the first whose checksum is wrong. */
function openLog(path: string, pageSize: number): WriteAheadLog {
  const none = { places: new Map<number, number>(), last: 0 };
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none;
    throw error;
  }
  const header = Buffer.alloc(WAL.header);
  const isLog = readSync(file, header, 0, WAL.header, 0) === WAL.header && (header.readUInt32BE(0) & ~1) === WAL.magic;
  if (!isLog || header.readUInt32BE(8) !== pageSize) return { ...none, file };
  const sum = createChecksum((header.readUInt32BE(0) & 1) === 1);
  sum.add(header.subarray(0, 24));
  const found = { file, ...none };
  const waiting = new Map<number, number>();
  const frame = Buffer.alloc(WAL.frame + pageSize);
  for (let at = WAL.header; readSync(file, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    if (frame.compare(header, 16, 24, 8, 16) !== 0) break;
    sum.add(frame.subarray(0, 8));
    sum.add(frame.subarray(WAL.frame));
    if (!sum.is(frame.readUInt32BE(16), frame.readUInt32BE(20))) break;
    waiting.set(frame.readUInt32BE(0), at + WAL.frame);
    const pages = frame.readUInt32BE(4);
    if (pages === 0) continue;
    for (const [number, place] of waiting) found.places.set(number, place);
    waiting.clear();
    found.last = pages;
  }
  return found;
}

function createChecksum(isBigEndian: boolean) {
  let [one, two] = [0, 0];
  return {
    add(bytes: Buffer): void {
      for (let at = 0; at < bytes.length; at += 8) {
        const first = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
        const second = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
        one = (one + first + two) >>> 0;
        two = (two + second + one) >>> 0;
      }
    },
    is: (first: number, second: number): boolean => one === first && two === second,
  };
}
