import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { removeFile } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { openBertEmbedder } from '../bert/bert-embedder.ts';
import type { Embedder, EmbedOptions } from '../embedder/embedder.ts';
import type { Prefixes } from '../embedder/with-prefixes.ts';
import { fingerprintOf } from './fingerprint.ts';
import { KEPT_FILE, keepModelInThread } from './keep-model.ts';
import { readModelFolder } from './read-model-folder.ts';

/** A model's folder, the folder in which its file for Cairn is kept, and the program of the model's thread. */
export interface FolderOptions {
  folder: string;
  keptIn: string;
  entry: string;
}

/**
 * An embedder that runs a model from a folder, and the prefixes that the folder names. What the folder says is read at
 * once; its weights with the first call, in a thread, into a file that is kept. Throws `embedder_failed` or `unsupported`.
 */
export function openFolderEmbedder({ folder, keptIn, entry }: FolderOptions): {
  embedder: Embedder;
  prefixes: Prefixes;
} {
  const { name, shape, prefixes } = readModelFolder(folder);
  const fingerprint = fingerprintOf(folder);
  const model = `folder:${name}@${fingerprint}-int8`;
  const file = join(keptIn, `${KEPT_FILE.start}${fingerprint}${KEPT_FILE.end}`);
  const lazy = new LazyEmbedder(
    { model, dimensions: shape.hidden },
    {
      isThere: () => existsSync(file),
      open: () => openBertEmbedder({ path: file, entry }),
      make: () => keepModelInThread({ folder, file, model, fingerprint }, entry),
      drop: () => removeFile(file),
    },
  );
  return { embedder: lazy, prefixes };
}

/** How the file of a model is opened, built and removed. */
interface ModelFileWays {
  isThere(): boolean;
  open(): Embedder;
  make(): { done: Promise<void>; stop: () => Promise<void> };
  drop(): void;
}

class LazyEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly #ways: ModelFileWays;
  #inner: Embedder | undefined;
  #making: ReturnType<ModelFileWays['make']> | undefined;
  #isClosed = false;

  constructor({ model, dimensions }: Pick<Embedder, 'model' | 'dimensions'>, ways: ModelFileWays) {
    this.model = model;
    this.dimensions = dimensions;
    this.#ways = ways;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    const inner = await this.#open();
    try {
      return await inner.embed(texts, options);
    } catch (error) {
      if (toCairnError(error).code === 'embedder_failed') await this.#startAnew();
      throw error;
    }
  }

  async rest(): Promise<void> {
    await this.#inner?.rest();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#making?.stop();
    await this.#inner?.close();
  }

  async #open(): Promise<Embedder> {
    if (this.#isClosed) throw new CairnError('cancelled', 'The embedder is closed.');
    if (this.#inner === undefined && this.#making === undefined) this.#inner = this.#tryOpen();
    if (this.#inner !== undefined) return this.#inner;
    this.#making ??= this.#ways.make();
    try {
      await this.#making.done;
    } finally {
      this.#making = undefined;
    }
    this.#inner ??= this.#ways.open();
    return this.#inner;
  }

  /** Opens the stored file; `undefined` when it is missing or damaged, so that it is built. */
  #tryOpen(): Embedder | undefined {
    if (!this.#ways.isThere()) return undefined;
    try {
      return this.#ways.open();
    } catch (error) {
      ignore(error, 'the file of a model cannot be opened: it is made anew');
      return undefined;
    }
  }

  /** Removes the file, which may be damaged; the next call builds it again. */
  async #startAnew(): Promise<void> {
    const inner = this.#inner;
    this.#inner = undefined;
    this.#ways.drop();
    await inner?.close();
  }
}
