import { readArguments } from '../tool/shell.ts';
import { bunchedFlags } from '../tool/value-flags.ts';
import type { CommandForm } from './matcher.ts';
import type { PlainCommand } from './spellings.ts';

/** Programs whose operands are files, in any order. */
const TAKES_FILES: ReadonlySet<string> = new Set(['rm', 'rmdir', 'shred']);
/** Names of one flag. */
const FLAGS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  rm: [
    ['-r', '-R', '--recursive'],
    ['-f', '--force'],
  ],
};
/** Names of one subcommand. */
const SUBCOMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  npm: [
    ['install', 'i', 'in', 'ins', 'inst', 'insta', 'instal', 'isnt', 'isnta', 'isntal', 'isntall', 'add'],
    ['ci', 'clean-install', 'ic', 'install-clean', 'isntall-clean'],
    ['uninstall', 'unlink', 'remove', 'rm', 'r', 'un'],
    ['run', 'run-script', 'rum', 'urn'],
    ['test', 't', 'tst'],
    ['update', 'up', 'upgrade', 'udpate'],
  ],
  pnpm: [
    ['install', 'i'],
    ['remove', 'rm', 'uninstall', 'un'],
    ['update', 'up', 'upgrade'],
  ],
  bun: [
    ['install', 'i'],
    ['add', 'a'],
    ['remove', 'rm'],
  ],
};
/** What pip, and what go and cargo install from a folder, without adding it to the project. */
const LOCAL_PACKAGE = /^(?:\.{1,2}(?:$|[/[])|[/~]|[^:@]*\/[^:@]*$)/;
const LOCAL_MODULE = /^(?:\.{1,3}(?:$|\/)|[/~]|all$)/;
/** Parts of a word. */
export const PART = /[a-z0-9]+/g;

/** What of a command a form compares. */
interface ReadCommand extends PlainCommand {
  operands: readonly string[];
  flags: readonly string[];
}

/** True when a simple command meets all that a form names; `names` says whether an operand is a path that meets a glob. */
export function fits(
  form: CommandForm,
  { program, args }: PlainCommand,
  names: (globs: readonly string[], path: string) => boolean,
): boolean {
  if (form.program !== undefined && form.program !== program) return false;
  const { words = [], args: wanted = [], operands = 0, path, parts = [] } = form;
  const command: ReadCommand = { program, args, ...readArguments({ program, args: [...args] }) };
  const plain = command.operands;
  // A form may name the value of a flag as a word: `kubectl -n prod delete`.
  const isMet = hasWords(program, words, plain) || (wanted.length > 0 && hasWords(program, words, withValues(command)));
  if (!isMet || plain.slice(words.length).filter((one) => isNamed(command, one)).length < operands) return false;
  if (!wanted.every((one) => one.some((name) => hasArgument(command, name)))) return false;
  if (path !== undefined && !plain.some((operand) => names([path], operand))) return false;
  if (parts.length === 0) return true;
  const held = new Set([program, ...args].join(' ').slice(0, 2_000).toLowerCase().match(PART) ?? []);
  return parts.every((one) => one.some((name) => held.has(name)));
}

/**
 * The forms of a command, and what they are called with another program: `docker-compose` for `docker compose`, `uv pip` for `pip`
 * with a subcommand, unless the rule is to use another program in its place.
 */
export function formsOf({ name, forms }: { name: string; forms: readonly CommandForm[] }): readonly CommandForm[] {
  return forms.flatMap((form) => {
    const { program, words: [first, ...others] = [] } = form;
    if (/^(?:docker|podman)$/.test(program ?? '') && first === 'compose')
      return [form, { ...form, program: `${program}-compose`, words: others }];
    if (program !== 'pip' || first === undefined || name.includes('|')) return [form];
    return [form, { ...form, program: 'uv', words: ['pip', first, ...others] }];
  });
}

/** The names of one subcommand of a program. */
export function namesOf(program: string | undefined, word: string): readonly string[] {
  const names = program !== undefined && Object.hasOwn(SUBCOMMANDS, program) ? SUBCOMMANDS[program] : undefined;
  return names?.find((some) => some.includes(word)) ?? [word];
}

function withValues({ args }: ReadCommand): string[] {
  return args.filter((arg) => !arg.startsWith('-'));
}

/** False for an operand that is the project itself, or a part of it that is only installed. */
function isNamed({ program, operands: [first] }: ReadCommand, operand: string): boolean {
  if (operand === '.' || operand === './') return false;
  if (program === 'go' || program === 'cargo') return !LOCAL_MODULE.test(operand);
  const isPip = program === 'pip' || program === 'pip3' || (program === 'uv' && first === 'pip');
  return !(isPip && LOCAL_PACKAGE.test(operand));
}

/** True when operands are the words of a form: of a program that takes files, anywhere among them, else from the first on. */
function hasWords(program: string, words: readonly string[], operands: readonly string[]): boolean {
  if (words.length > operands.length) return false;
  const some = TAKES_FILES.has(program) ? operands : operands.slice(0, words.length);
  const same = some.map((operand) => plainWord(program, operand));
  return words.every((word, i) => {
    const wanted = plainWord(program, word);
    return TAKES_FILES.has(program) ? same.includes(wanted) : same[i] === wanted;
  });
}

/** A word without `./` before and `/` behind it; of the names of one subcommand always the same. */
function plainWord(program: string, word: string): string {
  const [first = word] = namesOf(program, word);
  return first === word ? word.replace(/^(?:\.\/+)+(?=.)/, '').replace(/(.)\/+$/, '$1') : first;
}

/**
 * True for an argument as given, with `=value`, within combined short flags, or as the target branch of a push; for combined
 * flags when each of them is there in any form.
 */
function hasArgument(command: ReadCommand, name: string): boolean {
  if (isGiven(command, name)) return true;
  if (!/^-[a-zA-Z]{2,3}$/.test(name)) return false;
  const own = Object.hasOwn(FLAGS, command.program) ? FLAGS[command.program] : undefined;
  return [...name.slice(1)].every((letter) => {
    const names = own?.find((some) => some.includes(`-${letter}`)) ?? [`-${letter}`];
    return names.some((one) => isGiven(command, one));
  });
}

function isGiven({ program, operands, flags }: ReadCommand, name: string): boolean {
  const isShort = /^-[a-zA-Z]$/.test(name);
  const isFlag = name.startsWith('-');
  return (isFlag ? flags : operands).some(
    (arg) =>
      arg === name ||
      arg.startsWith(`${name}=`) ||
      (!isFlag && branchOf(arg) === name) ||
      (isShort && /^-[a-zA-Z]{2,6}$/.test(arg) && bunchedFlags(arg, { program, operands }).includes(name.slice(1))),
  );
}

/** The branch to which a push of a word goes: `main` for `+HEAD:refs/heads/main`. */
function branchOf(word: string): string {
  return word.slice(word.lastIndexOf(':') + 1).replace(/^\+?(?:(?:refs\/)?heads\/)?/, '');
}
