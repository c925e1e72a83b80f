// bert: models of BERT's shape — their file, the kernel that runs them, the thread in which it runs, and how a file is made
// from a model's published weights. No tokenizers, and nothing about where models are found.
import { sha256Hex } from '../../core/hash.ts';
import type { Prefixes } from '../embedder/with-prefixes.ts';

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

/** The start of a model's file. */
export interface ModelHeader {
  format: 1;
  /** Name of the model with all that its vectors depend on. */
  model: string;
  shape: BertShape;
  /** The vector is the mean of the rows, or the first row. */
  pooling: 'mean' | 'cls';
  /** What it wants before a text. */
  prefixes?: Prefixes;
  /** SHA-256 of each file that it was made from. */
  sources: Record<string, string>;
  sections: { name: string; offset: number; bytes: number }[];
}

/** A part of a file. */
export interface Section {
  name: string;
  bytes: Uint8Array;
}

/**
 * The file: eight bytes that say what it is, 32 bits with the header's length, the header as JSON, each section at a
 * multiple of 64, all numbers little-endian; at the end SHA-256 of all before it.
 */
export const MODEL_FORMAT = { magic: 'CAIRNVEC', frontBytes: 12, hashBytes: 32, alignment: 64 } as const;

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
  const { magic, frontBytes, hashBytes } = MODEL_FORMAT;
  const { model, shape, pooling, prefixes, sources } = about;
  const said = prefixes === undefined ? {} : { prefixes };
  const header: ModelHeader = { format: 1, model, shape, pooling, ...said, sources, sections: [] };
  // Offsets count from the end of the header, whose length they would change.
  let end = 0;
  for (const { name, bytes } of sections) {
    header.sections.push({ name, offset: end, bytes: bytes.length });
    end = aligned(end + bytes.length);
  }
  const start = aligned(frontBytes + Buffer.byteLength(JSON.stringify(header)));
  const file = Buffer.alloc(start + end + hashBytes);
  file.write(magic, 'latin1');
  file.writeUInt32LE(start - frontBytes, 8);
  file.write(JSON.stringify(header).padEnd(start - frontBytes), frontBytes);
  for (const [index, { offset }] of header.sections.entries()) file.set(sections[index]?.bytes ?? [], start + offset);
  file.write(sha256Hex(file.subarray(0, -hashBytes)), start + end, 'hex');
  return file;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / MODEL_FORMAT.alignment) * MODEL_FORMAT.alignment;
}
