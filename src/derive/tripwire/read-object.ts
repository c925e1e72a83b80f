import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { parseShell } from '../tool/shell.ts';
import {
  BRANCH_NAME,
  commandMatcher,
  flagMatcher,
  isProgram,
  isProgramWith,
  isSubcommand,
  PHRASES,
} from './known-commands.ts';
import type { Matcher, PathAccess } from './matcher.ts';

/** What a rule forbids to do with a thing: to run or use it, or an access to a path; `edit`: to change it, and nothing of deleting. */
export type ForbiddenAction = 'run' | PathAccess;

/** A thing that a sentence names: its matchers, and the offset at which its name ends. */
export interface NamedObject {
  matchers: Matcher[];
  end: number;
}

/** A sentence whose code quotes are replaced by a mark and their index in `code`. */
export interface MarkedSentence {
  text: string;
  code: readonly string[];
}

/** A flag, so that what stands before it is the beginning of a command. */
const FLAG_FOLLOWS = /^\s+--?[a-z]/i;
const OPEN = '\uE000';
const CODE = /\uE000(\d)\uE001/y;
const CODE_MAX = 9;
const QUOTED = /`+[^`]{1,200}`+|(["'“”‘’])[^"'“”‘’]{2,120}\1/g;
/** A branch or `.env` in quotes, which is read as the word: "`.env` files" are ".env files". */
const PLAIN_WORD = new RegExp(`^(?:${BRANCH_NAME}|\\.env)$`);
const SAFE_WORD = /^[\w@%+=:,./*~-]{1,80}$/;
const DETERMINERS =
  /(?:(?:the|any|a|an|our|my|your|this|all|every|existing|old|plain|raw|bare|directly|ever|just|files?|anything|everything|code|things|stuff|contents?|folder|directory|dir|command|in|inside|under|within|of|at|to|from|with|with the|from within)\s+)*/iy;
const WORD = /[a-z][\w.+-]*/iy;
/** A flag, a subcommand, a task of a build program (`db:drop`), or the folder itself. */
const ARGUMENT =
  /\s+(?:with\s+|using\s+|--?\s)?(--?[a-z][\w-]*|-\d+|[a-z][a-z-]*(?::[a-z][\w-]*)*|\.(?=$|[\s,;]))(?![\w/]|\.\w)/iy;
const PATH = /(?:~\/|\.{1,2}\/|\/)?(?:[\w.@*[\]{}-]+\/)*[\w.@*[\]{}-]+\/?/y;
const NAMED_FOLDER =
  /(?!(?:this|that|same|any|other|root|home|current|working|parent|project|source|test|tests|whole|entire|main|sub|new|temp|following|wrong|right|target|config)\s)([\w.@-]{2,40})\s+(?:folder|directory|dir)\b/iy;
const IS_FOLDER = /\s+(?:folder|directory|dir)\b/iy;
const NAME = /^[\w.@-]{2,40}$/;
/** Names that mean a folder where something is said to be within them. */
const FOLDERS = wordSet('src lib packages dist vendor migrations scripts docs generated third_party');
const WITHIN = /\b(?:in|under|inside|within)\s+(?:the\s+)?$/i;
/** A branch with its remote. */
const OF_REMOTE = /^(?:origin|upstream)\//;
/** A script of a shell, and one of another language in a folder of scripts: elsewhere that name may be of any file. */
const SCRIPT =
  /^(?:\.{0,2}\/)?(?:[\w.@-]+\/)*[\w.@-]+\.(?:((?:ba|z)?sh)|(?<=(?:^|\/)(?:scripts?|bin|tools)\/.{1,100})(py|rb|pl|[cm]?[jt]s))$/;
const SHELLS = ['bash', 'sh', 'zsh', 'dash', 'source', '.'];
const NODES = ['node', 'deno', 'bun', 'tsx', 'ts-node'];
const RUN_BY: Readonly<Record<string, readonly string[]>> = {
  py: ['python', 'python3'],
  rb: ['ruby'],
  pl: ['perl'],
  ...Object.fromEntries(['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'].map((ending) => [ending, NODES])),
};
const ENV_FILES = /(?:\.env|env(?:ironment)?) files?\b/iy;
const LOCK_FILES = /lock[- ]?files?\b/iy;
/** Words of programming languages that a program could be taken for. */
const CODE_WORDS = wordSet(
  `export import const let var type interface class enum function async await new return default public private static
  abstract final if else for while switch case try catch throw def lambda from with yield package struct impl fn pub use mod
  map chan select select insert update create drop alter begin string int bool float void null undefined true false any`,
);
/** Folders of output or dependencies, and files of locked versions: who deletes them has them made again, and edits nothing. */
const MADE_AGAIN =
  /(?:^|\/)(?:dist|build|out|target|node_modules|coverage|__pycache__|\.?venv|\.(?:next|nuxt|output|svelte-kit|turbo|gradle|(?:[a-z]+[_-])?cache))\/?$|\.lockb?$|[-.]lock\.(?:json|ya?ml|hcl)$|^go\.sum$/i;
const LOCK_GLOBS = ['*.lock', '*-lock.json', '*-lock.yaml', '*.lockb'];
const EXTENSION =
  /^[\w.*-]*\.(?:[a-z][a-z0-9]{0,4}|lock|toml|yaml|json|snap|sqlite|example|local|gitignore|editorconfig)$/i;
/** Folders at the root of a file system. */
const OF_SYSTEM =
  /^\/(?:bin|boot|dev|etc|home|lib|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes)(?:\/|$)/;
/** Two words with a slash between them that are no path. */
const NO_PATH =
  /^(?:and\/or|ci\/cd|i\/o|read\/write|client\/server|he\/she|s\/he|input\/output|on\/off|yes\/no|true\/false|async\/await|tcp\/ip|n\/a|w\/o|w\/|key\/value|get\/set|frontend\/backend|request\/response|start\/stop|up\/down)$/i;

/** Replaces quoted code by marks: at most nine quotes, further ones stay text. */
export function markCode(sentence: string): MarkedSentence {
  const code: string[] = [];
  const text = sentence.replace(QUOTED, (whole: string) => {
    const isTicked = whole.startsWith('`');
    const inner = (isTicked ? whole.replaceAll('`', '') : whole.slice(1, -1)).trim();
    if (PLAIN_WORD.test(inner)) return inner;
    if (code.length >= CODE_MAX || inner === '' || !(isTicked || isCodeLike(inner))) return whole;
    code.push(inner);
    return `${OPEN}${code.length - 1}\uE001`;
  });
  return { text, code };
}

