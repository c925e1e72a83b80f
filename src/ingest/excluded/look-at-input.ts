import { type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import { lazy } from '../../core/lazy.ts';
import { BETWEEN_WORDS } from '../../core/text/shown-parts.ts';
import { pathsOf, quoteWord, textList } from '../../derive/tool/tool-input.ts';
import { isExcludedKey } from './cut-text.ts';
import { type ExcludedNames, OUTSIDE } from './excluded-names.ts';
import { LEAVES_OUT, withoutExclusions } from './exclusions.ts';
import { COMMAND, FOLDER, FOLDERS_MAX } from './folders-of.ts';
import { globAim, withFolders, withoutBraces, withoutEnds } from './glob-aim.ts';
import { codeTexts } from './languages.ts';
import { shellWords, WORD } from './shell-words.ts';
import { withoutCode, withoutSaid } from './without-code.ts';
import { withoutUses } from './without-uses.ts';

/** Upper bounds on what is looked at of one input; where one is met, the input counts as one that names an excluded file. */
const VALUES_MAX = 20_000;
const DEPTH_MAX = 100;
const WORDS_MAX = 50_000;
const LINES_MAX = 10_000;
const GLOBS_MAX = 300;
/** Upper bound on the paths that are kept of an input. */
const NAMED_MAX = 50;
const PATH_CHARS = 4_096;
const GLOB_CHARS = 256;
/** Upper bound on the texts of one object that can be a folder, or the name of a file in one. */
const JOINED_MAX = 8;
const BETWEEN_GLOBS = /[\s'"`=;|&<>()@:]+/;
/** Fields of words, which name no file that the call touches. */
export const WORDS =
  /^(?:(?:old|new)_?(?:str|string|text|source|content|code)?|code_?edit|(?:file_?)?(?:contents?|text)|body|title|subject|message|description|prompt|question|query|regex|search|replace(?:ment)?|replacementcontent|targetcontent|instructions?|explanation|reason|thought|summary|topic|header|labels?|(?:output_?)?mode|type|format|status|language)$/i;
/** Fields of paths, whose texts are kept of a call that is left out, as far as they are names of excluded files. */
const PATHS = /path|file|dir|folder|root|cwd|ur[il]|source|target|dest|include|glob|name/i;
/** Tools that edit a file, and tools that run a language other than shell, by their names and what a field says of the language. */
const EDITS = /edit|write|create|insert|replace/i;
const RUNS_CODE = /code|repl|python|node|eval/i;
const RUNS_SHELL = /sh\b|bash|shell|terminal|command/i;
const CODE = /^(?:code|script)$/i;
/** A line of a shell within code, and what no code is without. */
const SHELL_IN_CODE = /^\s*[!%]/m;
const SIGN_OF_CODE = /[=(]/;
/** Fields of words that a program is given. */
const GIVEN = /^(?:args?|arguments|argv|chars|input|keys|line|stdin)$/i;
/** How a text begins that is a path though it has blanks. */
const PLACED = /^(?:~|[/\\][^/*]|\.{1,2}[/\\]|\w:[/\\]|file:)/i;
/** What no word is that is kept as a name. */
const NO_NAME = /[\s'"`=;|&<>(){},:]/;
/** Fields of what lies in a folder. */
const ENTRY = /name|file|path|entry|target|source|key/i;
/** A path from elsewhere than the folder of the session, whose name can be that of a folder. */
const ELSEWHERE = /^(?:[/\\~$]|\.\.|\w:)(?:.*[/\\])?[^./\\]*[/\\]?$/;
const GLOB = /[*?{[]/;
const SEARCH = /grep|glob|find|search|rg$/i;
/** What programs call their environment by, and `.env` files are not meant. */
const ENVIRONMENT = /^(?:process|meta|import\.meta|Deno|Bun|os)\.env$/;

/** Names of variables and of settings, which are none of files: `X=…`, `${KUBECONFIG}`, `environ["KUBECONFIG"]`. */
const SET = /(?<![^\s;|&("'`])[\w.]+(?==)/g;
const VARIABLE = /(?<=\$\{|(?:env|ENV|environ)[[(]["']|\b(?:export|unset)\s)KUBECONFIG\b(?!=)/g;

/** What an input tells of excluded files. */
export interface InputLook {
  /** The call names an excluded file or aims at one. */
  isTouching: boolean;
  /** Paths and words that name one as they stand, none of what it holds. */
  named: string[];
}

/** Looks for excluded files in every text of an input without patches: paths, words of commands, globs. Linear. */
export function lookAtInput(tool: string, input: JsonObject, names: ExcludedNames): InputLook {
  const looking = new InputReader(`${tool} ${input.language}`, names);
  if (names.folders.length > FOLDERS_MAX && names.mayBeIn(JSON.stringify(input))) looking.look.isTouching = true;
  for (const path of pathsOf(input)) looking.path(path);
  looking.walk(input, '', 0);
  return looking.look;
}

/** What a field is for, by its name. */
type FieldUse = 'command' | 'code' | 'path' | 'words';

/** Goes through one input and notes what it finds. */
class InputReader {
  readonly look: InputLook = { isTouching: false, named: [] };
  readonly #tool: string;
  readonly #names: ExcludedNames;
  readonly #globs = new Set<string>();
  readonly #commands = new Set<string>();
  readonly #uses = new Map<string, FieldUse>();
  #values = 0;
  /** The words of the command, or texts of the fields, that may be kept as names. */
  #mayShow: (word: string) => boolean = () => false;

  constructor(tool: string, names: ExcludedNames) {
    this.#tool = tool;
    this.#names = names;
  }

  /** `isSaid`: the path is of a text with blanks in a field that is none of paths, which patterns of a person alone can mean. */
  path(path: string, isSaid = false): void {
    const isFolder = ELSEWHERE.test(path) && this.#names.isProject(path);
    this.#note(isFolder || (isSaid ? this.#names.hasOwn(path) : this.#names.has(path)), path);
  }

  command(line: string): void {
    if (this.#commands.has(line)) return;
    this.#commands.add(line);
    const command = withoutExclusions(line).replace(VARIABLE, '$&%');
    const names = lazy(() => plainWords(command));
    this.#mayShow = (word) => names().has(word);
    const isNamed = this.#names.mayBeIn(command) || OUTSIDE.test(command);
    const isGlobbed = GLOB.test(command);
    const shown = isNamed || isGlobbed ? withoutCode(command) : command;
    const said = isNamed ? withoutSaid(command) : command;
    const words = isNamed ? wordsOf(withoutUses(shown, command)) : [];
    const own = isNamed ? wordsOf(withoutSaid(command, 'bare')) : [];
    const globbed = isGlobbed ? withoutEnds(shown).split(BETWEEN_GLOBS, WORDS_MAX + 1) : [];
    if (Math.max(words.length, own.length, globbed.length) > WORDS_MAX) this.look.isTouching = true;
    for (const word of new Set(words)) this.#note(this.#names.has(word) && !this.#names.hasOwn(word), word);
    for (const word of new Set(own)) this.path(word, true);
    for (const word of globbed) this.#glob(word);
    this.#whole(said);
  }

  /** Words with a blank or a sign of the shell in them, which only patterns of a person or project can mean. */
  #whole(command: string): void {
    const words = shellWords(command, WORDS_MAX);
    if (words.size > WORDS_MAX) this.look.isTouching = true;
    for (const word of words)
      this.#note(this.#names.hasOwn(word) && withoutBraces(word).some(this.#names.hasOwn), word);
  }

  walk(value: JsonValue, key: string, depth: number): void {
    this.#values += 1;
    if (this.#values > VALUES_MAX || depth > DEPTH_MAX) {
      this.look.isTouching = true;
      return;
    }
    if (typeof value === 'string') this.#text(value, key, depth);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (this.#useOf(key) === 'command') this.command(textList(value).map(quoteWord).join(' '));
      for (const one of value) this.walk(one, key, depth + 1);
      return;
    }
    this.#mayShow = () => true;
    for (const { folder, path } of joined(value)) if (!this.#names.has(folder)) this.path(path);
    for (const name of Object.keys(value)) this.#note(isExcludedKey(name, this.#names), name);
    for (const [name, one] of Object.entries(value)) this.walk(one, name, depth + 1);
  }

  #text(text: string, key: string, depth: number): void {
    const use = this.#useOf(key);
    if (use === 'command') this.command(text);
    if (use === 'code') this.command(SIGN_OF_CODE.test(text) && !SHELL_IN_CODE.test(text) ? codeTexts(text) : text);
    if (use === 'path') {
      this.#mayShow = () => PATHS.test(key);
      const nested = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
      if (typeof nested === 'object' && nested !== null) this.walk(nested, key, depth + 1);
      const pieces = piecesOf(text);
      if (pieces.length > LINES_MAX) this.look.isTouching = true;
      const isList = pieces.length > 1 && !pieces.slice(1).some((piece) => /\s/.test(piece));
      const isSaid = /\s/.test(text.trim()) && !isList && !PATHS.test(key) && !PLACED.test(text);
      for (const piece of aimed(pieces)) this.path(piece, isSaid);
      if (GIVEN.test(key) && /^.*\S\s+\S.*\s*$/.test(text)) this.command(text);
      if (aimed(pieces).length === 1 && text.length <= GLOB_CHARS) this.#glob(text);
    }
  }

  #useOf(key: string): FieldUse {
    let use = this.#uses.get(key);
    if (use === undefined) {
      const isWords = WORDS.test(key) || LEAVES_OUT.test(key) || (key === 'pattern' && SEARCH.test(this.#tool));
      use = CODE.test(key) ? this.#useOfCode() : COMMAND.test(key) ? 'command' : isWords ? 'words' : 'path';
      this.#uses.set(key, use);
    }
    return use;
  }

  #useOfCode(): FieldUse {
    if (RUNS_SHELL.test(this.#tool)) return 'command';
    return RUNS_CODE.test(this.#tool) ? 'code' : EDITS.test(this.#tool) ? 'words' : 'command';
  }

  #glob(word: string): void {
    if (this.#globs.size > GLOBS_MAX || !GLOB.test(word) || this.#globs.has(word)) return;
    this.#globs.add(word);
    const words = word.length > GLOB_CHARS ? [word] : withoutBraces(word);
    const isAim = words.some((one) => (one !== word && this.#names.has(one)) || globAim(one, this.#names) === 'aims');
    this.#note(isAim || this.#globs.size > GLOBS_MAX, word.slice(0, GLOB_CHARS));
  }

  #note(isNamed: boolean, word: string): void {
    if (!isNamed) return;
    this.look.isTouching = true;
    if (this.look.named.length >= NAMED_MAX || NO_NAME.test(word) || !this.#mayShow(word)) return;
    // A word that nobody looked at may be of the contents.
    const isGlob = GLOB.test(word) && !this.#names.isInside();
    if ((isGlob || this.#names.isName(word)) && !this.#names.isFull()) this.look.named.push(word);
  }
}

/** The words of a command, also of one without the quotes within paths, and with a folder for what says one. */
function wordsOf(command: string): string[] {
  const files = command.replace(SET, '_');
  const forms = [...new Set([files, withoutEnds(files), withFolders(files)])].join('\n');
  return forms.split(BETWEEN_WORDS, WORDS_MAX + 1).filter((word) => word !== '' && !ENVIRONMENT.test(word));
}

/** The paths that a text lists, by commas or lines; of another text none. */
function piecesOf(text: string): string[] {
  if (text.length <= PATH_CHARS && !text.includes('\n')) {
    const pieces = text.split(/[,;]/).map((piece) => piece.trim());
    return pieces.length > 1 ? [text, ...pieces] : [text];
  }
  const lines = text.split('\n', LINES_MAX + 1);
  return lines.every((line) => !/^[-+]|\S\s+\S/.test(line)) ? lines.map((line) => line.trim()) : [];
}

/** The paths without those that a glob takes out: `!*.env`. */
function aimed(pieces: readonly string[]): readonly string[] {
  const isLess = pieces.some((piece) => piece.startsWith('!'));
  return isLess ? pieces.slice(pieces.length > 1 ? 1 : 0).filter((piece) => !piece.startsWith('!')) : pieces;
}

/** The words of a command that stand for themselves, without their quotes, before what it hands to a program as text. */
function plainWords(command: string): ReadonlySet<string> {
  const words = (command.split('<<', 1)[0] ?? '').matchAll(WORD);
  return new Set([...words].map(([word]) => word.replace(/^(["'])(.*)\1$/, '$2')));
}

/** What the texts of an object make as folder and name. */
function joined(value: JsonObject): { folder: string; path: string }[] {
  const texts = Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' &&
    /^[^\n]+$/.test(one) &&
    one.length <= GLOB_CHARS &&
    !WORDS.test(key) &&
    !LEAVES_OUT.test(key)
      ? [{ key, one }]
      : [],
  );
  const folders = texts.filter(({ key }) => FOLDER.test(key)).slice(0, JOINED_MAX);
  const entries = texts.filter(({ key }) => ENTRY.test(key)).slice(0, JOINED_MAX);
  return folders.flatMap((folder) =>
    entries.filter((name) => name !== folder).map(({ one }) => ({ folder: folder.one, path: `${folder.one}/${one}` })),
  );
}
