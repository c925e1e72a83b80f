import { findSecrets } from '../../privacy/find-secrets.ts';
import { redact, replaceSecrets } from '../../privacy/redact.ts';
import { firstSentence } from './doc-comment.ts';
import { SIGNATURE_MAX } from './find-symbols.ts';
import type { CodeSymbol } from './symbol.ts';

/** Characters of a signature that are shown, and lines of a comment that are read for its first sentence. */
const SIGNATURE_CHARS = 200;
const DOC_LINES = 12;
const OPENS_BODY = /(?:\s*(?:=>|[{=:;,(]|\bdo\b|\bthen\b))+$/;
const STRING_START = /^\s*[a-z]{0,2}("""|'''|"|')/i;

/** The text of a source file as it may be handed on: without its secrets, wherever in the file they show what they are. */
export interface SourceText {
  /** How many lines it has. */
  lines: number;
  /** The lines `from` to `to`, from 1. */
  between(from: number, to: number): string;
  /** How a symbol is declared, in one line, without its body. */
  signatureOf(symbol: Pick<CodeSymbol, 'line' | 'column' | 'chars'>): string;
  /** The first sentence of a symbol's comment. */
  docOf(symbol: Pick<CodeSymbol, 'line' | 'docLine'>): string | undefined;
}

/** Reads a source file's text. Secrets are looked for in all of it, so that one that a line shows hides another's. */
export function toSourceText(text: string): SourceText {
  const starts = lineStarts(text);
  const secrets = findSecrets(text);
  const startOf = (line: number): number => starts[Math.min(Math.max(line, 1), starts.length) - 1] ?? 0;
  const endOf = (line: number): number => (line >= starts.length ? text.length : startOf(line + 1) - 1);
  const slice = (from: number, to: number): string => {
    const within = secrets
      .filter(({ start, end }) => start < to && end > from)
      .map(({ start, end, kind }) => ({ kind, start: Math.max(start, from) - from, end: Math.min(end, to) - from }));
    return redact(replaceSecrets(text.slice(from, to), within)).text;
  };
  return {
    lines: starts.length,
    between: (from, to) => slice(startOf(from), endOf(to)),
    signatureOf({ line, column, chars }) {
      const from = startOf(line) + column;
      return oneLineSignature(slice(from, chars === 0 ? Math.min(endOf(line), from + SIGNATURE_MAX) : from + chars));
    },
    docOf({ line, docLine }) {
      if (docLine === undefined) return undefined;
      const last = Math.min(docLine < line ? line - 1 : starts.length, docLine + DOC_LINES);
      const comment = slice(startOf(docLine), endOf(last));
      return firstSentence(docLine < line ? comment : withinQuotes(comment)) || undefined;
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** What stands between the quotes of a comment that is a string. */
function withinQuotes(text: string): string {
  const start = STRING_START.exec(text);
  if (start === null) return text;
  const inside = text.slice(start[0].length);
  const end = inside.indexOf(start[1] ?? '');
  return end < 0 ? inside : inside.slice(0, end);
}

function oneLineSignature(declared: string): string {
  const line = declared.replace(/\s+/g, ' ').trim().replace(OPENS_BODY, '').trim();
  return line.length > SIGNATURE_CHARS ? `${line.slice(0, SIGNATURE_CHARS - 1)}…` : line;
}
