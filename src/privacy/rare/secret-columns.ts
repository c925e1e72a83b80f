import type { AnchorPlace, Secret } from '../kinds/secret.ts';
import type { SecretTests } from './secret-tests.ts';

/** Upper bounds on the characters of a line and on the lines of a table. */
const LINE_MAX = 500;
const LINES_MAX = 1_000;
const LABEL = /^[A-Za-z][\w .#/()-]{0,30}$/;
/** A line that only draws the table. */
const RULE = /^[\s|│+:=─┼-]*$/;
/** What every secret in a cell has. */
const CELL = /[^\s|,;]{4}/;
/** In groups, so that they are among the parts that a line is split into. */
const DELIMITERS = [/([|│])/, /(\t)/, /(;)/, /(,)/, /( {2,})/];

/**
 * The secrets below a head of a table (of a database, CSV, Markdown) in which a telltale name ends in an anchor, or the
 * offset up to which the text was read without one.
 */
export function findSecretColumns(
  text: string,
  { start, end }: AnchorPlace,
  { isSecretOf, secretNameKind }: SecretTests,
): readonly Secret[] | number {
  const before = text.slice(Math.max(0, start - LINE_MAX), start);
  const lineStart = start - before.length + before.lastIndexOf('\n') + 1;
  const head = lineAt(text, lineStart);
  // What is no head for one name on a line is none for the others.
  const lineEnd = lineStart + head.length;
  if (end > lineEnd) return end;
  const delimiter = DELIMITERS.find((sign) => sign.test(head.trim()));
  if (delimiter === undefined) return lineEnd;
  const names = partsOf(head, delimiter).map(bareOf);
  if (names.some((name, part) => part % 2 === 0 && name !== '' && !LABEL.test(name))) return lineEnd;
  const kinds = names.map((name) => secretNameKind(name));
  const secrets: Secret[] = [];
  let at = lineEnd + 1;
  for (let lines = 0; lines < LINES_MAX && at < text.length; lines += 1) {
    const line = lineAt(text, at);
    const parts = RULE.test(line) || !CELL.test(line) ? [] : partsOf(line, delimiter);
    if (line.trim() === '' || (parts.length > 0 && parts.length !== names.length)) break;
    let partStart = at;
    for (const [part, raw] of parts.entries()) {
      const kind = kinds[part];
      const cell = kind === undefined || kind === 'service-key' || !/\d/.test(raw) ? '' : bareOf(raw);
      const start = partStart + raw.indexOf(cell);
      if (kind !== undefined && cell !== '' && isSecretOf(kind, cell, { form: 'line', quotedName: true })) {
        secrets.push({ start, end: start + cell.length, kind });
      }
      partStart += raw.length;
    }
    at += line.length + 1;
  }
  return secrets.length > 0 ? secrets : Math.min(at, text.length);
}

/** The cells of a line, and between them what divides them; what is before the first cell belongs to it. */
function partsOf(line: string, delimiter: RegExp): string[] {
  const lead = line.length - line.trimStart().length;
  const [first = '', ...rest] = line.slice(lead).trimEnd().split(delimiter);
  return [line.slice(0, lead) + first, ...rest];
}

/** A cell without the blanks and quotes around it. */
function bareOf(cell: string): string {
  return cell.replace(/^[\s"'`]+|[\s"'`]+$/g, '');
}

/** The line that starts at an offset, or of a longer one what may belong to a table. */
function lineAt(text: string, start: number): string {
  const window = text.slice(start, start + LINE_MAX);
  const end = window.indexOf('\n');
  return end < 0 ? window : window.slice(0, end);
}
