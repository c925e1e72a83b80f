import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Folder of a package, as it was installed with this program; `undefined` where it was not, as in a home's copy. */
export function packageFolder(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
