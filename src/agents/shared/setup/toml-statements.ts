import { lineEnd } from '../../../core/text/text.ts';

/** A stretch of a TOML text: a table's header, a pair of key and value, a comment line or a blank one. Character offsets. */
export interface TomlStatement {
  kind: 'table' | 'pair' | 'comment' | 'blank';
  start: number;
  /** Offset after its line end. */
  end: number;
}

/** The statements of a valid TOML text without a byte order mark, in order; together they are the whole text. */
export function tomlStatements(text: string): TomlStatement[] {
  const statements: TomlStatement[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfStatement(text, start);
    statements.push({ kind: kindOf(text.slice(start, end).trimStart()), start, end });
    start = end;
  }
  return statements;
}

function kindOf(statement: string): TomlStatement['kind'] {
  if (statement === '') return 'blank';
  if (statement.startsWith('#')) return 'comment';
  return statement.startsWith('[') ? 'table' : 'pair';
}

/** End of a statement: the end of its line, or of the list or string that continues on further lines. */
function endOfStatement(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"' || char === "'") at = endOfString(text, at, char);
    else if (char === '#') at = lineEnd(text, at);
    else {
      at += 1;
      if (char === '[' || char === '{') depth += 1;
      else if (char === ']' || char === '}') depth -= 1;
      else if (char === '\n' && depth <= 0) return at;
    }
  }
  return at;
}

/** End of a string. In a multi-line string, up to two quotes before the closing three belong to it. */
function endOfString(text: string, start: number, quote: string): number {
  const isLong = text.startsWith(quote.repeat(3), start);
  const closing = isLong ? quote.repeat(3) : quote;
  for (let at = start + closing.length; at < text.length; at += 1) {
    if (quote === '"' && text.charAt(at) === '\\') at += 1;
    else if (text.startsWith(closing, at)) {
      let end = at + closing.length;
      while (isLong && end < at + 5 && text.charAt(end) === quote) end += 1;
      return end;
    }
  }
  return text.length;
}
