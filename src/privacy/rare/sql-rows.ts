import type { AnchorPlace, Secret } from '../kinds/secret.ts';
import type { SecretTests } from './secret-tests.ts';

const STATEMENT = /[\w.`"[\]]{1,100} ?\(([^()]{1,2000})\)\s{0,20}(?:values\s{0,20}|from stdin[^\n;]{0,80};?\r?\n)/iy;
const ROWS_MAX = 16_384;
/** A value of a row: quoted as SQL does, or any other; or the end of a row. */
const VALUE = /[NE]?'((?:[^'\\]|\\.|'')*)'|"([^"\n]*)"|[^\s,()']+(?:\([^()]*\))?|\)/g;

/** The values in the columns of a statement's rows whose names are those of secrets, or the offset up to which was read. */
export function findSqlRows(
  text: string,
  { end }: AnchorPlace,
  { secretNameKind, isSecretOf }: SecretTests,
): readonly Secret[] | number {
  STATEMENT.lastIndex = end;
  const match = STATEMENT.exec(text);
  if (match === null) return end;
  const at = STATEMENT.lastIndex;
  const kinds = (match[1] ?? '').split(',').map((name) => secretNameKind(name.replace(/[\s"'`[\]]/g, '')));
  if (kinds.every((kind) => kind === undefined)) return at;
  const all = text.slice(at, at + ROWS_MAX);
  const rows = all.slice(0, endOf(all));
  const secrets: Secret[] = [];
  const take = (column: number, value: string, start: number): void => {
    const kind = kinds[column];
    const isSecret = kind !== undefined && kind !== 'service-key' && /\d/.test(value);
    if (isSecret && isSecretOf(kind, value, { form: 'quoted', quotedName: true }))
      secrets.push({ start, end: start + value.length, kind });
  };
  if (/stdin/i.test(match[0])) {
    let start = at;
    for (const row of rows.split('\n')) {
      let cell = start;
      for (const [column, value] of row.split('\t').entries()) {
        take(column, value, cell);
        cell += value.length + 1;
      }
      start += row.length + 1;
    }
  } else {
    let column = 0;
    for (const { 0: whole, 1: single, 2: double, index } of rows.matchAll(VALUE)) {
      const value = single ?? double;
      if (value !== undefined)
        take(column, value, at + index + whole.indexOf(value, single === undefined ? 1 : whole.indexOf("'")));
      column = whole === ')' ? 0 : column + 1;
    }
  }
  return secrets.length > 0 ? secrets : at + rows.length;
}

/** Where the rows of a statement end: at a semicolon that ends a line, or after the last of a copy. */
function endOf(rows: string): number {
  const end = rows.search(/;[ \t\r]{0,9}(?:\n|$)|\n\\\./);
  return end < 0 ? rows.length : end;
}
