import type { PathPattern } from '../../privacy/exclude.ts';
import { isHeading } from './cut-text.ts';
import type { ExcludedNames } from './excluded-names.ts';
import { globAim, isRooted, withoutBraces } from './glob-aim.ts';
import { isNarrowed, listingOf } from './searched-folders.ts';
import { ANSWER, GREP, type Pipe, type PipePart, pipesOf, programs, READER, TAKES_SCRIPT } from './shell-pipes.ts';
import { WORD } from './shell-words.ts';

/** Upper bounds on the parts, globs and loops of a command that are looked at; with more it counts as one that reads many files. */
const PARTS_MAX = 10_000;
const GLOBS_MAX = 500;
const LOOPS_MAX = 20;
const EACH = /^(?:xargs|parallel|--?exec.*|-[xX])$/;
/** Programs that print what they read, where a command begins with them: the word is one of `git` and `gh`, too. */
const PRINTER = programs('diff|column|pr|comm|expand');
/** A program whose code stands in the command, and what that code calls the words behind it. */
const INLINE = /\b(?:python[\d.]*|node|ruby|bun|deno)\s(?:-\S+\s+){0,5}-\w*[cep]\s/;
const GIVEN = /arg[vf]|fileinput/i;
/** What takes the names that another command lists. */
const TAKES_EACH = /^(?:read|mapfile|readarray)$/;
/** Options by which a search tells no names; `-I` is one of `rg` alone, whose `-h` is another. */
const NO_NAMES = /^(?:--no-?filename$|-\w*h)/;
const NO_NAMES_OF_RG = /^(?:--no-f|-\w*I)/;
/** Programs that can take the names off what they are handed, or the headers off a diff. */
const TAKES_OFF = programs('cut|g?awk|sed|perl|tr|python[\\d.]*|ruby|node');
const FILTERS = [GREP, TAKES_OFF, READER];
/** Options by which a search tells names or numbers alone. */
const NO_LINES = /^(?:--(?:files|count)|-\w*[lLcq])/;
/** A word of a command for changes that is the name of a file or folder, and no revision. */
const NAMED_CHANGE = /^[^-].*(?:\.\w*[a-z]\w*|\/)$/i;
/** Programs of versions. */
const HAS_CHANGES = programs('git|gh|glab|hg|svn|jj');
/** What shows changes, and options by which it shows none of the lines. */
const CHANGES = /^(?:diff(?:tool|-\w+)?|show|whatchanged)$/;
const WITH_PATCH = /^(?:-[a-z]*[pu]\d*|--patch.*|-U\d+)$/;
const NO_PATCH = /^(?:--(?:(?:short|num|dir)?stat|name-|summary|no-patch|check|quiet)|-s$)/;
/** Answers that name files: at the begin of a line, or in the headers of a diff. */
const NAMES_FILES = /^[^\s:'"(]{1,200}[./][^\s:'"(]{0,200}(?::|-\d+-)/m;
const NAMES_CHANGES = /^(?:\u001b\[[\d;]*m)*(?:diff |(?:---|\+\+\+) (?:"?[a-z\d]\/|\/dev\/null))/m;
const NUMBERS = /^[\s\d]*$/;
/** A word without a blank that stands for several; braces without a comma stand for themselves. */
const GLOB = /^(?=\S*(?:[*?[]|\{[^{},.]*[,.][^{}]*\}))\S*$/;
/** A folder that may be any. */
const ANY = /^(?:[^/]*[*?[].*)?$/;
/** What prints lines, and where a format takes a word. */
const PRINTS = /\b(?:echo|printf)\b((?:[ \t]+(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s;|&"'`<>()])+){1,20})/g;
const FILLED = /%-?\d*[sqb]/g;
/** What begins a loop over words: the name that each of them has in it. */
const LOOP = /\bfor\s+(\w+)\s+in\s/g;

/**
 * True for a command that reads many files without saying which, and was answered without names, where patterns of a person's or of the
 * project can be among them: by a glob (`cat *.md`), one after the other (`git ls-files | xargs cat`, `cat $(rg -l x)`, `find . -exec
 * cat {} +`, a loop), in a search that tells no names (`grep -rh`, `rg -I`, `rg x | cut -d: -f2`) where no folder narrows it, or of a
 * diff without its headers (`git diff | grep x`). A pattern from the root is among them where it lies below a folder that is named,
 * else below one that the call works in.
 */
export function readsUnnamed(command: string, answer: string, names: ExcludedNames): boolean {
  const own = names.patterns().flatMap((list) => list.filter(({ isOwn, isNegated }) => isOwn && !isNegated));
  if (own.length === 0) return false;
  const pipes = pipesOf(command);
  const parts = pipes.flatMap((pipe) => pipe.parts);
  if (parts.length > PARTS_MAX) return true;
  const isNumbers = NUMBERS.test(answer);
  if (!isNumbers && !NAMES_CHANGES.test(answer) && pipes.some(isFilteredDiff) && names.mayBeOfOwn()) return true;
  const printed = linesPrinted(command);
  const unnamed = pipes.filter((pipe) => !isNumbers && isUnnamedSearch(pipe, answer)).flatMap((pipe) => pipe.parts);
  const isEach = isOneByOne(parts, printed) || unnamed.length > 0;
  const isInline = INLINE.test(command) && GIVEN.test(command);
  const loops = loopsOf(command, { parts, printed });
  const compared = new Set<string>();
  const meets = (globs: readonly string[], isAsked: (pattern: PathPattern) => boolean): boolean => {
    for (const glob of globs) compared.add(glob);
    return compared.size > GLOBS_MAX || globs.some((glob) => globAim(glob, names, isAsked) !== undefined);
  };
  const reads = parts.some((words) => {
    const others = [listingOf(words)?.[0], words[scriptAt(words)]];
    const globs = words.filter((word) => GLOB.test(word) && !others.includes(word)).flatMap(withoutBraces);
    if (globs.length === 0) return false;
    const loop = words[0] === 'for' ? loops.get(words[1] ?? '') : undefined;
    const isSearch = unnamed.includes(words) && hasWord(words, GREP);
    if (hasWord(words, READER) || PRINTER.test(words[0] ?? '') || isSearch || loop === 'reads')
      return meets(globs, isMeant);
    if (isInline && meets(globs.filter(isPath), isMeant)) return true;
    return (isEach || loop === 'may read') && meets(globs, isFromRoot);
  });
  if (reads || !isEach) return reads;
  const isAnywhere = own.some(({ globs }) => globs.some((glob) => !isRooted(glob)));
  const sources = sourcesOf(pipes, answer);
  if (isAnywhere && (sources.length === 0 || !sources.every(isNarrowed))) return true;
  const listed = sources.flatMap(
    (words) =>
      listingOf(words)
        ?.slice(1)
        .map((folder) => folder.replace(ANY, '.')) ?? [],
  );
  return meets(
    (listed.length > 0 ? listed : ['.']).map((folder) => `${folder}/**`),
    isFromRoot,
  );
}

/** True for a star with a folder or an extension, which a sign or an index in code has not. */
function isPath(glob: string): boolean {
  return /\*/.test(glob) && /[/.]/.test(glob);
}

function isMeant({ isOwn, isNegated }: PathPattern): boolean {
  return isOwn || isNegated;
}

function isFromRoot({ isOwn, isNegated, globs }: PathPattern): boolean {
  return isNegated || (isOwn && globs.every(isRooted));
}

/** True for a command that reads what it or another one lists, or searches it without names. */
function isOneByOne(parts: readonly PipePart[], printed: readonly string[]): boolean {
  const isEach = parts.some((words) => hasWord(words, EACH));
  const unknown = new Set(isEach ? ['0', '1', '@', '*'] : []);
  const filled = [...new Set(parts.flatMap(namesFilled))];
  for (const [at, name] of filled.entries()) if (at >= LOOPS_MAX || !isPrinted(printed, name)) unknown.add(name);
  const isUnknown = (word: string): boolean =>
    word === ANSWER || word === '{}' || unknown.has(/^\$\{?([\w@*]+)(?:\[@\])?\}?$/.exec(word)?.[1] ?? '');
  return parts.some((words) => {
    const reader = words.findIndex((word) => READER.test(word));
    if (reader < 0) return false;
    if (words.slice(0, reader).some((word) => EACH.test(word))) return true;
    const first = Math.max(reader, scriptAt(words)) + 1;
    return words.some((word, at) => at >= first && isUnknown(word) && !/^-[nc]$/.test(words[at - 1] ?? ''));
  });
}

/** Where a part has the script of the program that reads files; -1 where it has none. */
function scriptAt(words: PipePart): number {
  const reader = words.findIndex((word) => READER.test(word));
  if (!TAKES_SCRIPT.test(words[reader] ?? '')) return -1;
  return words.findIndex((word, at) => at > reader && !word.startsWith('-'));
}

/** The names that a part fills with what another command lists: `for f in $(…)`, `read f`, `f=$(…)`. */
function namesFilled(words: PipePart): string[] {
  if (words[0] === 'for') return words.includes(ANSWER) ? words.slice(1, 2).filter(isPlain) : [];
  const read = words.findIndex((word) => TAKES_EACH.test(word));
  if (read >= 0) return words.slice(read + 1).filter(isPlain);
  return words.flatMap((word) => (word.endsWith(`=${ANSWER}`) ? [word.slice(0, -2)] : [])).filter(isPlain);
}

function isPlain(name: string): boolean {
  return /^\w+$/.test(name);
}

/** True for a search that tells no names of files, by its options or since what follows it takes them off. */
function isUnnamedSearch({ parts }: Pipe, answer: string): boolean {
  return parts.some((words, at) => {
    const program = words.findIndex((word) => GREP.test(word));
    if (program < 0) return false;
    const isOfFiles = at === 0 || words.includes('xargs') || hasWord(words, /^-\w*r/i);
    const isRg = /rg$/.test(words[program] ?? '');
    const isUnnamed = hasWord(words, isRg ? NO_NAMES_OF_RG : NO_NAMES);
    const isOff = parts.slice(at + 1).some(([next = '']) => TAKES_OFF.test(next)) && !NAMES_FILES.test(answer);
    const isTakenOff = isOff && !hasWord(words, NO_LINES);
    return isOfFiles && (isUnnamed || isTakenOff);
  });
}

/** The parts that list or search what the command reads: the first such of each pipe whose files are read, or searched without names. */
function sourcesOf(pipes: readonly Pipe[], answer: string): PipePart[] {
  return pipes.flatMap((pipe) => {
    const isRead =
      pipe.isTaken ||
      pipe.parts.some((words) => words.some((word) => EACH.test(word) || TAKES_EACH.test(word))) ||
      isUnnamedSearch(pipe, answer);
    return isRead ? pipe.parts.filter((words) => listingOf(words) !== undefined).slice(0, 1) : [];
  });
}

/** True for a diff of files that it does not name, of which a filter leaves some lines. */
function isFilteredDiff({ parts }: Pipe): boolean {
  const shown = parts.findIndex((words) => {
    const isLog = hasWord(words, /^(?:log|stash|reflog)$/) && hasWord(words, WITH_PATCH);
    const isShown = HAS_CHANGES.test(words[0] ?? '') && (isLog || hasWord(words, CHANGES));
    const hasNoLines = hasWord(words, NO_PATCH) && !hasWord(words, WITH_PATCH);
    return (
      isShown &&
      !hasNoLines &&
      !isNarrowed(words) &&
      !words.some((word) => NAMED_CHANGE.test(word) && !word.includes('..'))
    );
  });
  return (
    shown >= 0 &&
    parts
      .slice(shown + 1)
      .some(([program = '']) => program !== 'head' && FILTERS.some((filters) => filters.test(program)))
  );
}

function hasWord(words: PipePart, form: RegExp): boolean {
  return words.some((word) => form.test(word));
}

/** True where a loop prints the name of what it reads as a heading that is known: its answer says what is of which file. */
function isPrinted(printed: readonly string[], name: string): boolean {
  const use = new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`, 'g');
  return printed.some((line) => line.search(use) >= 0 && isHeading(line, use));
}

/** The lines that a command prints, as far as it says them. */
function linesPrinted(command: string): string[] {
  return [...command.matchAll(PRINTS)].flatMap(([, said = '']) => {
    const words = (said.match(WORD) ?? []).map((word) => word.replace(/["']/g, ''));
    const [format = '', ...values] = words.filter((word) => !/^-[neE]+$/.test(word));
    const isFormat = format.search(FILLED) >= 0;
    const text = isFormat ? format.replace(FILLED, () => values.shift() ?? '') : [format, ...values].join(' ');
    return text.replace(/\$\([^()]*\)/g, '').split(/\\n|\n/);
  });
}

/** What the loops of a command do with each of their words, where they do not print it: read it, or perhaps what lies in it. */
function loopsOf(
  command: string,
  { parts, printed }: { parts: readonly PipePart[]; printed: readonly string[] },
): Map<string, 'reads' | 'may read'> {
  const readers = parts.filter((words) => hasWord(words, READER));
  const loops = new Map<string, 'reads' | 'may read'>();
  for (const [, name = ''] of command.matchAll(LOOP)) {
    if (loops.has(name)) continue;
    if (loops.size >= LOOPS_MAX) return new Map([...loops, [name, 'reads']]);
    const use = new RegExp(`\\$\\{?${name}\\b`);
    if (!isPrinted(printed, name))
      loops.set(name, readers.some((words) => words.some((word) => use.test(word))) ? 'reads' : 'may read');
  }
  return loops;
}
