import { memoizeLast } from '../../core/memoize-last.ts';
import { baseName, lineEnd } from '../../core/text/text.ts';
import { withoutDocuments } from './here-documents.ts';
import { beginsWord, PLAIN } from './quotes.ts';
import type { Subshell } from './shell-of-hook.ts';
import { shellBehind, shellWithin, wordQuoteEnd } from './subshells.ts';
import { takesValue } from './value-flags.ts';
import { innerLine, programsAt, RUNS_LINE } from './wrappers.ts';

/** One simple command of a shell line: the program without folder and wrappers, its arguments without quotes. */
export interface ShellCommand {
  program: string;
  /** Arguments, with the targets of redirections among them: `a > b` has `b`. */
  args: string[];
  /** Only for one with variables of its own, or of its wrappers: `A=1`. */
  variables?: readonly string[];
  /** Only for a command with redirections: its arguments alone, and the files that redirections read and write. */
  redirected?: { args: string[]; reads: string[]; writes: string[] };
  /** Only for a command that another of the line runs, and is beside: `script -c '…'`, `mise exec -- X`. */
  isRun?: true;
  /** Only for one behind wrappers: those, each with its own arguments. At most 20 around one program. */
  wrappers?: readonly Pick<ShellCommand, 'program' | 'args'>[];
  /** Only for one that reads what the command before it writes: `… | X`. */
  isPiped?: true;
  /** Only for a command in a shell of its own within that of the line: `(…)`, `$(…)`, `bash -c '…'`. */
  shell?: Subshell | undefined;
}

/** A word of a command. `as` is set for the target of a redirection; `none` for a target that is no file (`2>&1`, `<<EOF`). */
interface Word {
  text: string;
  as?: 'reads' | 'writes' | 'copies' | 'none';
}

/** The words of one command as they were sent. */
interface SentCommand {
  words: Word[];
  shell: Subshell | undefined;
  isPiped: boolean;
}

/** What was read of a shell line. */
interface ShellReading {
  commands: readonly ShellCommand[];
  /** False when a limit, or a here-document without an end, left some of the line unread: what stands there may run anything. */
  isWhole: boolean;
}

const MAX_CHARS = 100_000;
const MAX_COMMANDS = 2_000;
const MAX_DEPTH = 3;
/**
 * The simple commands of a shell line in order, as far as they can be read without running it: looks through pipes, lists,
 * groups, substitutions, wrappers (`sudo -u me`, `timeout 5`) and `bash -c '…'`, and leaves here-documents (`<<EOF`) out.
 * Bounded, here-documents aside: 100,000 characters and 2,000 commands, lines within lines 3 deep. Linear. Never throws.
 */
export const readShell = memoizeLast((line: string): ShellReading => readLine(line, 0));

/** The commands that `readShell` returns, whether they are all or not. */
export function parseShell(line: string): readonly ShellCommand[] {
  return readShell(line).commands;
}

function readLine(line: string, depth: number, shell?: Subshell): ShellReading {
  const { text, inner, isEnded } = withoutDocuments(line);
  const commands: ShellCommand[] = [];
  let isWhole = isEnded && text.length <= MAX_CHARS;
  const add = (ran: string, around?: ShellCommand): void => {
    const within = shellWithin(around?.program, around === undefined ? shell : around.shell);
    const reading = depth < MAX_DEPTH ? readLine(ran, depth + 1, within) : { commands: [], isWhole: false };
    if (around === undefined) commands.push(...reading.commands);
    else if (RUNS_LINE.has(around.program))
      commands.push(...reading.commands.map((one) => ({ ...one, isRun: true as const })));
    else commands.push(...withWrappers(withRedirections(reading.commands, around), around));
    isWhole &&= reading.isWhole;
  };
  for (const sent of splitWords(text.slice(0, MAX_CHARS), shell)) {
    for (const command of toCommands(sent)) {
      const ran = innerLine(command.program, command.args);
      if (ran === undefined || depth >= MAX_DEPTH || RUNS_LINE.has(command.program)) commands.push(command);
      if (ran !== undefined) add(ran, command);
    }
    if (commands.length > MAX_COMMANDS) break;
  }
  for (const ran of inner) {
    if (commands.length > MAX_COMMANDS) break;
    add(ran);
  }
  return { commands: commands.slice(0, MAX_COMMANDS), isWhole: isWhole && commands.length <= MAX_COMMANDS };
}

/** The commands of `bash -c '…' > file`, the last one with the redirections of the whole. */
function withRedirections(commands: readonly ShellCommand[], { redirected }: ShellCommand): readonly ShellCommand[] {
  const last = commands.at(-1);
  if (last === undefined || redirected === undefined) return commands;
  const { args, reads, writes } = last.redirected ?? { args: last.args, reads: [], writes: [] };
  const all = { args, reads: [...reads, ...redirected.reads], writes: [...writes, ...redirected.writes] };
  return [...commands.slice(0, -1), { ...last, redirected: all }];
}

