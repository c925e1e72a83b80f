import type { PathPattern } from '../../privacy/exclude.ts';
import type { ExcludedNames } from './excluded-names.ts';
import { globAim, isRooted, withoutBraces, withoutEnds } from './glob-aim.ts';

/** Upper bounds on the parts, globs and loops of a command that are looked at; with more it counts as one that reads many files. */
const PARTS_MAX = 10_000;
const GLOBS_MAX = 500;
const LOOPS_MAX = 20;
const READER =
  /^(?:\S*\/)?(?:cat|bat|batcat|head|tail|less|more|nl|tac|sed|g?awk|cut|sort|uniq|strings|xxd|od|hexdump|base64|paste|fold|fmt)$/;
const GREP = /^(?:\S*\/)?(?:[ef]?grep|rg|ag|ack|ugrep)$/;
const LISTER = /^(?:find|fd|fdfind|ls|ls-files|ls-tree)$/;
const NO_NAMES = /^(?:--no-filename|-[a-zA-Z]*h[a-zA-Z]*)$/;
const GLOB = /[*?{[]/;
/** Options of `find` before its folders. */
const LINKS = /^-[HLP]$/;
/** A folder that narrows nothing. */
const EVERYWHERE = /^(?:\.{1,2}\/?|\/|~\/?|\$\w+|[^/]*[*?[].*)$/;

/** What begins a loop over words: the name that each of them has in it. */
const LOOP = /\bfor\s+(\w+)\s+in\s/g;

/**
 * True for a command that reads many files without saying which, where patterns of a person's or of the project can be among them: by
 * a glob (`cat *.md`), or one after the other (`git ls-files | xargs cat`, `find . -exec cat {} +`, `grep -rh`) where no folder
 * narrows it. A pattern from the root is among them where it lies below a folder that is named, else below one that the call works
 * in. By the command alone.
 */
export function readsUnnamed(command: string, names: ExcludedNames): boolean {
  const own = names.patterns().flatMap((list) => list.filter(({ isOwn, isNegated }) => isOwn && !isNegated));
  if (own.length === 0) return false;
  const parts = withoutEnds(command)
    .split(/[|;&\n()`]+/)
    .map((part) => part.split(/[\s'"]+/).filter((word) => word !== ''));
  if (parts.length > PARTS_MAX) return true;
  const isEach = isOneByOne(command, parts);
  const loops = loopsOf(command, parts);
  const compared = new Set<string>();
  const meets = (globs: readonly string[], isAsked: (pattern: PathPattern) => boolean): boolean => {
    for (const glob of globs) compared.add(glob);
    return compared.size > GLOBS_MAX || globs.some((glob) => globAim(glob, names, isAsked) !== undefined);
  };
  const reads = parts.some((words) => {
    const globs = words.filter((word) => GLOB.test(word)).flatMap(withoutBraces);
    if (globs.length === 0) return false;
    const loop = words[0] === 'for' ? loops.get(words[1] ?? '') : undefined;
    if (words.some((word) => READER.test(word)) || loop === 'reads') return meets(globs, isMeant);
    return (isEach || loop === 'may read') && meets(globs, isFromRoot);
  });
  if (reads || !isEach) return reads;
  const isAnywhere = own.some(({ globs }) => globs.some((glob) => !isRooted(glob)));
  if (isAnywhere && !parts.some(isNarrowed)) return true;
  const listed = parts.flatMap((words) => foldersListed(words)?.map((folder) => folder || '.') ?? []);
  return meets(
    (listed.length > 0 ? listed : ['.']).map((folder) => `${folder}/**`),
    isFromRoot,
  );
}

function isMeant({ isOwn, isNegated }: PathPattern): boolean {
  return isOwn || isNegated;
}

function isFromRoot({ isOwn, isNegated, globs }: PathPattern): boolean {
  return isNegated || (isOwn && globs.every(isRooted));
}

/** True for a command that reads what it lists, or searches it without names. */
function isOneByOne(command: string, parts: readonly string[][]): boolean {
  const isListed = parts.some((words) => words.some((word) => LISTER.test(word)));
  return parts.some((words) => {
    const isReading = words.some((word) => READER.test(word));
    const isEach = words.some((word) => /^(?:xargs|parallel|-exec|-execdir|-x|-X)$/.test(word));
    const isUnnamed = words.some((word) => GREP.test(word)) && words.some((word) => NO_NAMES.test(word));
    return (isEach && isReading) || isUnnamed || (isReading && isListed && /\$\(|`|\bwhile\b|\bfor\b/.test(command));
  });
}

/** What the loops of a command do with each of their words, where they do not print it: read it, or perhaps what lies in it. */
function loopsOf(command: string, parts: readonly string[][]): Map<string, 'reads' | 'may read'> {
  const readers = parts.filter((words) => words.some((word) => READER.test(word)));
  const loops = new Map<string, 'reads' | 'may read'>();
  for (const [, name = ''] of command.matchAll(LOOP)) {
    if (loops.has(name)) continue;
    if (loops.size >= LOOPS_MAX) return new Map([...loops, [name, 'reads']]);
    const use = new RegExp(`\\$\\{?${name}\\b`);
    const isPrinted = new RegExp(`\\b(?:echo|printf)\\b[^;|&\\n(\`$]{0,200}\\$\\{?${name}\\b(?![/#%:])`).test(command);
    if (!isPrinted)
      loops.set(name, readers.some((words) => words.some((word) => use.test(word))) ? 'reads' : 'may read');
  }
  return loops;
}

/** The folders in which a part lists or searches files, an empty one where it names none; `undefined` for another part. */
function foldersListed(words: readonly string[]): string[] | undefined {
  const program = words.findIndex((word) => LISTER.test(word) || GREP.test(word));
  if (program < 0 || words.slice(0, program).includes('xargs')) return undefined;
  const isGrep = GREP.test(words[program] ?? '');
  const rest = words.slice(program + 1).filter((word) => !LINKS.test(word));
  const option = rest.findIndex((word) => word.startsWith('-'));
  // `find` takes its folders before what it looks for; a search takes what it looks for first.
  const given =
    words[program] === 'find' && option >= 0 ? rest.slice(0, option) : rest.filter((word) => !word.startsWith('-'));
  // `fd` takes names, and folders behind them.
  const isNames = /^fd/.test(words[program] ?? '');
  const folders = isGrep ? given.slice(1) : isNames ? given.filter((word) => /[/~]|^\.\.$/.test(word)) : given;
  return folders.length > 0 ? folders : [''];
}

/** True for a part that lists or searches files below a folder that it names. */
function isNarrowed(words: readonly string[]): boolean {
  return foldersListed(words)?.every((word) => word !== '' && !EVERYWHERE.test(word)) === true;
}
