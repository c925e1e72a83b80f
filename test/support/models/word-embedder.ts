import { createHash } from 'node:crypto';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';

const DIMENSIONS = 64;
/** Words of one row mean the same. */
const MEANINGS = [
  ['lock', 'mutex', 'semaphore'],
  ['car', 'automobile', 'vehicle'],
  ['broke', 'failed', 'crashed'],
];

/** An embedder that says what it was asked, and can be told to fail or to hang. */
export interface WordEmbedder extends Embedder {
  /** Texts of each call, questions among them. */
  calls: string[][];
  /** Decides what a call does before it answers: throw, or wait. */
  before: (texts: readonly string[], signal: AbortSignal | undefined) => Promise<void> | void;
  rests: number;
  isClosed: boolean;
}

/** Embeds by words: texts with equal words, or such as mean the same, lie near one another. For tests alone. */
export function createWordEmbedder(model = 'words@1'): WordEmbedder {
  const embedder: WordEmbedder = {
    model,
    dimensions: DIMENSIONS,
    calls: [],
    before: () => undefined,
    rests: 0,
    isClosed: false,
    async embed(texts, { signal }) {
      embedder.calls.push([...texts]);
      await embedder.before(texts, signal);
      return texts.map(vectorOf);
    },
    async rest() {
      embedder.rests += 1;
    },
    async close() {
      embedder.isClosed = true;
    },
  };
  return embedder;
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(1e-3);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const meaning = MEANINGS.find((words) => words.includes(word))?.[0] ?? word;
    const at = createHash('sha256').update(meaning).digest().readUInt32LE() % DIMENSIONS;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
