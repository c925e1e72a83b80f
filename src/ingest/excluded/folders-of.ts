import type { JsonObject, JsonValue } from '../../core/json.ts';
import { commandOf } from '../../derive/tool/tool-input.ts';
import { LEAVES_OUT, withoutExclusions } from './exclusions.ts';

/** Upper bound on the folders of one call; one that names more counts as naming an excluded file where its text may name one. */
export const FOLDERS_MAX = 64;
/** Upper bound on the folders above one that are looked at. */
const ABOVE_MAX = 32;
const PATH_CHARS = 4_096;
const VALUES_MAX = 20_000;
const DEPTH_MAX = 100;
/** Fields of a folder. */
export const FOLDER = /dir|folder|root|cwd|base|parent|path/i;
/** Fields of a command or a program, whose words are looked at. */
export const COMMAND = /^(?:command|cmd|script|commandline|shell|code)s?$/i;
/** What makes another folder the one in which a command works, or one of its programs: `cd x`, `-C x`, `--prefix=x`. */
const MOVES =
  /(\b(?:cd|pushd)\s+(?:-\S*\s+){0,3}|(?<=\s)(?:-C\s*|--(?:[a-z]+-)?(?:dir|directory|cwd|chdir|prefix|tree|root|folder)[= ]\s*))((?:"[^"\n]*"|'[^'\n]*'|\\.|[^\s"'`\\;&|()<>])+)/g;

/** The home that a folder is in, and how a shell writes it. */
const HOME = /^(?:\w:)?[/\\](?:root\b|(?:home|Users)[/\\][^/\\]+)/;
const OF_HOME = /^(?:~|\$HOME|\$\{HOME\})(?=[/\\]|$)/;
const NOT_RELATIVE = /^(?:[/\\~$]|\w+:)/;

/** True for a path that is one of a folder, and not from the root, a home or a drive. */
export function isRelative(path: string): boolean {
  return !NOT_RELATIVE.test(path);
}

/** True for a folder below a person's home. */
export function isInHome(path: string): boolean {
  return path.length > (HOME.exec(path)?.[0].length ?? Number.POSITIVE_INFINITY);
}

/** A folder and those above it. */
export function above(folder: string): string[] {
  const names = folder.split(/[/\\]/).slice(0, ABOVE_MAX);
  return names.map((_, at) => names.slice(0, at + 1).join('/')).filter((path) => path !== '');
}

/** A path with the home of a folder in place of `~` or `$HOME`, where the folder is in one. */
export function fromHome(path: string, folder = ''): string {
  return path.replace(OF_HOME, (mark) => HOME.exec(folder)?.[0] ?? mark);
}

/**
 * The folders in which a call may work, and relative to which it is answered: that of its session, those of its fields, and those
 * that its command goes to, each from where the command is by then. Linear.
 */
export function foldersOf(input: JsonObject, cwd = ''): string[] {
  const resolve = (path: string, from: string): string =>
    plain(isRelative(path) && from !== '' ? `${from}/${path}` : fromHome(path, cwd));
  const words = wordsIn(input);
  const fields = words.folders.map((folder) => resolve(folder, cwd));
  const folders = new Set(cwd === '' ? fields : [cwd, ...fields]);
  let here = fields[0] ?? cwd;
  const lines = withoutExclusions([commandOf(input), ...words.commands].join('\n'));
  for (const [, by = '', word = ''] of lines.matchAll(MOVES)) {
    if (folders.size > FOLDERS_MAX) break;
    const folder = word.slice(0, PATH_CHARS).replace(/\\(.)|["']/g, '$1');
    for (const from of new Set([cwd, here])) folders.add(resolve(folder, from));
    if (!by.includes('-C') && !by.includes('--')) here = resolve(folder, here);
  }
  return [...folders];
}

/** What the fields of an input say of folders, and its commands. */
function wordsIn(input: JsonObject): { folders: string[]; commands: string[] } {
  const [folders, commands] = [new Set<string>(), new Set<string>()];
  let values = 0;
  const walk = (value: JsonValue, key: string, depth: number): void => {
    values += 1;
    if (values > VALUES_MAX || depth > DEPTH_MAX || LEAVES_OUT.test(key)) return;
    if (typeof value === 'string') {
      if (COMMAND.test(key)) commands.add(value);
      else if (FOLDER.test(key) && value.length <= PATH_CHARS) folders.add(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) walk(one, Array.isArray(value) ? key : name, depth + 1);
    }
  };
  walk(input, '', 0);
  return { folders: [...folders], commands: [...commands] };
}

/** The path without `.` and `..`. */
function plain(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]+/)) {
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return `${/^[/\\]/.test(path) ? '/' : ''}${segments.join('/')}`;
}
