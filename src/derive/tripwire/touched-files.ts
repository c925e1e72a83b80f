import { wordSet } from '../../core/text/word-set.ts';
import { filesRead } from '../tool/files-read.ts';
import { operandsOf, type ShellCommand } from '../tool/shell.ts';
import { foundBy, withFiles } from './listed-files.ts';
import type { PathAccess } from './matcher.ts';
import { executedBy } from './spellings.ts';

/** Upper bound on commands that run others within one. */
const MAX_DEPTH = 3;
/** Programs that change all files named in their operands, and those that change the last one. */
const CHANGING_ALL = wordSet('rm rmdir mv touch truncate tee shred unlink');
const REMOVING = wordSet('rm rmdir mv shred unlink');
const DELETING = wordSet('rm rmdir unlink find');
const CHANGING_LAST = wordSet('cp rsync install ln');
/** Those that may name the folder into which they write by an option. */
const INTO = wordSet('cp mv install ln');
const TARGET = /^(?:--target-directory(?:=(.*))?|-[a-su-zA-Z]*t(.*))$/s;
/** Options of `patch` with a value, and those whose value it changes. */
const OF_PATCH =
  wordSet(`-p -d -i -o -r -B -z -Y -D -F -g -V --strip --directory --input --output --reject-file --prefix --suffix
  --basename-prefix --ifdef --fuzz --get --version-control`);
const CHANGED_BY_PATCH = /^(?:-[do]|--(?:directory|output))$/;
const RUNNING = new Set(['source', '.']);
/** Programs that search for a pattern; the flags below have a value that is no file. */
const LOOKING = /^(?:[efz]?grep|rg|ag|ack|sed)$/;
const WITH_VALUE = /^-[ABCmef]$/;

/** The files that a command changes, deletes or moves, or reads, as an access says, as named in its arguments or found by it. */
export function touchedFiles(command: ShellCommand, access: PathAccess, depth = 0): string[] {
  const { program, redirected } = command;
  const args = (redirected?.args ?? command.args).filter((arg) => arg !== '');
  const plain = { program, args: LOOKING.test(program) ? withoutValues(args) : args };
  const executed = executedFiles(plain, access, depth);
  if (access === 'remove') return removes(plain) ? [...changedFiles(plain), ...executed] : executed;
  const read = [...readFiles(plain), ...(redirected?.reads ?? [])];
  if (access === 'read') return [...read, ...executed];
  const named = access === 'edit' && DELETING.has(program) ? [] : changedFiles(plain);
  const changed = [...named, ...(redirected?.writes ?? []), ...executed];
  return access === 'any' ? [...changed, ...read] : changed;
}

function removes({ program }: ShellCommand): boolean {
  return REMOVING.has(program) || program === 'git' || program === 'find';
}

function withoutValues(args: readonly string[]): string[] {
  return args.filter((_arg, i) => !WITH_VALUE.test(args[i - 1] ?? ''));
}

function changedFiles(command: ShellCommand): string[] {
  const { program, args } = command;
  const operands = operandsOf(command);
  if (program === 'git') return /^(?:rm|mv)$/.test(operands[0] ?? '') ? operands.slice(1) : [];
  if (program === 'sed') return args.some(isInPlace) ? filesRead(command) : [];
  if (program === 'perl') return args.some(isInPlace) ? operands.slice(1) : [];
  if (program === 'find') return args.includes('-delete') ? foundBy(command) : [];
  if (program === 'patch') return changedByPatch(args);
  const into = INTO.has(program) ? targetFolder(args) : undefined;
  if (into !== undefined) return program === 'mv' ? [into, ...operands] : [into];
  if (CHANGING_ALL.has(program)) return operands;
  return CHANGING_LAST.has(program) ? operands.slice(-1) : [];
}

function isInPlace(arg: string): boolean {
  return /^-\w*i/.test(arg) || arg.startsWith('--in-place');
}

/** The folder that `cp -t FOLDER` and the like name. */
function targetFolder(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => TARGET.test(arg));
  const [, long, short] = TARGET.exec(args[at] ?? '') ?? [];
  return at < 0 ? undefined : long || short || args[at + 1];
}

/** The file that `patch` is given, the one to which it writes, and the folder in which it works. */
function changedByPatch(args: readonly string[]): string[] {
  const operands = args.filter((arg, i) => !arg.startsWith('-') && !OF_PATCH.has(args[i - 1] ?? ''));
  const named = args.filter(
    (arg, i) => CHANGED_BY_PATCH.test(args[i - 1] ?? '') || /^--(?:directory|output)=/.test(arg),
  );
  return [...operands.slice(0, 1), ...named.map((arg) => arg.replace(/^--\w+=/, ''))];
}

/** What the commands that `find` and `fd` run do with the files that these find. */
function executedFiles(command: ShellCommand, access: PathAccess, depth: number): string[] {
  const executed = depth < MAX_DEPTH ? executedBy(command) : [];
  if (executed.length === 0) return [];
  const found = foundBy(command);
  return executed.flatMap((one) => {
    const isMarked = command.program === 'find' || one.args.some((arg) => arg.includes('{}'));
    return touchedFiles(withFiles(one, found, isMarked ? '{}' : undefined), access, depth + 1);
  });
}

function readFiles(command: ShellCommand): string[] {
  const operands = operandsOf(command);
  if (RUNNING.has(command.program)) return operands.slice(0, 1);
  return CHANGING_LAST.has(command.program) ? operands.slice(0, -1) : filesRead(command);
}
