/**
 * A kind of secret that is known by its form: a row of the tables in `kinds/`.
 * Patterns are sticky, bounded and without nested repetition, so that one attempt costs at most the length they allow.
 */
export interface TokenKind {
  /** The name in `[redacted:kind]`; several rows may share one. */
  kind: string;
  description: string;
  /** Literals that occur in every such secret, in any case: what a text is searched for first. */
  anchors: readonly string[];
  /** Matches from the anchor on. A group, if any, ends the match and is the secret, so that what leads to it stays. */
  pattern: RegExp;
  /** Matches the part of the secret before the anchor, up to its end, in the 128 characters before it. */
  before?: RegExp;
  /** Also refuse to start behind `-`, for forms that could be the end of a longer name. */
  strict?: true;
  /** A last look at the secret. */
  accept?: (secret: string) => boolean;
}

/** Where a secret of the kind stands at an anchor, in UTF-16 offsets; `undefined` when there is none. */
export function matchToken(row: TokenKind, text: string, anchor: number): { start: number; end: number } | undefined {
  const start = row.before === undefined ? anchor : startBefore(row.before, text, anchor);
  if (start < 0 || (row.pattern.source.charCodeAt(0) !== 0x3a && !isTokenStart(text, start, row.strict))) return undefined;
  row.pattern.lastIndex = anchor;
  const match = row.pattern.exec(text);
  if (match === null) return undefined;
  const end = row.pattern.lastIndex;
  const secret = match[1] ?? text.slice(start, end);
  if (match[1] === undefined && isWordCode(text.charCodeAt(end))) return undefined;
  if (row.accept !== undefined && !row.accept(secret)) return undefined;
  return { start: end - secret.length, end };
}

function startBefore(before: RegExp, text: string, anchor: number): number {
  const match = before.exec(text.slice(Math.max(0, anchor - 128), anchor));
  return match === null ? -1 : anchor - match[0].length;
}

/** True where a token can start: not within a word, but behind an escape such as `\n`, `\u003d` or `%3D`. */
function isTokenStart(text: string, at: number, strict: boolean | undefined): boolean {
  if (at === 0) return true;
  const code = text.charCodeAt(at - 1);
  if (code === 0x2d) return strict !== true || !isWordCode(text.charCodeAt(at - 2));
  if (!isWordCode(code)) return true;
  return /(?:\\[nrtbf0]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2})$/.test(text.slice(Math.max(0, at - 6), at));
}

function isWordCode(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}
