import type { AnchorPlace, Secret } from './kinds/secret.ts';
import { isSecretOf } from './named-secrets.ts';
import { secretNameKind } from './secret-names.ts';
import { matchEnd } from './value-joint.ts';

/** A cell of a table: its words without quotes, and where they start. */
interface TableCell {
  start: number;
  text: string;
}

/** Upper bounds on the characters of a line and on the lines of a table. */
const LINE_MAX = 500;
const LINES_MAX = 1_000;
/** What stands between the head of a column and the next one, or ends the line. */
const NEXT = /["'`]?[ \t]{0,60}(?:[|│,;\t]|(?<= {2})\S|\r?(?:\n|$))/y;
const LABEL = /^[A-Za-z][\w .#/()-]{0,30}$/;
/** A line that only draws the table. */
const RULE = /^[\s|│+:=─┼-]*$/;
const DELIMITERS = [/[|│]/g, /\t/g, /;/g, /,/g, / {2,}/g];

/**
 * The secrets below a head of a table (of a database, CSV, Markdown) in which a telltale name ends in an anchor, or the
 * offset up to which the text was read without one.
 */
export function findSecretColumns(text: string, { start, end }: AnchorPlace): readonly Secret[] | number {
  if (matchEnd(NEXT, text, end) < 0) return end;
  const before = text.slice(Math.max(0, start - LINE_MAX), start);
  const lineStart = start - before.length + before.lastIndexOf('\n') + 1;
  const head = lineAt(text, lineStart);
  const delimiter = DELIMITERS.find((sign) => (head.trim().match(sign)?.length ?? 0) > 0);
  if (delimiter === undefined) return end;
  const names = cellsOf(head, lineStart, delimiter);
  if (names.some((name) => name.text !== '' && !LABEL.test(name.text))) return end;
  const kinds = names.map((name) => secretNameKind(name.text));
  const secrets: Secret[] = [];
  let at = lineStart + head.length + 1;
  for (let lines = 0; lines < LINES_MAX && at < text.length; lines += 1) {
    const line = lineAt(text, at);
    const cells = RULE.test(line) ? [] : cellsOf(line, at, delimiter);
    if (line.trim() === '' || (cells.length > 0 && cells.length !== names.length)) break;
    for (const [column, cell] of cells.entries()) {
      const kind = kinds[column];
      if (kind === undefined || kind === 'service-key' || !/\d/.test(cell.text)) continue;
      if (!isSecretOf(kind, cell.text, { form: 'line', quotedName: true })) continue;
      secrets.push({ start: cell.start, end: cell.start + cell.text.length, kind });
    }
    at += line.length + 1;
  }
  return secrets.length > 0 ? secrets : Math.min(at, text.length);
}

/** The line that starts at an offset, or of a longer one what may belong to a table. */
function lineAt(text: string, start: number): string {
  const window = text.slice(start, start + LINE_MAX);
  const end = window.indexOf('\n');
  return end < 0 ? window : window.slice(0, end);
}

function cellsOf(line: string, start: number, delimiter: RegExp): TableCell[] {
  const cells: TableCell[] = [];
  const whole = line.trimEnd();
  let at = line.length - line.trimStart().length;
  for (const { 0: sign, index } of [...whole.matchAll(delimiter), { 0: '', index: whole.length }]) {
    if (index < at) continue;
    const raw = whole.slice(at, index);
    const text = raw.replace(/^[\s"'`]+|[\s"'`]+$/g, '');
    cells.push({ start: start + at + raw.indexOf(text), text });
    at = index + sign.length;
  }
  return cells;
}
