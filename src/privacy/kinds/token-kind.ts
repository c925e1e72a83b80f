import { isRandomLooking } from './randomness.ts';
import { MARK_START, type Secret } from './secret.ts';

/** A kind of secret that is recognised by its form. */
export interface TokenKind {
  /** The name in `[redacted:kind]`; several rows may share one. */
  kind: string;
  /** Literals, in any case, of which every such secret contains one: the scanner looks for these first. */
  anchors: readonly string[];
  /**
   * Matches from the anchor on. A capture group, if any, ends the match and is the secret; the text before it stays.
   */
  pattern: RegExp;
  /** The part of the secret before the anchor: `chars` matches it whole, from `min` to `max` characters. */
  before?: { chars: RegExp; min: number; max: number };
  /** Also refuse to start after `-` or within Base64, for forms that could be the end of a longer name or of data. */
  strict?: true;
  /** May start within a word, as `://` does. */
  anywhere?: true;
  /** What an attempt without a match has read, where that is long: it is not read again for another anchor. */
  reach?: RegExp;
  /** Final test of the matched secret. */
  accept?: (secret: string) => boolean;
}

/**
 * A row of the tables in `kinds/`. Patterns are sticky, bounded and without nested repetition, so that one attempt
 * costs at most the length that they allow.
 */
export function row(kind: string, anchors: readonly string[], pattern: RegExp): TokenKind {
  return { kind, anchors, pattern };
}

const CLASSES: Readonly<Record<string, string>> = {
  '@': '[A-Za-z0-9]',
  '#': '[a-f0-9]',
  '~': '[\\w-]',
  '^': '[A-Z0-9]',
  '%': '[a-z0-9]',
  0: '\\d',
  '&': '[A-Za-z0-9+/]',
  '=': '[\\w+/=-]',
  UUID: '[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}',
};

/**
 * The rows of a table: in each line a kind, the form of the rest of its tokens, and what they start with, between blanks.
 * In a form `@` is a letter or digit, `#` a hexadecimal digit in lower case, `~` a character of base64url, `^` a capital or
 * digit, `%` a small letter or digit, `0` a digit, `&` a character of Base64, `=` of either Base64, each followed by its
 * count in braces; `UUID` is one, a dot itself, all else a regular expression. Behind a kind `!` makes it strict, `?`
 * wants a digit, `*` a rest that has a digit or looks random. What stands before `<` in a form is before the prefix.
 */
export function formRows(table: string): TokenKind[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', form = '', ...prefixes] = line.split(' ');
      const kind = name.replace(/[!?*]+$/, '');
      const written = form.replace(/[@#~^%0&=](?=\{)|UUID|\./g, (sign) => CLASSES[sign] ?? `\\${sign}`);
      const [tail = '', before] = written.split('<').reverse();
      const [min = 0, max = min] =
        form
          .replace(/<.*/, '')
          .match(/\d+(?=[,}])/g)
          ?.map(Number) ?? [];
      const heads = prefixes.map((prefix) => prefix.replace(/[^\w-]/g, '\\$&')).join('|');
      return {
        ...row(kind, prefixes, new RegExp(`(?:${heads})${tail}`, 'y')),
        ...(before !== undefined && { before: { chars: new RegExp(`^${before}$`), min, max } }),
        ...(name.includes('!') && { strict: true as const }),
        ...(name.includes('?') && { accept: hasDigit }),
        ...(name.includes('*') && { accept: (secret: string) => isDrawnTail(secret, prefixes) }),
      };
    });
}

function isDrawnTail(secret: string, prefixes: readonly string[]): boolean {
  const tail = secret.slice(Math.max(...prefixes.map((prefix) => (secret.startsWith(prefix) ? prefix.length : 0))));
  return hasDigit(tail) || isRandomLooking(tail);
}

/** True for a text with a digit: the final test of forms that words can have. */
export function hasDigit(secret: string): boolean {
  return /\d/.test(secret);
}

