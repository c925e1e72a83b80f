// What of `wrappers.ts`, `here-documents.ts` and `subshells.ts` the program of a hook has, as the build says: there only calls of `cairn` are looked
// for, of which none counts that a program with options of its own runs. The program that judges a call (`context.cjs`) has all.

import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';

export { quoteEnd as wordQuoteEnd } from './quotes.ts';

const SHELL = /^(?:(?:ba|z|da|k|fi)?sh|pwsh|powershell|cmd)$/;
const WRAPPER = /^(?:sudo|doas|env|time|nohup|nice|command|exec|builtin|xargs|stdbuf|watch|timeout)$/;
/** What may stand before a program: a word of the shell's own, or a variable (`CI=1`). */
export const BEFORE = /^(?:then|do|else|elif|if|while|until|coproc|[!{}$]|fi|done)$|^[A-Za-z_]\w*=/;
/** Programs that run a line given by an option, and count as commands of their own, too: here none. */
export const RUNS_LINE = wordSet('');

/** Where among the words of a command a program and the wrappers before it stand; `line` is a line that a wrapper runs in its place. */
export interface ProgramAt {
  at: number;
  line?: string[];
  wrappers?: number[];
  /** Variables that are set before it: `A=1`. */
  variables?: string[];
}

/** A shell within that of a line: what a `cd` in it changes ends with it. `by` is the mark that begins it. */
export interface Subshell {
  by: string;
  around: Subshell | undefined;
}

/** A shell line without here-documents, the lines within double quotes that it runs, and whether each document has an end. */
export interface Undocumented {
  text: string;
  inner: string[];
  isEnded: boolean;
}

/** Where the program of a command stands, behind variables and wrappers without values of options. */
export function programsAt(words: readonly string[]): ProgramAt[] {
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (WRAPPER.test(baseName(word)) && at + 1 < words.length) {
      while (words[at + 1]?.startsWith('-') === true) at += 1;
      if (baseName(word) === 'timeout') at += 1;
    } else if (!BEFORE.test(word)) break;
  }
  return [{ at }];
}

/** The line that `bash -c '…'` or `eval '…'` runs. */
export function innerLine(program: string, args: readonly string[]): string | undefined {
  if (program === 'eval') return args.join(' ');
  const at = SHELL.test(program) ? args.findIndex((arg) => /^(?:-[a-zA-Z]*c|\/c|-Command)$/.test(arg)) : -1;
  return at < 0 ? undefined : args[at + 1];
}

/** The shell that runs what follows a mark, of which here nobody asks. */
export function shellBehind(_mark: string, _shell: Subshell | undefined): Subshell | undefined {
  return undefined;
}

/** The shell that runs a line within a line, of which here nobody asks. */
export const shellWithin = shellBehind as (program: string | undefined, around: Subshell | undefined) => undefined;

/** Leaves here-documents out line by line: what reads like the beginning of one within quotes counts as one, too. */
export function withoutDocuments(text: string): Undocumented {
  const found = text.matchAll(/\$\(([^()]{1,400})\)|`([^`]{1,400})`/g);
  const inner = text.includes('"') ? Array.from(found, ([, one, other]) => one ?? other ?? '') : [];
  let end: string | undefined;
  const kept = text.split('\n').filter((line) => {
    const isKept = end === undefined;
    if (isKept) end = /<<-?\s{0,3}(["']?)(\w{1,40})\1/.exec(line)?.[2];
    else if (line.trim() === end) end = undefined;
    return isKept;
  });
  return { text: kept.join('\n'), inner, isEnded: true };
}
