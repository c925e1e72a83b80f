import type { PathPattern } from '../../privacy/exclude.ts';
import type { ExcludedNames } from './excluded-names.ts';
import { globAim, isRooted, withoutBraces, withoutEnds } from './glob-aim.ts';

/** Upper bounds on the parts, globs and loops of a command that are looked at; with more it counts as one that reads many files. */
const PARTS_MAX = 10_000;
const GLOBS_MAX = 500;
const LOOPS_MAX = 20;
const READER =
  /^(?:\S*\/)?(?:cat|bat|batcat|head|tail|less|more|nl|tac|rev|sed|g?awk|cut|sort|uniq|strings|xxd|od|hexdump|base64|paste|fold|fmt|jq|yq)$/;
/** Readers whose first word is no file. */
const TAKES_SCRIPT = /(?:sed|awk|cut|jq|yq)$/;
const GREP = /^(?:\S*\/)?(?:[ef]?grep|rg|ag|ack|ugrep)$/;
const LISTER = /^(?:find|fd|fdfind|ls|ls-files|ls-tree)$/;
const EACH = /^(?:xargs|parallel|-exec|-execdir|-x|-X|--exec|--exec-batch)$/;
/** Options by which a search tells no names; `-I` is one of `rg` alone, whose `-h` is another. */
const NO_NAMES = /^(?:--no-?filename|-[a-zA-Z]*h[a-zA-Z]*)$/;
const NO_NAMES_OF_RG = /^(?:--no-filename|-[a-zA-Z]*I[a-zA-Z]*)$/;
/** Programs that can take the names off what they are handed, or the headers off a diff. */
const TAKES_OFF = /^(?:\S*\/)?(?:cut|g?awk|sed|perl|tr|python[\d.]*|ruby|node)$/;
const FILTERS =
  /^(?:\S*\/)?(?:[ef]?grep|rg|ag|ack|ugrep|tail|tac|sort|uniq|cut|g?awk|sed|perl|tr|python[\d.]*|ruby|node)$/;
