import { wordSet } from '../../core/text/word-set.ts';
import { readArguments } from '../tool/shell.ts';
import { bunchedFlags } from '../tool/value-flags.ts';
import type { CommandForm } from './matcher.ts';
import type { PlainCommand } from './synonyms.ts';
import { flagNames, meantBy, namesOf, programName, shortWords } from './synonyms.ts';

/** Programs whose operands are files, targets or tasks, in any order. */
const IN_ANY_ORDER = wordSet(
  'rm rmdir shred make mvn gradle just task rake turbo ant sbt ninja gulp grunt mage invoke inv xcodebuild',
);
/** Programs that look for words: what stands behind `--` is a word or a file. */
const SEARCHES = wordSet('grep egrep fgrep rg ag ack');
/** Tools of pip's own, which add nothing to a project. */
const OF_PIP = wordSet('pip setuptools wheel');
/** What pip, and what go and cargo install from a folder, without adding it to the project. */
const LOCAL_PACKAGE = /^(?:\.{1,2}(?:$|[/[])|[/~]|[^:@]*\/[^:@]*$)/;
const LOCAL_MODULE = /^(?:\.{1,3}(?:$|\/)|[/~]|all$)/;
/** Programs that start another, which may be there without them: `npx prisma` is `prisma`. */
const STARTERS = wordSet('npx bunx pnpx uvx');
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
  { program: called, args }: PlainCommand,
  names: (globs: readonly string[], path: string) => boolean,
): boolean {
  const program = programName(called);
  // A rule about a program as such means that name: "use python3, not python".
  const isSame =
    form.words === undefined && form.args === undefined
      ? form.program === called
      : programName(form.program ?? '') === program;
  if (form.program !== undefined && !isSame) return false;
  const { args: wanted = [], operands = 0, path, parts = [] } = form;
  const words = form.words?.filter((word) => word !== '--') ?? [];
  const command = readCommand({ program, args });
  // A rule that ends with the mark is about what stands behind it: `git checkout --`.
  if (form.words?.at(-1) === '--' && !args.includes('--')) return false;
  if (isRestore(command, words)) return false;
  const plain = command.operands;
  // A form may name the value of a flag as a word: `kubectl -n prod delete`.
  const isMet = hasWords(program, words, plain) || (wanted.length > 0 && hasWords(program, words, withValues(command)));
  if (!isMet || plain.slice(words.length).filter((one) => isNamed(command, one)).length < operands) return false;
  if (!wanted.every((one) => one.some((name) => hasArgument(command, name)))) return false;
  if (path !== undefined && !plain.some((operand) => names([path], operand))) return false;
  if (parts.length === 0) return true;
  const held = new Set([called, ...args].join(' ').slice(0, 2_000).toLowerCase().match(PART) ?? []);
  return parts.every((one) => one.some((name) => held.has(name)));
}

/**
 * The forms of a command, and what they are called with another program: `docker-compose` for `docker compose`, `uv pip` for `pip`
 * with a subcommand, `prisma` for `npx prisma`, unless the rule is to use another program in its place.
 */
export function formsOf({ name, forms }: { name: string; forms: readonly CommandForm[] }): readonly CommandForm[] {
  return forms.flatMap((form) => {
    const { program, words: [first, ...others] = [] } = form;
    if (/^(?:docker|podman)$/.test(program ?? '') && first === 'compose')
      return [form, { ...form, program: `${program}-compose`, words: others }];
    if (first === undefined || name.includes('|')) return [form];
    if (STARTERS.has(program ?? '') && others.length + (form.args?.length ?? 0) > 0)
      return [form, { ...form, program: first, words: others }];
    if (program !== 'pip') return [form];
    return [form, { ...form, program: 'uv', words: ['pip', first, ...others] }];
  });
}

