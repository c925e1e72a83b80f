import { matchesGlob, pathSegments } from '../../core/glob.ts';
import { operandsOf, parseShell, type ShellCommand } from '../shell.ts';
import type { CommandForm, Matcher } from './matcher.ts';

/** Programs that run another one, and the words of theirs before its name. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  pnpx: [],
  bunx: [],
  uvx: [],
  npm: ['exec'],
  pnpm: ['exec', 'dlx'],
  yarn: ['dlx', 'exec'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  bundle: ['exec'],
};
/** Programs that change the files that they name, and which of them: all, or the last. */
const CHANGING: Readonly<Record<string, 'all' | 'last'>> = {
  rm: 'all',
  rmdir: 'all',
  mv: 'all',
  touch: 'all',
  truncate: 'all',
  tee: 'all',
  shred: 'all',
  unlink: 'all',
  cp: 'last',
  rsync: 'last',
  install: 'last',
  ln: 'last',
};
const ASKS_ONLY = /^(?:--?version|--?help|-v|-V|-h|help|version)$/;
const PART = /[a-z0-9]+/g;

/** The simple command of a shell line that meets a matcher, in one line; `undefined` when none does. Linear, bounded. */
export function matchingCommand(matcher: Matcher, line: string): string | undefined {
  const commands = parseShell(line);
  if (matcher.on === 'path') return commands.find((command) => touches(command, matcher.globs))?.program;
  const found = commands.find((command) =>
    spellings(command).some((spelling) => matcher.forms.some((form) => fits(form, spelling))),
  );
  if (found !== undefined) return [found.program, ...found.args].join(' ');
  const isWrapper = matcher.forms.some(({ program, words, args }) => program === 'sudo' && !words && !args);
  return isWrapper && /(?:^|[\n;&|(])\s{0,20}sudo\s/.test(line.slice(0, 8_000)) ? 'sudo' : undefined;
}

/** True when a path, relative to its project or absolute, meets one of some globs, or lies in a folder that does. */
export function matchesPath(globs: readonly string[], path: string): boolean {
  const segments = pathSegments(path);
  return globs.some((glob) => {
    const names = pathSegments(glob);
    if (names.length === 0) return false;
    const whole = ['**', ...names];
    return matchesGlob(whole, segments) || (!/\.\w+$/.test(glob) && matchesGlob([...whole, '**'], segments));
  });
}

/** A command as it is written, and as what it runs in its place. */
function spellings(command: ShellCommand): ShellCommand[] {
  if (command.args.length === 1 && ASKS_ONLY.test(command.args[0] ?? '')) return [];
  const own = Object.hasOwn(RUNNERS, command.program) ? RUNNERS[command.program] : undefined;
  const rest = command.args.filter((arg) => arg !== '--' && arg !== '-y' && arg !== '--yes');
  const isPython = /^python[\d.]*$/.test(command.program);
  if (isPython && rest[0] === '-m') return [command, { program: rest[1] ?? '', args: rest.slice(2) }];
  if (own === undefined) return [command];
  const from = own.length === 0 ? 0 : own.includes(rest[0] ?? '') ? 1 : -1;
  if (from < 0) return [command];
  const program = (rest[from] ?? '').replace(/(.)@.*$/, '$1');
  return [command, { program, args: rest.slice(from + 1) }];
}

function fits(form: CommandForm, command: ShellCommand): boolean {
  const { program, words = [], args = [], operands = 0, path, parts = [] } = form;
  if (program !== undefined && program !== command.program) return false;
  const plain = operandsOf(command);
  if (words.some((word, i) => plain[i] !== word) || plain.length < words.length + operands) return false;
  if (!args.every((names) => names.some((name) => hasArgument(command, name)))) return false;
  if (path !== undefined && !plain.some((operand) => matchesPath([path], operand))) return false;
  if (parts.length === 0) return true;
  const held = new Set([command.program, ...command.args].join(' ').slice(0, 2_000).toLowerCase().match(PART) ?? []);
  return parts.every((names) => names.some((name) => held.has(name)));
}

/** An argument as it is, with a value behind it, in a bunch of short flags, or as the branch that a push goes to. */
function hasArgument({ args }: ShellCommand, name: string): boolean {
  const isShort = /^-[a-zA-Z]$/.test(name);
  return args.some(
    (arg) =>
      arg === name ||
      arg.startsWith(`${name}=`) ||
      arg.endsWith(`:${name}`) ||
      (isShort && /^-[a-zA-Z]{2,6}$/.test(arg) && arg.includes(name.slice(1))),
  );
}

function touches(command: ShellCommand, globs: readonly string[]): boolean {
  const isGit = command.program === 'git';
  const operands = isGit ? operandsOf(command).slice(1) : operandsOf(command);
  const [first] = command.args;
  const how = isGit ? (first === 'rm' || first === 'mv' ? 'all' : undefined) : changes(command);
  if (how === undefined) return false;
  const named = how === 'all' ? operands : operands.slice(-1);
  return named.some((operand) => matchesPath(globs, operand));
}

function changes({ program, args }: ShellCommand): 'all' | 'last' | undefined {
  if (program === 'sed' || program === 'perl') return args.some((arg) => /^-\w*i/.test(arg)) ? 'all' : undefined;
  return Object.hasOwn(CHANGING, program) ? CHANGING[program] : undefined;
}
