import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ModelSource } from '../../../src/embeddings/bert/build-model-file.ts';

/** Writes a model as its makers publish one: weights, configuration, vocabulary, and what sentence-transformers adds. */
export function writeModelFolder(folder: string, source: ModelSource, config: JsonObject = {}): void {
  mkdirSync(join(folder, '1_Pooling'), { recursive: true });
  const { shape, tokenizer, tensors, firstPosition, pooling } = source;
  const write = (name: string, value: JsonObject): void => writeFileSync(join(folder, name), JSON.stringify(value));
  write('config.json', {
    model_type: firstPosition === 0 ? 'bert' : 'xlm-roberta',
    hidden_act: 'gelu',
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    hidden_size: shape.hidden,
    intermediate_size: shape.intermediate,
    vocab_size: shape.vocabulary,
    max_position_embeddings: shape.positions + firstPosition,
    layer_norm_eps: shape.epsilon,
    ...config,
  });
  write(join('1_Pooling', 'config.json'), {
    [`pooling_mode_${pooling === 'mean' ? 'mean_tokens' : 'cls_token'}`]: true,
  });
  if (tokenizer.kind === 'wordpiece') writeFileSync(join(folder, 'vocab.txt'), `${tokenizer.vocabulary}\n`);
  writeFileSync(join(folder, 'model.safetensors'), toSafetensors(tensors));
}

function toSafetensors({ names, read }: ModelSource['tensors']): Buffer {
  const header: JsonObject = {};
  const parts: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const numbers = read(name);
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    header[name] = { dtype: 'F32', shape: [numbers.length], data_offsets: [at, at + bytes.length] };
    at += bytes.length;
    parts.push(bytes);
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...parts]);
}