/** Characters of a token on its first line, and lines after it, with which it can be a wrapped one. */
const WRAPPED_LEAST = 56;
const WRAPPED_LINES = 60;
const WRAPPED = /\r?\n[ \t]{0,8}(?![-+])([\w+/.=-]{8,200})(?=[\s"'`]|$)/y;

const DASH = 0x2d;
const BACKSLASH = 0x5c;
const UNDERSCORE = 0x5f;
const SLASH = 0x2f;
const PLUS = 0x2b;
const BLOB_LEAST = 24;
/** Ends in a run of Base64 that is too long for the segments of a path. */
const BLOB = /^[A-Za-z0-9+/]{24}$/;
const PERCENT = 0x25;
/** Behind a token: no part of a word, but the `_` that ends italics of Markdown. */
const TOKEN_END = /^_?(?!\w)/;

/** The secret of this kind at an anchor, or the offset up to which the text was read without a match. */
export function matchToken(row: TokenKind, text: string, anchor: number): Secret | number {
  const start = startOfToken(row, text, anchor);
  if (start === undefined) return anchor;
  row.pattern.lastIndex = anchor;
  const match = row.pattern.exec(text);
  if (match === null) return endOfReach(row.reach, text, anchor);
  const end = row.pattern.lastIndex;
  const from = match[1] === undefined ? start : end - match[1].length;
  const to =
    match[1] === undefined ? endOfWrapped(text, from, startOfMark(text, from, end)) : startOfMark(text, from, end);
  if (
    to === from ||
    isInMark(text, anchor, from) ||
    (match[1] === undefined && !TOKEN_END.test(text.slice(end, end + 2)))
  )
    return end;
  if (row.accept !== undefined && !row.accept(text.slice(from, to))) return end;
  return { start: from, end: to, kind: row.kind };
}

/** End of a token that goes on in the next lines, which hold nothing else, as a terminal or a mail wraps it. */
export function endOfWrapped(text: string, start: number, end: number): number {
  if (end - start < WRAPPED_LEAST) return end;
  let at = end;
  for (let lines = 0; lines < WRAPPED_LINES; lines += 1) {
    WRAPPED.lastIndex = at;
    const part = WRAPPED.exec(text)?.[1];
    if (part === undefined || !isRandomLooking(part)) break;
    at = WRAPPED.lastIndex;
  }
  return at;
}

function endOfReach(reach: RegExp | undefined, text: string, anchor: number): number {
  if (reach === undefined) return anchor;
  reach.lastIndex = anchor;
  reach.test(text);
  return reach.lastIndex;
}

/** True when the text before a secret ends inside the mark of another one. */
function isInMark(text: string, anchor: number, from: number): boolean {
  const lead = text.slice(anchor, from);
  return lead.lastIndexOf(MARK_START) > lead.lastIndexOf(']');
}

/** End of a secret, or the start of the mark of another one that overlaps it. */
function startOfMark(text: string, from: number, end: number): number {
  const mark = text.slice(from, end + MARK_START.length).indexOf(MARK_START);
  return mark < 0 ? end : Math.min(end, from + mark);
}

function startOfToken(row: TokenKind, text: string, anchor: number): number | undefined {
  if (row.before === undefined) return row.anywhere || isTokenStart(text, anchor, row.strict) ? anchor : undefined;
  const { chars, min, max } = row.before;
  for (let start = anchor - min; start >= 0 && start >= anchor - max; start -= 1) {
    if (isTokenStart(text, start, row.strict)) return chars.test(text.slice(start, anchor)) ? start : undefined;
  }
  return undefined;
}

/** True where a token can start: not inside a word, but after a flag of one letter and an escape such as `\n`, `\x3d`, `\u003d` or `%3D`. */
export function isTokenStart(text: string, at: number, strict?: boolean): boolean {
  if (at === 0) return true;
  const code = text.charCodeAt(at - 1);
  // Behind a secret as well: what is no start before it was replaced is none afterwards.
  if (code === DASH) return strict !== true || !(isWordCode(text.charCodeAt(at - 2)) || text.charAt(at - 2) === ']');
  if (strict === true && (code === SLASH || code === PLUS))
    return !BLOB.test(text.slice(Math.max(0, at - BLOB_LEAST), at));
  if (!isWordCode(code)) return true;
  // Behind a flag of one letter: `-p…`.
  if (text.charCodeAt(at - 2) === DASH && at > 2 && /\s/.test(text.charAt(at - 3))) return true;
  // What Markdown sets in italics: `_…_`.
  if (code === UNDERSCORE && !isWordCode(text.charCodeAt(at - 2))) return true;
  if (text.charCodeAt(at - 2) === BACKSLASH) return /[nrtbf0]/.test(text.charAt(at - 1));
  if (text.charCodeAt(at - 3) === PERCENT) return /[0-9a-f]{2}/i.test(text.slice(at - 2, at));
  if (text.charCodeAt(at - 4) === BACKSLASH) return /x[0-9a-f]{2}/i.test(text.slice(at - 3, at));
  return text.charCodeAt(at - 6) === BACKSLASH && /u[0-9a-f]{4}/i.test(text.slice(at - 5, at));
}

/** True for a letter, a digit and `_`, by its code. */
export function isWordCode(code: number): boolean {
  if (code >= 0x61) return code <= 0x7a;
  if (code >= 0x41) return code <= 0x5a || code === 0x5f;
  return code >= 0x30 && code <= 0x39;
}
