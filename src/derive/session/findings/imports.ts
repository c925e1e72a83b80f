const MAX_IMPORTS = 40;
const JS = /\.[cm]?[jt]sx?$/;
const RELATIVE = /(?:\bfrom|\bimport|\brequire\()\s*['"](\.{1,2}\/[^'"\n]{1,160})['"]/g;
const QUOTED = /^[+ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"([\w.-]+\.[a-z]{2,}\/[^"\n]{1,160})"[ \t]*$/gm;
const DOTTED = /^[+ \t]*(?:from|import)[ \t]+([a-z_]\w*(?:\.\w+)+)/gm;
const CRATE = /\buse crate::(\w+)::/g;
const SHARED_SEGMENTS = 2;

/** The folder of a path within a project; empty for its root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Two folders, each up to the first name in which they differ; `undefined` when one contains the other. */
export function partingOf(one: string, other: string): [string, string] | undefined {
  const [parts, others] = [one.split('/'), other.split('/')];
  const at = parts.findIndex((part, i) => part !== others[i]);
  if (at < 0 || at >= others.length || one === '' || other === '') return undefined;
  return [parts.slice(0, at + 1).join('/'), others.slice(0, at + 1).join('/')];
}

/** The folders of a project from which a file imports, as far as the given part of its text shows; at most 40. */
export function importedFolders(path: string, text: string): string[] {
  const found = rawImports(path, text).filter((folder) => folder !== undefined && folder !== '');
  return [...new Set(found as string[])].slice(0, MAX_IMPORTS);
}

function rawImports(path: string, text: string): (string | undefined)[] {
  if (JS.test(path)) return matches(text, RELATIVE).map((to) => folderOf(resolved(folderOf(path), to)));
  if (path.endsWith('.go')) return matches(text, QUOTED).map((name) => ofModule(name, path));
  if (path.endsWith('.py')) return matches(text, DOTTED).map((name) => ofPackage(name.split('.'), path));
  if (path.endsWith('.rs')) return matches(text, CRATE).map((name) => inSource(name, path));
  return [];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function resolved(folder: string, to: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of to.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return '';
    } else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The folder of a Go import from the same module: its path contains the first two folders of the file's path. */
function ofModule(name: string, path: string): string | undefined {
  const own = path.split('/').slice(0, SHARED_SEGMENTS);
  const at =
    own.length < SHARED_SEGMENTS || own.at(-1)?.endsWith('.go') ? -1 : `${name}/`.indexOf(`/${own.join('/')}/`);
  return at < 0 ? undefined : name.slice(at + 1);
}

/** The folder of a Python import from the same package: its first name is a folder on the file's path. */
function ofPackage(names: readonly string[], path: string): string | undefined {
  const parts = path.split('/').slice(0, -1);
  const at = parts.indexOf(names[0] ?? '');
  return at < 0 ? undefined : [...parts.slice(0, at), ...names.slice(0, -1)].join('/');
}

function inSource(name: string, path: string): string | undefined {
  const at = `/${path}`.lastIndexOf('/src/');
  return at < 0 ? undefined : `${path.slice(0, at + 3)}/${name}`;
}
