import { ITEM_KINDS, type ItemKind } from '../../../core/model/kinds.ts';
import type { SqlValue } from '../../../platform/sqlite/sqlite.ts';
import type { Position } from '../../common/cursor.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import { AUTHOR_CODES, CATEGORY_CODES, ITEM_CODES, MEANING_CODES, SORT_CODES } from '../engine/codes.ts';
import { knownIds, toHexList } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { readColumn } from '../engine/rows.ts';
import { projectGroup } from '../log/projects.ts';
import { findFiles, findFilesEnding } from './item-files.ts';

/** An SQL fragment and the values of its placeholders. */
export interface Sql {
  sql: string;
  values: SqlValue[];
}

/**
 * Translates a filter to statements that each run along one index: `SELECT i.seq, i.at` or other `columns`, newest first (or
 * oldest first), at most `limit` rows each, starting after the position `after`. Their union, sorted, contains the first
 * `limit` rows of the filter.
 */
export function branchesOf(
  engine: Engine,
  filter: ItemFilter,
  {
    limit,
    oldestFirst,
    after,
    columns = 'i.seq, i.at',
  }: { limit: number; oldestFirst?: boolean; after?: Position; columns?: string },
): Sql[] {
  const [direction, beyond] = oldestFirst === true ? ['ASC', '>'] : ['DESC', '<'];
  const begin = after === undefined ? [] : [toSql(`(i.at, i.seq) ${beyond} (?, ?)`, after.at, after.seq)];
  const end = toSql(`ORDER BY i.at ${direction}, i.seq ${direction} LIMIT ?`, limit);
  return startsOf(engine, filter).map(({ from, where, covers }) => {
    const { sql, values } = allOf([where, ...begin, ...conditionsOf(engine, filter, covers)]);
    return toSql(`SELECT ${columns} FROM ${from} WHERE ${sql} ${end.sql}`, ...values, ...end.values);
  });
}

/** Statements that each count up to `limit` items of a filter along one index: their sum is the number of its items. */
export function countsOf(engine: Engine, filter: ItemFilter, limit: number): Sql[] {
  return startsOf(engine, filter).map(({ from, where, covers }) => {
    const { sql, values } = allOf([where, ...conditionsOf(engine, filter, covers)]);
    return toSql(`SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${sql} LIMIT ?)`, ...values, limit);
  });
}

/** An SQL fragment with the values of its placeholders. */
export function toSql(sql: string, ...values: SqlValue[]): Sql {
  return { sql, values };
}

/** The conjunction of conditions. */
export function allOf(conditions: readonly Sql[]): Sql {
  return toSql(conditions.map(({ sql }) => sql).join(' AND '), ...conditions.flatMap(({ values }) => values));
}

/** The condition that a column has one of the values. */
export function oneOf(column: string, values: readonly SqlValue[]): Sql {
  // SQLite makes "false" of an empty list, and then takes no index that has a condition of its own.
  if (values.length === 0) return toSql(`${column} <> ${column}`);
  return toSql(`${column} IN (${values.map(() => '?').join(', ')})`, ...values);
}

const OF_KNOWLEDGE = `i.kind = ${ITEM_CODES.toCode('knowledge')}`;

/** In the words of the index `items_failed`. */
const FAILED = "i.kind = 0 AND i.detail ->> '$.success' = 0";

