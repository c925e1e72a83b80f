import { memoizeLast } from '../../core/memoize-last.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { commandName, mainCommands } from '../tool/main-commands.ts';
import type { ShellCommand } from '../tool/shell.ts';
import { operandsOf } from '../tool/shell.ts';
import { purposeOf } from './test-commands.ts';

/** One command of a shell line, in the parts by which it is compared with another. */
export interface CommandRun {
  /** Program with its subcommand or task: `go test`, `npm run build`. */
  name: string;
  program: string;
  /** Its name without a launcher, in one spelling: `vitest` for `npx vitest run`, `script test` for `npm test`. */
  as: string;
  purpose?: 'test' | 'build';
  /** Operands without the subcommand, and values of flags: what the command works on. */
  words: string[];
  /** Patterns that select tests by name, as of `-run`; among the words as well. */
  filters: string[];
  /** Kinds of tests that it names, as `integration`. */
  suites: string[];
  /** All arguments in order, flags among them, without redirections. */
  args: string[];
}

const MAX_WORDS = 24;
const WORD_CHARS = 200;
/** Programs that are compared by their subcommand, whatever they work on. */
const BY_SUBCOMMAND = wordSet(
  'git gh glab docker docker-compose podman kubectl helm terraform npm pnpm yarn bun bundle pip pip3 uv poetry brew apt apt-get apk dnf systemctl supabase vercel netlify fly heroku aws gcloud az wrangler firebase',
);
/** Operands that mean everything, or everything below this folder. */
const EVERYTHING = /^(?:\.|\.\/|\.{3}|\.\/\.{3}|\*|all|--all|--workspace)$/;
const REDIRECTED = /^(?:\d+|\/dev\/null|-)$/;
/** Flags whose value selects tests by name. */
const FILTER_FLAG = /^(?:-run|--run|-test\.run|-k|-t|-g|--grep|--filter|--testNamePattern|--test-name-pattern|-m)$/;
const FILTER_VALUE = /^(?:-run|--run|-test\.run|--grep|--filter|--testNamePattern|--test-name-pattern)=(.+)$/;
const PACKAGE_RUNNER = wordSet('npm pnpm yarn bun');
const LAUNCHERS: readonly RegExp[] = [
  /^(?:npx|bunx|pnpx)(?: -\S+)* /,
  /^(?:npm|pnpm|yarn|bun) (?:exec|dlx|x)(?: --)? /,
  /^(?:uv|poetry|pipenv|pdm|hatch) run /,
  /^bundle exec /,
  /^python[\d.]* -m /,
];
const TASK_RUNNERS = wordSet('script mise make gmake just task rake nx turbo composer tox nox gradle gradlew mvn mvnw');
const SUITE = /integration|e2e|end-to-end|acceptance|smoke|functional|browser/gi;
const ALL_SUITES = /(?:^|[ :_-])(?:ci|all|check|verify)(?:$|[:_-])/;
/** Compilers whose tests do not run unless all compiles. */
const COMPILED = wordSet('go cargo swift dotnet gradle gradlew mvn mvnw mix');
const COMPILES = / (?:build|compile)$/;

/** The main commands of a shell line, in order. */
export const runsOf = memoizeLast((line: string): readonly CommandRun[] => mainCommands(line).map(toRun));

/** True when a success of `other` shows that `failed` would now succeed: the same program on the same operands or more. */
export function isSameRun(other: CommandRun, failed: CommandRun): boolean {
  if (other.as !== failed.as) return false;
  if (BY_SUBCOMMAND.has(failed.program) && failed.purpose === undefined) return failed.name.includes(' ');
  if (!selects(other.filters, failed.filters)) return false;
  const [wider, words] = [pathsOf(other), pathsOf(failed)];
  if (words.length === 0) return wider.every((word) => EVERYTHING.test(word));
  if (wider.length === 0 || wider.some((word) => EVERYTHING.test(word))) return failed.purpose !== undefined;
  if (failed.purpose === undefined) return wider[0] === words[0];
  return words.every((word) => EVERYTHING.test(word) || wider.some((one) => holds(one, word)));
}

/** True when a run of all tests by a task or a script includes a failed run. */
export function includesRun(whole: CommandRun, failed: CommandRun): boolean {
  return isWholeSuite(whole) && isPartOf(failed, whole);
}

