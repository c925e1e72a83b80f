import { execFileSync } from 'node:child_process';

/** What `npm pack` says of a package: its files, and how many bytes it has packed and unpacked. */
export interface Packed {
  files: { path: string; size: number; mode: number }[];
  size: number;
  unpackedSize: number;
}

/** What `npm pack` would send of a folder. */
export function packOf(folder: string): Packed {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const text = execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(text) as Packed[];
  if (packed === undefined) throw new Error(`npm pack says nothing of ${folder}`);
  return packed;
}

/** A part of a bundle, whose name ends in the hash of its content. */
const PART = /[^/]+-[\w-]{8,10}(?=\.(?:js|css|svg)$)/;

/** Names of packed files, sorted; all parts of bundles in a folder are one name, since a change of any source may change them. */
export function toPackedNames(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.replace(PART, '*')))].sort();
}
