import { cutText, EXCLUDED_MARK } from './cut-text.ts';
import type { ExcludedNames } from './excluded-names.ts';
import { FOLDERS_MAX } from './folders-of.ts';
import { listingOf } from './searched-folders.ts';
import { GREP, pipesOf } from './shell-pipes.ts';

/** Options by which a search tells no names, or none before each line, and those that hand files to another program. */
const OTHER_FORM =
  /^-(?:-(?:no-?file|head|pretty|null|json|exec|replace)|exec|ok|print|fprint|(?!type|path)\w{0,3}[hIpzZxX0]\w{0,3}$)/;
/** What leaves some lines of a search as they are. */
const FILTER = /^(?:head|tail|sort|uniq|sed -n \d+(?:,\d+)?p$)(?: |$)/;

/**
 * The lines of an answer that are of other folders than excluded ones, where all that a command does is to search or list several:
 * `rg -n x src docs`. Each of them begins with its folder. `undefined` for another command, or where none is of another folder.
 */
export function searchedBeside(command: string, output: string, names: ExcludedNames): string | undefined {
  const pipes = pipesOf(command).filter(({ parts }) => parts[0]?.[0] !== 'cd');
  const folders = new Set<string>();
  for (const { parts, isTaken } of pipes) {
    const [search = [], ...filters] = parts;
    const [, ...searched] = listingOf(search) ?? [];
    const isKnown = searched.length > 1 && !search.some((word) => OTHER_FORM.test(word) || word === '<');
    if (isTaken || !isKnown || !filters.every((words) => GREP.test(words[0] ?? '') || FILTER.test(words.join(' '))))
      return undefined;
    for (const folder of searched) if (/\w/.test(folder) && !names.has(folder)) folders.add(folder.replace(/\/+$/, ''));
  }
  if (folders.size === 0 || folders.size > FOLDERS_MAX) return undefined;
  const isOfOther = (line: string): boolean =>
    [...folders].some((folder) => line.startsWith(folder) && /^[/:-]/.test(line.slice(folder.length)));
  const lines = output.split('\n').filter(isOfOther);
  const kept = cutText(lines.join('\n'), { names, isSearch: true });
  return lines.length > 0 ? `${kept}\n${EXCLUDED_MARK}` : undefined;
}
