import { wordSet } from '../../core/text/word-set.ts';
import { filesRead } from '../tool/files-read.ts';
import { operandsOf, type ShellCommand } from '../tool/shell.ts';
import type { PlainCommand } from './synonyms.ts';

/** Upper bounds on the files that one command stands for, and on the commands of a pipe that are looked at. */
const MAX_FILES = 100;
const MAX_PIPED = 20;
/** Programs that print their operands, and flags with which a search prints the names of files alone. */
const PRINTING = wordSet('ls echo printf');
const SEARCHING = wordSet('grep egrep fgrep rg ag ack');
const NAMES_ONLY = /^(?:-[a-zA-Z]*[lL]|--files|--files-with-matches|--files-without-match)$/;
/** Tests of `find` with a pattern of names, and what begins its expression. */
const OF_PATH = /^-i?(?:path|wholename)$/;
const OF_NAME = /^-i?name$/;
const EXPRESSION = /^(?:-[a-z]{2}|[(!])/;
/** The flag of `fd` behind which a command stands. */
const RUNS = /^(?:-x|-X|--exec|--exec-batch)$/;
/** The option of `xargs` with the mark that stands for a file. */
const MARK = /^(?:-[IJ](.*)|(?:-i|--replace)=?(.*))$/s;

/** The folders in which `find` and `fd` look, and the names and paths for which they look; at most 100. */
export function foundBy({ program, args }: PlainCommand): string[] {
  if (program !== 'find') {
    const end = args.findIndex((arg) => RUNS.test(arg));
    return operandsOf({ program, args: end < 0 ? [...args] : args.slice(0, end) }).slice(1, MAX_FILES);
  }
  const begin = args.findIndex((arg) => EXPRESSION.test(arg));
  const folders = (begin < 0 ? args : args.slice(0, begin)).filter((arg) => !arg.startsWith('-')).slice(0, MAX_FILES);
  const [first = '.'] = folders;
  const named = args.flatMap((arg, i) => {
    const test = args[i - 1] ?? '';
    const isName = OF_NAME.test(test);
    if (!(isName || OF_PATH.test(test)) || isExcluded(args, i)) return [];
    return [isName ? `${first}/${arg}` : arg];
  });
  return [...folders, ...named].slice(0, MAX_FILES);
}

/** True for the pattern of a test that is negated, or whose folders are passed over. */
function isExcluded(args: readonly string[], pattern: number): boolean {
  let before = pattern - 2;
  while (args[before] === '(') before -= 1;
  return args[before] === '!' || args[before] === '-not' || args[pattern + 1] === '-prune';
}

/** The commands of a line, those that `xargs` runs with the files that the pipe before it names. */
export function withListed(commands: readonly ShellCommand[]): ShellCommand[] {
  return commands.map((command, i) => {
    const xargs = command.wrappers?.find(({ program }) => program === 'xargs');
    if (xargs === undefined) return command;
    const files: string[] = [];
    for (let at = i; commands[at]?.isPiped === true && at > 0 && i - at < MAX_PIPED; at -= 1)
      files.push(...listedBy(commands[at - 1] as ShellCommand));
    const at = xargs.args.findIndex((arg) => MARK.test(arg));
    const [, taken, optional] = MARK.exec(xargs.args[at] ?? '') ?? [];
    const mark = at < 0 ? undefined : taken === undefined ? optional || '{}' : taken || xargs.args[at + 1];
    return withFiles(command, files.slice(0, MAX_FILES), mark);
  });
}

/** A command with files in the place of a mark among its arguments; behind the arguments when no mark is given. */
export function withFiles(command: ShellCommand, files: readonly string[], mark?: string): ShellCommand {
  if (files.length === 0 || mark === '') return command;
  const fill = (args: readonly string[]): string[] =>
    mark === undefined
      ? [...args, ...files]
      : args.flatMap((arg) => (arg.includes(mark) ? files.map((file) => arg.replace(mark, () => file)) : [arg]));
  const { args, redirected } = command;
  return {
    ...command,
    args: fill(args),
    ...(redirected && { redirected: { ...redirected, args: fill(redirected.args) } }),
  };
}

/** The files whose names a command prints. */
function listedBy(command: ShellCommand): string[] {
  const { program } = command;
  const plain = { program, args: command.redirected?.args ?? command.args };
  if (program === 'find' || program === 'fd' || program === 'fdfind') return foundBy(plain);
  if (PRINTING.has(program)) return operandsOf(plain);
  if (program === 'git') {
    const [word, ...others] = operandsOf(plain);
    return word === 'grep' ? others.slice(1) : /^(?:ls-files|ls-tree|diff|status)$/.test(word ?? '') ? others : [];
  }
  return SEARCHING.has(program) && plain.args.some((arg) => NAMES_ONLY.test(arg)) ? filesRead(plain) : [];
}
