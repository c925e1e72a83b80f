// bert: models of BERT's shape — their file, the kernel that runs them, the thread in which it runs, and how a file is made
// from a model's published weights. No tokenizers, and nothing about where models are found.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CairnError } from '../../core/errors.ts';
import { sha256Hex } from '../../core/hash.ts';

/** The sizes of a model. */
export interface BertShape {
  layers: number;
  heads: number;
  /** Numbers of a token's row, and of a vector. */
  hidden: number;
  /** Numbers of a row between the two products that follow attention. */
  intermediate: number;
  /** Tokens that it knows. */
  vocabulary: number;
  /** Tokens of a text at most. */
  positions: number;
  /** What layer normalisation adds to the variance. */
  epsilon: number;
}

/** What stands in front of a model's file. */
export interface ModelHeader {
  format: 1;
  /** Name of the model with all that its vectors depend on. */
  model: string;
  shape: BertShape;
  /** The vector is the mean of the rows, or the first row. */
  pooling: 'mean' | 'cls';
  /** SHA-256 of each file that it was made from. */
  sources: Record<string, string>;
  sections: { name: string; offset: number; bytes: number }[];
}

/** A part of a file. */
export interface Section {
  name: string;
  bytes: Uint8Array;
}

// The file: eight bytes that say what it is, 32 bits with the header's length, the header as JSON, each section at a
// multiple of 64, all numbers little-endian; at the end SHA-256 of all before it.
const MAGIC = 'CAIRNVEC';
const FRONT_BYTES = 12;
const HEADER_BYTES_MAX = 1_000_000;
const FILE_BYTES_MAX = 2_000_000_000;
const HASH_BYTES = 32;
const ALIGNMENT = 64;
/** The section with the tokenizer, as JSON; it comes after the weights. */
export const TOKENIZER_SECTION = 'tokenizer';

/** The names and sizes in bytes of the weights of a model, in the order in which they lie and the kernel has them. */
export function weightSections({ layers, hidden, intermediate, vocabulary, positions }: BertShape): [string, number][] {
  const matrix = (name: string, outputs: number, inputs: number): [string, number][] => [
    [name, outputs * inputs],
    [`${name}.scales`, outputs * 4],
    [`${name}.bias`, outputs * 4],
  ];
  const norm = (name: string): [string, number][] => [
    [`${name}.gain`, hidden * 4],
    [`${name}.bias`, hidden * 4],
  ];
  const layer = (index: number): [string, number][] => [
    ...matrix(`layer.${index}.qkv`, 3 * hidden, hidden),
    ...matrix(`layer.${index}.attention`, hidden, hidden),
    ...norm(`layer.${index}.attention.norm`),
    ...matrix(`layer.${index}.intermediate`, intermediate, hidden),
    ...matrix(`layer.${index}.output`, hidden, intermediate),
    ...norm(`layer.${index}.output.norm`),
  ];
  return [
    ['words', vocabulary * hidden],
    ['words.scales', vocabulary * 4],
    ['positions', positions * hidden * 4],
    ...norm('embeddings.norm'),
    ...Array.from({ length: layers }, (_, index) => layer(index)).flat(),
  ];
}

/** A model's file; the same bytes for the same input. */
export function encodeModelFile(about: Omit<ModelHeader, 'format' | 'sections'>, sections: readonly Section[]): Buffer {
  const lengthOf = (header: ModelHeader): number => aligned(FRONT_BYTES + Buffer.byteLength(JSON.stringify(header)));
  const { model, shape, pooling, sources } = about;
  const header: ModelHeader = { format: 1, model, shape, pooling, sources, sections: [] };
  // Offsets count from the end of the header, whose length they would change.
  let end = 0;
  for (const { name, bytes } of sections) {
    header.sections.push({ name, offset: end, bytes: bytes.length });
    end = aligned(end + bytes.length);
  }
  const start = lengthOf(header);
  const file = Buffer.alloc(start + end + HASH_BYTES);
  file.write(MAGIC, 'latin1');
  file.writeUInt32LE(start - FRONT_BYTES, 8);
  file.write(JSON.stringify(header).padEnd(start - FRONT_BYTES), FRONT_BYTES);
  for (const [index, { offset }] of header.sections.entries()) file.set(sections[index]?.bytes ?? [], start + offset);
  file.write(sha256Hex(file.subarray(0, -HASH_BYTES)), start + end, 'hex');
  return file;
}

