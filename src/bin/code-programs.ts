import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HomePaths } from '../config/paths.ts';
import type { CodePrograms } from '../memory/open.ts';
import { packageFolder, programScript } from './program-files.ts';

const PACKAGE = 'cairn-memory-code';
/** Without it none of the grammars can be used. */
const RUNTIME = 'grammars/tree-sitter.wasm';

/** The programs of reading code: this program's own, with the grammars of the home or of a package beside this program. */
export function codePrograms({ code }: Pick<HomePaths, 'code'>): CodePrograms {
  return {
    entry: programScript('code'),
    grammars: () => [join(code, 'node_modules', PACKAGE), packageFolder(PACKAGE)].flatMap(grammarsIn)[0],
  };
}

function grammarsIn(folder: string | undefined): string[] {
  return folder !== undefined && existsSync(join(folder, RUNTIME)) ? [join(folder, dirname(RUNTIME))] : [];
}
