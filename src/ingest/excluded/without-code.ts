import { WORD } from './shell-words.ts';

/** Programs that take code of a language of their own, and the options before it. */
const LANGUAGE = /^(?:\S*\/)?(?:node|deno|bun|python[\d.]*|perl|ruby|php|psql|mysql)$/;
const CODE = /^(?:-[a-zA-Z]{0,4}[ecpr]|--(?:eval|command|print)|eval)$/;
/** Programs that take a filter or what they look for before all files. */
const FILTER = /^(?:\S*\/)?(?:g?jq|yq|[efu]?grep|rg|ag)$/;
/** Options by which a filter comes from elsewhere, and those whose value is the next word. */
const OTHER_FILTER = /^(?:-[^-]*[ef]|--(?:re|fi|ex|fr))/;
const BEFORE_VALUE = /^(?:-[a-zA-Z]*[gtTmABCdDjO]|--(?!raw)[^=]*)$/;
/** Programs that take a message. */
const TELLER = /^(?:git|gh|glab|jj)$/;
const MESSAGE = /^(?:-[a-z]*m|--(?:message|title|body))$/;
const TEMPLATE = /^(?:-o=?|--output=)?(?:jsonpath|go-template|custom-columns)=/;
/** A word that is no filter of `yq` where it is the only one: that reads a file without a filter. */
const SOLE_FILE = /^["']?(?:[^'".\s]|\.{0,2}\/)[^'"\s|]*["']?$/;
/** How much of a command is looked at to see whether a word is the last one of its program. */
const AFTER_CHARS = 100;
/** How many words may stand before a filter: each of them is looked at. */
const BEFORE_FILTER_MAX = 100;
/** What stands before a program. */
const BEFORE = /^(?:sudo|time|xargs|npx|\w+=.*)$/;
/** What a shell runs within a word. */
const RUN = /\$\(|`/;
/** What runs something, or quotes in a way of its own, within code or a message. */
const RUNS = /\bq[xqw]?\b|%[xqw]|\\[a-z!]|\bsource\b/;
/** A text in quotes, and its last quote where it has one: a text without it is read to its end, so that nothing is read twice. */
const LITERAL = /'(?:[^'\\\n]|\\.)*('?)|"(?:[^"\\\n]|\\.)*("?)/g;
const DOCUMENT = /^"\$\(cat <<'(\w+)'\n[^`$]*\n\1\s*\)"$/;

/**
 * A command without what is no word of a shell in it: code of another language but for its texts in quotes, the filter of `jq` and
 * `grep`, the message of a commit. `u.key` in a query names no file, and `open('u.key')` does. Linear.
 */
export function withoutCode(command: string): string {
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
    left += between + (words.length > 0 && !isTarget ? leftOf(word, words, isLast) : word);
    if (!isTarget && (words.length > 0 || !BEFORE.test(word))) words.push(word);
  }
  return left + command.slice(at);
}

/** What is left of a word behind others of its command. */
function leftOf(word: string, before: readonly string[], isLast: boolean): string {
  const [program = ''] = before;
  const previous = before.at(-1) ?? '';
  if (RUN.test(word)) return TELLER.test(program) && DOCUMENT.test(word) ? '' : word;
  if (TEMPLATE.test(word)) return '';
  if (LANGUAGE.test(program) && CODE.test(previous)) return literalsOf(word);
  if (TELLER.test(program) && MESSAGE.test(previous)) return / /.test(word) && !RUNS.test(word) ? '' : word;
  const isFile = isLast && /(?:^|\/)yq$/.test(program) && SOLE_FILE.test(word);
  if (before.length > BEFORE_FILTER_MAX || word.startsWith('-') || isFile) return word;
  return isFilter(program === 'git' ? before.slice(1) : before) ? '' : word;
}

/** True where the next word is the first that is no option of a program that takes a filter. */
function isFilter(words: readonly string[]): boolean {
  const [program = '', ...rest] = words;
  if (!FILTER.test(program) || BEFORE_VALUE.test(rest.at(-1) ?? '')) return false;
  return rest.every((one) => (/^-/.test(one) && !OTHER_FILTER.test(one)) || /^(?:\d+|e|eval)$/.test(one));
}

/** The texts in quotes of code; all of it where it may be a file, may run something, or where its quotes are unclear. */
function literalsOf(word: string): string {
  if (/^[\w./~-]+$/.test(word)) return word;
  const code = word.replace(/^(["'])([\s\S]*)\1$/, '$2').replace(/\\"/g, '"');
  const texts = [...code.matchAll(LITERAL)];
  const isClear = texts.every(([, single, double]) => single || double) && !code.replace(LITERAL, '').includes('`');
  return RUNS.test(code) || !isClear ? word : texts.map(([text]) => text).join(' ');
}