/** Part of a marked sentence with its code quotes again, in backticks. */
export function unmarkCode(text: string, code: readonly string[]): string {
  return text.replace(/\uE000(\d)\uE001/g, (_, at: string) => `\`${code[Number(at)] ?? ''}\``);
}

/** The thing named at `from`, after optional determiners; `undefined` when none is recognised. */
export function readObject(
  { text, code }: MarkedSentence,
  from: number,
  action: ForbiddenAction,
): NamedObject | undefined {
  const phrase = action === 'run' ? readPhrase(text, from) : undefined;
  if (phrase !== undefined && !FLAG_FOLLOWS.test(text.slice(phrase.end))) return phrase;
  const words = stickyMatch(DETERMINERS, text, from)?.[0] ?? '';
  const found = readAt({ text, code }, from + words.length, action);
  // New files there are nothing that the rule is about.
  const which = action === 'run' ? undefined : /\b(?:existing|old)\b/i.exec(words)?.[0].toLowerCase();
  if (found !== undefined && which !== undefined)
    return { ...found, matchers: found.matchers.map((matcher) => ({ ...matcher, when: `${which} files` })) };
  return found ?? (words === '' ? undefined : readAt({ text, code }, from, action));
}

/** The command that a phrase such as `force push` means; `undefined` when none begins at `from`. */
export function readPhrase(text: string, from: number): NamedObject | undefined {
  for (const { pattern, make } of PHRASES) {
    const match = stickyMatch(pattern, text, from);
    if (match === undefined) continue;
    const phrase = { matcher: make(match[1]?.toLowerCase() ?? ''), end: from + match[0].length };
    return withFlags(text, phrase) ?? { matchers: [phrase.matcher], end: phrase.end };
  }
  return undefined;
}

/** The command of a phrase with the flags that follow it: `commit with --no-verify`. */
function withFlags(text: string, { matcher, end: from }: { matcher: Matcher; end: number }): NamedObject | undefined {
  const [form, ...others] = matcher.on === 'command' ? matcher.forms : [];
  if (form?.program === undefined || others.length > 0 || form.args !== undefined || form.branch !== undefined)
    return undefined;
  const flags: string[] = [];
  let end = from;
  for (let next = flagAt(text, end); next !== undefined; next = flagAt(text, end)) {
    flags.push(next.word);
    end = next.end;
  }
  return flags.length === 0 ? undefined : { matchers: [commandMatcher(form.program, form.words, flags)], end };
}

function flagAt(text: string, from: number): { word: string; end: number } | undefined {
  const match = stickyMatch(
    /\s+(?:(?:with|using|and)\s+(?:the\s+)?)?(--?[a-z][\w-]*)(?:\s+(?:flag|option))?(?![\w/=])/iy,
    text,
    from,
  );
  return match?.[1] === undefined ? undefined : { word: match[1], end: from + match[0].length };
}

