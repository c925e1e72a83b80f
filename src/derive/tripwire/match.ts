import { matchesGlob, pathSegments } from '../../core/glob.ts';
import { itemPath, type ProjectPaths } from '../tool/project-paths.ts';
import { operandsOf, readShell, type ShellCommand } from '../tool/shell.ts';
import { type CommandPlace, fits, formsOf, PART } from './fits.ts';
import { withListed } from './listed-files.ts';
import { fullPath, isOutside, locate } from './locate.ts';
import type { CommandForm, Matcher } from './matcher.ts';
import { branchOf } from './qualifier.ts';
import { asksOnly, spellingsOf } from './spellings.ts';
import { namesOf, programName } from './synonyms.ts';
import { touchedFiles } from './touched-files.ts';

/** Programs that apply a patch in their folder. */
const PATCHES = /^(?:apply_?patch|patch)$/;
/** What a rule about ".env files" is about, and what stands beside them without a secret. */
const ENV_FILES = '.env*';
const EXAMPLES = /^\.envrc$|\.(?:example|sample|template|dist|defaults?)$/;
/** A simple command with its folder. */
interface PlacedCommand extends CommandPlace {
  command: ShellCommand;
  folder: string | undefined;
}

/** Where a line runs; `branch`: the one that is checked out in a folder, by default that of the session. */
type RunPlace = ProjectPaths & { branch?: ((folder?: string) => string | undefined) | undefined };

/**
 * The first simple command of a shell line that meets a matcher, in one line (its program alone for a path matcher); `undefined`
 * when none does. Of a line that was not read whole, all words count: where they hold those of a form, or a name of a path, it
 * meets. Linear, bounded.
 */
export function matchingCommand(matcher: Matcher, line: string, place: RunPlace = {}): string | undefined {
  const { commands: simple, isWhole } = readShell(line);
  const commands = placedCommands(withListed(simple), place);
  if (matcher.on === 'path') {
    const { globs, access } = matcher;
    const met = commands.find(({ command, names }) => touchedFiles(command, access).some((path) => names(globs, path)));
    return met?.command.program ?? (isWhole ? undefined : wordsOfPath(globs, line));
  }
  const forms = formsOf(matcher);
  const isHere = holdsOn(matcher);
  const isOne = (all: readonly CommandForm[], { command, ...at }: PlacedCommand): boolean =>
    spellingsOf(command).some((spelling) => all.some((form) => isBehind(command, form) && fits(form, spelling, at)));
  const found = commands.find(
    (one) => isOne(forms, one) && !isOne(matcher.instead ?? [], one) && isHere(one.branch),
  )?.command;
  if (found !== undefined) return [found.program, ...found.args].join(' ');
  return isWhole || !isHere(place.branch) ? undefined : wordsOfForm(forms, line);
}

/** Whether a matcher holds on a branch: false only for one that is known, where the rule is about another. */
export function holdsOn(matcher: Matcher): (branch?: () => string | undefined) => boolean {
  const only = branchOf(matcher);
  return (branch) => only === undefined || (branch?.() ?? only) === only;
}

function isBehind({ wrappers = [] }: ShellCommand, { behind }: CommandForm): boolean {
  return behind === undefined || wrappers.some(({ program }) => program === behind);
}

/** The folders in which a line applies a patch; `undefined` stands for that of the session. */
export function foldersOfPatch(line: string, place: ProjectPaths): readonly (string | undefined)[] {
  const placed = placedCommands(readShell(line).commands, place).filter(({ command }) => appliesPatch(command));
  return placed.length === 0 ? [undefined] : [...new Set(placed.map(({ folder }) => folder))];
}

function appliesPatch(command: ShellCommand): boolean {
  const { program } = command;
  if (program === 'git') return /^(?:apply|am)$/.test(operandsOf(command)[0] ?? '');
  return PATCHES.test(program) && !asksOnly(command);
}

