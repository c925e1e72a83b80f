import type { ExcludedNames } from './excluded-names.ts';
import { globAim } from './glob-aim.ts';

/** Upper bound on the parts of a command that are looked at; a longer command counts as one that reads many files. */
const PARTS_MAX = 1_000;
const READER =
  /^(?:\S*\/)?(?:cat|bat|batcat|head|tail|less|more|nl|tac|sed|g?awk|cut|sort|uniq|strings|xxd|od|hexdump|base64|paste|fold|fmt)$/;
const GREP = /^(?:\S*\/)?(?:[ef]?grep|rg|ag|ack|ugrep)$/;
const LISTER = /^(?:find|fd|fdfind|ls|ls-files|ls-tree)$/;
const NO_NAMES = /^(?:--no-filename|-[a-zA-Z]*h[a-zA-Z]*)$/;
/** A folder that narrows nothing. */
const EVERYWHERE = /^(?:\.{1,2}\/?|\/|~\/?|\$\w+|[^/]*[*?[].*)$/;

/**
 * True for a command that reads many files without saying which, where patterns of a person's or of the project can be among them: by
 * a glob (`cat *.md`), or one after the other (`git ls-files | xargs cat`, `find . -exec cat {} +`, `grep -rh`) where no folder
 * narrows it. By the command alone.
 */
export function readsUnnamed(command: string, names: ExcludedNames): boolean {
  const own = names.patterns().filter(({ isOwn }) => isOwn);
  if (own.length === 0) return false;
  const parts = command.split(/[|;&\n()`]+/).map((part) => part.split(/[\s'"]+/).filter((word) => word !== ''));
  if (parts.length > PARTS_MAX) return true;
  const narrow = parts.some(isNarrowed);
  return parts.some((words) => {
    const isReading = words.some((word) => READER.test(word));
    if (isReading && words.some((word) => /[*?{[]/.test(word) && globAim(word, own) !== undefined)) return true;
    if (narrow) return false;
    const isEach = words.some((word) => /^(?:xargs|parallel|-exec|-execdir|-x|-X)$/.test(word));
    const isUnnamed = words.some((word) => GREP.test(word)) && words.some((word) => NO_NAMES.test(word));
    const listed = parts.some((some) => some.some((word) => LISTER.test(word)));
    return (
      (isEach && (isReading || isUnnamed)) ||
      isUnnamed ||
      (isReading && listed && /\$\(|`|\bwhile\b|\bfor\b/.test(command))
    );
  });
}

/** True for a part that lists or searches files below a folder that it names. */
function isNarrowed(words: readonly string[]): boolean {
  const program = words.findIndex((word) => LISTER.test(word) || GREP.test(word));
  if (program < 0 || words.slice(0, program).includes('xargs')) return false;
  const isGrep = GREP.test(words[program] ?? '');
  const rest = words.slice(program + 1);
  const option = rest.findIndex((word) => word.startsWith('-'));
  // `find` takes its folders before what it looks for; a search takes what it looks for first.
  const given =
    words[program] === 'find' && option >= 0 ? rest.slice(0, option) : rest.filter((word) => !word.startsWith('-'));
  // `fd` takes names, and folders behind them.
  const isNames = /^fd/.test(words[program] ?? '');
  const folders = isGrep ? given.slice(1) : isNames ? given.filter((word) => word.includes('/')) : given;
  return folders.length > 0 && folders.every((word) => !EVERYWHERE.test(word));
}
