import { fileHash } from '../../core/file-hash.ts';
import { asObject, parseJson } from '../../core/json.ts';
import { goneCommits, readGitLog, readRefs } from '../../platform/git-log.ts';
import { findGit } from '../../platform/git-text.ts';
import { type LookLimits, openProjectFiles, type ProjectFiles } from '../../platform/project-files.ts';
import type { DiskClaim, Verdict } from './disk-claim.ts';

/** Upper bounds for the claims of one block: about 5 ms of looking and reading. */
export const PROOF_LIMITS: LookLimits = { paths: 150, files: 24, bytes: 1024 * 1024 };

/** Time by which a file may be newer than what was recorded of it: the call ends after it has written. */
const WRITE_MS = 2_000;
const MAKEFILES = ['Makefile', 'makefile', 'GNUmakefile'];

/** Checks claims against one checkout. Each file is read once. */
export interface ClaimChecker {
  check(claim: DiskClaim): Verdict;
  /** How much was looked at so far. */
  used(): LookLimits;
}

/** Opens a checker over the checkout below a root; `undefined` when there is none. */
export function openChecker(root: string, limits: LookLimits = PROOF_LIMITS): ClaimChecker | undefined {
  const files = openProjectFiles(root, limits);
  if (files === undefined) return undefined;
  let gone: ReadonlySet<string> | undefined;
  return {
    check(claim) {
      switch (claim.kind) {
        case 'path':
          return isThere(files, claim.path);
        case 'text':
          return standsIn(files, claim);
        case 'script':
          return isScript(files, claim);
        case 'content':
          return isUnchanged(files, claim);
        case 'commit':
          gone ??= goneIn(root);
          return [...gone].some((hash) => hash.startsWith(claim.hash)) ? 'fails' : 'unknown';
      }
    },
    used: () => files.used(),
  };
}

function isThere(files: ProjectFiles, path: string): Verdict {
  const found = files.find(path);
  if (found === undefined) return 'unknown';
  return found.kind === 'none' ? 'fails' : 'holds';
}

/** A text that no file holds is gone only when each was read whole, or is not there. */
function standsIn(files: ProjectFiles, { text, paths }: Extract<DiskClaim, { kind: 'text' }>): Verdict {
  let isDecided = paths.length > 0;
  for (const path of paths) {
    const found = files.find(path);
    const content = found?.kind === 'file' ? files.text(path) : undefined;
    if (content?.includes(text) === true) return 'holds';
    isDecided &&= content !== undefined || found?.kind === 'none';
  }
  return isDecided ? 'fails' : 'unknown';
}

function isScript(files: ProjectFiles, claim: Extract<DiskClaim, { kind: 'script' }>): Verdict {
  if (claim.in === 'package.json') {
    const text = files.text('package.json');
    const file = text === undefined ? undefined : asObject(parseJson(text));
    if (file === undefined) return 'unknown';
    if (Object.hasOwn(asObject(file.scripts), claim.name)) return 'holds';
    // The script may be one of a package of the workspace.
    return file.workspaces === undefined && files.find('pnpm-workspace.yaml')?.kind === 'none' ? 'fails' : 'unknown';
  }
  const text = MAKEFILES.map((name) => files.text(name)).find((one) => one !== undefined);
  if (text === undefined) return 'unknown';
  const targets = new Set(
    [...text.matchAll(/^([^\s:#=][^:#=\n]*):(?!=)/gm)].flatMap(([, names = '']) => names.trim().split(/\s+/)),
  );
  if (targets.has(claim.name)) return 'holds';
  return /^-?include\b|%.*:|\$\(/m.test(text) ? 'unknown' : 'fails';
}

/** A file that was not written since holds; of one that was, the hash of its content decides. */
function isUnchanged(files: ProjectFiles, { path, hash, at }: Extract<DiskClaim, { kind: 'content' }>): Verdict {
  const found = files.find(path);
  if (found === undefined) return 'unknown';
  if (found.kind !== 'file') return 'fails';
  if (found.modifiedAt <= at + WRITE_MS) return 'holds';
  const text = files.text(path);
  if (text === undefined) return 'unknown';
  return fileHash(text) === hash ? 'holds' : 'fails';
}

function goneIn(root: string): ReadonlySet<string> {
  const git = findGit(root);
  const log = git === undefined ? undefined : readGitLog(git);
  return git === undefined || log === undefined ? new Set() : goneCommits(log, readRefs(git));
}
