// Makes the bundled model: node scripts/build-model.ts FOLDER, the folder of a sentence-transformer of BERT's shape with
// `config.json`, `model.safetensors` and `vocab.txt`. The same sources give the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../src/core/hash.ts';
import { buildModelFile } from '../src/embeddings/bert/build-model-file.ts';
import { openSafetensors } from '../src/embeddings/bert/safetensors.ts';
import { readVocabulary } from '../src/embeddings/tokenize/read-tokenizer.ts';

const MODEL = 'all-MiniLM-L6-v2-int8';
const POSITIONS = 256;
const SOURCES = ['config.json', 'model.safetensors', 'tokenizer_config.json', 'vocab.txt'];

/** The file of the bundled model, from the folder with its published weights. */
export function buildBundledModel(folder: string): Buffer {
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const config = JSON.parse(text('config.json')) as Record<string, number>;
  const size = (name: string): number => config[name] ?? Number.NaN;
  const tensors = openSafetensors(join(folder, 'model.safetensors'));
  try {
    return buildModelFile({
      model: MODEL,
      pooling: 'mean',
      sources: Object.fromEntries(SOURCES.map((name) => [name, sha256Hex(readFileSync(join(folder, name)))])),
      shape: {
        layers: size('num_hidden_layers'),
        heads: size('num_attention_heads'),
        hidden: size('hidden_size'),
        intermediate: size('intermediate_size'),
        vocabulary: size('vocab_size'),
        positions: POSITIONS,
        epsilon: size('layer_norm_eps'),
      },
      firstPosition: 0,
      tensors,
      tokenizer: readVocabulary(text('vocab.txt'), JSON.parse(text('tokenizer_config.json'))),
    });
  } finally {
    tensors.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: node scripts/build-model.ts FOLDER');
  const file = buildBundledModel(folder);
  writeFileSync(fileURLToPath(new URL('../packages/model-minilm/minilm.cairn', import.meta.url)), file);
  process.stdout.write(`${file.length} bytes, SHA-256 ${sha256Hex(file)}\n`);
}
