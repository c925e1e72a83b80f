import { type KernelExports, type KernelModule, startKernel } from '../../platform/load-kernel.ts';
import { createTokenizer } from '../tokenize/create-tokenizer.ts';
import type { Tokenize, TokenizerSpec } from '../tokenize/tokenizer.ts';
import { type ModelHeader, TOKENIZER_SECTION, weightSections } from './model-file.ts';
import { type ModelFile, openModelFile, readSection } from './open-model-file.ts';

/** The exports of the kernel `bert`. Addresses are in its memory. */
interface BertKernel extends KernelExports {
  setModel(addresses: number, hidden: number, heads: number, intermediate: number, epsilon: number): void;
  setScratch(address: number): number;
  begin(ids: number, lengths: number, count: number, state: number): void;
  layer(index: number, lengths: number, count: number, state: number): void;
  finish(lengths: number, count: number, state: number, byFirst: boolean, out: number): void;
}

/** Upper bound on the tokens of one batch: of one long text, or of several short ones together. */
export const BATCH_TOKENS = 256;
const SPARE_ROWS = 8;
const PAGE = 65_536;

/** The two places in which a batch can be on its way. */
export type Slot = 'memory' | 'question';

/** A batch on its way through the layers. */
export interface Pass {
  /** Runs one more layer; false when there was none left. */
  step(): boolean;
  /** The vectors of the batch, one after the other, once no layer is left. */
  vectors(): Float32Array;
}

/** A model in memory. */
export interface BertModel {
  header: ModelHeader;
  /** The ids of a text, at most `BATCH_TOKENS`. */
  tokenize(text: string): number[];
  /** Begins a batch of texts as ids, together at most `BATCH_TOKENS`; the one in the same slot before it is lost. */
  begin(slot: Slot, texts: readonly (readonly number[])[]): Pass;
  close(): void;
}

/** Loads the model's file at `path` into an instance of the kernel. Throws `embedder_failed`. */
export function openBertModel(path: string, kernel: KernelModule): BertModel {
  const file = openModelFile(path);
  try {
    const { header } = file;
    const tokenizer = readTokenizer(file);
    const place = loadWeights(file, startKernel<BertKernel>(kernel));
    const { hidden, positions } = header.shape;
    const slots = { memory: place.take(slotBytes(hidden)), question: place.take(slotBytes(hidden)) };
    return {
      header,
      tokenize: (text) => tokenizer(text, Math.min(positions, BATCH_TOKENS)),
      begin: (slot, texts) => beginPass({ ...place, file, slot: slots[slot] }, texts),
      close: file.close,
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

interface TensorLocation {
  exports: BertKernel;
  /** Address of the words' rows of a batch that begins, in the order of its ids. */
  words: number;
  /** Gives the address of that many more bytes of the kernel's memory. */
  take(bytes: number): number;
}

// The table of word rows is half the file: only the rows of a text are read, when it arrives.
function loadWeights(file: ModelFile, exports: BertKernel): TensorLocation {
  const { shape } = file.header;
  const { memory } = exports;
  const take = (bytes: number): number => {
    const address = memory.buffer.byteLength;
    memory.grow(Math.ceil(bytes / PAGE));
    return address;
  };
  const offsets = weightSections(shape).map(([name]) => file.find(name).offset);
  const start = offsets[1] ?? 0;
  const size = file.find(TOKENIZER_SECTION).offset - start;
  const base = take(size);
  file.read(start, new Uint8Array(memory.buffer, base, size));
  const words = take(shape.hidden * BATCH_TOKENS);
  const addresses = offsets.map((offset, at) => (at === 0 ? words : base + offset - start));
  const table = take(4 * addresses.length);
  new Uint32Array(memory.buffer, table, addresses.length).set(addresses);
  exports.setModel(table, shape.hidden, shape.heads, shape.intermediate, shape.epsilon);
  take(exports.setScratch(memory.buffer.byteLength));
  return { exports, words, take };
}

function readTokenizer(file: ModelFile): Tokenize {
  const text = Buffer.from(readSection(file, TOKENIZER_SECTION)).toString('utf8');
  return createTokenizer(JSON.parse(text) as TokenizerSpec);
}

// Bytes of a slot: ids, lengths, vectors and rows.
function slotBytes(hidden: number): number {
  return 8 * BATCH_TOKENS + 4 * hidden * BATCH_TOKENS + 4 * hidden * (BATCH_TOKENS + SPARE_ROWS);
}

interface PassLocation extends TensorLocation {
  file: ModelFile;
  slot: number;
}

function beginPass({ exports, words, file, slot }: PassLocation, texts: readonly (readonly number[])[]): Pass {
  const { pooling, shape } = file.header;
  const { hidden, layers } = shape;
  const { buffer } = exports.memory;
  const lengths = slot + 4 * BATCH_TOKENS;
  const out = lengths + 4 * BATCH_TOKENS;
  const rows = out + 4 * hidden * BATCH_TOKENS;
  const ids = texts.flat();
  const table = file.find('words').offset;
  for (const [at, id] of ids.entries())
    file.read(table + id * hidden, new Uint8Array(buffer, words + at * hidden, hidden));
  new Int32Array(buffer, slot, BATCH_TOKENS).set(ids);
  new Int32Array(buffer, lengths, BATCH_TOKENS).set(texts.map((text) => text.length));
  exports.begin(slot, lengths, texts.length, rows);
  let next = 0;
  return {
    step() {
      if (next === layers) return false;
      exports.layer(next, lengths, texts.length, rows);
      next += 1;
      return true;
    },
    vectors() {
      exports.finish(lengths, texts.length, rows, pooling === 'cls', out);
      return new Float32Array(buffer, out, texts.length * hidden).slice();
    },
  };
}
