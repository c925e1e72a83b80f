import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { ensureFolder, removeFile, writeDurable } from '../../platform/files.ts';
import { runInThread } from '../../platform/process/run-in-thread.ts';
import { buildModelFile } from '../bert/build-model-file.ts';
import { openSafetensors } from '../bert/safetensors.ts';
import type { TokenizerSpec } from '../tokenize/tokenizer.ts';
import { WEIGHTS_FILE } from './fingerprint.ts';
import { readFolderTokenizer, readModelFolder } from './read-model-folder.ts';

/** A model that is to be kept as Cairn runs it. */
export interface KeepModelData {
  /** The folder with what its makers published. */
  folder: string;
  /** The file to write, in a folder of such files. */
  file: string;
  /** The name of the model and all that its vectors depend on. */
  model: string;
  /** SHA-256 or the like of what it is made from. */
  fingerprint: string;
}

/** How the files of models from folders are called, but for the fingerprint. */
export const KEPT_FILE = { start: 'folder-', end: '.cairn' };

/** Writes the model's file, and removes those of other folders. Seconds of work: it is done in a thread. */
export function keepModel({ folder, file, model, fingerprint }: KeepModelData): void {
  const { shape, firstPosition, pooling } = readModelFolder(folder);
  const tokenizer = readFolderTokenizer(folder);
  assertKnown(tokenizer, shape.vocabulary);
  const tensors = openSafetensors(join(folder, WEIGHTS_FILE));
  try {
    const sources = { [folder]: fingerprint };
    const bytes = buildModelFile({ model, shape, firstPosition, pooling, sources, tensors, tokenizer });
    ensureFolder(dirname(file));
    writeDurable(file, bytes);
  } finally {
    tensors.close();
  }
  for (const name of readdirSync(dirname(file))) {
    const other = join(dirname(file), name);
    if (name.startsWith(KEPT_FILE.start) && name.endsWith(KEPT_FILE.end) && other !== file) removeFile(other);
  }
}

/** Throws `embedder_failed` when the tokenizer can give an id for which the weights have no row. */
function assertKnown(tokenizer: TokenizerSpec, rows: number): void {
  const ids = tokenizer.kind === 'unigram' ? [tokenizer.unknown, ...tokenizer.special.map(({ id }) => id)] : [];
  const most = Math.max(tokenizer.vocabulary.split('\n').length - 1, ...ids);
  if (most < rows) return;
  throw new CairnError(
    'embedder_failed',
    `The tokenizer of the model has ids up to ${most}, its weights ${rows} rows.`,
    {
      fix: 'Take the tokenizer and the weights of the same model.',
    },
  );
}

/** Runs `keepModel` in a thread with the program `entry`. `stop` ends it half-way, with nothing written. */
export function keepModelInThread(
  data: KeepModelData,
  entry: string,
): { done: Promise<unknown>; stop: () => Promise<void> } {
  return runInThread(
    entry,
    data,
    (cause) =>
      new CairnError('embedder_failed', `The model in ${data.folder} could not be read.`, {
        cause,
        fix: 'cairn doctor',
      }),
  );
}