/** A shell line without quotes, backslashes and white space: lines that differ only in these are the same. */
export function squeezed(line: string): string {
  return line.replace(/["'`\\\s]+/g, '');
}

/** True for a pattern of test names that selects a test. */
export function selectsTest(pattern: string, test: string): boolean {
  return pattern.split('|').some((part) => {
    const name = part.replace(/^[\s"'^(]+|[\s"'$)]+$/g, '');
    return name !== '' && (part.includes('$') ? test === name || test.startsWith(`${name}/`) : test.includes(name));
  });
}

function toRun(command: ShellCommand): CommandRun {
  const purpose = purposeOf(command);
  const started = withoutLauncher(command);
  const isTester = purposeOf({ program: started.program, args: [] }) === 'test';
  const name = (isTester ? undefined : commandName(started)) ?? started.program;
  const taken = new Set(name.split(' ').slice(1));
  const words = operandsOf(started)
    .filter((word, at) => !taken.delete(word) && !REDIRECTED.test(word) && !(isTester && at === 0 && word === 'run'))
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, WORD_CHARS));
  const { args } = started;
  const filters = purpose === 'test' ? args.flatMap((arg, at) => filterAt(args, at, arg)) : [];
  const suites = [...new Set(args.slice(0, MAX_WORDS).flatMap((arg) => arg.toLowerCase().match(SUITE) ?? []))];
  const run = {
    name: commandName(command) ?? command.program,
    program: command.program,
    as: scriptOf(command) ?? name,
    words,
    filters,
    suites,
    args: (command.redirected?.args ?? command.args).slice(0, MAX_WORDS).map((word) => word.slice(0, WORD_CHARS)),
  };
  return purpose === undefined ? run : { ...run, purpose };
}

function filterAt(args: readonly string[], at: number, arg: string): string[] {
  const value = FILTER_FLAG.test(arg) ? args[at + 1] : FILTER_VALUE.exec(arg)?.[1];
  return value === undefined ? [] : [value.slice(0, WORD_CHARS)];
}

/** The script that a package runner starts: `script test` for `npm test`. */
function scriptOf({ program, args: [first, second] }: ShellCommand): string | undefined {
  if (!PACKAGE_RUNNER.has(program)) return undefined;
  if ((first === 'run' || first === 'run-script') && second !== undefined) return `script ${second}`;
  return first === 'test' || first === 't' ? 'script test' : undefined;
}

/** The command that `npx`, `uv run` and the like start; any other command as it is. */
function withoutLauncher(command: ShellCommand): ShellCommand {
  const line = [command.program, ...command.args.slice(0, 3)].join(' ');
  const launcher = LAUNCHERS.find((one) => one.test(`${line} `))?.exec(`${line} `)?.[0];
  if (launcher === undefined) return command;
  const [program, ...args] = command.args.slice(launcher.trim().split(' ').length - 1);
  return program === undefined ? command : { program, args };
}

/** True for a run of a project's tests as a whole, started by a task or script. */
function isWholeSuite({ as, purpose, words, filters }: CommandRun): boolean {
  return (
    purpose === 'test' && TASK_RUNNERS.has(as.split(' ')[0] ?? '') && filters.length === 0 && words.every(isEverything)
  );
}

/** True for a test of the kinds that a whole suite runs, and for a build without which its tests would not run. */
function isPartOf(failed: CommandRun, whole: CommandRun): boolean {
  if (failed.purpose === 'test')
    return ALL_SUITES.test(whole.as) || failed.suites.every((suite) => whole.as.includes(suite));
  return failed.purpose === 'build' && COMPILED.has(failed.program) && COMPILES.test(failed.as);
}

/** True when patterns of test names select all that others select. */
function selects(wider: readonly string[], filters: readonly string[]): boolean {
  if (wider.length === 0) return true;
  const names = filters.flatMap((filter) => filter.split('|')).map((part) => part.replace(/[\^$()"'\s]/g, ''));
  return names.length > 0 && names.every((name) => wider.some((pattern) => selectsTest(pattern, name)));
}

/** What a run works on besides the patterns of test names. */
function pathsOf({ words, filters }: CommandRun): string[] {
  return words.filter((word) => !filters.includes(word));
}

function isEverything(word: string): boolean {
  return EVERYTHING.test(word);
}

/** True when a path lies at or below another; one of them may be written from the root, the other from a folder. */
function holds(wider: string, path: string): boolean {
  const [folder, below] = [plainPath(wider), plainPath(path)];
  return (
    folder === below || below.startsWith(`${folder}/`) || `${below}/`.includes(`/${folder}/`) || isTailOf(below, folder)
  );
}

/** True for a path of two names or more that ends another. */
function isTailOf(end: string, path: string): boolean {
  return end.includes('/') && path.startsWith('/') && path.endsWith(`/${end}`);
}

function plainPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/(?:\/\.{3}|\/\*{1,2}|\/)$/, '');
}
