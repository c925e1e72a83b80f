import type { HomePaths } from '../config/paths.ts';
import type { EmbeddingPaths } from '../embeddings/open-embedder.ts';
import { packageFolder, programScript } from './program-files.ts';

const PACKAGE = 'cairn-memory-model-minilm';

/** Folder of the package with the bundled model, as it was installed with this program; `undefined` in a home's copy. */
export function modelPackage(): string | undefined {
  return packageFolder(PACKAGE);
}

/** Where this program finds what makes vectors: its own model first, then the home's. */
export function embedPlaces({ models }: Pick<HomePaths, 'models'>): EmbeddingPaths {
  const own = modelPackage();
  return { modelFolders: own === undefined ? [models] : [own, models], entry: programScript('embedder') };
}
