import { lineEnd } from '../../core/text/text.ts';
import { beginsWord, PLAIN, quoteEnd } from './quotes.ts';
import type { Undocumented } from './shell-of-hook.ts';

/** What marks the end of a here-document, behind `<<`. */
const DOCUMENT = /-?[ \t]*((?:'[^'\n]*'|"[^"\n]*"|\\.|[^\s;&|<>()'"\\`])+)/y;

/** The word that ends a here-document; within one whose word is quoted nothing is run. */
interface DocumentEnd {
  word: string;
  isQuoted: boolean;
}

/**
 * A shell line without its here-documents, and the lines within `$(…)` and backticks inside double quotes and
 * here-documents, which `splitWords`
 * does not split. `<<` within quotes begins none. `isEnded` is false when one of them has no end.
 */
export function withoutDocuments(text: string): Undocumented {
  if (!/<<|"/.test(text)) return { text, inner: [], isEnded: true };
  const open: { char: string; at: number }[] = [];
  const inner: string[] = [];
  const ends: DocumentEnd[] = [];
  let kept = '';
  let from = 0;
  let escaped = -1;
  /** The outermost substitution inside double quotes: how much is open around it, and where it begins. */
  let within: { depth: number; from: number } | undefined;
  const enter = (char: string, at: number): void => {
    if (open.at(-1)?.char === '"' && char !== '"') within ??= { depth: open.length, from: at + 1 };
    open.push({ char, at });
  };
  const leave = (at: number): void => {
    open.pop();
    if (within?.depth !== open.length) return;
    inner.push(text.slice(within.from, at));
    within = undefined;
  };
  for (let i = 0; i < text.length; i += 1) {
    PLAIN.lastIndex = i;
    i += PLAIN.exec(text)?.[0].length ?? 0;
    const char = text[i];
    const top = open.at(-1);
    if (char === '\\') {
      i += 1;
      escaped = i;
    } else if (char === '"' || char === '`') {
      if (top?.char === char) leave(i);
      else enter(char, i);
    } else if (top?.char === '"') {
      if (char === '(' && text[i - 1] === '$' && escaped !== i - 1) enter(char, i);
    } else if (char === "'") i = quoteEnd(text, i);
    else if (char === '(') enter(char, i);
    else if (char === ')' && top?.char === '(') leave(i);
    else if (char === '#' && beginsWord(text, i)) i = lineEnd(text, i) - 1;
    else if (char === '<' && text[i + 1] === '<') {
      const isArithmetic = top?.char === '(' && open.at(-2)?.char === '(' && open.at(-2)?.at === top.at - 1;
      DOCUMENT.lastIndex = i + 2;
      const end = text[i + 2] === '<' || isArithmetic ? undefined : DOCUMENT.exec(text)?.[1];
      if (end !== undefined)
        ends.push({ word: end.replace(/\$(?=["'])|["'\\]/g, '').trim(), isQuoted: /["'\\]/.test(end) });
      i += text[i + 2] === '<' ? 2 : 1;
    } else if (char === '\n' && ends.length > 0) {
      kept += text.slice(from, i + 1);
      from = behindDocuments(text, { from: i + 1, ends: ends.splice(0), isInner: top !== undefined, inner });
      if (from < 0) return { text: kept, inner, isEnded: text.slice(i).trim() === '' };
      i = from - 1;
    }
  }
  if (within !== undefined) inner.push(text.slice(within.from));
  return { text: kept + text.slice(from), inner, isEnded: true };
}

/**
 * Where the text behind here-documents goes on; -1 when one of them has no end. Within `$(…)` a `)` may follow the end. Adds to
 * `inner` what those whose end is not quoted run.
 */
function behindDocuments(
  text: string,
  { from, ends, isInner, inner }: { from: number; ends: DocumentEnd[]; isInner: boolean; inner: string[] },
): number {
  let at = from;
  for (const { word, isQuoted } of ends) {
    const start = at;
    for (;;) {
      const next = lineEnd(text, at);
      const line = text.slice(at, next).trim();
      const isLast = isInner && line.startsWith(word) && /^[)`]/.test(line.slice(word.length));
      if (!isQuoted && (at >= text.length || isLast || line === word))
        for (const one of substitutions(text.slice(start, at))) inner.push(one);
      if (at >= text.length) return -1;
      if (isLast) return text.indexOf(word, at) + word.length;
      at = next + 1;
      if (line === word) break;
    }
  }
  return Math.min(at, text.length);
}

/** The lines that `$(…)` and backticks in a text run. Linear. */
function substitutions(body: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = -1;
  for (const { 0: mark, index } of body.matchAll(/\\[\s\S]|\$\(|[()`]/g)) {
    if (mark === '`' && depth === 0) {
      if (from >= 0) found.push(body.slice(from, index));
      from = from >= 0 ? -1 : index + 1;
    } else if (mark === '$(' && depth === 0 && from < 0) {
      from = index + 2;
      depth = 1;
    } else if (depth > 0 && (mark === '(' || mark === '$(')) depth += 1;
    else if (depth > 0 && mark === ')') {
      depth -= 1;
      if (depth === 0) {
        found.push(body.slice(from, index));
        from = -1;
      }
    }
  }
  return from >= 0 && depth > 0 ? [...found, body.slice(from)] : found;
}
