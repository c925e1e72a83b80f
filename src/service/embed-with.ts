import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toCairnError } from '../core/errors.ts';
import { openBertEmbedder } from '../embed/bert/bert-embedder.ts';
import type { EmbedWith } from '../memory/embedding.ts';

/** Where what makes vectors lies: folders in which the bundled model may be, and the program of the embedder's thread. */
export interface EmbedPlaces {
  modelFolders: readonly string[];
  entry: string;
}

const MODEL_FILE = 'minilm.cairn';

/** The embedder of the settings; one that cannot be opened is no reason not to go on by words. */
export function embedWith({ modelFolders, entry }: EmbedPlaces): EmbedWith {
  const folders = modelFolders.map((folder) => join(folder, MODEL_FILE));
  try {
    return { embedder: openBertEmbedder({ path: folders.find(existsSync) ?? folders.at(-1) ?? '', entry }) };
  } catch (error) {
    return { problem: toCairnError(error) };
  }
}
