import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sha256Hex } from '../../src/core/hash.ts';
import type { QuestionVector } from '../../src/core/model/question-vector.ts';
import { openBertEmbedder } from '../../src/embeddings/bert/bert-embedder.ts';
import type { Embedder } from '../../src/embeddings/embedder/embedder.ts';
import { DIST } from './bench-home.ts';

const MODEL = 'cairn-memory-model-minilm/minilm.cairn';

/**
 * The bundled model. With a folder, vectors are kept there from run to run: a file of the SHA-256 of each text in hex, a
 * line each, and one of rows of 32-bit numbers in the same order.
 */
export function openBenchEmbedder(folder: string | undefined): Embedder {
  const path = createRequire(import.meta.url).resolve(MODEL);
  const embedder = openBertEmbedder({ path, entry: join(DIST, 'embedder.js') });
  return folder === undefined ? embedder : keeping(embedder, folder);
}

/** The vector of a prompt as a question, with its model; without an embedder none. */
export async function questionVector(
  embedder: Embedder | undefined,
  prompt: string,
): Promise<QuestionVector | undefined> {
  const [vector] = (await embedder?.embed([prompt], { purpose: 'question' })) ?? [];
  return embedder === undefined || vector === undefined ? undefined : { model: embedder.model, vector };
}

function keeping(embedder: Embedder, folder: string): Embedder {
  mkdirSync(folder, { recursive: true });
  const files = { keys: join(folder, `${embedder.model}.keys`), vectors: join(folder, `${embedder.model}.f32`) };
  const known = readKept(files, embedder.dimensions);
  return {
    ...embedder,
    async embed(texts, options) {
      const keys = texts.map((text) => sha256Hex(`${options.purpose}\n${text}`));
      const missing = [...new Set(keys)].filter((key) => !known.has(key));
      const vectors = missing.length === 0 ? [] : await embedder.embed(missing.map(textOf), options);
      for (const [n, vector] of vectors.entries()) {
        known.set(missing[n] ?? '', vector);
        appendFileSync(files.vectors, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
        appendFileSync(files.keys, `${missing[n]}\n`);
      }
      return keys.map((key) => known.get(key) ?? new Float32Array(embedder.dimensions));

      function textOf(key: string): string {
        return texts[keys.indexOf(key)] ?? '';
      }
    },
  };
}

function readKept(files: { keys: string; vectors: string }, dimensions: number): Map<string, Float32Array> {
  if (!existsSync(files.keys)) return new Map();
  const keys = readFileSync(files.keys, 'utf8').split('\n').filter(Boolean);
  const bytes = readFileSync(files.vectors);
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
  return new Map(keys.map((key, n) => [key, numbers.slice(n * dimensions, (n + 1) * dimensions)]));
}
