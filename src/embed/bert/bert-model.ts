import { type KernelExports, type KernelModule, startKernel } from '../../platform/load-kernel.ts';
import { createTokenizer } from '../tokenize/create-tokenizer.ts';
import type { Tokenize, TokenizerSpec } from '../tokenize/tokenizer.ts';
import { loadModelFile, type ModelHeader, weightSections } from './model-file.ts';

/** What the kernel `bert` gives. Addresses are in its memory. */
interface BertKernel extends KernelExports {
  setModel(addresses: number, hidden: number, heads: number, intermediate: number, epsilon: number): void;
  setScratch(address: number): number;
  begin(ids: number, lengths: number, count: number, state: number): void;
  layer(index: number, lengths: number, count: number, state: number): void;
  finish(lengths: number, count: number, state: number, byFirst: boolean, out: number): void;
}

/** Tokens that one batch may have: a text's at most, or those of several short ones. */
export const BATCH_TOKENS = 256;
const SPARE_ROWS = 8;
const PAGE = 65_536;
const ALIGNMENT = 64;

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
}

/** Loads the model's file at `path` into an instance of the kernel. Throws `embedder_failed`. */
export function openBertModel(path: string, kernel: KernelModule): BertModel {
  const exports = startKernel<BertKernel>(kernel);
  const { memory } = exports;
  const take = (bytes: number): number => {
    const address = memory.buffer.byteLength;
    memory.grow(Math.ceil(bytes / PAGE));
    return address;
  };
  let base = 0;
  const file = loadModelFile(path, (bytes) => {
    base = take(bytes + ALIGNMENT);
    return new Uint8Array(memory.buffer, base, bytes);
  });
  const { shape, sections } = file.header;
  const spec = sections[weightSections(shape).length];
  const tokenizer = readTokenizer(file.bytes, file.start + (spec?.offset ?? 0), spec?.bytes ?? 0);
  const addresses = sections.map(({ offset }) => base + file.start + offset);
  const table = take(4 * addresses.length);
  new Uint32Array(memory.buffer, table, addresses.length).set(addresses);
  exports.setModel(table, shape.hidden, shape.heads, shape.intermediate, shape.epsilon);
  take(exports.setScratch(memory.buffer.byteLength));
  const slots: Record<Slot, number> = {
    memory: take(slotBytes(shape.hidden)),
    question: take(slotBytes(shape.hidden)),
  };
  const positions = Math.min(shape.positions, BATCH_TOKENS);
  return {
    header: file.header,
    tokenize: (text) => tokenizer(text, positions),
    begin: (slot, texts) => beginPass({ exports, header: file.header, slot: slots[slot] }, texts),
  };
}

interface PassPlace {
  exports: BertKernel;
  header: ModelHeader;
  slot: number;
}

// A slot: ids, lengths, the vectors, the rows.
function slotBytes(hidden: number): number {
  return 8 * BATCH_TOKENS + 4 * hidden * BATCH_TOKENS + 4 * hidden * (BATCH_TOKENS + SPARE_ROWS);
}

function beginPass({ exports, header, slot }: PassPlace, texts: readonly (readonly number[])[]): Pass {
  const { hidden, layers } = header.shape;
  const { buffer } = exports.memory;
  const lengths = slot + 4 * BATCH_TOKENS;
  const out = lengths + 4 * BATCH_TOKENS;
  const rows = out + 4 * hidden * BATCH_TOKENS;
  new Int32Array(buffer, slot, BATCH_TOKENS).set(texts.flat());
  new Int32Array(buffer, lengths, BATCH_TOKENS).set(texts.map((ids) => ids.length));
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
      exports.finish(lengths, texts.length, rows, header.pooling === 'cls', out);
      return new Float32Array(buffer, out, texts.length * hidden).slice();
    },
  };
}

function readTokenizer(bytes: Uint8Array, offset: number, length: number): Tokenize {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString('utf8');
  return createTokenizer(JSON.parse(text) as TokenizerSpec);
}