/** The words of a form that a text holds somewhere, whatever their order, with a piece of its path; its arguments are not compared. */
function wordsOfForm(forms: readonly CommandForm[], text: string): string | undefined {
  const held = new Set((text.match(/[\w@.+-]+/g) ?? []).flatMap((word) => [word, programName(word)]));
  const heldParts = new Set(text.toLowerCase().match(PART));
  const met = forms.find(({ program, words = [], parts = [], path }) => {
    if (path !== undefined && wordsOfPath([path], text) === undefined) return false;
    const all = [...(program === undefined ? [] : [programName(program)]), ...words.filter((word) => word !== '--')];
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

/**
 * Each command of a line, resolved from the folder of a `cd` before it in its shell or around that, or of its own `-C`, and on the
 * branch that one before it checks out.
 */
function placedCommands(commands: readonly ShellCommand[], place: RunPlace): PlacedCommand[] {
  /** Branches by the folders in which a command before checked them out. */
  const branches = new Map<string | undefined, string>();
  const folders = new Map<ShellCommand['shell'], string | undefined>();
  return commands.map((command) => {
    const { program, args, shell } = command;
    let around = shell;
    while (around !== undefined && !folders.has(around)) around = around.around;
    const folder = folders.get(around);
    folders.set(shell, folder);
    const own = program === 'git' ? args[args.indexOf('-C') + 1 || args.length] : undefined;
    const at = own === undefined ? folder : fullPath(own, place, folder);
    if (program === 'popd') folders.set(shell, undefined);
    if (program === 'cd' || program === 'pushd') {
      const to = operandsOf(command)[0];
      folders.set(shell, to !== undefined || args.length === 0 ? fullPath(to ?? '~', place, folder) : undefined);
    }
    const names = (globs: readonly string[], path: string): boolean => {
      const located = locate(path, place, at);
      return located !== undefined && matchesPath(globs, located, place);
    };
    const known = branches.get(at);
    const branch = (): string | undefined => known ?? place.branch?.(at);
    const other = checkedOutBy(command);
    if (other !== undefined) branches.set(at, other);
    return { command, folder: at, names, branch };
  });
}

/**
 * The branch that a command checks out, as `git switch -c NAME`; '' for one that nobody knows, and `undefined` where it checks out
 * none: `git checkout a.ts` is a file.
 */
function checkedOutBy({ program, args }: ShellCommand): string | undefined {
  if (program === 'gh') return args[0] === 'pr' && args[1] === 'checkout' ? '' : undefined;
  const at = program === 'git' ? args.findIndex((arg) => /^(?:checkout|switch)$/.test(arg)) : -1;
  if (at < 0 || args.includes('--')) return undefined;
  const behind = args.slice(at + 1);
  const made = behind.findIndex((arg) => /^(?:-[bBcC]|--(?:create|force-create|orphan))$/.test(arg));
  if (made >= 0) return behind[made + 1];
  const [name, ...others] = behind.filter((arg) => !/^-./.test(arg));
  return others.length === 0 && (args[at] === 'switch' || !/\.[a-z]\w*$/i.test(name ?? '.a')) ? name : undefined;
}

/**
 * True when a path, as items carry it, or one of its folders meets a glob. A glob with a slash starts at the project's root, a
 * bare name matches in any folder; a path outside the project meets only a glob that starts at the root of the file system or
 * at home.
 */
export function matchesPath(globs: readonly string[], path: string, place: ProjectPaths = {}): boolean {
  const segments = pathSegments(path);
  // What git keeps there for itself is no file of the project: `.git/index.lock`.
  if (segments.includes('.git') && !globs.some((glob) => glob.includes('.git'))) return false;
  return globs.some((glob) => {
    const placed = placedGlob(glob, place);
    const names = pathSegments(placed);
    if (names.length === 0 || isOutside(placed) !== isOutside(path)) return false;
    if (glob === ENV_FILES && EXAMPLES.test(segments.at(-1) ?? '')) return false;
    const whole = /[/\\]/.test(glob) ? names : ['**', ...names];
    return matchesGlob(whole, segments) || (!/[^/.]\.\w{1,5}$/.test(glob) && matchesGlob([...whole, '**'], segments));
  });
}

/** A glob as items carry paths: relative to the project's root where it is below it. */
function placedGlob(glob: string, place: ProjectPaths): string {
  if (!isOutside(glob)) return glob;
  const root = place.projectRoot ?? place.cwd;
  const full = fullPath(glob, place, root);
  return full.startsWith('~') ? full : itemPath(full, place);
}
