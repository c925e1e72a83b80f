import { cutText } from '../../core/text/text.ts';
import { operandsOf, parseShell, readShell } from './shell.ts';

/** A commit as git printed it. */
export interface GitCommit {
  /** As git prints it: the first 7 or more digits. */
  hash: string;
  /** Absent when no branch was checked out. */
  branch?: string;
  subject: string;
  /** True when the shell line itself gave the subject: what another wrote is taken over by a merge, an amendment or a hook. */
  stated: boolean;
  /** True when it replaced the commit before it. */
  amends: boolean;
  /** Paths that git printed with it: files created, deleted or renamed. */
  files: string[];
  /** Number of changed files, as git printed it. */
  changed?: number;
}

const MAX_COMMITS = 20;
const MAX_OUTPUT = 60_000;
const SUBJECT_CHARS = 200;
const MAKES_COMMITS = new Set(['commit', 'merge', 'cherry-pick', 'revert', 'am', 'rebase']);
/** `[main 1a2b3c4] subject`, `[main (root-commit) 1a2b3c4] …`, `[detached HEAD 1a2b3c4] …`. */
const COMMIT_LINE = /^\[([^\]\n]{1,200}?) ?(\(root-commit\) )?([0-9a-f]{7,40})\] (.{1,500})$/;
/** What stands right before a message in a shell line. `LEAD_CHARS`: characters of it that are read. */
const MESSAGE_BEGINS = /(?:["'\n]|\s-[a-z]*m ?|\s--message[ =])[ \t]*$/;
const LEAD_CHARS = 40;
/** `'\''` and `'"'"'` within single quotes, and characters escaped within double quotes. */
const QUOTED_QUOTE = /'\\''|'"'"'/g;
const ESCAPED = /\\(["$`\\!])/g;
const SUMMARY = /^ (\d{1,6}) files? changed(?:,|$)/;
const FILE = /^ (?:create|delete) mode \d{6} (.{1,400})$/;
const RENAMED = /^ (?:rename|copy) (.{1,400}) \(\d{1,3}%\)$/;

/** The commits that a shell line made, in order, read from git's output; none when the line runs no committing git command. */
export function commitsIn(line: string, output: string): GitCommit[] {
  if (!output.includes('] ') || !makesCommits(line)) return [];
  const amends = /\s--amend\b/.test(line);
  const messages = messagesIn(line);
  const commits: GitCommit[] = [];
  for (const text of output.slice(0, MAX_OUTPUT).split(/\r?\n/)) {
    const match = COMMIT_LINE.exec(text);
    if (match !== null && commits.length < MAX_COMMITS) commits.push(toCommit(match, { amends, messages }));
    else if (match === null) addFacts(commits.at(-1), text);
  }
  return commits;
}

function makesCommits(line: string): boolean {
  if (!line.includes('git')) return false;
  return parseShell(line).some(
    (command) => command.program === 'git' && MAKES_COMMITS.has(operandsOf(command)[0] ?? ''),
  );
}

function toCommit(match: RegExpExecArray, { amends, messages }: { amends: boolean; messages: Messages }): GitCommit {
  const [, branch = '', , hash = '', printed = ''] = match;
  const detached = branch === 'detached HEAD' || branch === '';
  const subject = printed.trim();
  const commit = { hash, subject: cutText(subject, SUBJECT_CHARS), stated: messages(subject), amends, files: [] };
  return detached ? commit : { ...commit, branch };
}

/** True for a subject with which a message in the shell line begins. */
type Messages = (subject: string) => boolean;

/** Looks where a message begins: behind a quotation mark, at a line's beginning (a heredoc), behind `-m` or `--message=`. */
function messagesIn(line: string): Messages {
  const { commands, isWhole } = readShell(line);
  // What was not read may have made the commit with another's message.
  if (!isWhole || !commands.some((command) => command.program === 'git' && operandsOf(command)[0] === 'commit')) {
    return () => false;
  }
  const text = line.replaceAll(QUOTED_QUOTE, "'").replaceAll(ESCAPED, '$1');
  const flat = text.replaceAll(/\s/g, ' ');
  return (subject) => {
    for (let at = flat.indexOf(subject); at >= 0 && subject !== ''; at = flat.indexOf(subject, at + 1)) {
      if (MESSAGE_BEGINS.test(text.slice(Math.max(0, at - LEAD_CHARS), at))) return true;
    }
    return false;
  };
}

function addFacts(commit: GitCommit | undefined, text: string): void {
  if (commit === undefined) return;
  const changed = SUMMARY.exec(text)?.[1];
  if (changed !== undefined && commit.changed === undefined) commit.changed = Number(changed);
  const file = FILE.exec(text)?.[1];
  const renamed = RENAMED.exec(text)?.[1];
  if (file !== undefined) commit.files.push(unquotePath(file));
  else if (renamed !== undefined) commit.files.push(...renamedPaths(renamed));
}

/** Both paths of `a => b` and of `src/{a => b}/c.ts`. */
function renamedPaths(text: string): string[] {
  const braced = /^(.{0,300})\{(.{0,300}) => (.{0,300})\}(.{0,300})$/.exec(text);
  if (braced !== null) {
    const [, head = '', from = '', to = '', tail = ''] = braced;
    return [from, to].map((part) => `${head}${part}${tail}`.replace(/\/{2,}/g, '/'));
  }
  return text.split(' => ').map(unquotePath);
}

/** Git puts a path with special letters in quotes. */
function unquotePath(path: string): string {
  return path.replace(/^"(.*)"$/, '$1');
}