/** The condition for each given field of a filter on the table `items AS i`; `hidden` and `also` are not among them. */
const CONDITIONS = {
  ids: ({ ids = [] }) => toSql('i.id IN (SELECT unhex(value) FROM json_each(?))', toHexList(knownIds(ids))),
  kinds: ({ kinds = [] }) => oneOf('i.kind', kinds.map(ITEM_CODES.toCode)),
  project: (filter, engine) => toSql(`i.project IN (${groupOf(engine, filter)})`),
  session: ({ session }, { interned }) => toSql('i.session = ?', numberOr(session, interned.session)),
  since: ({ since = 0 }) => toSql('i.at >= ?', since),
  until: ({ until = 0 }) => toSql('i.at <= ?', until),
  authors: ({ authors = [] }) => oneOf('i.author', authors.map(AUTHOR_CODES.toCode)),
  exposed: ({ exposed = false }) => toSql('i.exposed = ?', exposed ? 1 : 0),
  knowledge: ({ knowledge = [] }) => oneOf(`${OF_KNOWLEDGE} AND i.sort`, knowledge.map(SORT_CODES.toCode)),
  status: ({ status = [] }) => oneOf(`${OF_KNOWLEDGE} AND i.detail ->> '$.status'`, status),
  failed: () => toSql(FAILED),
  meanings: ({ meanings = [] }) => oneOf('i.meaning', meanings.map(MEANING_CODES.toCode)),
  categories: ({ categories = [] }) => oneOf('i.category', categories.map(CATEGORY_CODES.toCode)),
  concept: ({ concept }, { interned }) =>
    toSql(
      'EXISTS (SELECT 1 FROM item_concepts WHERE concept = ? AND item = i.seq)',
      numberOr(concept, interned.concept),
    ),
  agent: ({ agent = '' }) => toSql('i.session IN (SELECT seq FROM sessions WHERE agent = ?)', agent),
  file: (filter, engine) => toSql(itemsOfFile(engine, filter)),
} as const satisfies { [Field in keyof ItemFilter]?: (filter: ItemFilter, engine: Engine) => Sql };

const FIELDS = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/** The conditions of a filter on the table `items AS i`, except for fields that the caller covers itself. */
export function conditionsOf(engine: Engine, filter: ItemFilter, covered: readonly (keyof ItemFilter)[] = []): Sql[] {
  const given = FIELDS.filter((field) => filter[field] !== undefined && !covered.includes(field));
  const conditions = given.map((field) => CONDITIONS[field](filter, engine));
  if (filter.hidden !== true && !covered.includes('hidden')) {
    conditions.push(filter.hidden === 'only' ? HIDDEN : SHOWN, NOT_RETIRED);
  }
  return [...conditions, ...(filter.also ?? []).flatMap((also) => conditionsOf(engine, also, ['hidden']))];
}

/** Few items are hidden: a subquery lists them, so that an index without the column `hidden` still answers alone. */
const SHOWN = toSql('i.seq NOT IN (SELECT seq FROM items WHERE hidden = 1)');
/** Many items may be retired: each item is looked up in an index that contains retired items only. */
export const NOT_RETIRED = toSql(
  'NOT EXISTS (SELECT 1 FROM items AS r INDEXED BY items_retired WHERE r.hidden > 1 AND r.seq = i.seq)',
);
const HIDDEN = toSql('i.seq IN (SELECT seq FROM items WHERE hidden = 1)');

interface PageStart {
  from: string;
  where: Sql;
  covers: (keyof ItemFilter)[];
}

/** The index to start from: that of the listed field, else each kind, of each project where the index begins with it. */
function startsOf(engine: Engine, filter: ItemFilter): PageStart[] {
  const field = listedField(engine, filter);
  if (field !== undefined) {
    const from = field === 'failed' ? 'items AS i INDEXED BY items_failed' : 'items AS i';
    return [{ from, where: LISTS[field](filter, engine), covers: [field] }];
  }
  const kinds = kindsOf(filter).map(ITEM_CODES.toCode);
  const { index, more = '', covers = [] } = indexOf(filter);
  if (index === BY_KIND) {
    return kinds.map((kind) => ({
      from: `items AS i INDEXED BY ${index}`,
      where: toSql('i.kind = ? AND i.seq > 0', kind),
      covers: ['kinds'],
    }));
  }
  return projectsOf(engine, filter).flatMap((project) =>
    kinds.map((kind) => ({
      from: `items AS i INDEXED BY ${index}`,
      where: toSql(`i.project IS ? AND i.kind = ?${more}`, project, kind),
      covers: ['project', 'kinds', ...covers],
    })),
  );
}

