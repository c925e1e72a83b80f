import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** True when this program runs from a build, false from its sources. */
export const isBuilt = !import.meta.url.endsWith('.ts');

/** Absolute path of a file or folder next to this program, as in `./hook.sh`. */
export function nextToProgram(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Absolute path of another program of Cairn, by the name of its entry. */
export function programScript(
  name: 'backup' | 'cli' | 'code' | 'embedder' | 'ingest' | 'mcp' | 'open-as-it-is' | 'reader' | 'server' | 'worker',
): string {
  return nextToProgram(`./${name}.${isBuilt ? 'js' : 'ts'}`);
}

/** Absolute path of the folder of the built dashboard. */
export const pageFolder = nextToProgram(isBuilt ? './web' : '../../dist/web');

/** Absolute path of the folder of the built dashboard of a team, which its server shows. */
export const teamPageFolder = nextToProgram(isBuilt ? './team-web' : '../../dist/team-web');

/** Folder of a package, as it was installed with this program; `undefined` where it was not, as in a home's copy. */
export function packageFolder(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
