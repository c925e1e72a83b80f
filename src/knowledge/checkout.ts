import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { removeFile, writeDurable } from '../platform/files.ts';
import { findGit } from '../platform/git-text.ts';
import { namesUnder } from '../platform/names-under.ts';
import { isWithin, openProjectFiles } from '../platform/project-files.ts';
import { KNOWLEDGE_ENDING, KNOWLEDGE_FOLDER } from './knowledge-file.ts';

/** Upper bounds on the entries of the folder that are looked at, the files that are read, their bytes, and those of one. */
const LIMIT = { entries: 1_000, files: 300, bytes: 1024 * 1024, fileBytes: 16 * 1024 } as const;
const FILE_MODE = 0o644;

/** A file of the folder, as it is on the disk. `modifiedAt` in milliseconds since 1970. */
export interface KnowledgeText {
  name: string;
  text: string;
  modifiedAt: number;
}

/** What the folder of a checkout holds. */
export interface FoundFolder {
  files: KnowledgeText[];
  /** Files that are not read, and why, as the end of a sentence. */
  skipped: { name: string; why: string }[];
}

/** Real path of the root of the work tree that a folder is in; `undefined` outside of git. */
export function findCheckout(folder: string): string | undefined {
  const worktree = findGit(folder)?.worktree;
  return worktree === undefined ? undefined : realpathSync(worktree);
}

/** What tells that the folder of a checkout changed: name, size and time of each file. Empty where there is none. */
export function folderStamp(root: string): string {
  const look = openProjectFiles(root, { paths: LIMIT.entries, files: 0, bytes: 0 });
  const names = look?.find(KNOWLEDGE_FOLDER)?.kind === 'folder' ? namesOf(root) : [];
  const stamps = names.map((name) => {
    const found = look?.find(`${KNOWLEDGE_FOLDER}/${name}`);
    return found?.kind === 'file' ? `${name}\0${found.sizeBytes}\0${found.modifiedAt}` : name;
  });
  return stamps.join('\n');
}

/** Reads the files of a checkout's folder, ordered by name. Only regular files that lie in the checkout are read. */
export function readKnowledgeFolder(root: string): FoundFolder {
  const found: FoundFolder = { files: [], skipped: [] };
  const look = openProjectFiles(root, { paths: LIMIT.entries, files: LIMIT.files, bytes: LIMIT.bytes });
  if (look?.find(KNOWLEDGE_FOLDER)?.kind !== 'folder') return found;
  for (const name of namesOf(root)) {
    const path = `${KNOWLEDGE_FOLDER}/${name}`;
    const at = look.find(path);
    const isSmall = at?.kind === 'file' && at.sizeBytes <= LIMIT.fileBytes;
    const text = isSmall ? look.text(path) : undefined;
    if (at?.kind === 'file' && text !== undefined) {
      found.files.push({ name, text, modifiedAt: Math.trunc(at.modifiedAt) });
    } else {
      const why = isSmall
        ? `is beyond the ${LIMIT.files} files and 1 MB that are read of this folder`
        : at?.kind === 'file'
          ? 'is longer than 16 kB'
          : 'is no file of this checkout';
      found.skipped.push({ name, why });
    }
  }
  return found;
}

/**
 * Writes a file of the folder, which is made when it is missing. Throws `unsupported` where the folder is a link or no
 * folder, `unwritable` where it cannot be written.
 */
export function writeKnowledgeFile(root: string, name: string, text: string): void {
  const folder = join(root, ...KNOWLEDGE_FOLDER.split('/'));
  let at = root;
  for (const part of KNOWLEDGE_FOLDER.split('/')) {
    at = join(at, part);
    assertFolder(at);
  }
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeDurable(path, text);
  chmodSync(path, FILE_MODE);
}

/** Removes a file of the folder. */
export function removeKnowledgeFile(root: string, name: string): void {
  const folder = realpathSync(join(root, ...KNOWLEDGE_FOLDER.split('/')));
  if (isWithin(folder, root)) removeFile(join(folder, name));
}

function namesOf(root: string): string[] {
  return namesUnder(join(root, ...KNOWLEDGE_FOLDER.split('/')), LIMIT.entries)
    .filter((name) => !name.includes(sep) && !name.includes('/') && name.endsWith(KNOWLEDGE_ENDING))
    .filter((name) => !name.startsWith('.'))
    .sort();
}

/** Whoever writes through a link of the repository would write where its author wants. */
function assertFolder(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory()) return;
  throw new CairnError('unsupported', `${path} is ${stat.isSymbolicLink() ? 'a link' : 'no folder'}.`, {
    fix: `Remove ${path}, then share again.`,
  });
}