function readAt(sentence: MarkedSentence, at: number, action: ForbiddenAction): NamedObject | undefined {
  const { text, code } = sentence;
  const marked = stickyMatch(CODE, text, at);
  if (marked !== undefined) {
    const inner = code[Number(marked[1])] ?? '';
    const end = at + marked[0].length;
    const folder = action === 'run' || !NAME.test(inner) ? undefined : stickyMatch(IS_FOLDER, text, end);
    if (folder !== undefined)
      return { matchers: [pathMatcher(`${inner}/`, accessOf(action))], end: end + folder[0].length };
    const found =
      action === 'run' ? (commandOfCode(inner) ?? scriptOf(inner)) : pathOf(inner, accessOf(action), { isCode: true });
    return found && { matchers: [found], end };
  }
  return action === 'run' ? (readProgram(text, at) ?? readScript(text, at)) : readPath(text, at, action);
}

/** A script by its path. */
function readScript(text: string, at: number): NamedObject | undefined {
  const word = wordAt(text, at);
  const found = word === undefined ? undefined : scriptOf(word);
  return found === undefined || word === undefined ? undefined : { matchers: [found], end: at + word.length };
}

/** The matcher of a script by its own name and by what runs its language; `undefined` for a path that may be another file's. */
function scriptOf(word: string): Matcher | undefined {
  const path = word.replace(/^\.\//, '');
  const [, isShell, language = ''] = SCRIPT.exec(path) ?? [];
  const programs = isShell === undefined ? RUN_BY[language] : SHELLS;
  if (programs === undefined) return undefined;
  const forms = programs.map((program) => ({ program, path }));
  return { on: 'command', name: path, forms: [{ program: baseName(path) }, ...forms] };
}

/** A program by name with its following subcommands and flags, or a flag alone. */
function readProgram(text: string, at: number): NamedObject | undefined {
  const flag = stickyMatch(/--[a-z][a-z-]{2,30}(?![\w=])/iy, text, at)?.[0];
  if (flag !== undefined) return { matchers: [flagMatcher(flag)], end: at + flag.length };
  const program = stickyMatch(WORD, text, at)?.[0].replace(/[.]+$/, '');
  if (program === undefined) return undefined;
  let end = at + program.length;
  const words: string[] = [];
  const flags: string[] = [];
  for (let next = argumentAt(text, end); next !== undefined; next = argumentAt(text, end)) {
    if (next.word.startsWith('-')) flags.push(next.word);
    else words.push(next.word);
    end = next.end;
  }
  const name = program.toLowerCase();
  const isKnown = isProgram(name) && (program === name || name === 'npm' || words.length + flags.length === 0);
  if (!isKnown && !isProgramWith(name, words[0] ?? flags[0])) return undefined;
  return { matchers: [commandMatcher(name, words, flags)], end };
}

function argumentAt(text: string, from: number): { word: string; end: number } | undefined {
  const match = stickyMatch(ARGUMENT, text, from);
  const word = match?.[1];
  if (match === undefined || word === undefined) return undefined;
  // Only a task has a colon within, and no word of a sentence stands before a lone dot.
  const isMine = /^-|:|^\.$/.test(word) || (isSubcommand(word) && !/\s(?:with|using)\s/.test(match[0]));
  return isMine ? { word, end: from + match[0].length } : undefined;
}

function readPath(text: string, at: number, action: ForbiddenAction): NamedObject | undefined {
  const access = accessOf(action);
  const env = stickyMatch(ENV_FILES, text, at);
  if (env !== undefined) return { matchers: [pathMatcher('.env*', access)], end: at + env[0].length };
  const locks = stickyMatch(LOCK_FILES, text, at);
  if (locks !== undefined) {
    const matcher: Matcher = { on: 'path', name: 'lock files', globs: LOCK_GLOBS, access: accessTo('*.lock', access) };
    return { matchers: [matcher], end: at + locks[0].length };
  }
  const folder = stickyMatch(NAMED_FOLDER, text, at);
  if (folder?.[1] !== undefined)
    return { matchers: [pathMatcher(`${folder[1]}/`, access)], end: at + folder[0].length };
  const word = wordAt(text, at);
  if (word === undefined) return undefined;
  const isFolder = word === 'node_modules' || (FOLDERS.has(word) && WITHIN.test(text.slice(0, at)));
  const found = pathOf(isFolder ? `${word}/` : word, access);
  return found && { matchers: [found], end: at + word.length };
}

function wordAt(text: string, at: number): string | undefined {
  return stickyMatch(PATH, text, at)?.[0].replace(/\.+$/, '');
}

/** True for quoted text that is a path or a command. */
function isCodeLike(inner: string): boolean {
  const [first = ''] = inner.split(/\s/);
  return pathOf(inner, 'any') !== undefined || isProgram(first) || /^--[a-z-]+$/.test(inner);
}

/** The matcher of a command in code, if it consists of plain words only. */
function commandOfCode(inner: string): Matcher | undefined {
  if (/^--?[a-z][\w-]*$/i.test(inner)) return inner.startsWith('--') ? flagMatcher(inner) : undefined;
  const [command, ...others] = parseShell(inner);
  if (command === undefined || others.length > 0 || !/^[\w.+-]{2,40}$/.test(command.program)) return undefined;
  const raw = inner.split(/\s+/);
  const program = raw[0] === 'sudo' && raw.length === 1 ? 'sudo' : command.program;
  // `export default` is no command, and a program that nobody knows is written in small letters.
  const isWritten = isProgram(program) || (/^[a-z]/.test(program) && program !== inner && !CODE_WORDS.has(program));
  if (!isWritten || !command.args.every((arg) => SAFE_WORD.test(arg)) || command.args.length > 6) return undefined;
  if (command.args.length === 0 && !isProgram(program) && !isProgramWith(program, undefined)) return undefined;
  if (/[*<>]/.test(inner)) return undefined;
  const isFlag = (arg: string): boolean => /^--?[a-z\d]/i.test(arg);
  const words = command.args.filter((arg) => !isFlag(arg));
  const matcher = commandMatcher(program, words, command.args.filter(isFlag));
  const [behind = ''] = raw;
  if (matcher.on !== 'command' || !/^(?:sudo|doas)$/.test(behind) || raw.length === 1) return matcher;
  return { ...matcher, name: `${behind} ${matcher.name}`, forms: matcher.forms.map((form) => ({ ...form, behind })) };
}

/** The matcher of a path; `undefined` for a word that is no path, or too wide a path. `isCode`: a slash is enough for one. */
export function pathOf(word: string, access: PathAccess, { isCode = false } = {}): Matcher | undefined {
  const path = word.replace(/^\.\//, '').replace(/[,;:]+$/, '');
  if (path.length < 2 || path.length > 120 || /\s|\/\/|:/.test(path) || NO_PATH.test(path)) return undefined;
  if (!/[a-z]/i.test(path) || /^[~.\d/*]+$/.test(path) || /^(?:e\.g|i\.e|etc)\.?$/i.test(path)) return undefined;
  if (/^@[\w-]+\/[\w-]+$/.test(path) || /^\d/.test(path)) return undefined;
  const isFolder = path.endsWith('/') || /\/\*{1,2}$/.test(path);
  const isDeep = (path.match(/\//g) ?? []).length >= 2;
  const isKnownRoot =
    /^(?:src|lib|app|apps|packages|test|tests|docs?|dist|build|out|vendor|public|config|scripts|db|migrations|internal|cmd|node_modules|\.[a-z][\w-]*)\//.test(
      path,
    );
  const name = path.split('/').at(-1) ?? '';
  const isFile = EXTENSION.test(name) || /^\.[a-z][\w.-]+$/i.test(name);
  const isHost = !path.includes('/') && /(?<!\.config)\.(?:com|org|io|net|dev|js)$/i.test(path) && !/[*-]/.test(path);
  const isVersion = /^v?\d/.test(path);
  if (isHost || isVersion) return undefined;
  const isNamed = isCode && path.includes('/') && !OF_REMOTE.test(path);
  if (!(isFolder || isDeep || isKnownRoot || isFile || isNamed)) return undefined;
  return pathMatcher(path, access, !word.startsWith('./'));
}

/** The matcher of a path or glob. As in .gitignore, `dist/` is any folder of that name, unless it is said to be that of the root. */
function pathMatcher(path: string, access: PathAccess, isAnywhere = true): Matcher {
  const glob = path.replace(/\/\*{1,2}$/, '/');
  // `/docs/` may also mean a folder of the project, unless it is a usual folder of the file system.
  const isOfRoot = glob.startsWith('/') && !OF_SYSTEM.test(glob);
  const isName = isAnywhere && /^[^/]+\/$/.test(path);
  return {
    on: 'path',
    name: glob,
    globs: isOfRoot ? [glob, glob.slice(1)] : [isName ? `**/${glob}` : glob],
    access: accessTo(glob, access),
  };
}

/** The access that a rule about editing a path forbids. */
function accessTo(glob: string, access: PathAccess): PathAccess {
  return access === 'edit' && !MADE_AGAIN.test(glob) ? 'write' : access;
}

function accessOf(action: ForbiddenAction): PathAccess {
  return action === 'run' ? 'write' : action;
}

/** Matches a sticky pattern at an offset. */
export function stickyMatch(pattern: RegExp, text: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text) ?? undefined;
}
