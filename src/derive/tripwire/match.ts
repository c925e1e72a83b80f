import { matchesGlob, pathSegments } from '../../core/glob.ts';
import { itemPath, type ProjectPaths } from '../tool/project-paths.ts';
import { operandsOf, readShell, type ShellCommand } from '../tool/shell.ts';
import { fullPath, isOutside, locate } from './locate.ts';
import type { CommandForm, Matcher } from './matcher.ts';
import { touchedFiles } from './touched-files.ts';

/** Programs that run another one, and their subcommands before its name. */
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
/** Programs that apply a patch in their folder. */
const PATCHES = /^(?:apply_?patch|patch)$/;
const ASKS_ONLY = /^(?:--?version|--?help|-v|-V|-h|help|version)$/;
const PART = /[a-z0-9]+/g;

/** A simple command with its folder; `names` says whether one of its paths, resolved from there, meets a glob. */
interface PlacedCommand {
  command: ShellCommand;
  folder: string | undefined;
  names: (globs: readonly string[], path: string) => boolean;
}

/**
 * The first simple command of a shell line that meets a matcher, in one line (its program alone for a path matcher); `undefined`
 * when none does. Of a line that was not read whole, all words count: where they hold those of a form, or a name of a path, it
 * meets. Linear, bounded.
 */