/** The index that holds the fewest items of a project and kind, with what else all of these have in common. */
function indexOf(filter: ItemFilter): { index: string; more?: string; covers?: readonly (keyof ItemFilter)[] } {
  if (filter.exposed === true) return { index: 'items_exposed', more: ' AND i.exposed = 1', covers: ['exposed'] };
  const isOfPersons = filter.authors?.length === 1 && filter.authors[0] === 'person';
  if (isOfPersons && kindsOf(filter).every((kind) => STATED.has(kind)))
    return { index: 'items_of_persons', more: ' AND i.author = 0 AND i.kind < 2', covers: ['authors'] };
  return { index: filter.project === undefined ? BY_KIND : 'items_by_project' };
}

/** The index of the items of all projects together. */
const BY_KIND = 'items_by_kind';

/** Kinds of items that people state, whose codes are below 2. */
const STATED: ReadonlySet<ItemKind> = new Set(['observation', 'knowledge']);

/** The field of a filter whose items an index lists; for other fields a million items might have to be read. */
export function listedField(
  engine: Engine,
  { ids, file, session, hidden, failed, concept }: ItemFilter,
): 'ids' | 'file' | 'session' | 'hidden' | 'failed' | 'concept' | undefined {
  if (ids !== undefined) return 'ids';
  if (file !== undefined) return 'file';
  if (session !== undefined) return 'session';
  if (hidden === 'only') return 'hidden';
  if (failed === true) return 'failed';
  return concept === undefined || isCommonConcept(engine, concept) ? undefined : 'concept';
}

/** Conditions to start from, which list items instead of testing each. */
const LISTS = {
  ...CONDITIONS,
  hidden: () => toSql('i.hidden = 1'),
  concept: ({ concept }: ItemFilter, { interned }: Engine) =>
    toSql('i.seq IN (SELECT item FROM item_concepts WHERE concept = ?)', numberOr(concept, interned.concept)),
} as const;

/**
 * Upper bound on items of a concept that is listed by its own index; with more items, walking by time finds the newest
 * sooner.
 */
const FEW_ITEMS = 2_000;

function isCommonConcept({ db, interned }: Engine, name: string): boolean {
  const sql = 'SELECT 1 FROM item_concepts WHERE concept = ? LIMIT 1 OFFSET ?';
  return db.get(sql, interned.concept(name) ?? -1, FEW_ITEMS) !== undefined;
}

/** The kinds that a filter can match. */
function kindsOf({ kinds = ITEM_KINDS, ...filter }: ItemFilter): readonly ItemKind[] {
  return isOfKnowledge(filter) ? kinds.filter((kind) => kind === 'knowledge') : kinds;
}

/** True when a filter asks for what only knowledge has. */
export function isOfKnowledge({ knowledge, status }: ItemFilter): boolean {
  return knowledge !== undefined || status !== undefined;
}

/** The row numbers of the filter's project and of those joined with it. */
function groupOf({ db }: Engine, { project }: ItemFilter): number[] {
  return project === undefined ? [] : projectGroup(db, project);
}

/** The row numbers of the projects that a filter can match; `null` for items without one. */
export function projectsOf(engine: Engine, filter: ItemFilter): (number | null)[] {
  if (filter.project !== undefined) return groupOf(engine, filter);
  return [null, ...readColumn<number>(engine.db, 'SELECT seq FROM projects')];
}

function itemsOfFile(engine: Engine, filter: ItemFilter): string {
  const { db } = engine;
  const { file = '', fileEnd = false } = filter;
  const projects = filter.project === undefined ? [undefined] : groupOf(engine, filter);
  const whole = projects.flatMap((project) => findFiles(db, file, project));
  const isEnd = whole.length === 0 && fileEnd;
  const files = isEnd ? projects.flatMap((project) => findFilesEnding(db, file, project)) : whole;
  return `i.seq IN (SELECT item FROM item_files WHERE file IN (${files.join(', ')}))`;
}

/** The row number of an id, or -1, which no row has. */
function numberOr<Id>(id: Id | undefined, find: (id: Id) => number | undefined): number {
  return (id === undefined ? undefined : find(id)) ?? -1;
}
