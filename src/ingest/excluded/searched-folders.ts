import { GREP, type PipePart } from './shell-pipes.ts';

const LISTER = /^(?:find|fd(?:find)?|ls(?:-files|-tree)?)$/;
/** What ends the words of a program that lists, and of `find` its folders. */
const ENDS = /^(?:--?exec.*|-[xX]|#.*|[!(])$/;
const SOUGHT_BY_FIND = /^-[^HLP]/;
/** Letters of options with a value: of `rg` and those like it, and of others. */
const VALUES = 'ABCDEGMTWdefgjmrt';
const VALUES_OF_GREP = 'ABCDdefm';
/** Long options without one; what stands behind any other may be its value. */
const SWITCH = /^--(?:$|no-|files|name|hidden|count|ignore-case|smart-|line-|others|fixed|word|only-)/;
/** A glob of `rg` for what it takes, with the folder of those files where it says one. */
const GLOBBED = / (?:-g ?|--glob[= ])(?![ !])(?:([^\s*?[{/]+\/)\S)?/g;
/** Options by which `git grep` tells names alone: of files that a reader finds, which those of a revision are not. */
const NAMES_ALONE = /^(?:-\w*l|--files-with|--name)/;
/** A folder that narrows nothing. */
const EVERYWHERE = /^(?:|\.{1,2}\/?|\/|~\/?|\$\w+|[^/]*[*?[].*)$/;

/**
 * The folders that a part lists or searches, an empty one where it names none, and before them what it looks for; `undefined` for
 * another part. The value of an option is no folder, nor is what could be one, or a revision of `git grep`.
 */
export function listingOf(words: PipePart): [sought: string, ...folders: string[]] | undefined {
  const isGit = words[0] === 'git';
  const behind = isGit ? words.indexOf('--') + 1 : 0;
  const program = words.findIndex((word) => LISTER.test(word) || GREP.test(word));
  const name = words[program]?.replace(/^.*\//, '') ?? '';
  if ((program < 0 && behind === 0) || words.slice(0, program).includes('xargs')) return undefined;
  const isSearch = GREP.test(name);
  const [sought = '', ...others] = operandsOf(words.slice(program + 1), name, isSearch || name === 'ls-tree');
  const named =
    behind > 0 ? words.slice(behind) : isGit && isSearch && !words.some((word) => NAMES_ALONE.test(word)) ? [] : others;
  // `fd` takes names, and folders behind them.
  const folders = named.filter((word) => !/^[:!]/.test(word) && (!/^fd/.test(name) || /[/~]|^\.\.$/.test(word)));
  if (folders.length > 0) return [sought, ...folders];
  const line = name === 'rg' ? words.filter((word) => !/\s/.test(word)).join(' ') : '';
  const globbed = [...line.matchAll(GLOBBED)].map(([, folder = '']) => folder);
  return [sought, ...(globbed.length > 0 ? globbed : [''])];
}

/** True for a part that lists or searches files below a folder that it names. */
export function isNarrowed(words: PipePart): boolean {
  return (
    listingOf(words)
      ?.slice(1)
      .every((word) => !EVERYWHERE.test(word)) === true
  );
}

/** What a program is to look for, an empty word where an option says that or nothing does, and its words that are neither options nor their values. */
function operandsOf(words: PipePart, name: string, isFirstOther: boolean): string[] {
  const operands: string[] = isFirstOther ? [] : [''];
  const letters = /^(?:rg|ag|ack|fd)/.test(name) ? VALUES : GREP.test(name) ? VALUES_OF_GREP : '';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (ENDS.test(word) || (name === 'find' && SOUGHT_BY_FIND.test(word))) break;
    if (!/^[-<]/.test(word)) operands.push(word);
    else {
      const isLong = word.startsWith('--');
      const letter = isLong ? -1 : [...word].findIndex((one, i) => i > 0 && letters.includes(one));
      if (word === '<' || (isLong ? !word.includes('=') && !SWITCH.test(word) : letter === word.length - 1)) at += 1;
      const isSaid = /^--(?:regexp|file)/.test(word) || /[ef]/.test(word[letter] ?? '');
      if (isSaid && operands[0] !== '') operands.unshift('');
    }
  }
  return operands;
}