export function matchingCommand(matcher: Matcher, line: string, place: ProjectPaths = {}): string | undefined {
  const { commands: simple, isWhole } = readShell(line);
  const commands = placedCommands(simple, place);
  if (matcher.on === 'path') {
    const { globs, access } = matcher;
    const met = commands.find(({ command, names }) => touchedFiles(command, access).some((path) => names(globs, path)));
    return met?.command.program ?? (isWhole ? undefined : wordsOfPath(globs, line));
  }
  const found = commands.find(({ command, names }) =>
    spellings(withForce(command)).some((spelling) => matcher.forms.some((form) => fits(form, spelling, names))),
  )?.command;
  if (found !== undefined) return [found.program, ...found.args].join(' ');
  const isWrapper = matcher.forms.some(({ program, words, args }) => program === 'sudo' && !words && !args);
  if (isWrapper && /(?:^|[\n;&|(])\s{0,20}sudo\s/.test(line.slice(0, 100_000))) return 'sudo';
  return isWhole ? undefined : wordsOfForm(matcher.forms, line);
}

/** The folders in which a line applies a patch; `undefined` stands for that of the session. */
export function foldersOfPatch(line: string, place: ProjectPaths): readonly (string | undefined)[] {
  const placed = placedCommands(readShell(line).commands, place).filter(({ command }) => appliesPatch(command));
  return placed.length === 0 ? [undefined] : [...new Set(placed.map(({ folder }) => folder))];
}

function appliesPatch(command: ShellCommand): boolean {
  const { program, args } = command;
  if (program === 'git') return /^(?:apply|am)$/.test(operandsOf(command)[0] ?? '');
  return PATCHES.test(program) && !(args.length === 1 && ASKS_ONLY.test(args[0] ?? ''));
}

/** The words of a form that a text holds somewhere, whatever their order; its arguments and paths are not compared. */
function wordsOfForm(forms: readonly CommandForm[], text: string): string | undefined {
  const held = new Set(text.match(/[\w@.+-]+/g));
  const heldParts = new Set(text.toLowerCase().match(PART));
  const met = forms.find(({ program, words = [], parts = [] }) => {
    const all = [...(program === undefined ? [] : [program]), ...words];
    return (
      all.length + parts.length > 0 &&
      all.every((word) =>
        namesOf(program, word).some((name) => held.has(name) || (!/^[\w@.+-]*$/.test(name) && text.includes(name))),
      ) &&
      parts.every((one) => one.some((name) => heldParts.has(name)))
    );
  });
  return met && [met.program, ...(met.words ?? [])].filter((word) => word !== undefined).join(' ');
}

/** The longest plain piece of a glob that a text holds. */
function wordsOfPath(globs: readonly string[], text: string): string | undefined {
  const pieces = globs.map(
    (glob) => glob.split(/[*?[\]{}/\\]+/).toSorted((one, other) => other.length - one.length)[0] ?? '',
  );
  return pieces.find((piece) => piece !== '' && text.includes(piece));
}

function namesOf(program: string | undefined, word: string): readonly string[] {
  const names = program !== undefined && Object.hasOwn(SUBCOMMANDS, program) ? SUBCOMMANDS[program] : undefined;
  return names?.find((some) => some.includes(word)) ?? [word];
}

/** Each command of a line, resolved from the folder of a `cd` before it in its shell or around that, or of its own `-C`. */
function placedCommands(commands: readonly ShellCommand[], place: ProjectPaths): PlacedCommand[] {
  const folders = new Map<ShellCommand['shell'], string | undefined>();
  return commands.map((command) => {
    const { program, args, shell } = command;
    let known = shell;
    while (known !== undefined && !folders.has(known)) known = known.around;
    const folder = folders.get(known);
    folders.set(shell, folder);
    const own = program === 'git' ? args[args.indexOf('-C') + 1 || args.length] : undefined;
    const at = own === undefined ? folder : fullPath(own, place, folder);
    if (program === 'popd') folders.set(shell, undefined);
    if (program === 'cd' || program === 'pushd') {
      const to = operandsOf(command)[0];
      folders.set(shell, to === undefined ? undefined : fullPath(to, place, folder));
    }
    const names = (globs: readonly string[], path: string): boolean => {
      const located = locate(path, place, at);
      return located !== undefined && matchesPath(globs, located, place);
    };
    return { command, folder: at, names };
  });
}

/**
 * True when a path, as items carry it, or one of its folders meets a glob. A glob with a slash starts at the project's root, a
 * bare name matches in any folder; a path outside the project meets only a glob that starts at the root of the file system or
 * at home.
 */
export function matchesPath(globs: readonly string[], path: string, place: ProjectPaths = {}): boolean {
  const segments = pathSegments(path);
  return globs.some((glob) => {
    const placed = placedGlob(glob, place);
    const names = pathSegments(placed);
    if (names.length === 0 || isOutside(placed) !== isOutside(path)) return false;
    const whole = /[/\\]/.test(glob) ? names : ['**', ...names];
    return matchesGlob(whole, segments) || (!/\.\w+$/.test(glob) && matchesGlob([...whole, '**'], segments));
  });
}

/** A glob as items carry paths: relative to the project's root where it is below it. */
function placedGlob(glob: string, place: ProjectPaths): string {
  if (!isOutside(glob)) return glob;
  const root = place.projectRoot ?? place.cwd;
  const full = fullPath(glob, place, root);
  return full.startsWith('~') ? full : itemPath(full, place);
}

/** A push of `+branch` is one with --force. */
function withForce({ program, args }: ShellCommand): ShellCommand {
  const isForced = program === 'git' && args.includes('push') && args.some((arg) => /^\+./.test(arg));
  return { program, args: isForced ? [...args, '--force'] : args };
}

/** A command as written, and the one that it runs (`npx X` runs `X`); none for a call that only asks for help or a version. */
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

function fits(form: CommandForm, command: ShellCommand, names: PlacedCommand['names']): boolean {
  const { program, words = [], args = [], operands = 0, path, parts = [] } = form;
  if (program !== undefined && program !== command.program) return false;
  const plain = operandsOf(command);
  if (!hasWords(command.program, words, plain) || plain.length < words.length + operands) return false;
  if (!args.every((one) => one.some((name) => hasArgument(command, name)))) return false;
  if (path !== undefined && !plain.some((operand) => names([path], operand))) return false;
  if (parts.length === 0) return true;
  const held = new Set([command.program, ...command.args].join(' ').slice(0, 2_000).toLowerCase().match(PART) ?? []);
  return parts.every((one) => one.some((name) => held.has(name)));
}

/** True when operands are the words of a form: of a program that takes files, anywhere among them, else from the first on. */
function hasWords(program: string, words: readonly string[], operands: readonly string[]): boolean {
  const same = operands.map((operand) => plainWord(program, operand));
  return words.every((word, i) => {
    const wanted = plainWord(program, word);
    return TAKES_FILES.has(program) ? same.includes(wanted) : same[i] === wanted;
  });
}

/** A word without `./` before and `/` behind it; of the names of one subcommand always the same. */
function plainWord(program: string, word: string): string {
  const names = Object.hasOwn(SUBCOMMANDS, program) ? SUBCOMMANDS[program] : undefined;
  const named = names?.find((some) => some.includes(word))?.[0];
  return named ?? word.replace(/^(?:\.\/+)+(?=.)/, '').replace(/(.)\/+$/, '$1');
}

/**
 * True for an argument as given, with `=value`, within combined short flags, or as the target branch of a push; for combined
 * flags when each of them is there in any form.
 */
function hasArgument(command: ShellCommand, name: string): boolean {
  if (isGiven(command, name)) return true;
  if (!/^-[a-zA-Z]{2,3}$/.test(name)) return false;
  const own = Object.hasOwn(FLAGS, command.program) ? FLAGS[command.program] : undefined;
  return [...name.slice(1)].every((letter) => {
    const names = own?.find((some) => some.includes(`-${letter}`)) ?? [`-${letter}`];
    return names.some((one) => isGiven(command, one));
  });
}

function isGiven({ args }: ShellCommand, name: string): boolean {
  const isShort = /^-[a-zA-Z]$/.test(name);
  return args.some(
    (arg) =>
      arg === name ||
      arg.startsWith(`${name}=`) ||
      arg.endsWith(`:${name}`) ||
      (isShort && /^-[a-zA-Z]{2,6}$/.test(arg) && arg.includes(name.slice(1))),
  );
}
