import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { removeFile } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { openBertEmbedder } from '../bert/bert-embedder.ts';
import type { Embedder, EmbedOptions } from '../embedder/embedder.ts';
import type { Prefixes } from '../embedder/with-prefixes.ts';
import { fingerprintOf } from './fingerprint.ts';
import { KEPT_FILE, type KeepModelData, keepModelInThread } from './keep-model.ts';
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
  const embedder = new FolderEmbedder({ folder, file, model, fingerprint }, { entry, dimensions: shape.hidden });
  return { embedder, prefixes };
}

/** Runs the kept file of a model, which it makes first when it is missing or damaged. */
class FolderEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly #data: KeepModelData;
  readonly #entry: string;
  #inner: Embedder | undefined;
  #making: ReturnType<typeof keepModelInThread> | undefined;
  #isClosed = false;

  constructor(data: KeepModelData, { entry, dimensions }: { entry: string; dimensions: number }) {
    this.model = data.model;
    this.dimensions = dimensions;
    this.#data = data;
    this.#entry = entry;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    const inner = await this.#open();
    try {
      return await inner.embed(texts, options);
    } catch (error) {
      if (toCairnError(error).code === 'embedder_failed') await this.#discard();
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
    this.#making ??= keepModelInThread(this.#data, this.#entry);
    try {
      await this.#making.done;
    } finally {
      this.#making = undefined;
    }
    this.#inner ??= this.#openKept();
    return this.#inner;
  }

  /** Opens the stored file; `undefined` when it is missing or damaged, so that it is built. */
  #tryOpen(): Embedder | undefined {
    if (!existsSync(this.#data.file)) return undefined;
    try {
      return this.#openKept();
    } catch (error) {
      ignore(error, 'the file of a model cannot be opened: it is made again');
      return undefined;
    }
  }

  #openKept(): Embedder {
    return openBertEmbedder({ path: this.#data.file, entry: this.#entry });
  }

  /** Removes the file, which may be damaged; the next call builds it again. */
  async #discard(): Promise<void> {
    const inner = this.#inner;
    this.#inner = undefined;
    removeFile(this.#data.file);
    await inner?.close();
  }
}
