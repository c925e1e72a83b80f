// The grammars of `packages/code`: which file of which package each is. They are copied, not committed: the packages are
// pinned, and the lockfile holds their hashes.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const VSCODE = '@vscode/tree-sitter-wasm/wasm';
const WASMS = 'tree-sitter-wasms/out';

/** The folder of `node_modules` from which each grammar comes: the newer where both have it. */
const GRAMMARS: Readonly<Record<string, string>> = {
  bash: VSCODE,
  c: WASMS,
  'c-sharp': VSCODE,
  cpp: VSCODE,
  go: VSCODE,
  java: VSCODE,
  javascript: VSCODE,
  kotlin: WASMS,
  lua: WASMS,
  php: VSCODE,
  powershell: VSCODE,
  python: VSCODE,
  ruby: VSCODE,
  rust: VSCODE,
  scala: WASMS,
  swift: WASMS,
  tsx: VSCODE,
  typescript: VSCODE,
};

/** Copies the grammars and the program that runs them into `packages/code/grammars`; what is there already stays. */
export function collectGrammars(root: string): void {
  const folder = join(root, 'packages', 'code', 'grammars');
  mkdirSync(folder, { recursive: true });
  const files = Object.entries(GRAMMARS).map(([name, from]) => [`tree-sitter-${name}.wasm`, from] as const);
  for (const [name, from] of [...files, ['tree-sitter.wasm', 'web-tree-sitter'] as const]) {
    const [source, target] = [join(root, 'node_modules', from, name), join(folder, name)];
    if (!existsSync(target) || !readFileSync(source).equals(readFileSync(target))) copyFileSync(source, target);
  }
  const wanted = new Set([...files.map(([name]) => name), 'tree-sitter.wasm']);
  for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name));
}