function readCommand({ program, args }: PlainCommand): ReadCommand {
  const read = readArguments({ program, args: [...args] });
  const isSearch = SEARCHES.has(program) || (program === 'git' && read.operands[0] === 'grep');
  const end = isSearch ? args.indexOf('--') : -1;
  const { flags } = end < 0 ? read : readArguments({ program, args: args.slice(0, end) });
  return { program, args, operands: read.operands, flags };
}

/** True for `git checkout main -- FILE`, which changes a file, where a form names a branch alone. */
function isRestore({ program, args, operands }: ReadCommand, words: readonly string[]): boolean {
  if (program !== 'git' || operands[0] !== 'checkout' || words.length !== 2) return false;
  const end = args.indexOf('--');
  return end > 1 && end < args.length - 1 && args[end - 1] === words[1];
}

function withValues({ args }: ReadCommand): string[] {
  return args.filter((arg) => !arg.startsWith('-'));
}

/** False for an operand that is the project itself, or a part of it that is only installed. */
function isNamed({ program, operands: [first] }: ReadCommand, operand: string): boolean {
  if (operand === '.' || operand === './') return false;
  if (program === 'go' || program === 'cargo') return !LOCAL_MODULE.test(operand);
  const isPip = program === 'pip' || program === 'pip3' || (program === 'uv' && first === 'pip');
  return !(isPip && (LOCAL_PACKAGE.test(operand) || OF_PIP.has(operand)));
}

/**
 * True when operands are the words of a form, as given or both in their shortest form: of some programs anywhere among them, else
 * from the first on.
 */
function hasWords(program: string, words: readonly string[], operands: readonly string[]): boolean {
  if (hasEach(program, words, operands)) return true;
  const [shorter, short] = [shortWords(program, words), shortWords(program, operands)];
  return (shorter !== words || short !== operands) && hasEach(program, shorter, short);
}

function hasEach(program: string, words: readonly string[], operands: readonly string[]): boolean {
  // Tasks of `rails` have a colon, its subcommands none.
  const isAnywhere = IN_ANY_ORDER.has(program) || (program === 'rails' && words.every((word) => word.includes(':')));
  if (words.length > operands.length) return false;
  const some = isAnywhere ? operands : operands.slice(0, words.length);
  const same = some.map((operand) => plainWord(program, operand));
  return words.every((word, i) => {
    const wanted = plainWord(program, word);
    if (!isAnywhere) return same[i] === wanted;
    // A task of one project within: `:web:publish`.
    return same.some((one) => one === wanted || (program === 'gradle' && one.endsWith(`:${wanted}`)));
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
  if (flagNames(command, name).some((one) => isGiven(command, one))) return true;
  const meant = meantBy(command, name);
  if (meant.length > 0) return meant.every((one) => hasArgument(command, one));
  return /^-[a-zA-Z]{2,3}$/.test(name) && [...name.slice(1)].every((letter) => hasArgument(command, `-${letter}`));
}

function isGiven({ program, operands, flags }: ReadCommand, name: string): boolean {
  const isShort = /^-[a-zA-Z]$/.test(name);
  const isFlag = name.startsWith('-');
  // A push names its remote before its branches.
  const named = program === 'git' && operands[0] === 'push' && operands.length > 2 ? operands.slice(2) : operands;
  return (isFlag ? flags : named).some(
    (arg) =>
      arg === name ||
      arg.startsWith(`${name}=`) ||
      (!isFlag && branchOf(arg) === name) ||
      (isShort && isBunch(program, arg) && bunchedFlags(arg, { program, operands }).includes(name.slice(1))),
  );
}

/** True for short flags together; of git also with a value of any length behind the last of them. */
function isBunch(program: string, arg: string): boolean {
  return program === 'git' ? /^-[a-zA-Z]{2}/.test(arg) : /^-[a-zA-Z]{2,6}$/.test(arg);
}

/** The branch to which a push of a word goes: `main` for `+HEAD:refs/heads/main`. */
function branchOf(word: string): string {
  return word.slice(word.lastIndexOf(':') + 1).replace(/^\+?(?:(?:refs\/)?heads\/)?/, '');
}
