import type { ItemKind } from '../../core/item.ts';
import type { SqlValue } from '../../platform/sqlite.ts';
import type { ItemFilter } from '../contract.ts';
import { AUTHOR_CODES, CATEGORY_CODES, ITEM_CODES, MEANING_CODES, SORT_CODES } from './codes.ts';
import type { Position } from './cursor.ts';
import type { Engine } from './engine.ts';
import type { Interned } from './interned.ts';

/** A piece of SQL and the values of its question marks. */
export interface Sql {
  sql: string;
  values: SqlValue[];
}

/** What filters are resolved against. */
export interface FilterParts {
  engine: Engine;
  interned: Interned;
}

/**
 * The rows of a filter as statements that each run along one index: `SELECT i.seq, i.at` newest first (or oldest first),
 * at most `limit` rows each, `after` a place in that order. Their union, sorted, holds the first `limit` rows of the filter.
 */
export function branchesOf(
  parts: FilterParts,
  filter: ItemFilter,
  options: { limit: number; oldestFirst?: boolean; after?: Position },
): Sql[] {
  const [direction, beyond] = options.oldestFirst === true ? ['ASC', '>'] : ['DESC', '<'];
  const { after } = options;
  const begin: Sql[] =
    after === undefined ? [] : [{ sql: `(i.at, i.seq) ${beyond} (?, ?)`, values: [after.at, after.seq] }];
  const end = `ORDER BY i.at ${direction}, i.seq ${direction} LIMIT ?`;
  return startsOf(parts, filter).map((start) => {
    const rest = [...begin, ...conditionsOf(parts, filter, start.covers)];
    const where = [...start.where, ...rest.map((condition) => condition.sql)].join(' AND ');
    return {
      sql: `SELECT i.seq, i.at FROM ${start.from} WHERE ${where} ${end}`,
      values: [...start.values, ...rest.flatMap((condition) => condition.values), options.limit],
    };
  });
}

/** The conditions of a filter on the table `items AS i`, but for those fields that are covered elsewhere. */
export function conditionsOf(
  parts: FilterParts,
  filter: ItemFilter,
  covered: readonly (keyof ItemFilter)[] = [],
): Sql[] {
  const conditions: Sql[] = [];
  const add = (field: keyof ItemFilter, sql: string, values: SqlValue[]): void => {
    if (filter[field] !== undefined && !covered.includes(field)) conditions.push({ sql, values });
  };
  const marks = (list: readonly unknown[] | undefined): string => (list ?? []).map(() => '?').join(', ');
  add('kinds', `i.kind IN (${marks(filter.kinds)})`, (filter.kinds ?? []).map(ITEM_CODES.toCode));
  add('project', 'i.project = ?', [numberOr(filter.project, parts.interned.project)]);
  add('session', 'i.session = ?', [numberOr(filter.session, parts.interned.session)]);
  add('since', 'i.at >= ?', [filter.since ?? 0]);
  add('until', 'i.at <= ?', [filter.until ?? 0]);
  add('authors', `i.author IN (${marks(filter.authors)})`, (filter.authors ?? []).map(AUTHOR_CODES.toCode));
  add(
    'knowledge',
    `i.kind = ${ITEM_CODES.toCode('knowledge')} AND i.sort IN (${marks(filter.knowledge)})`,
    (filter.knowledge ?? []).map(SORT_CODES.toCode),
  );
  add('status', `i.detail ->> '$.status' IN (${marks(filter.status)})`, [...(filter.status ?? [])]);
  add('meanings', `i.meaning IN (${marks(filter.meanings)})`, (filter.meanings ?? []).map(MEANING_CODES.toCode));
  add(
    'categories',
    `i.category IN (${marks(filter.categories)})`,
    (filter.categories ?? []).map(CATEGORY_CODES.toCode),
  );
  add('concept', `EXISTS (SELECT 1 FROM json_each(i.detail, '$.concepts') WHERE value = ?)`, [filter.concept ?? '']);
  if (filter.hidden === 'only') conditions.push(HIDDEN);
  else if (filter.hidden !== true && !covered.includes('hidden')) conditions.push(SHOWN);
  add('agent', 'i.session IN (SELECT seq FROM sessions WHERE agent = ?)', [filter.agent ?? '']);
  if (filter.file !== undefined && !covered.includes('file')) add('file', itemsOfFile(parts, filter), []);
  return conditions;
}

/** Few are hidden: their list is asked, so that an index which does not know it still answers alone. */
const SHOWN: Sql = { sql: 'i.seq NOT IN (SELECT seq FROM items WHERE hidden = 1)', values: [] };
const HIDDEN: Sql = { sql: 'i.seq IN (SELECT seq FROM items WHERE hidden = 1)', values: [] };

interface Start {
  from: string;
  where: string[];
  values: SqlValue[];
  covers: (keyof ItemFilter)[];
}

/** Where to begin: the files that are named, else the session, else each kind of each project. */
function startsOf(parts: FilterParts, filter: ItemFilter): Start[] {
  if (filter.file !== undefined) {
    return [{ from: 'items AS i', where: [itemsOfFile(parts, filter)], values: [], covers: ['file'] }];
  }
  if (filter.session !== undefined) {
    const session = numberOr(filter.session, parts.interned.session);
    return [{ from: 'items AS i', where: ['i.session = ?'], values: [session], covers: ['session'] }];
  }
  const kinds = kindsOf(filter).map(ITEM_CODES.toCode);
  return projectsOf(parts, filter).flatMap((project) =>
    kinds.map((kind) => ({
      from: 'items AS i INDEXED BY items_by_project',
      where: ['i.project IS ?', 'i.kind = ?'],
      values: [project, kind],
      covers: ['project', 'kinds'],
    })),
  );
}

/** The kinds that a filter can give. */
function kindsOf(filter: ItemFilter): readonly ItemKind[] {
  const kinds = filter.kinds ?? ITEM_CODES.words;
  return filter.knowledge === undefined ? kinds : kinds.filter((kind) => kind === 'knowledge');
}

function projectsOf({ engine, interned }: FilterParts, filter: ItemFilter): (number | null)[] {
  if (filter.project !== undefined) return [numberOr(filter.project, interned.project)];
  const rows = engine.db.all<{ seq: number }>('SELECT seq FROM projects');
  return [null, ...rows.map((row) => row.seq)];
}

function itemsOfFile({ interned }: FilterParts, filter: ItemFilter): string {
  const project = filter.project === undefined ? undefined : numberOr(filter.project, interned.project);
  const files = filter.file === undefined ? [] : interned.file(filter.file, project);
  const changed = filter.fileChanged === true ? ' AND changed = 1' : '';
  return `i.seq IN (SELECT item FROM item_files WHERE file IN (${files.join(', ')})${changed})`;
}

/** The number of an id, or one that no row has. */
function numberOr<Id>(id: Id | undefined, find: (id: Id) => number | undefined): number {
  return (id === undefined ? undefined : find(id)) ?? -1;
}
