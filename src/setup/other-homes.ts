import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FileChange } from '../agents/shared/contract.ts';
import { SHARED_HOME } from '../agents/shared/setup/hook-command.ts';
import type { HomePaths } from '../config/paths.ts';
import { CairnError } from '../core/errors.ts';
import { shellQuote } from '../platform/shell-quote.ts';
import { currentUserId } from '../platform/user-id.ts';

/** The end of a command of Cairn in the text of a file; the home stands before it. A row of slashes is read from its first one alone. */
const COMMAND_END = /(?<![\\/])[\\/]+bin[\\/]+(?:hook|cairn)(?:\.cmd)?(?![\w.-])/g;
/** Where an absolute path begins: in quotes right behind them, else at the first one that no word stands before. */
const ROOT = String.raw`(?:/|\$HOME/|[A-Za-z]:[\\/])`;
const QUOTED_ROOT = new RegExp(`^${ROOT}`);
const BARE_ROOT = new RegExp(String.raw`(?<![\w.~-])${ROOT}`);
/** An apostrophe in a text in single quotes of a shell, also where JSON doubles its backslash. */
const APOSTROPHE = /'\\+''/g;

/** The other homes of Cairn whose commands changes take out of files: their agents then run them no longer. */
export function otherHomes(
  changes: readonly Pick<FileChange, 'before' | 'after'>[],
  { home, userHome }: { home: string; userHome: string },
): string[] {
  const named = (text = ''): string[] =>
    homesIn(text.replace(APOSTROPHE, '\0')).map((found) => {
      const path = found.replaceAll('\0', "'").replace(/\\+/g, '/');
      return path.startsWith(SHARED_HOME) ? `${userHome}/${path.slice(SHARED_HOME.length)}` : path;
    });
  const taken = changes.flatMap(({ before, after }) => {
    const stay = new Set(named(after));
    return named(before).filter((one) => !stay.has(one));
  });
  return [...new Set(taken)].filter((one) => one !== home).sort();
}

/** The homes of the commands in a text: each is looked for between the command before it and its own, so that all is read once. */
function homesIn(text: string): string[] {
  let from = 0;
  return [...text.matchAll(COMMAND_END)].flatMap((end) => {
    const before = text.slice(from, end.index).split('\n').at(-1) ?? '';
    from = end.index + end[0].length - 1; // Its last letter shows that what follows begins no path.
    return pathAtEnd(before) ?? [];
  });
}

/** The absolute path at the end of a line: in quotes, or without and so without spaces. */
function pathAtEnd(line: string): string | undefined {
  const starts = [line.lastIndexOf("'"), line.lastIndexOf('"')].filter((at) => at >= 0).sort((a, b) => a - b);
  const quoted = starts.map((at) => line.slice(at + 1)).find((rest) => QUOTED_ROOT.test(rest));
  if (quoted !== undefined) return quoted;
  const word = line.split(/[\s'"]/).at(-1) ?? '';
  const root = word.search(BARE_ROOT);
  return root < 0 ? undefined : word.slice(root);
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
    fix: `For this user's own agents, as in a container: mkdir ${shellQuote(home)}; or as that user: sudo -H -u '#${stat.uid}' cairn setup`,
  });
}
