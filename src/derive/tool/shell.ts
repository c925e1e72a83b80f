import { memoizeLast } from '../../core/memoize-last.ts';
import { baseName, lineEnd } from '../../core/text/text.ts';
import { withoutDocuments } from './here-documents.ts';
import { beginsWord, PLAIN, quoteEnd } from './quotes.ts';
import type { Subshell } from './shell-of-hook.ts';
import { shellBehind, shellWithin } from './subshells.ts';
import { innerLine, programsAt, RUNS_LINE } from './wrappers.ts';

/** One simple command of a shell line: the program without folder and wrappers, its arguments without quotes. */
export interface ShellCommand {
  program: string;
  /** Arguments, with the targets of redirections among them: `a > b` has `b`. */
  args: string[];
  /** Only for a command with redirections: its arguments alone, and the files that redirections read and write. */
  redirected?: { args: string[]; reads: string[]; writes: string[] };
  /** Only for a command that another of the line runs, and is beside: `script -c '…'`, `mise exec -- X`. */
  isRun?: true;
  /** Only for a command in a shell of its own within that of the line: `(…)`, `$(…)`, `bash -c '…'`. */
  shell?: Subshell | undefined;
}

/** A word of a command. `as` is set for the target of a redirection; `none` for a target that is no file (`2>&1`, `<<EOF`). */
interface Word {
  text: string;
  as?: 'reads' | 'writes' | 'copies' | 'none';
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
    else commands.push(...withRedirections(reading.commands, around));
    isWhole &&= reading.isWhole;
  };
  for (const { words, shell: of } of splitWords(text.slice(0, MAX_CHARS), shell)) {
    for (const command of toCommands(words, of)) {
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

/** The words of each simple command, without quotes, and its shell; a redirection is a word with its target and role. */
function splitWords(text: string, around: Subshell | undefined): { words: Word[]; shell: Subshell | undefined }[] {
  const commands: { words: Word[]; shell: Subshell | undefined }[] = [];
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
    if (words.length > 0) commands.push({ words, shell });
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
function toCommands(sent: readonly Word[], shell: Subshell | undefined): ShellCommand[] {
  // Redirections may stand before the program.
  const lead = sent.findIndex(({ as }) => as === undefined);
  const all = lead > 0 ? [...sent.slice(lead), ...sent.slice(0, lead)] : sent;
  const words = all.map(({ text }) => text);
  return programsAt(words).flatMap(({ at, line }, i): ShellCommand[] => {
    const program = line === undefined ? baseName(words[at] ?? '').replace(/\.exe$/i, '') : 'eval';
    if (program === '') return [];
    const redirected = all.some(({ as }) => as !== undefined) ? redirectedOf(all, at) : undefined;
    const command = {
      program,
      args: line ?? words.slice(at + 1),
      ...(redirected && { redirected }),
      ...(shell && { shell }),
    };
    return [i === 0 ? command : { ...command, isRun: true }];
  });
}

function redirectedOf(words: readonly Word[], program: number): NonNullable<ShellCommand['redirected']> {
  const textsAs = (role: Word['as'], from = 0): string[] =>
    words.slice(from).flatMap(({ text, as }) => (as === role ? [text] : []));
  return { args: textsAs(undefined, program + 1), reads: textsAs('reads'), writes: textsAs('writes') };
}

/** Flags of a program that take the next word, so that it is not mistaken for the subcommand. */
const VALUE_FLAGS: Readonly<Record<string, string>> = {
  git: '-C -c --git-dir --work-tree --namespace --config-env --attr-source',
  npm: `-C --prefix -w --workspace --loglevel --registry --cache --userconfig --globalconfig --tag --access --otp --omit --include
    --script-shell --cafile --proxy --https-proxy --noproxy --node-options --before --depth --location --install-strategy
    --fetch-timeout --fetch-retries --maxsockets --user-agent --audit-level --auth-type --cpu --os --libc`,
  pnpm: '-C --dir --filter -F --store-dir --reporter --loglevel --registry --use-node-version',
  yarn: '--cwd --registry --cache-folder --modules-folder --mutex --network-timeout --use-yarnrc',
  bun: '--cwd --config --registry --env-file',
  docker: '-H --host --context --config --log-level --tlscacert --tlscert --tlskey',
  cargo: '--manifest-path --config --color -C -Z',
  uv: '--directory --project --cache-dir --config-file --color --allow-insecure-host',
  pip: '--cache-dir --cert --log --proxy --python --retries --timeout --trusted-host',
};

/** A value that turns the flag before it on or off: `--color false`. */
const SWITCH = /^(?:true|false)$/;

/** The arguments that are not flags or their values; the subcommand is the first (`git -C x pull` returns `pull`). */
export function operandsOf({ program, args }: ShellCommand): string[] {
  const takesValue = Object.hasOwn(VALUE_FLAGS, program) ? (VALUE_FLAGS[program] ?? '').split(/\s+/) : [];
  const operands: string[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? '';
    if (takesValue.includes(arg)) i += 1;
    else if (!arg.startsWith('-') && !(SWITCH.test(arg) && args[i - 1]?.startsWith('--'))) operands.push(arg);
  }
  return operands;
}
