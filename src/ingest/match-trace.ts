import { matchesGlob } from '../core/glob.ts';
import { md5Hex, sha256Hex } from '../core/hash.ts';
import type { FolderTrace } from '../core/model/untold.ts';

/** Wildcards around a slug: the folder itself, what is below it, and both at any depth. */
const ROOTED = ['', '-*'];
const ANYWHERE = ['*-', ''];

/**
 * True when the folder behind a trace can be one of those that a person's globs of folders name, or lie below it. Of what is doubtful
 * too much matches: a folder beside it whose name goes on with `-`, and one that a `!` takes out again.
 */
export function matchesTrace(globs: readonly string[], trace: FolderTrace): boolean {
  const named = globs.map((glob) => glob.trim()).filter((glob) => glob !== '' && !glob.startsWith('!'));
  if ('md5' in trace) return named.some((glob) => md5Hex(pathOf(glob, trace.home)) === trace.md5);
  if ('sha256' in trace) return named.some((glob) => sha256Hex(pathOf(glob, trace.home)) === trace.sha256);
  const slug = dashed(trace.slug);
  return named.some((glob) => slugGlobs(glob).some((one) => matchesGlob([one], [slug])));
}

function pathOf(glob: string, home: string): string {
  return glob.replace(/^~(?=\/)/, home).replace(/(?<=.)\/+$/, '');
}

function slugGlobs(glob: string): string[] {
  const isRooted = /^(?:[/\\]|[a-z]:)/i.test(glob);
  const own = dashed(glob.replace(/^~/, '')).replace(/\*+/g, '*');
  if (own === '') return [];
  return (isRooted ? [''] : ANYWHERE).flatMap((before) => ROOTED.map((after) => `${before}${own}${after}`));
}

/** A path or slug with one `-` for each run of other characters than letters, digits and wildcards; in lower case. */
function dashed(path: string): string {
  return path
    .toLowerCase()
    .replace(/[^a-z0-9*?]+/g, '-')
    .replace(/^-|-$/g, '');
}
