import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { sha256Hex } from '../../core/hash.ts';
import { openRegularFile, readBytesIfThere } from '../../platform/files.ts';

/** The file with a model's weights. */
export const WEIGHTS_FILE = 'model.safetensors';

const FILES = ['config.json', join('1_Pooling', 'config.json'), 'tokenizer.json', 'tokenizer_config.json', 'vocab.txt'];
const FILE_BYTES = 64 * 1024 * 1024;
const SAMPLES = 64;
const SAMPLE_BYTES = 4_096;
const FIX =
  'Put the model.safetensors of the model into its folder; one that has pytorch_model.bin alone must be converted.';

/**
 * Identifies a model, as 16 hexadecimal digits, without reading all of its weights: SHA-256 of its small
 * files, of the size of its weights and of samples over all of them. Training changes every weight. Throws
 * `embedder_failed` when there are none.
 */
export function fingerprintOf(folder: string): string {
  const parts = FILES.map((name) => sha256Hex(readBytesIfThere(join(folder, name), FILE_BYTES) ?? ''));
  return sha256Hex([...parts, sampleOf(join(folder, WEIGHTS_FILE))].join('\n')).slice(0, 16);
}

function sampleOf(path: string): string {
  let file: number;
  try {
    file = openRegularFile(path);
  } catch (cause) {
    throw new CairnError('embedder_failed', `The weights ${path} cannot be read.`, { fix: FIX, cause });
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(SAMPLES * SAMPLE_BYTES);
    for (let i = 0; i < SAMPLES; i += 1) {
      readSync(file, bytes, i * SAMPLE_BYTES, SAMPLE_BYTES, Math.floor((size * i) / SAMPLES));
    }
    return `${size} ${sha256Hex(bytes)}`;
  } finally {
    closeSync(file);
  }
}
