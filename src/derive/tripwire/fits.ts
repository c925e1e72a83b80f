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
/** Programs that deploy, migrate or run what does, those of them that do so with some subcommands alone, and those that run a file. */
const ACTS = wordSet(
  `ansible-playbook ssh scp rsync aws gcloud az fly flyctl vercel netlify heroku wrangler serverless sls sam cdk eb cap fab dokku
  kamal argocd skaffold make npm pnpm yarn bun just task turbo nx mage invoke rake rails mix gradle gradlew mvn mvnw
  alembic prisma flyway liquibase knex sequelize typeorm drizzle-kit dbmate goose atlas sqlx diesel migrate django-admin manage.py
  php artisan flask supabase`,
);
const ACTING: Readonly<Record<string, RegExp>> = {
  kubectl: /^(?:apply|create|replace|patch|set|scale|rollout|delete|run)$/,
  helm: /^(?:install|upgrade|rollback|uninstall)$/,
  helmfile: /^(?:apply|sync|destroy)$/,
  terraform: /^(?:apply|destroy)$/,
  tofu: /^(?:apply|destroy)$/,
  pulumi: /^(?:up|destroy)$/,
  docker: /^(?:push|stack|service)$/,
  gh: /^(?:workflow|release)$/,
};
const RUNS_FILE = /^(?:(?:ba|z)?sh|node|deno|tsx|ruby|perl|python)$/;
/** Programs with the subcommand by which they start another: `bundle exec rake` is `rake`. */
const LAUNCHES = new Map([
  ['bundle', 'exec'],
  ['poetry', 'run'],
  ['pipenv', 'run'],
  ['uv', 'run'],
]);
/** Parts of a word. */
export const PART = /[a-z0-9]+/g;

/** What of a command a form compares. */
interface ReadCommand extends PlainCommand {
  operands: readonly string[];
  flags: readonly string[];
}

/** Where a command runs: `names` says whether an operand is a path that meets a glob, `branch` what is checked out there. */
export interface CommandPlace {
  names: (globs: readonly string[], path: string) => boolean;
  branch: () => string | undefined;
}

/** True when a simple command meets all that a form names. */
export function fits(
  form: CommandForm,
  { program: called, args, variables = [] }: PlainCommand,
  { names, branch }: CommandPlace,
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
  const isGivenFlag = (name: string): boolean =>
    form.program === undefined
      ? isLong(name) && (isGiven(command, name) || meansLong(command, name))
      : hasArgument(command, name);
  if (!wanted.every((one) => one.some(isGivenFlag))) return false;
  if (form.branch !== undefined && !isOnBranch(command, form.branch, branch)) return false;
  if (path !== undefined && !plain.some((operand) => names([path], operand))) return false;
  if (parts.length === 0) return true;
  if (!acts(command, parts)) return false;
  const held = new Set([called, ...args, ...variables].join(' ').slice(0, 2_000).toLowerCase().match(PART) ?? []);
  return parts.every((one) => one.some((name) => held.has(name)));
}

/**
 * The forms of a command, and what they are called with another program: `docker-compose` for `docker compose`, `uv pip` for `pip`
 * and `yarn npm` for `npm` with a subcommand, `prisma` for `npx prisma`, unless the rule is to use another program in its place.
 */
export function formsOf({ name, forms }: { name: string; forms: readonly CommandForm[] }): readonly CommandForm[] {
  return forms.flatMap((form) => {
    const { program, words: [first, ...others] = [] } = form;
    if (/^(?:docker|podman)$/.test(program ?? '') && first === 'compose')
      return [form, { ...form, program: `${program}-compose`, words: others }];
    if (first === undefined && /^(?:docker|podman)$/.test(program ?? '') && form.args === undefined)
      return [form, { ...form, program: `${program}-compose` }];
    if (first === undefined || name.includes('|')) return [form];
    const [ran, ...rest] = others;
    if (ran !== undefined && LAUNCHES.get(program ?? '') === first)
      return [form, { ...form, program: ran, words: rest }];
    if (STARTERS.has(program ?? '') && others.length + (form.args?.length ?? 0) > 0)
      return [form, { ...form, program: first, words: others }];
    if (program === 'npm') return [form, { ...form, program: 'yarn', words: ['npm', first, ...others] }];
    if (program !== 'pip') return [form];
    return [form, { ...form, program: 'uv', words: ['pip', first, ...others] }];
  });
}

/** True for a command that may do what its words say, and does not only show, seek, name or prepare it. */
function acts(
  { program, args, operands: [first = '', second = ''] }: ReadCommand,
  parts: readonly string[][],
): boolean {
  const names = (word: string): boolean => {
    const held = new Set(word.toLowerCase().match(PART));
    return parts.some((one) => one.some((name) => held.has(name)));
  };
  const plain = programName(program);
  // A script that is called so: `./deploy.sh`, `bash scripts/deploy.sh`, but for a check of it.
  if (RUNS_FILE.test(plain)) return names(first) && !args.some((arg) => /^(?:-n|--check|-m)$/.test(arg));
  const acting = Object.hasOwn(ACTING, program) ? ACTING[program] : undefined;
  if (acting !== undefined) return acting.test(first) && (program !== 'gh' || /^(?:run|create)$/.test(second));
  if (program === 'git') return first === 'push' && operandIsPlace(second);
  return ACTS.has(program) || names(program);
}

/** True for a remote or branch that is the place itself: `git push production`. */
function operandIsPlace(word: string): boolean {
  return /^(?:prod|production|live|heroku)$/.test(word);
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

/** True for a short name of a flag but of programs on files, where people write it without a thought: `rm -f`. */
function meansLong(command: ReadCommand, name: string): boolean {
  return !(name === '--force' && /^(?:rm|cp|mv|ln)$/.test(command.program)) && hasArgument(command, name);
}

/** False for a short flag: what it means of any program nobody knows, as `-f` of `tail` and of `rm`. */
function isLong(name: string): boolean {
  return !/^-[a-zA-Z]$/.test(name);
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
      // A value stands right behind it: `sed -i.bak`.
      (name === '-i' && /^(?:sed|perl)$/.test(program) && /^-[a-zA-Z]*i/.test(arg)) ||
      (isShort && isBunch(program, arg) && bunchedFlags(arg, { program, operands }).includes(name.slice(1))),
  );
}

/** True for a push that goes to a branch, and for another command of git that runs on it. */
function isOnBranch(command: ReadCommand, wanted: string, checkedOut: () => string | undefined): boolean {
  const { flags, operands } = command;
  if (operands[0] !== 'push') return checkedOut() === wanted;
  if (hasArgument(command, wanted) || flags.some((flag) => /^--(?:all|branches|mirror)$/.test(flag))) return true;
  const pushed = operands.slice(2).map(branchOf);
  const isCurrent = pushed.length === 0 ? !flags.includes('--tags') : pushed.some((one) => /^(?:HEAD|@)$/.test(one));
  return isCurrent && checkedOut() === wanted;
}

/** True for short flags together; of git also with a value of any length behind the last of them. */
function isBunch(program: string, arg: string): boolean {
  return program === 'git' ? /^-[a-zA-Z]{2}/.test(arg) : /^-[a-zA-Z]{2,6}$/.test(arg);
}

/** The branch to which a push of a word goes: `main` for `+HEAD:refs/heads/main`. */
function branchOf(word: string): string {
  return word.slice(word.lastIndexOf(':') + 1).replace(/^\+?(?:(?:refs\/)?heads\/)?/, '');
}
