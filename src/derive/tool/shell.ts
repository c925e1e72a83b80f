import { memoizeLast } from '../../core/memoize-last.ts';
import { baseName, lineEnd } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';

/** One simple command of a shell line: the program without folder and wrappers, its arguments without quotes. */
export interface ShellCommand {
  program: string;
  /** Arguments, with the targets of redirections among them: `a > b` has `b`. */
  args: string[];
  /** Only for a command with redirections: its arguments alone, and the files that redirections read and write. */
  redirected?: { args: string[]; reads: string[]; writes: string[] };
}

/** A word of a command. `as` is set for the target of a redirection; `none` for a target that is no file (`2>&1`, `<<EOF`). */
interface Word {
  text: string;
  as?: 'reads' | 'writes' | 'copies' | 'none';
}

const MAX_CHARS = 8_000;
const MAX_COMMANDS = 60;
const MAX_DEPTH = 3;
const SHELLS = wordSet('bash sh zsh dash ksh fish pwsh powershell cmd');
/** A run of characters without a special meaning to a shell. */
const PLAIN = /[^\s"'\\;|&()`#<>]+/y;
const WORDS_BEFORE = wordSet('then do else elif if while until ! { } fi done');
/** Programs that run the command in their arguments; `timeout` has an operand of its own before it. */
const WRAPPERS = wordSet('sudo doas env time nohup nice command exec builtin xargs stdbuf watch timeout');

/**
 * The simple commands of a shell line in order, as far as they can be read without running it: looks through pipes, lists,
 * groups, substitutions, wrappers (`sudo`, `timeout 5`) and `bash -c '…'`, and leaves here-documents (`<<EOF`) out.
 * Bounded: reads 8,000 characters and returns at most 60 commands. Never throws.
 */
export const parseShell = memoizeLast((line: string): readonly ShellCommand[] => parseLine(line, 0));

function parseLine(line: string, depth: number): ShellCommand[] {
  const text = withoutDocuments(line.slice(0, MAX_CHARS));
  const commands: ShellCommand[] = [];
  for (const words of [...splitWords(text), ...substitutions(text).flatMap(splitWords)]) {
    const command = toCommand(words);
    if (command === undefined) continue;
    const inner = depth < MAX_DEPTH ? innerLine(command) : undefined;
    commands.push(...(inner === undefined ? [command] : withRedirections(parseLine(inner, depth + 1), command)));
    if (commands.length >= MAX_COMMANDS) break;
  }
  return commands.slice(0, MAX_COMMANDS);
}

/** The commands of `bash -c '…' > file`, the last one with the redirections of the whole. */
function withRedirections(commands: ShellCommand[], { redirected }: ShellCommand): ShellCommand[] {
  const last = commands.at(-1);
  if (last === undefined || redirected === undefined) return commands;
  const { args, reads, writes } = last.redirected ?? { args: last.args, reads: [], writes: [] };
  const all = { args, reads: [...reads, ...redirected.reads], writes: [...writes, ...redirected.writes] };
  return [...commands.slice(0, -1), { ...last, redirected: all }];
}

function withoutDocuments(text: string): string {
  if (!text.includes('<<')) return text;
  const kept: string[] = [];
  let end: string | undefined;
  for (const line of text.split('\n')) {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined;
      continue;
    }
    kept.push(line);
    end = /<<-?\s{0,3}(["']?)(\w{1,40})\1/.exec(line)?.[2];
  }
  return kept.join('\n');
}

/** Lines within `$(…)` and backticks inside double quotes, which `splitWords` does not split. */
function substitutions(text: string): string[] {
  if (!text.includes('"')) return [];
  return [...text.matchAll(/\$\(([^()]{1,400})\)|`([^`]{1,400})`/g)].map((match) => match[1] ?? match[2] ?? '');
}

/** The words of each simple command, without quotes; a redirection is a word with its target and role. */
function splitWords(text: string): Word[][] {
  const commands: Word[][] = [];
  let words: Word[] = [];
  let word: string | undefined;
  let as: Word['as'];
  const endWord = () => {
    if (word === undefined) return;
    words.push(as === undefined ? { text: word } : { text: word, as: roleOf(as, word) });
    word = undefined;
    as = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
    as = undefined;
  };
  const redirect = (i: number) => {
    // A digit right before `>` names the stream and is no argument.
    if (word !== undefined && as === undefined && /^\d$/.test(word)) as = 'none';
    endWord();
    as = text[i] === '>' ? 'writes' : text[i - 1] === '<' ? 'none' : 'reads';
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] ?? '';
    PLAIN.lastIndex = i;
    const plain = PLAIN.exec(text)?.[0];
    if (plain !== undefined) {
      word = (word ?? '') + plain;
      i += plain.length - 1;
    } else if (char === '"' || char === "'") {
      const end = quoteEnd(text, i);
      word = (word ?? '') + unquoted(text.slice(i + 1, end), char);
      i = end;
    } else if (char === '\\') {
      i += 1;
      if (text[i] !== '\n') word = (word ?? '') + (text[i] ?? '');
    } else if (char === '&' && text[i - 1] === '>') as = 'copies';
    else if (char === '&' && text[i + 1] === '>') endWord();
    else if (char === '|' && text[i - 1] === '>') endWord();
    else if (/[;|&\n()`]/.test(char)) endCommand();
    else if (char === '#' && word === undefined) i = lineEnd(text, i) - 1;
    else if (char === '<' || char === '>') redirect(i);
    else if (/\s/.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endCommand();
  return commands;
}

/** Role of the target of `>&`: a numbered stream, or a file. */
function roleOf(as: NonNullable<Word['as']>, word: string): NonNullable<Word['as']> {
  if (as !== 'copies') return as;
  return /^(?:\d+-?|-)$/.test(word) ? 'none' : 'writes';
}

/** Index of the quote that closes the one at `start`; the end of the text when none does. */
function quoteEnd(text: string, start: number): number {
  const quote = text[start];
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += quote === '"' && text[at] === '\\' ? 2 : 1;
  return at;
}

function unquoted(text: string, quote: string): string {
  return quote === '"' ? text.replace(/\\(["\\$`])/g, '$1') : text;
}

function toCommand(all: readonly Word[]): ShellCommand | undefined {
  const words = all.map(({ text }) => text);
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (/^[A-Za-z_]\w*=/.test(word) || WORDS_BEFORE.has(word) || word === '$') at += 1;
    else if (WRAPPERS.has(baseName(word)) && at + 1 < words.length) {
      at += 1;
      while (at < words.length && (words[at] ?? '').startsWith('-')) at += 1;
      if (baseName(word) === 'timeout') at += 1;
    } else break;
  }
  const program = baseName(words[at] ?? '').replace(/\.exe$/i, '');
  if (program === '') return undefined;
  const redirected = all.some(({ as }) => as !== undefined) ? redirectedOf(all, at) : undefined;
  return { program, args: words.slice(at + 1), ...(redirected && { redirected }) };
}

function redirectedOf(words: readonly Word[], program: number): NonNullable<ShellCommand['redirected']> {
  const textsAs = (role: Word['as'], from = 0): string[] =>
    words.slice(from).flatMap(({ text, as }) => (as === role ? [text] : []));
  return { args: textsAs(undefined, program + 1), reads: textsAs('reads'), writes: textsAs('writes') };
}

/** The line that `bash -c '…'` or `eval '…'` runs. */
function innerLine(command: ShellCommand): string | undefined {
  if (command.program === 'eval') return command.args.join(' ');
  if (!SHELLS.has(command.program)) return undefined;
  const at = command.args.findIndex((arg) => /^(?:-[a-zA-Z]*c|\/c|-Command)$/.test(arg));
  return at < 0 ? undefined : command.args[at + 1];
}

/** Flags of a program that take the next word, so that it is not mistaken for the subcommand. */
const VALUE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  git: ['-C', '-c', '--git-dir', '--work-tree'],
  npm: ['--prefix', '-C', '-w', '--workspace'],
  pnpm: ['-C', '--dir', '--filter', '-F'],
  yarn: ['--cwd'],
  docker: ['-H', '--context'],
  cargo: ['--manifest-path'],
  uv: ['--directory', '--project'],
};

/** The arguments that are not flags or their values; the subcommand is the first (`git -C x pull` returns `pull`). */
export function operandsOf(command: ShellCommand): string[] {
  const takesValue = Object.hasOwn(VALUE_FLAGS, command.program) ? (VALUE_FLAGS[command.program] ?? []) : [];
  const operands: string[] = [];
  for (let i = 0; i < command.args.length; i += 1) {
    const arg = command.args[i] ?? '';
    if (takesValue.includes(arg)) i += 1;
    else if (!arg.startsWith('-')) operands.push(arg);
  }
  return operands;
}
