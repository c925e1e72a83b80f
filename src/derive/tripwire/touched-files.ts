import { wordSet } from '../../core/text/word-set.ts';
import { filesRead } from '../tool/files-read.ts';
import { operandsOf, type ShellCommand } from '../tool/shell.ts';

/** Programs that change all files named in their operands, and those that change the last one. */
const CHANGING_ALL = wordSet('rm rmdir mv touch truncate tee shred unlink');
const CHANGING_LAST = wordSet('cp rsync install ln');
const RUNNING = new Set(['source', '.']);
/** Programs that search for a pattern; the flags below have a value that is no file. */
const LOOKING = /^(?:[efz]?grep|rg|ag|ack|sed)$/;
const WITH_VALUE = /^-[ABCmef]$/;

/** The files that a command changes, with `any` also those that it reads, as named in its arguments. */
export function touchedFiles(command: ShellCommand, access: 'write' | 'any'): string[] {
  const { program, redirected } = command;
  const args = (redirected?.args ?? command.args).filter((arg) => arg !== '');
  const plain = { program, args: LOOKING.test(program) ? withoutValues(args) : args };
  const changed = [...changedFiles(plain), ...(redirected?.writes ?? [])];
  return access === 'write' ? changed : [...changed, ...readFiles(plain), ...(redirected?.reads ?? [])];
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
  if (CHANGING_ALL.has(program)) return operands;
  return CHANGING_LAST.has(program) ? operands.slice(-1) : [];
}

function isInPlace(arg: string): boolean {
  return /^-\w*i/.test(arg) || arg.startsWith('--in-place');
}

function readFiles(command: ShellCommand): string[] {
  const operands = operandsOf(command);
  if (RUNNING.has(command.program)) return operands.slice(0, 1);
  return CHANGING_LAST.has(command.program) ? operands.slice(0, -1) : filesRead(command);
}
