import { findSecrets } from '../../privacy/find-secrets.ts';
import type { Secret } from '../../privacy/kinds/secret.ts';
import { redact, replaceSecrets } from '../../privacy/redact.ts';
import { firstSentence } from './doc-comment.ts';
import { SIGNATURE_MAX } from './find-symbols.ts';
import type { CodeSymbol } from './symbol.ts';

/** Lines of a comment that are read for its first sentence. */
export const DOC_LINES = 12;
/** Characters of a signature that are shown. */
const SIGNATURE_CHARS = 200;
const OPENS_BODY = /(?:\s*(?:=>|[{=:;,(]|\bdo\b|\bthen\b))+$/;
const STRING_START = /^\s*[a-z]{0,2}("""|'''|"|')/i;

/** The text of a source file as it may be handed on: without its secrets, wherever in the file they show what they are. */
export interface SourceText {
  /** How many lines it has. */
  lines: number;
  /** The character at which a line starts; `undefined` for one that is not in it. */
  startOf(line: number): number | undefined;
  /** Its secrets, in order. */
  secrets: readonly Secret[];
  /** The lines `from` to `to`, from 1. */
  between(from: number, to: number): string;
  /** How a symbol is declared, in one line, without its body. */
  signatureOf(symbol: Pick<CodeSymbol, 'line' | 'column' | 'chars'>): string;
  /** The first sentence of a symbol's comment. */
  docOf(symbol: Pick<CodeSymbol, 'line' | 'docLine'>): string | undefined;
}

/**
 * Reads a source file's text, or a stretch of it below `above` lines. Secrets are looked for in all of it, so that one that
 * a line shows hides another's; `secrets` are those of the same text when they are known.
 */
export function toSourceText(
  text: string,
  { secrets = findSecrets(text), above = 0 }: { secrets?: readonly Secret[] | undefined; above?: number } = {},
): SourceText {
  const lines = createLineFinder(text);
  const startOf = (line: number): number => lines.startOf(Math.max(line - above, 1)) ?? lines.lastStart();
  const endOf = (line: number): number => (lines.startOf(Math.max(line - above, 1) + 1) ?? text.length + 1) - 1;
  const slice = (from: number, to: number): string => {
    const within = secrets
      .filter(({ start, end }) => start < to && end > from)
      .map(({ start, end, kind }) => ({ kind, start: Math.max(start, from) - from, end: Math.min(end, to) - from }));
    return redact(replaceSecrets(text.slice(from, to), within)).text;
  };
  return {
    get lines() {
      return above + lines.count();
    },
    startOf: (line) => lines.startOf(line - above),
    secrets,
    between: (from, to) => slice(startOf(from), endOf(to)),
    signatureOf({ line, column, chars }) {
      const from = startOf(line) + column;
      return oneLineSignature(slice(from, chars === 0 ? Math.min(endOf(line), from + SIGNATURE_MAX) : from + chars));
    },
    docOf({ line, docLine }) {
      if (docLine === undefined) return undefined;
      const last = docLine + DOC_LINES;
      const comment = slice(startOf(docLine), endOf(docLine < line ? Math.min(line - 1, last) : last));
      return firstSentence(docLine < line ? comment : withinQuotes(comment)) || undefined;
    },
  };
}

/** Finds where lines start, reading no further than the last line that was asked for. */
function createLineFinder(text: string) {
  const starts = [0];
  let isRead = false;
  const readTo = (line: number): void => {
    while (!isRead && starts.length < line) {
      const next = text.indexOf('\n', starts.at(-1)) + 1;
      if (next > 0) starts.push(next);
      else isRead = true;
    }
  };
  return {
    /** `undefined` after the last line. */
    startOf(line: number): number | undefined {
      readTo(line);
      return starts[line - 1];
    },
    lastStart: (): number => starts.at(-1) ?? 0,
    count(): number {
      readTo(Number.POSITIVE_INFINITY);
      return starts.length;
    },
  };
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
