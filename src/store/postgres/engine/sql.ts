// store/postgres/engine: what all tables share: transactions of one tenant, statements as text with values, numbers,
// the check of role and schema. No table of one subject is written here.

import type { PgValue } from '../../../platform/postgres/postgres.ts';

/** What stands in a statement as a parameter; a list becomes an array. */
export type QueryValue = PgValue | readonly (string | number | boolean | null)[];

/** A statement, or a part of one, with its values between the strings. */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly QueryValue[];
}

/** Builds a statement from a template: a value becomes a parameter, another `Sql` a part of the statement. */
export function sql(strings: TemplateStringsArray, ...values: (QueryValue | Sql)[]): Sql {
  const texts: string[] = [strings[0] ?? ''];
  const found: QueryValue[] = [];
  for (const [i, value] of values.entries()) {
    const rest = strings[i + 1] ?? '';
    if (isSql(value)) {
      append(texts, found, value);
      texts[texts.length - 1] += rest;
    } else {
      found.push(value);
      texts.push(rest);
    }
  }
  return { strings: texts, values: found };
}

/** A constant part of a statement, never of anyone's input. */
export function raw(text: string): Sql {
  return { strings: [text], values: [] };
}

/** Parts of a statement with a separator between them. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  const texts = [''];
  const found: QueryValue[] = [];
  for (const [i, part] of parts.entries()) {
    if (i > 0) texts[texts.length - 1] += separator;
    append(texts, found, part);
  }
  return { strings: texts, values: found };
}

/** The conjunction of conditions; true without any. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? raw('true') : joinSql(conditions, ' AND ');
}

/** The text with `$1`, `$2` … and the values as the driver takes them. */
export function toQuery({ strings, values }: Sql): { text: string; values: PgValue[] } {
  const text = strings.reduce((before, part, i) => (i === 0 ? part : `${before}$${i}${part}`), '');
  return { text, values: values.map(toValue) };
}

function append(texts: string[], found: QueryValue[], { strings, values }: Sql): void {
  texts[texts.length - 1] += strings[0] ?? '';
  texts.push(...strings.slice(1));
  found.push(...values);
}

function isSql(value: QueryValue | Sql): value is Sql {
  return typeof value === 'object' && value !== null && 'strings' in value;
}

function toValue(value: QueryValue): PgValue {
  if (typeof value === 'string') return withoutNul(value);
  return isList(value) ? toArray(value) : value;
}

function isList(value: QueryValue): value is Exclude<QueryValue, PgValue> {
  return Array.isArray(value);
}

/** PostgreSQL's text form of an array. */
function toArray(list: readonly (string | number | boolean | null)[]): string {
  const elements = list.map((one) => {
    if (one === null) return 'NULL';
    if (typeof one !== 'string') return String(one);
    return `"${withoutNul(one).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}

/** PostgreSQL's texts hold no NUL; what must come back as it was is JSON, which writes it otherwise. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
