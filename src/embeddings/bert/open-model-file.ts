import { closeSync, fstatSync, readSync } from 'node:fs';
import { CairnError } from '../../core/errors.ts';
import { sha256HexOf } from '../../core/hash.ts';
import { openRegularFile } from '../../platform/files.ts';
import { MODEL_FORMAT, type ModelHeader, TOKENIZER_SECTION, weightSections } from './model-file.ts';

const HEADER_BYTES_MAX = 1_000_000;
const CHUNK_BYTES = 1 << 20;
const FIX = 'install Cairn again; of a model of your own: look at the folder that embed.model names';

/** An open model's file. */
export interface ModelFile {
  header: ModelHeader;
  /** Where the section of a name begins in the file, and its size. */
  find(name: string): { offset: number; bytes: number };
  /** Fills `into` from `offset` in the file on. Throws `embedder_failed`. */
  read(offset: number, into: Uint8Array): void;
  close(): void;
}

/**
 * Opens the model's file at `path`: its header and the sizes of its parts are right, its checksum is not looked at (see
 * `checkModelFile`). Throws `embedder_failed`.
 */
export function openModelFile(path: string): ModelFile {
  const file = openRaw(path);
  try {
    const start = headerEnd(path, file.read);
    const header = parseHeader(path, readPart(file.read, 0, start));
    assertComplete(path, header, file.size - MODEL_FORMAT.hashBytes - start);
    return {
      header,
      find(name) {
        const found = header.sections.find((section) => section.name === name);
        if (found === undefined) throw damaged(path, `it has no ${name}`);
        return { offset: start + found.offset, bytes: found.bytes };
      },
      read: file.read,
      close: file.close,
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The header of the model's file at `path`. Throws `embedder_failed`. */
export function readModelHeader(path: string): ModelHeader {
  const file = openModelFile(path);
  file.close();
  return file.header;
}

/** One section of an open model's file. */
export function readSection(file: ModelFile, name: string): Uint8Array {
  const { offset, bytes } = file.find(name);
  return readPart(file.read, offset, bytes);
}

/** Checks the whole file at `path` against its checksum. Throws `embedder_failed` when it is missing or damaged. */
export function checkModelFile(path: string): void {
  const file = openRaw(path);
  try {
    const end = file.size - MODEL_FORMAT.hashBytes;
    if (end < 0) throw damaged(path, 'it is cut short');
    const wanted = Buffer.from(readPart(file.read, end, MODEL_FORMAT.hashBytes)).toString('hex');
    if (sha256HexOf(chunks(file.read, end)) !== wanted) throw damaged(path, 'its checksum is another');
  } finally {
    file.close();
  }
}

type Read = (offset: number, into: Uint8Array) => void;

interface RawFile {
  size: number;
  read: Read;
  close: () => void;
}

function openRaw(path: string): RawFile {
  const attempt = <T>(what: string, work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw failed(`the model ${path} cannot be ${what}`, cause);
    }
  };
  const file = attempt('opened', () => openRegularFile(path));
  const read: Read = (offset, into) => {
    for (let done = 0; done < into.length; ) {
      const got = attempt('read', () => readSync(file, into, done, into.length - done, offset + done));
      if (got === 0) throw damaged(path, 'it is cut short');
      done += got;
    }
  };
  return { size: fstatSync(file).size, read, close: () => closeSync(file) };
}

function readPart(read: Read, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  read(offset, bytes);
  return bytes;
}

function* chunks(read: Read, end: number): Generator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let at = 0; at < end; at += CHUNK_BYTES) {
    const part = chunk.subarray(0, Math.min(CHUNK_BYTES, end - at));
    read(at, part);
    yield part;
  }
}

function headerEnd(path: string, read: Read): number {
  const front = Buffer.from(readPart(read, 0, MODEL_FORMAT.frontBytes));
  const length = front.readUInt32LE(MODEL_FORMAT.magic.length);
  const isModel = front.toString('latin1', 0, MODEL_FORMAT.magic.length) === MODEL_FORMAT.magic;
  if (!isModel || length > HEADER_BYTES_MAX) throw damaged(path, 'it is not a model');
  return MODEL_FORMAT.frontBytes + length;
}

function parseHeader(path: string, bytes: Uint8Array): ModelHeader {
  let header: ModelHeader;
  try {
    header = JSON.parse(Buffer.from(bytes.subarray(MODEL_FORMAT.frontBytes)).toString('utf8')) as ModelHeader;
  } catch (cause) {
    throw failed(`the model ${path} is damaged: its header cannot be read`, cause);
  }
  if (header?.format !== 1) throw damaged(path, 'it is of another version');
  return header;
}

// What is in the header is trusted from here on, but for numbers that would lead out of the file.
function assertComplete(path: string, { shape, sections }: ModelHeader, bodyBytes: number): void {
  const wanted = weightSections(shape);
  const isRight = wanted.every(([name, bytes], at) => sections[at]?.name === name && sections[at].bytes === bytes);
  const isInside = sections.every(({ offset, bytes }) => offset >= 0 && offset + bytes <= bodyBytes);
  const hasTokenizer = sections[wanted.length]?.name === TOKENIZER_SECTION;
  if (!isRight || !isInside || !hasTokenizer) throw damaged(path, 'its parts are not those of its shape');
}

function damaged(path: string, why: string): CairnError {
  return failed(`the model ${path} is damaged: ${why}`);
}

function failed(message: string, cause?: unknown): CairnError {
  return new CairnError('embedder_failed', message, { fix: FIX, cause });
}
