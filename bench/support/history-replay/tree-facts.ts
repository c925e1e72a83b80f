// bench/support/history-replay: what a repository held at a commit and ever before, and which names of a told line are
// not true there. Git is run here: the bench asks it, so that it does not lean on what the product reads.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a repository held at some time of its history: all paths, and words such as `fooBar`, `foo_bar` and `foo.go`. */
export interface RepositoryHistory {
  paths: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

/** What the checked-out tree holds. */
export interface TreeFacts {
  root: string;
  paths: ReadonlySet<string>;
  /** True when a word stands in a file of the tree. */
  hasWord(word: string): boolean;
  scripts: ReadonlySet<string>;
}

const MAX_BUFFER = 1 << 28;
const WORD = /[A-Za-z_]\w{5,}/g;
const TELLING = /[a-z][A-Z]|[a-zA-Z]_[a-zA-Z]/;

/** Reads the whole history of a repository, once. */
export function readHistory(root: string): RepositoryHistory {
  const git = gitIn(root);
  const paths = git('log', '--all', '--name-only', '--format=').split('\n').filter(Boolean);
  const words = new Set<string>();
  for (const line of git('log', '--all', '-p', '-U0', '--no-color', '--format=').split('\n')) {
    if (!line.startsWith('+') || line.startsWith('+++')) continue;
    for (const word of tellingWords(line)) words.add(word);
  }
  return { paths: new Set(paths), words };
}

/** Reads the tree that is checked out in a folder, with the developer's own work over it. */
export function readTree(root: string): TreeFacts {
  const listed = gitIn(root)('ls-files', '--cached', '--others').split('\n').filter(Boolean);
  const paths = listed.filter((path) => existsSync(join(root, path)));
  const words = new Set<string>();
  for (const path of paths) for (const word of tellingWords(textOf(join(root, path)))) words.add(word);
  return { root, paths: new Set(paths), hasWord: (word) => words.has(word), scripts: new Set(scriptsIn(root, paths)) };
}

/** Words of a text that only a name in code looks like. */
export function tellingWords(text: string): string[] {
  return (text.match(WORD) ?? []).filter((word) => TELLING.test(word));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Names of the scripts of every package.json and of the targets of every Makefile. */
function scriptsIn(root: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const text = /(?:^|\/)(?:package\.json|[Mm]akefile|mise\.toml)$/.test(path) ? textOf(join(root, path)) : '';
    if (path.endsWith('.json')) return Object.keys((JSON.parse(text || '{}') as { scripts?: object }).scripts ?? {});
    if (path.endsWith('.toml'))
      return [...text.matchAll(/^\[tasks\.(?:"([^"]+)"|([\w:-]+))\]/gm)].map((m) => m[1] ?? m[2] ?? '');
    return [...text.matchAll(/^([\w.-]+)\s*:(?!=)/gm)].map(([, name = '']) => name);
  });
}

function gitIn(root: string): (...args: string[]) => string {
  return (...args) =>
    execFileSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      maxBuffer: MAX_BUFFER,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
}
