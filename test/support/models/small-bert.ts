import type { ModelSource } from '../../../src/embeddings/bert/build-model-file.ts';
import type { BertShape } from '../../../src/embeddings/bert/model-file.ts';

const WORDS = 'the of memory agent test file pnpm lock build cairn'.split(' ');
const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...WORDS];

/** The smallest shape that has more than one of everything. */
export const SMALL_SHAPE: BertShape = {
  layers: 2,
  heads: 2,
  hidden: 32,
  intermediate: 64,
  vocabulary: VOCABULARY.length,
  positions: 64,
  epsilon: 1e-12,
};

/** A model with random weights, always the same for a shape and a seed. */
export function smallBert(shape: BertShape = SMALL_SHAPE, seed = 1): ModelSource {
  const random = createRandom(seed);
  const weights = new Map<string, Float32Array>();
  const add = (name: string, count: number, { spread = 1, middle = 0 } = {}): void => {
    weights.set(
      name,
      Float32Array.from({ length: count }, () => middle + spread * random()),
    );
  };
  const { hidden, intermediate, vocabulary, positions, layers } = shape;
  const norm = (name: string): void => {
    add(`${name}.weight`, hidden, { spread: 0.3, middle: 1 });
    add(`${name}.bias`, hidden, { spread: 0.3 });
  };
  const dense = (name: string, outputs: number, inputs: number): void => {
    add(`${name}.weight`, outputs * inputs, { spread: 2 / Math.sqrt(inputs) });
    add(`${name}.bias`, outputs, { spread: 0.2 });
  };
  add('embeddings.word_embeddings.weight', vocabulary * hidden);
  add('embeddings.position_embeddings.weight', positions * hidden, { spread: 0.5 });
  add('embeddings.token_type_embeddings.weight', 2 * hidden, { spread: 0.5 });
  norm('embeddings.LayerNorm');
  for (let layer = 0; layer < layers; layer += 1) {
    const name = `encoder.layer.${layer}`;
    for (const part of ['query', 'key', 'value']) dense(`${name}.attention.self.${part}`, hidden, hidden);
    dense(`${name}.attention.output.dense`, hidden, hidden);
    norm(`${name}.attention.output.LayerNorm`);
    dense(`${name}.intermediate.dense`, intermediate, hidden);
    dense(`${name}.output.dense`, hidden, intermediate);
    norm(`${name}.output.LayerNorm`);
  }
  return {
    model: `small-${seed}`,
    pooling: 'mean',
    sources: {},
    shape,
    firstPosition: 0,
    tensors: { names: [...weights.keys()], read: (name) => weights.get(name) ?? new Float32Array(0) },
    tokenizer: {
      kind: 'wordpiece',
      vocabulary: VOCABULARY.join('\n'),
      lowercase: true,
      stripAccents: true,
      splitChinese: true,
    },
  };
}

/** Numbers between -1 and 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2_147_483_648 - 1;
  };
}
