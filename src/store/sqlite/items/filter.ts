import type { ItemId } from '../../../core/model/ids.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import type { SqlValue } from '../../../platform/sqlite/sqlite.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import { AUTHOR_CODES, CATEGORY_CODES, ITEM_CODES, MEANING_CODES, SORT_CODES } from '../engine/codes.ts';
import { knownIds, toHexList } from '../engine/compact-id.ts';
import type { Position } from '../engine/cursor.ts';
import type { Engine } from '../engine/engine.ts';
import type { Interned } from '../engine/interned.ts';
import { projectGroup } from '../log/projects.ts';
import { findFiles, findFilesEnding } from './item-files.ts';

/** An SQL fragment and the values of its placeholders. */
export interface Sql {
  sql: string;
  values: SqlValue[];
}

/** What resolving a filter needs of the store. */
export interface FilterDeps {
  engine: Engine;
  interned: Interned;
}

/**
 * Translates a filter to statements that each run along one index: `SELECT i.seq, i.at` newest first (or oldest first),
 * at most `limit` rows each, starting after the position `after`. Their union, sorted, contains the first `limit` rows
 * of the filter.
 */
export function branchesOf(
  deps: FilterDeps,
  filter: ItemFilter,
  options: { limit: number; oldestFirst?: boolean; after?: Position },
): Sql[] {
  const [direction, beyond] = options.oldestFirst === true ? ['ASC', '>'] : ['DESC', '<'];
  const { after } = options;
  const begin: Sql[] =
    after === undefined ? [] : [{ sql: `(i.at, i.seq) ${beyond} (?, ?)`, values: [after.at, after.seq] }];
  const end = `ORDER BY i.at ${direction}, i.seq ${direction} LIMIT ?`;
  return startsOf(deps, filter).map((start) => {
    const rest = [...begin, ...conditionsOf(deps, filter, start.covers)];
    const where = [...start.where, ...rest.map((condition) => condition.sql)].join(' AND ');
    return {
      sql: `SELECT i.seq, i.at FROM ${start.from} WHERE ${where} ${end}`,
      values: [...start.values, ...rest.flatMap((condition) => condition.values), options.limit],
    };
  });
}

/** The conditions of a filter on the table `items AS i`, except for fields that the caller covers itself. */
export function conditionsOf(deps: FilterDeps, filter: ItemFilter, covered: readonly (keyof ItemFilter)[] = []): Sql[] {
  const conditions: Sql[] = [];
  const add = (field: keyof ItemFilter, sql: string, values: SqlValue[]): void => {
    if (filter[field] !== undefined && !covered.includes(field)) conditions.push({ sql, values });
  };
  const marks = (list: readonly unknown[] | undefined): string => (list ?? []).map(() => '?').join(', ');
  add('ids', 'i.id IN (SELECT unhex(value) FROM json_each(?))', [hexOf(filter.ids)]);
  add('kinds', `i.kind IN (${marks(filter.kinds)})`, (filter.kinds ?? []).map(ITEM_CODES.toCode));
  add('project', `i.project IN (${groupOf(deps, filter)})`, []);
  add('session', 'i.session = ?', [numberOr(filter.session, deps.interned.session)]);
  add('since', 'i.at >= ?', [filter.since ?? 0]);
  add('until', 'i.at <= ?', [filter.until ?? 0]);
  add('authors', `i.author IN (${marks(filter.authors)})`, (filter.authors ?? []).map(AUTHOR_CODES.toCode));
  const ofKnowledge = `i.kind = ${ITEM_CODES.toCode('knowledge')}`;
  add(
    'knowledge',
    `${ofKnowledge} AND i.sort IN (${marks(filter.knowledge)})`,
    (filter.knowledge ?? []).map(SORT_CODES.toCode),
  );
  add('status', `${ofKnowledge} AND i.detail ->> '$.status' IN (${marks(filter.status)})`, [...(filter.status ?? [])]);
  add('meanings', `i.meaning IN (${marks(filter.meanings)})`, (filter.meanings ?? []).map(MEANING_CODES.toCode));
  add(
    'categories',
    `i.category IN (${marks(filter.categories)})`,
    (filter.categories ?? []).map(CATEGORY_CODES.toCode),
  );
  const concept = numberOr(filter.concept, deps.interned.concept);
  add('concept', 'EXISTS (SELECT 1 FROM item_concepts WHERE concept = ? AND item = i.seq)', [concept]);
  if (filter.hidden !== true && !covered.includes('hidden')) {
    conditions.push(filter.hidden === 'only' ? HIDDEN : SHOWN, NOT_RETIRED);
  }
  add('agent', 'i.session IN (SELECT seq FROM sessions WHERE agent = ?)', [filter.agent ?? '']);
  if (filter.file !== undefined && !covered.includes('file')) add('file', itemsOfFile(deps, filter), []);
  for (const also of filter.also ?? []) conditions.push(...conditionsOf(deps, also, ['hidden']));
  return conditions;
}

