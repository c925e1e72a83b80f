import measure from 'fast-string-truncated-width';
import { wrapAnsi } from 'fast-wrap-ansi';

const RESET = '\u001b[0m';
const ELLIPSIS = { ellipsis: '…', ellipsisWidth: 1 };

/** A line as exactly `width` columns: cut where it is longer, filled with spaces where it is shorter. */
export function fitLine(line: string, width: number): string {
  const { index, ellipsed, width: taken } = measure(line, { limit: width, ...ELLIPSIS });
  const isStyled = line.includes('\u001b');
  const cut = index === line.length ? line : `${line.slice(0, index)}${ellipsed ? '…' : ''}${isStyled ? RESET : ''}`;
  return cut + ' '.repeat(Math.max(width - taken - (ellipsed ? 1 : 0), 0));
}

/** A text as lines of at most `width` columns, broken at words, or within one that is longer; lines keep their indentation. */
export function wrapLines(text: string, width: number): string[] {
  return text
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      const room = width - indent.length;
      if (room < 1) return [''];
      return wrapAnsi(line, room, { hard: true })
        .split('\n')
        .map((part) => indent + part);
    });
}

/** Columns that a line takes, colours aside. */
export function lineWidth(line: string): number {
  return measure(line).width;
}