/** The commands of a line that a shell behind wrappers runs, the first one with those. */
function withWrappers(commands: readonly ShellCommand[], { wrappers = [] }: ShellCommand): readonly ShellCommand[] {
  const [first, ...others] = commands;
  if (first === undefined || wrappers.length === 0) return commands;
  return [{ ...first, wrappers: [...wrappers, ...(first.wrappers ?? [])] }, ...others];
}

/** The words of each simple command, without quotes, and its shell; a redirection is a word with its target and role. */
function splitWords(text: string, around: Subshell | undefined): SentCommand[] {
  const commands: SentCommand[] = [];
  let isPiped = false;
  let shell = around;
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
    if (words.length > 0) {
      commands.push({ words, shell, isPiped });
      isPiped = false;
    }
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
      const end = wordQuoteEnd(text, i);
      if (text[i - 1] === '$') word = word?.replace(/\$$/, '');
      word = (word ?? '') + unquoted(text.slice(i + 1, end), char);
      i = end;
    } else if (char === '\\') {
      i += 1;
      if (text[i] !== '\n') word = (word ?? '') + (text[i] ?? '');
    } else if (char === '&' && text[i - 1] === '>') as = 'copies';
    else if (char === '&' && text[i + 1] === '>') endWord();
    else if (char === '|' && text[i - 1] === '>') endWord();
    else if (/[;|&\n()`]/.test(char)) {
      endCommand();
      isPiped ||= char === '|' && text[i - 1] !== '|' && text[i + 1] !== '|';
      shell = shellBehind(char, shell);
    } else if (char === '#' && word === undefined && beginsWord(text, i)) i = lineEnd(text, i) - 1;
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

function unquoted(text: string, quote: string): string {
  return quote === '"' ? text.replace(/\\(["\\$`])/g, '$1') : text;
}

/** The command of a list of words, behind variables and wrappers; behind a wrapper that is a command of its own, also the one that it runs. */
function toCommands({ words: sent, shell, isPiped }: SentCommand): ShellCommand[] {
  // Redirections may stand before the program.
  const lead = sent.findIndex(({ as }) => as === undefined);
  const all = lead > 0 ? [...sent.slice(lead), ...sent.slice(0, lead)] : sent;
  const plain = all.filter(({ as }) => as === undefined);
  const words = plain.map(({ text }) => text);
  return programsAt(words).flatMap(({ at, line, wrappers = [], variables }, i): ShellCommand[] => {
    // Where redirections are all that there is, the first target stands for the program.
    const from = all.indexOf((plain[at] ?? all.find(({ as }) => as !== undefined)) as Word);
    const program = line === undefined ? baseName(all[from]?.text ?? '').replace(/\.exe$/i, '') : 'eval';
    if (program === '') return [];
    const redirected = plain.length < all.length ? redirectedOf(all, from) : undefined;
    const behind = wrappers.map((one, n) => ({
      program: baseName(words[one] ?? ''),
      args: words.slice(one + 1, wrappers[n + 1] ?? at),
    }));
    const command = {
      program,
      args: line ?? all.slice(from + 1).map(({ text }) => text),
      ...(variables && { variables }),
      ...(redirected && { redirected }),
      ...(shell && { shell }),
      ...(behind.length > 0 && { wrappers: behind }),
      ...(isPiped && i === 0 && { isPiped }),
    };
    return [i === 0 ? command : { ...command, isRun: true }];
  });
}

function redirectedOf(words: readonly Word[], program: number): NonNullable<ShellCommand['redirected']> {
  const textsAs = (role: Word['as'], from = 0): string[] =>
    words.slice(from).flatMap(({ text, as }) => (as === role ? [text] : []));
  return { args: textsAs(undefined, program + 1), reads: textsAs('reads'), writes: textsAs('writes') };
}

/** A value that turns the flag before it on or off: `--color false`. */
const SWITCH = /^(?:true|false)$/;

/** The arguments that are not flags or their values; the subcommand is the first (`git -C x pull` returns `pull`). */
export function operandsOf(command: ShellCommand): string[] {
  return readArguments(command).operands;
}

/** The operands and the flags among the arguments, each without the values of flags. */
export function readArguments({ program, args }: ShellCommand): { operands: string[]; flags: string[] } {
  const operands: string[] = [];
  const flags: string[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? '';
    if (arg.startsWith('-')) {
      flags.push(arg);
      if (takesValue(arg, { program, operands })) i += 1;
    } else if (!(SWITCH.test(arg) && args[i - 1]?.startsWith('--'))) operands.push(arg);
  }
  return { operands, flags };
}
