import { join } from 'node:path';
import ignoreRules, { type Ignore } from 'ignore';
import { readTextIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';

const RULES_BYTES = 1024 * 1024;
/** As git does by default: where the file system tells no case apart. */
const IGNORES_CASE = process.platform === 'darwin' || process.platform === 'win32';
/** Folders that are never the project's own sources, ignored or not. */
const NEVER = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules']);

/** What git leaves out below a root, by the `.gitignore` of each folder and the repository's `info/exclude`. */
export interface GitIgnores {
  /** True for a path, relative to the root, that is left out, or a folder above it is. */
  has(path: string, isFolder: boolean): boolean;
}

/** Reads the rules as they are asked for; a folder's are read once. */
export function openGitIgnores(root: string): GitIgnores {
  const rules = new Map<string, Ignore | undefined>();
  const folders = new Map<string, boolean>();
  const rulesOf = (folder: string): Ignore | undefined => {
    if (!rules.has(folder)) rules.set(folder, readRules(root, folder));
    return rules.get(folder);
  };
  const own = (path: string, isFolder: boolean): boolean => {
    const parts = path.split('/');
    if (isFolder && NEVER.has(parts.at(-1) ?? '')) return true;
    let isIgnored = false;
    // The rules of an inner folder come after those of the outer ones, and the last that matches decides.
    for (let depth = 0; depth < parts.length; depth += 1) {
      const below = parts.slice(depth).join('/');
      const tested = rulesOf(parts.slice(0, depth).join('/'))?.test(isFolder ? `${below}/` : below);
      if (tested?.ignored) isIgnored = true;
      else if (tested?.unignored) isIgnored = false;
    }
    return isIgnored;
  };
  const folderIs = (path: string): boolean => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const up = path.lastIndexOf('/');
    const left = (up > 0 && folderIs(path.slice(0, up))) || own(path, true);
    folders.set(path, left);
    return left;
  };
  return {
    has(path, isFolder) {
      const up = path.lastIndexOf('/');
      if (up > 0 && folderIs(path.slice(0, up))) return true;
      return isFolder ? folderIs(path) : own(path, false);
    },
  };
}

function readRules(root: string, folder: string): Ignore | undefined {
  const texts = [
    folder === '' ? read(join(root, '.git', 'info', 'exclude')) : '',
    read(join(root, folder, '.gitignore')),
  ].filter((text) => text !== '');
  return texts.length === 0 ? undefined : ignoreRules({ ignorecase: IGNORES_CASE }).add(texts.join('\n'));
}

function read(path: string): string {
  try {
    return readTextIfThere(path, RULES_BYTES) ?? '';
  } catch (error) {
    ignore(error, 'rules of git could not be read');
    return '';
  }
}
