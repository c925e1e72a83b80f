import { createScanner } from 'jsonc-parser';

/** Tokens of `jsonc-parser` between values, by number: its const enum does not exist at run time. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_END = 14;
const SPACE = 15;

/** The end of a value's line, including comments and a comma after it, and the comma's place. Character offsets. */
export interface ValueTail {
  end: number;
  comma?: number;
}

/**
 * Scans the text after a value that ends at `from`: its comma, and the end of the comments on its (or the comma's)
 * line.
 */
export function tailOf(text: string, from: number): ValueTail {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  const tail: ValueTail = { end: from };
  let lineEnded = false;
  for (;;) {
    const kind: number = scanner.scan();
    const end = scanner.getTokenOffset() + scanner.getTokenLength();
    if (kind === SPACE) continue;
    if (kind === LINE_END) lineEnded = true;
    else if (kind === COMMA && tail.comma === undefined) {
      tail.comma = scanner.getTokenOffset();
      tail.end = end;
      lineEnded = false;
    } else if (kind !== LINE_COMMENT && kind !== BLOCK_COMMENT) return tail;
    else if (!lineEnded) tail.end = end;
  }
}

/** Offset of the comma after a value that ends at `from`; `undefined` when another value or the end comes first. */
export function commaAfter(text: string, from: number): number | undefined {
  return tailOf(text, from).comma;
}

/** The offset of the white space before `at`. */
export function skipSpaceBack(text: string, at: number): number {
  let start = at;
  while (start > 0 && /\s/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** The indentation of the line that contains an offset. */
export function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? '';
}

/** The first line end of a text; `\n` when it has none. */
export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}
