import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FileChange } from '../agents/shared/contract.ts';
import { SHARED_HOME } from '../agents/shared/setup/hook-command.ts';
import type { HomePaths } from '../config/paths.ts';
import { CairnError } from '../core/errors.ts';
import { shellQuote } from '../platform/shell-quote.ts';
import { currentUserId } from '../platform/user-id.ts';

/** A command of Cairn in the text of a file, by an absolute path: in quotes, or without and so without spaces. The home stands before it. */
const ROOT = String.raw`(?:/|\$HOME/|[A-Za-z]:[\\/])`;
const COMMAND = new RegExp(
  String.raw`(?:'(${ROOT}[^'\n]*?)|"(${ROOT}[^"\n]*?)|(?<![\w.~-])(${ROOT}[^\s'"]*?))[\\/]+bin[\\/]+(?:hook|cairn)(?:\.cmd)?(?![\w.-])`,
  'g',
);
/** An apostrophe in a text in single quotes of a shell, also where JSON doubles its backslash. */
const APOSTROPHE = /'\\+''/g;

/** The other homes of Cairn whose commands changes take out of files: their agents then run them no longer. */
export function otherHomes(
  changes: readonly Pick<FileChange, 'before' | 'after'>[],
  { home, userHome }: { home: string; userHome: string },
): string[] {
  const named = (text = ''): string[] =>
    [...text.replace(APOSTROPHE, '\0').matchAll(COMMAND)].map(([, single, double, bare]) => {
      const path = (single ?? double ?? bare ?? '').replaceAll('\0', "'").replace(/\\+/g, '/');
      return path.startsWith(SHARED_HOME) ? `${userHome}/${path.slice(SHARED_HOME.length)}` : path;
    });
  const taken = changes.flatMap(({ before, after }) => {
    const stay = new Set(named(after));
    return named(before).filter((one) => !stay.has(one));
  });
  return [...new Set(taken)].filter((one) => one !== home).sort();
}

/**
 * Throws `not_allowed` when a home lies with another user, as under `sudo` with their HOME: what set-up wrote there would be this user's
 * own, and no hook of theirs could run it. A folder of the system may hold anybody's home.
 */
export function refuseOthersPlace({ home }: Pick<HomePaths, 'home'>, userId = currentUserId()): void {
  let folder = home;
  let stat = statSync(folder, { throwIfNoEntry: false });
  while (stat === undefined && dirname(folder) !== folder) {
    folder = dirname(folder);
    stat = statSync(folder, { throwIfNoEntry: false });
  }
  if (userId < 0 || stat === undefined || stat.uid === userId || stat.uid === 0) return;
  throw new CairnError('not_allowed', `${folder} belongs to user ${stat.uid}; this is user ${userId}.`, {
    fix: `As that user: sudo -H -u '#${stat.uid}' cairn setup; or, for this user's own agents: mkdir ${shellQuote(home)}`,
  });
}