/** Few items are hidden: a subquery lists them, so that an index without the column `hidden` still answers alone. */
const SHOWN: Sql = { sql: 'i.seq NOT IN (SELECT seq FROM items WHERE hidden = 1)', values: [] };
/** Many items may be retired: each item is looked up in an index that contains retired items only. */
const NOT_RETIRED: Sql = {
  sql: `NOT EXISTS (SELECT 1 FROM items AS r INDEXED BY items_retired WHERE r.hidden > 1 AND r.seq = i.seq)`,
  values: [],
};
const HIDDEN: Sql = { sql: 'i.seq IN (SELECT seq FROM items WHERE hidden = 1)', values: [] };

interface PageStart {
  from: string;
  where: string[];
  values: SqlValue[];
  covers: (keyof ItemFilter)[];
}

/** The index to start from: ids, file, session, hidden items, a rare concept, else each kind of each project. */
function startsOf(deps: FilterDeps, filter: ItemFilter): PageStart[] {
  if (filter.ids !== undefined) {
    const ofIds = 'i.id IN (SELECT unhex(value) FROM json_each(?))';
    return [{ from: 'items AS i', where: [ofIds], values: [hexOf(filter.ids)], covers: ['ids'] }];
  }
  if (filter.file !== undefined) {
    return [{ from: 'items AS i', where: [itemsOfFile(deps, filter)], values: [], covers: ['file'] }];
  }
  if (filter.session !== undefined) {
    const session = numberOr(filter.session, deps.interned.session);
    return [{ from: 'items AS i', where: ['i.session = ?'], values: [session], covers: ['session'] }];
  }
  if (filter.hidden === 'only') {
    return [{ from: 'items AS i', where: ['i.hidden = 1'], values: [], covers: ['hidden'] }];
  }
  if (filter.concept !== undefined && !isCommonConcept(deps, filter.concept)) {
    const concept = numberOr(filter.concept, deps.interned.concept);
    const ofConcept = 'i.seq IN (SELECT item FROM item_concepts WHERE concept = ?)';
    return [{ from: 'items AS i', where: [ofConcept], values: [concept], covers: ['concept'] }];
  }
  const kinds = kindsOf(filter).map(ITEM_CODES.toCode);
  return projectsOf(deps, filter).flatMap((project) =>
    kinds.map((kind) => ({
      from: 'items AS i INDEXED BY items_by_project',
      where: ['i.project IS ?', 'i.kind = ?'],
      values: [project, kind],
      covers: ['project', 'kinds'],
    })),
  );
}

/**
 * Upper bound on items of a concept that is listed by its own index; with more items, walking by time finds the newest
 * sooner.
 */
const FEW_ITEMS = 2_000;

/** True when a concept has more than `FEW_ITEMS` items. */
export function isCommonConcept({ engine, interned }: FilterDeps, name: string): boolean {
  const sql = 'SELECT 1 FROM item_concepts WHERE concept = ? LIMIT 1 OFFSET ?';
  return engine.db.get(sql, interned.concept(name) ?? -1, FEW_ITEMS) !== undefined;
}

/** The kinds that a filter can match. */
function kindsOf(filter: ItemFilter): readonly ItemKind[] {
  const kinds = filter.kinds ?? ITEM_CODES.words;
  const isOfKnowledge = filter.knowledge !== undefined || filter.status !== undefined;
  return isOfKnowledge ? kinds.filter((kind) => kind === 'knowledge') : kinds;
}

/** The row numbers of the filter's project and of those joined with it. */
function groupOf({ engine }: FilterDeps, { project }: ItemFilter): number[] {
  return project === undefined ? [] : projectGroup(engine.db, project);
}

/** The row numbers of the projects that a filter can match; `null` for items without one. */
export function projectsOf(deps: FilterDeps, filter: ItemFilter): (number | null)[] {
  if (filter.project !== undefined) return groupOf(deps, filter);
  const rows = deps.engine.db.all<{ seq: number }>('SELECT seq FROM projects');
  return [null, ...rows.map((row) => row.seq)];
}

function itemsOfFile(deps: FilterDeps, filter: ItemFilter): string {
  const { db } = deps.engine;
  const { file = '', fileEnd = false } = filter;
  const projects = filter.project === undefined ? [undefined] : groupOf(deps, filter);
  const whole = projects.flatMap((project) => findFiles(db, file, project));
  const isEnd = whole.length === 0 && fileEnd;
  const files = isEnd ? projects.flatMap((project) => findFilesEnding(db, file, project)) : whole;
  return `i.seq IN (SELECT item FROM item_files WHERE file IN (${files.join(', ')}))`;
}

/** Ids as the JSON list that `unhex` takes; texts that are no ids are left out. */
function hexOf(ids: readonly ItemId[] = []): string {
  const known = knownIds(ids);
  return known.length === 0 ? '[]' : toHexList(known);
}

/** The row number of an id, or -1, which no row has. */
function numberOr<Id>(id: Id | undefined, find: (id: Id) => number | undefined): number {
  return (id === undefined ? undefined : find(id)) ?? -1;
}