/** The header of the model's file at `path`, without a look at the rest. Throws `embedder_failed`. */
export function readModelHeader(path: string): ModelHeader {
  return withFile(path, (read) => {
    const front = read(0, FRONT_BYTES);
    return parseHeader(path, read(0, FRONT_BYTES + headerLength(path, front)));
  });
}

/** Checks the whole file at `path` against its checksum. Throws `embedder_failed` when it is missing or damaged. */
export function checkModelFile(path: string): void {
  loadModelFile(path, (bytes) => new Uint8Array(bytes));
}

/** A model's file in memory: `bytes` is all of it, `start` where the offsets of the sections count from. */
export interface LoadedModelFile {
  header: ModelHeader;
  bytes: Uint8Array;
  start: number;
}

/** Reads the file at `path` into the memory that `take` gives for its size, and checks it. Throws `embedder_failed`. */
export function loadModelFile(path: string, take: (bytes: number) => Uint8Array): LoadedModelFile {
  return withFile(path, (read, size) => {
    const start = FRONT_BYTES + headerLength(path, read(0, FRONT_BYTES));
    const bytes = read(0, size, take(size));
    const hash = Buffer.from(bytes.subarray(size - HASH_BYTES)).toString('hex');
    if (sha256Hex(bytes.subarray(0, size - HASH_BYTES)) !== hash) throw damaged(path, 'its checksum is another');
    const header = parseHeader(path, bytes.subarray(0, start));
    assertComplete(path, header, size - HASH_BYTES - start);
    return { header, bytes, start };
  });
}

type Read = (offset: number, length: number, into?: Uint8Array) => Uint8Array;

function withFile<T>(path: string, work: (read: Read, size: number) => T): T {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (cause) {
    throw failed(`the model ${path} cannot be opened`, cause);
  }
  try {
    const size = fstatSync(file).size;
    if (size > FILE_BYTES_MAX) throw damaged(path, 'it is larger than any model');
    return work((offset, length, into = new Uint8Array(length)) => {
      let done = 0;
      while (done < length) {
        const got = readSync(file, into, done, length - done, offset + done);
        if (got === 0) throw damaged(path, 'it is cut short');
        done += got;
      }
      return into;
    }, size);
  } catch (cause) {
    throw cause instanceof CairnError ? cause : failed(`the model ${path} cannot be read`, cause);
  } finally {
    closeSync(file);
  }
}

function headerLength(path: string, front: Uint8Array): number {
  const view = Buffer.from(front.buffer, front.byteOffset, front.byteLength);
  const length = view.readUInt32LE(8);
  if (view.toString('latin1', 0, 8) !== MAGIC || length > HEADER_BYTES_MAX) throw damaged(path, 'it is no model');
  return length;
}

function parseHeader(path: string, bytes: Uint8Array): ModelHeader {
  let header: ModelHeader;
  try {
    header = JSON.parse(Buffer.from(bytes.subarray(FRONT_BYTES)).toString('utf8')) as ModelHeader;
  } catch (cause) {
    throw failed(`the model ${path} is damaged: its header cannot be read`, cause);
  }
  if (header.format !== 1) throw damaged(path, 'it is of another version');
  return header;
}

function assertComplete(path: string, { shape, sections }: ModelHeader, bodyBytes: number): void {
  const wanted = weightSections(shape);
  const isRight = wanted.every(([name, bytes], at) => sections[at]?.name === name && sections[at].bytes === bytes);
  const isInside = sections.every(({ offset, bytes }) => offset % ALIGNMENT === 0 && offset + bytes <= bodyBytes);
  const hasTokenizer = sections[wanted.length]?.name === TOKENIZER_SECTION;
  if (!isRight || !isInside || !hasTokenizer) throw damaged(path, 'its parts are not those of its shape');
}

function damaged(path: string, why: string): CairnError {
  return failed(`the model ${path} is damaged: ${why}`);
}

function failed(message: string, cause?: unknown): CairnError {
  const fix = 'install Cairn again, or in a clone: git checkout packages/model-minilm';
  return new CairnError('embedder_failed', message, { fix, cause });
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
