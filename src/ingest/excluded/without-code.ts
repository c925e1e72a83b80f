import { BETWEEN_WORDS } from '../../core/text/shown-parts.ts';
import { codeTexts, isShell, languageAt } from './languages.ts';
import { GREP, programs } from './shell-pipes.ts';
import { WORD } from './shell-words.ts';
import { ADDRESS, isPage } from './web-pages.ts';
import { RUN, withoutDocuments } from './without-documents.ts';

/** The options before code. */
const CODE = /^(?:-[a-zA-Z]{0,4}[ecpr]|--(?:eval|command|print)|eval|runner)$/;
/** A query of a database, in quotes. */
const QUERY =
  /^["']\s*(?:select\s(?!\w+\s+in\s)|insert\s+into\s|delete\s+from\s|update\s+\S+\s+set\s|with\s+\S+\s+as\s|explain\s)/i;
/** Programs that take a filter or what they look for before all files. */
const FILTER = programs('g?jq|yq|[efu]?grep|rg|ag');
/** Options by which a filter comes from elsewhere, and those whose value is the next word. */
const OTHER_FILTER = /^(?:-[^-]*[ef]|--(?:re|fi|ex|fr))/;
const BEFORE_VALUE = /^(?:-[a-zA-Z]*[gtTmABCdDjO]|--(?!raw)[^=]*)$/;
/** Programs that take a message. */
const TELLER = /^(?:git|gh|glab|jj)$/;
const MESSAGE = /^(?:-[a-z]*m|--(?:message|title|body))$/;
const MESSAGE_WITHIN = /^(?:-[a-z]*m["']|--(?:message|title|body)=)/;
/** What they do with a message: others take `-m` without one. */
const TELLS = /^(?:commit|tag|merge|stash|notes|revert|pr|mr|issue|release|describe|new|squash)$/;
/** Options before a question, whichever program is asked, and those of some programs. */
const QUESTION = /^--(?:jq|query|grep|search|regexp)(=|$)/;
const OF_FORGE = /^-q$/;
const OF_REQUEST = /^(?:-[tbn]|--notes)$/;
const OF_HISTORY = /^-[SG]/;
const HISTORY = /^(?:log|diff|show|format-patch|whatchanged)$/;
const OF_GREP = /^-[a-zA-Z]*e$/;
const TEMPLATE = /^(?:-o=?|--output=)?(?:jsonpath|go-template|custom-columns)=/;
/** Places in a text that a template fills, and names that no file has: `.items[].key`. */
const FILLED = /\{\{[^{}]*\}\}/g;
const OF_EACH = /(?<![^\s'"|])[^\s'"|()=;,<>&[\]]{0,200}\[\][^\s'"|()=;,<>&]{0,200}/g;
/** One instruction of `sed` that neither reads nor writes a file: lines that are printed or deleted, words that are replaced. */
const EDIT =
  /^(?:(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?)(?:,(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?))?!?[pdq=]|s([/|#,@])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpI\d]*)$/;
/** A word that is no filter of `yq` where it is the only one: that reads a file without a filter. */
const SOLE_FILE = /^["']?(?:[^'".\s]|\.{0,2}\/)[^'"\s|]*["']?$/;
/** How much of a command is looked at to see whether a word is the last one of its program. */
const AFTER_CHARS = 100;
/** How many words before one are looked at. */
const BEFORE_MAX = 100;
/** What stands before a program. */
const BEFORE = /^(?:sudo|time|timeout|nohup|nice|env|command|xargs|npx|bunx|-.*|\d+[smhd]?|\w+=.*)$/;
/** What a shell sets for the program behind it. */
export const ASSIGNED = /^(\w+)=(.+)$/s;
/** How much of a command before a word is looked at for what the word is. */
const LINE_CHARS = 1_000;
/** Commands whose words are branches and tests, and words that are neither a folder nor a file of a known extension. */
const OF_BRANCHES =
  /^(?:git .*?\b(?:push|pull|fetch|branch|switch|checkout|merge|rebase|cherry-pick)|(?:gh pr|glab mr) (?:view|diff|checkout|merge|close))\b(?!.* --( |$))/;
const BRANCH = /^["']?[^-./~'"][^'"]*(?<!\/|\.\w{1,8})["']?$/;
const RANGE = /^[^./~:-][^:]*[^./]\.{2,3}[^./:][^:]*$/;
const BEFORE_BRANCH = /^(?:--(?:head|base|branch|label)|-[HB])$/;
const OF_TESTS =
  /^(?:(?:npm|pnpm|yarn|bun|cargo|go) (?:.* )?(?:\S*test\S*|jest)|jest|vitest|playwright test)(?: |$)|(?:^| )(?:pytest|mocha|rspec)\b.* -[kmgef]$/;
const BARE = /^["']?\w[\w-]*["']?$/;
/** A field of a request that is words. */
const SAID_FIELD = /^(?:title|body|message|description|name|labels?|text|query|q)=["']?(?!@)/;
/** Programs and options that hand a text to a shell. */
const HANDS_ON =
  /^(?:\S*\/)?(?:tmux|screen|expect|hyperfine|concurrently|make)$|^(?:-[a-z]*[ce]|--(?:command|cmd|exec|run|script|shell))$/;

/**
 * A command without what is no word of a shell in it: code of another language but for its texts in quotes, the filter of `jq` and
 * `grep`, the message of a commit. `u.key` in a query names no file, and `open('u.key')` does. Linear.
 */
export function withoutCode(line: string): string {
  return mapWords(withoutDocuments(line), leftOf);
}

/**
 * A command without words that name no file of a person's own pattern: of messages, titles, searches, branches and addresses.
 * `bare`: and without the words of a text with blanks that are no path, where no shell runs them. Linear.
 */
export function withoutSaid(line: string, bare?: 'bare'): string {
  const command = withoutDocuments(line).replace(ADDRESS, (address) => (isPage(address) ? 'address' : address));
  return mapWords(command, (word, before, isLast) => {
    if (before.length === 0 || RUN.test(word) || before.length > BEFORE_MAX || isSoleFile(word, before, isLast))
      return word;
    const isSought = !word.startsWith('-') && isFilter(before[0] === 'git' ? before.slice(1) : before, word);
    if (isSought || isSaid(word, before) || isBranch(word, before)) return '';
    return bare && /\s/.test(word) && !runsText(before) ? pathsIn(word, before) : word;
  });
}

/** What is left of a word behind others of its command. */
type LeftOf = (word: string, before: readonly string[], isLast: boolean) => string;

/** A command with what is left of each word but of its programs and of the targets of redirections; of an assignment none stands before. Linear. */
export function mapWords(command: string, leftOfWord: LeftOf): string {
  let left = '';
  let at = 0;
  let words: string[] = [];
  for (const { 0: word, index } of command.matchAll(WORD)) {
    const between = command.slice(at, index);
    if (/[;|&()`]|(?<!\\)\n/.test(between)) words = [];
    at = index + word.length;
    // Where a program reads from or writes to is a file, and none of its words.
    const isTarget = /[<>]\s*$/.test(between);
    const isLast = /^\s*(?:$|[;|&()<>`\n])/.test(command.slice(at, at + AFTER_CHARS));
    left += between + ((words.length > 0 || ASSIGNED.test(word)) && !isTarget ? leftOfWord(word, words, isLast) : word);
    if (!isTarget && (words.length > 0 || !BEFORE.test(word))) words.push(word);
  }
  return left + command.slice(at);
}

function leftOf(word: string, before: readonly string[], isLast: boolean): string {
  if (RUN.test(word)) return word;
  if (TEMPLATE.test(word)) return '';
  if (QUERY.test(word)) return /\n\s*[.\\!]/.test(word) ? word : literalsOf(word);
  if (takesCode(before)) return literalsOf(word);
  if (isSaid(word, before)) return '';
  const plain = word.replace(FILLED, '').replace(OF_EACH, '');
  const program = before[0] ?? '';
  if (before.length > BEFORE_MAX || word.startsWith('-') || isSoleFile(word, before, isLast)) return plain;
  return isFilter(program === 'git' ? before.slice(1) : before, word) ? '' : plain;
}

/** True for the only word of `yq`, which reads a file without a filter. */
function isSoleFile(word: string, [program = '']: readonly string[], isLast: boolean): boolean {
  return isLast && /(?:^|\/)yq$/.test(program) && SOLE_FILE.test(word);
}

/** True behind an option before code of a program that takes such, also of one that another program starts. */
function takesCode(before: readonly string[]): boolean {
  if (!CODE.test(before.at(-1) ?? '')) return false;
  if (languageAt(before.slice(0, 1)) !== undefined) return true;
  const language = before.length > BEFORE_MAX ? undefined : languageAt(before);
  if (language === undefined) return false;
  const options = before.slice(language.at + 1);
  return (
    !before.some(isShell) && (language.isDatabase || options.every((one) => one.startsWith('-') || one === 'runner'))
  );
}

/** True for a branch, a range of revisions, a word by which tests are chosen, or a field of words. */
function isBranch(word: string, before: readonly string[]): boolean {
  const [program = ''] = before;
  if (before.length > BEFORE_MAX || word.length > LINE_CHARS) return false;
  const line = before.join(' ');
  if (line.length > LINE_CHARS) return false;
  if (TELLER.test(program)) {
    if (SAID_FIELD.test(word) || BEFORE_BRANCH.test(before.at(-1) ?? '')) return true;
    if (BRANCH.test(word) && OF_BRANCHES.test(line)) return true;
    if (program === 'git' && RANGE.test(word)) return true;
  }
  return BARE.test(word) && OF_TESTS.test(line);
}

/** True for a text that a shell may run. */
function runsText(before: readonly string[]): boolean {
  const first = before.slice(0, BEFORE_MAX);
  return languageAt(first) === undefined && first.some((one) => isShell(one) || HANDS_ON.test(one));
}

/** The words of a text that are paths, and of code its texts in quotes. */
function pathsIn(text: string, before: readonly string[]): string {
  const paths = text.split(BETWEEN_WORDS).filter((word) => /[/.]/.test(word));
  return `${paths.join(' ')} ${takesCode(before) ? literalsOf(text) : ''}`;
}

/** True for a message, or for what a program is asked. */
function isSaid(word: string, before: readonly string[]): boolean {
  const [program = ''] = before;
  const previous = before.at(-1) ?? '';
  if (TELLER.test(program)) {
    const first = before.slice(0, BEFORE_MAX);
    const isHistory = program === 'git' && first.some((one) => HISTORY.test(one));
    const isTold = / /.test(word) || (!isHistory && first.some((one) => TELLS.test(one)));
    if (isTold && (MESSAGE.test(previous) || MESSAGE_WITHIN.test(word))) return true;
    if (program !== 'git' && isTold && OF_REQUEST.test(previous)) return true;
    if (isHistory) {
      if (/^-[SG]$/.test(previous) || (OF_HISTORY.test(word) && word.length > 2)) return true;
    } else if (program !== 'git' && OF_FORGE.test(previous)) return true;
  }
  if (QUESTION.exec(previous)?.[1] === '' || QUESTION.exec(word)?.[1] === '=') return true;
  return (
    OF_GREP.test(previous) &&
    (GREP.test(program) || (program === 'git' && before.slice(0, BEFORE_MAX).includes('grep')))
  );
}

/** True where the next word is the first that is no option of a program that takes a filter. */
function isFilter(words: readonly string[], word: string): boolean {
  const [program = '', ...rest] = words;
  if (/(?:^|\/)g?sed$/.test(program))
    return rest.every((one) => /^-(?:[nErsuz]+|i\S*)$/.test(one)) && EDIT.test(withoutQuotes(word));
  if (!FILTER.test(program) || BEFORE_VALUE.test(rest.at(-1) ?? '')) return false;
  return rest.every((one) => (/^-/.test(one) && !OTHER_FILTER.test(one)) || /^(?:\d+|e|eval)$/.test(one));
}

/** The texts in quotes of code; all of it where it may be a file. */
function literalsOf(word: string): string {
  return /^[\w./~-]+$/.test(word) ? word : codeTexts(withoutQuotes(word).replace(/\\"/g, '"'));
}

/** A word without the quotes around it. */
export function withoutQuotes(word: string): string {
  return word.replace(/^(["'])([\s\S]*)\1$/, '$2');
}