/** Options by which a search tells names or numbers alone. */
const NO_LINES = /^(?:--(?:files|count).*|-[a-zA-Z]*[lLcq][a-zA-Z]*)$/;
/** A word of a command for changes that is the name of a file or folder, and no revision. */
const NAMED_CHANGE = /^[^-].*(?:\.\w*[a-z]\w*|\/)$/i;
/** What shows changes, and options by which it shows none of the lines. */
const CHANGES = /^(?:diff|show|difftool|diff-tree|diff-index|whatchanged)$/;
const WITH_PATCH = /^(?:-[a-z]*[pu]\d*|--patch.*|-U\d+)$/;
const NO_PATCH = /^(?:--(?:(?:short|num|dir)?stat|name-only|name-status|summary|no-patch|check|quiet)(?:=.*)?|-s)$/;
/** Answers that name files: at the begin of a line, or in the headers of a diff. */
const NAMES_FILES = /^[^\s:'"(]{1,200}[./][^\s:'"(]{0,200}(?::|-\d+-)/m;
const NAMES_CHANGES = /^(?:\u001b\[[\d;]*m)*(?:diff |(?:---|\+\+\+) (?:"?[a-z\d]\/|\/dev\/null))/m;
const NUMBERS = /^[\s\d]*$/;
/** What a search looks for, in quotes, where it is more than a word. */
const SOUGHT =
  /((?:^|[\s;|&(/])(?:[ef]?grep|rg|ag|ack|ugrep)\s[^'"|;&\n]{0,200})(?:'[^'\n]{0,2000}[\s|()*][^'\n]{0,2000}'|"[^"\n]{0,2000}[\s|()*][^"\n]{0,2000}")/g;
/** What stands in a command for the answer to another, and commands whose answers list no files. */
const ANSWER = '\u0001';
const SUBSTITUTION = /\$\(([^()]*)\)|`([^`]*)`/g;
const SUBSTITUTION_DEPTH = 8;
const LISTS_NOTHING = /^\s*(?:which|command|type|mktemp|date|seq|nproc|wc|pwd|grep -c)\b/;
const GLOB = /[*?{[]/;
/** Options of `find` before its folders. */
const LINKS = /^-[HLP]$/;
/** A folder that narrows nothing. */
const EVERYWHERE = /^(?:\.{1,2}\/?|\/|~\/?|\$\w+|[^/]*[*?[].*)$/;

/** What begins a loop over words: the name that each of them has in it. */
const LOOP = /\bfor\s+(\w+)\s+in\s/g;

/** One part of a pipe, as its words. */
type PipePart = readonly string[];

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
  const pipes = pipesOf(withoutEnds(command));
  const parts = pipes.flat();
  if (parts.length > PARTS_MAX) return true;
  const isNumbers = NUMBERS.test(answer);
  if (!isNumbers && !NAMES_CHANGES.test(answer) && pipes.some(isFilteredDiff) && names.mayBeOfOwn()) return true;
  const isEach = isOneByOne(command, parts) || (!isNumbers && isUnnamedSearch(pipes, answer));
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

/** The pipes of a command, those of its substitutions among them, for which a word stands where they are. */
function pipesOf(command: string): PipePart[][] {
  const texts: string[] = [];
  let text = command.replace(SOUGHT, '$1sought');
  for (let turn = 0; turn < SUBSTITUTION_DEPTH && SUBSTITUTION.test(text); turn += 1) {
    text = text.replace(SUBSTITUTION, (_, plain?: string, quoted?: string) => {
      const inner = plain ?? quoted ?? '';
      texts.push(inner);
      return LISTS_NOTHING.test(inner) ? 'answer' : ANSWER;
    });
  }
  return [text, ...texts].flatMap((one) =>
    one.split(/\|\||[;&\n()]+/).map((pipe) =>
      pipe
        .split('|')
        .map((part) => part.split(/[\s'"]+/).filter((word) => word !== ''))
        .filter((words) => words.length > 0),
    ),
  );
}

function isMeant({ isOwn, isNegated }: PathPattern): boolean {
  return isOwn || isNegated;
}

function isFromRoot({ isOwn, isNegated, globs }: PathPattern): boolean {
  return isNegated || (isOwn && globs.every(isRooted));
}

/** True for a command that reads what it or another one lists, or searches it without names. */
function isOneByOne(command: string, parts: readonly PipePart[]): boolean {
  const isEach = parts.some((words) => words.some((word) => EACH.test(word)));
  const unknown = new Set(isEach ? ['0', '1', '@', '*'] : []);
  const filled = [...new Set(parts.flatMap(namesFilled))];
  for (const [at, name] of filled.entries()) if (at >= LOOPS_MAX || !isPrinted(command, name)) unknown.add(name);
  const isUnknown = (word: string): boolean =>
    word === ANSWER ||
    word === '$' ||
    word === '{}' ||
    unknown.has(/^\$\{?([\w@*]+)(?:\[@\])?\}?$/.exec(word)?.[1] ?? '');
  return parts.some((words) => {
    const reader = words.findIndex((word) => READER.test(word));
    if (reader < 0) return false;
    if (words.slice(0, reader).some((word) => EACH.test(word))) return true;
    const rest = words.slice(reader + 1);
    const first = TAKES_SCRIPT.test(words[reader] ?? '') ? rest.findIndex((word) => !word.startsWith('-')) + 1 : 0;
    return rest.some((word, at) => at >= first && isUnknown(word) && !/^-[nc]$/.test(rest[at - 1] ?? ''));
  });
}

/** The names that a part fills with what another command lists: `for f in $(…)`, `read f`, `f=$(…)`. */
function namesFilled(words: PipePart): string[] {
  if (words[0] === 'for') return words.includes(ANSWER) || words.includes('$') ? words.slice(1, 2).filter(isPlain) : [];
  const read = words.findIndex((word) => /^(?:read|mapfile|readarray)$/.test(word));
  if (read >= 0) return words.slice(read + 1).filter(isPlain);
  return words.flatMap((word) => (word.endsWith(`=${ANSWER}`) ? [word.slice(0, -2)] : [])).filter(isPlain);
}

function isPlain(name: string): boolean {
  return /^\w+$/.test(name);
}

/** True for a search that tells no names of files, by its options or since what follows it takes them off. */
function isUnnamedSearch(pipes: readonly PipePart[][], answer: string): boolean {
  return pipes.some((pipe) =>
    pipe.some((words, at) => {
      const program = words.findIndex((word) => GREP.test(word));
      if (program < 0) return false;
      const isOfFiles = at === 0 || words.includes('xargs') || words.some((word) => /^-[a-zA-Z]*[rR]/.test(word));
      const isRg = /rg$/.test(words[program] ?? '');
      const isUnnamed = words.some((word) => (isRg ? NO_NAMES_OF_RG : NO_NAMES).test(word));
      const isOff = pipe.slice(at + 1).some(([next = '']) => TAKES_OFF.test(next)) && !NAMES_FILES.test(answer);
      const isTakenOff = isOff && !words.some((word) => NO_LINES.test(word));
      return isOfFiles && (isUnnamed || isTakenOff);
    }),
  );
}

/** True for a diff of files that it does not name, of which a filter leaves some lines. */
function isFilteredDiff(pipe: readonly PipePart[]): boolean {
  const shown = pipe.findIndex((words) => {
    const isLog =
      words.some((word) => /^(?:log|stash|reflog|format-patch)$/.test(word)) &&
      words.some((word) => WITH_PATCH.test(word));
    const isShown =
      /^(?:\S*\/)?(?:git|gh|glab|hg|svn|jj)$/.test(words[0] ?? '') &&
      (isLog || words.some((word) => CHANGES.test(word)));
    const hasNoLines = words.some((word) => NO_PATCH.test(word)) && !words.some((word) => WITH_PATCH.test(word));
    return (
      isShown &&
      !hasNoLines &&
      !isNarrowed(words) &&
      !words.some((word) => NAMED_CHANGE.test(word) && !word.includes('..'))
    );
  });
  return shown >= 0 && pipe.slice(shown + 1).some(([program = '']) => FILTERS.test(program));
}

/** True where a loop prints the name of what it reads: its answer says what is of which file. */
function isPrinted(command: string, name: string): boolean {
  return new RegExp(`\\b(?:echo|printf)\\b[^;|&\\n(\`$]{0,200}\\$\\{?${name}\\b(?![/#%:])`).test(command);
}

/** What the loops of a command do with each of their words, where they do not print it: read it, or perhaps what lies in it. */
function loopsOf(command: string, parts: readonly PipePart[]): Map<string, 'reads' | 'may read'> {
  const readers = parts.filter((words) => words.some((word) => READER.test(word)));
  const loops = new Map<string, 'reads' | 'may read'>();
  for (const [, name = ''] of command.matchAll(LOOP)) {
    if (loops.has(name)) continue;
    if (loops.size >= LOOPS_MAX) return new Map([...loops, [name, 'reads']]);
    const use = new RegExp(`\\$\\{?${name}\\b`);
    if (!isPrinted(command, name))
      loops.set(name, readers.some((words) => words.some((word) => use.test(word))) ? 'reads' : 'may read');
  }
  return loops;
}

/** The folders in which a part lists or searches files, an empty one where it names none; `undefined` for another part. */
function foldersListed(words: PipePart): string[] | undefined {
  const behind = words[0] === 'git' ? words.indexOf('--') : -1;
  if (behind >= 0 && behind < words.length - 1) return words.slice(behind + 1);
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
function isNarrowed(words: PipePart): boolean {
  return foldersListed(words)?.every((word) => word !== '' && !EVERYWHERE.test(word)) === true;
}
