import { MARK_START } from './kinds/secret.ts';

const MARK = `${MARK_START}private]`;
/** Upper bound on the characters that a `*` stands for. */
const RUN_CHARS = 200;
/** What ends a word for a `*`. */
const BETWEEN = /[\s"'`<>()[\]{},;]/;

interface HiddenPattern {
  literal: string;
  before: boolean;
  after: boolean;
}

/**
 * Builds what replaces words of a person's own choice by `[redacted:private]`, in either case. A `*` at the start or the end
 * of a pattern stands for the rest of the word. Linear in the length of the text.
 */
export function createHider(patterns: readonly string[]): (text: string) => string {
  const parsed = patterns.map(parse).filter(({ literal }) => literal !== '');
  if (parsed.length === 0) return (text) => text;
  const any = new RegExp(
    parsed.map(({ literal }) => `(${literal.replace(/[^\p{L}\p{N}]/gu, escaped)})`).join('|'),
    'giu',
  );
  return (text) => hide(text, any, parsed);
}

function escaped(char: string): string {
  return /\s/.test(char) ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`;
}

function parse(pattern: string): HiddenPattern {
  const trimmed = pattern.trim();
  const literal = trimmed.replace(/^\*+|\*+$/g, '');
  return { literal, before: trimmed.startsWith('*'), after: trimmed.endsWith('*') };
}

function hide(text: string, any: RegExp, parsed: readonly HiddenPattern[]): string {
  let hidden = '';
  let done = 0;
  for (const match of text.matchAll(any)) {
    const pattern = parsed[match.slice(1).findIndex((group) => group !== undefined)];
    if (pattern === undefined || match.index < done) continue;
    let start = match.index;
    let end = start + match[0].length;
    if (pattern.before) while (start > done && match.index - start < RUN_CHARS && isOfWord(text[start - 1])) start -= 1;
    if (pattern.after) for (const most = end + RUN_CHARS; end < most && isOfWord(text[end]); ) end += 1;
    hidden += `${text.slice(done, start)}${MARK}`;
    done = end;
  }
  return done === 0 ? text : hidden + text.slice(done);
}

function isOfWord(char: string | undefined): boolean {
  return char !== undefined && !BETWEEN.test(char);
}
