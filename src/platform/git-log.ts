import { join } from 'node:path';
import { readBytesIfThere, readTailIfThere } from './files.ts';
import type { GitFolders } from './git-text.ts';
import { ignore } from './ignored.ts';
import { namesUnder } from './names-under.ts';

const LOG_BYTES = 64 * 1024;
const PACKED_BYTES = 256 * 1024;
const REF_BYTES = 200;
const LOOSE_MAX = 500;
const ANCESTORS_MAX = 2_000;
/** `<old> <new> <name> <mail> <seconds> <zone>\t<message>`, as gitrepository-layout(5) and git-reflog(1) have it. */
const ENTRY = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\n]{0,400}?> (\d{1,12}) [+-]\d{4}(?:\t([^\n]*))?$/;
const NOTHING = /^0+$/;

/** One move of HEAD. */
export interface GitLogEntry {
  /** The commit before and after. */
  from: string;
  to: string;
  /** Milliseconds since 1970, in whole seconds. */
  at: number;
  /** The command as git names it: `commit`, `commit (amend)`, `checkout`, `pull`, `rebase (finish)`, `reset` … */
  by: string;
  /** Subject of a commit; for other commands the rest of the message. */
  subject: string;
}

/** The last moves of HEAD of one work tree, oldest first; `isWhole`: all that git still has. */
export interface GitLog {
  entries: GitLogEntry[];
  isWhole: boolean;
}

/**
 * Reads the last 64 kB of a work tree's `logs/HEAD`; `undefined` where git keeps none or it cannot be read. Git is never
 * run.
 */
export function readGitLog({ own }: Pick<GitFolders, 'own'>): GitLog | undefined {
  const tail = orNothing(() => readTailIfThere(join(own, 'logs', 'HEAD'), LOG_BYTES));
  if (tail === undefined) return undefined;
  const lines = tail.bytes.toString('utf8').split('\n');
  const entries = (tail.isWhole ? lines : lines.slice(1)).map(toEntry).filter((entry) => entry !== undefined);
  return { entries, isWhole: tail.isWhole };
}

function toEntry(line: string): GitLogEntry | undefined {
  const [, from, to, seconds, message = ''] = ENTRY.exec(line) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const colon = message.indexOf(': ');
  const [by, subject] = colon < 0 ? [message, ''] : [message.slice(0, colon), message.slice(colon + 2)];
  return { from, to, at: Number(seconds) * 1_000, by, subject };
}

/** Reads branches, remote branches and tags with their commits, at most 500 loose ones and 256 kB of packed ones. */
export function readRefs({ common }: Pick<GitFolders, 'common'>): Map<string, string> {
  const refs = new Map<string, string>();
  const packed = orNothing(() => readBytesIfThere(join(common, 'packed-refs'), PACKED_BYTES))?.toString('utf8') ?? '';
  for (const [, hash = '', name = ''] of packed.matchAll(/^([0-9a-f]{40,64}) (refs\/\S+)$/gm)) refs.set(name, hash);
  for (const name of namesUnder(join(common, 'refs'), LOOSE_MAX)) {
    const text = orNothing(() => readBytesIfThere(join(common, 'refs', name), REF_BYTES))
      ?.toString('utf8')
      .trim();
    if (text !== undefined && /^[0-9a-f]{40,64}$/.test(text)) refs.set(`refs/${name}`, text);
  }
  return refs;
}

/** True when HEAD was ever at a commit, whose hash may be abbreviated, as far as its log goes. */
export function isInLog({ entries }: GitLog, hash: string): boolean {
  return entries.some(({ to }) => to.startsWith(hash));
}

/**
 * The commits that an amendment replaced or a reset undid, unless HEAD or a ref is known to have them still: what the
 * log cannot decide is not among them.
 */
export function goneCommits({ entries }: GitLog, refs: ReadonlyMap<string, string>): Set<string> {
  const parents = new Map<string, string>();
  const gone = new Set<string>();
  for (const { from, to, by } of entries) {
    if (by === 'reset') for (const undone of between(from, to, parents)) gone.add(undone);
    else if (by === 'commit (amend)') {
      gone.add(from);
      parents.set(to, parents.get(from) ?? '');
    } else if (isMade(by)) parents.set(to, from);
  }
  for (const tip of [...refs.values(), entries.at(-1)?.to ?? '']) {
    for (const held of ancestors(tip, parents)) gone.delete(held);
  }
  return gone;
}

function isMade(by: string): boolean {
  return /^(?:commit|cherry-pick|revert|am|rebase)\b/.test(by) && !/\((?:start|finish|abort)\)$/.test(by);
}

/** The commits after `to` up to `from`; none when `to` is no known ancestor. */
function between(from: string, to: string, parents: ReadonlyMap<string, string>): string[] {
  const line = [...ancestors(from, parents)];
  const end = line.indexOf(to);
  return end < 0 ? [] : line.slice(0, end);
}

function* ancestors(tip: string, parents: ReadonlyMap<string, string>): Generator<string> {
  let at: string | undefined = tip;
  for (let depth = 0; at !== undefined && at !== '' && !NOTHING.test(at) && depth < ANCESTORS_MAX; depth += 1) {
    yield at;
    at = parents.get(at);
  }
}

function orNothing<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    ignore(error, 'git files could not be read');
    return undefined;
  }
}
