import type { ProjectId } from '../../../core/model/ids.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import type { Tx } from '../engine/engine.ts';
import { joinSql, raw, type Sql, sql } from '../engine/sql.ts';
import { projectGroup } from '../log/projects.ts';

/** Upper bound on the files that one end of a path may match. */
const ENDING_MAX = 200;

/** The condition that an item is of the tenant and meets a filter, on the table `items AS i`. */
export async function whereOf(tx: Tx, filter: ItemFilter): Promise<Sql> {
  return sql`i.tenant_id = ${tx.tenant} AND ${await conditionsOf(tx, filter)}`;
}

/** The condition that an item meets a filter, on the table `items AS i`; `true` for an empty one that asks for hidden items. */
export async function conditionsOf(tx: Tx, filter: ItemFilter): Promise<Sql> {
  const own = await fieldsOf(tx, filter);
  const also: Sql[] = [];
  for (const one of filter.also ?? []) also.push(...(await fieldsOf(tx, one)));
  const all = [...shownOf(filter), ...own, ...also];
  return all.length === 0 ? raw('true') : joinSql(all, ' AND ');
}

/** Which of hidden and retired items a filter asks for. */
function shownOf({ hidden }: ItemFilter): Sql[] {
  if (hidden === true) return [];
  return [raw(hidden === 'only' ? 'i.hidden AND NOT i.retired' : 'NOT i.hidden AND NOT i.retired')];
}

type Condition = (filter: ItemFilter, tx: Tx) => Sql | Promise<Sql>;

const OF_KNOWLEDGE = raw("i.kind = 'knowledge'");

/** The condition for each given field; `hidden` and `also` are not among them. */
const CONDITIONS = {
  ids: ({ ids = [] }) => sql`i.id = ANY(${ids}::text[])`,
  kinds: (filter) => sql`i.kind = ANY(${kindsOf(filter)}::text[])`,
  project: async (filter, tx) => sql`i.project_id = ANY(${await groupOf(tx, filter)}::text[])`,
  session: ({ session = '' }) => sql`i.session_id = ${session}`,
  since: ({ since = 0 }) => sql`i.at >= ${toWhole(Math.ceil(since))}`,
  until: ({ until = 0 }) => sql`i.at <= ${toWhole(Math.floor(until))}`,
  authors: ({ authors = [] }) => sql`i.author = ANY(${authors}::text[])`,
  exposed: ({ exposed = false }) => (exposed ? raw('i.exposed') : raw('NOT i.exposed')),
  knowledge: ({ knowledge = [] }) => sql`${OF_KNOWLEDGE} AND i.sort = ANY(${knowledge}::text[])`,
  status: ({ status = [] }) => sql`${OF_KNOWLEDGE} AND i.status = ANY(${status}::text[])`,
  failed: () => raw("i.kind = 'observation' AND i.success = false"),
  meanings: ({ meanings = [] }) => sql`i.meaning = ANY(${meanings}::text[])`,
  categories: ({ categories = [] }) => sql`i.category = ANY(${categories}::text[])`,
  concept: ({ concept = '' }) => sql`EXISTS (SELECT 1 FROM item_concepts AS c
    WHERE c.tenant_id = i.tenant_id AND c.concept = ${concept} AND c.item_id = i.id)`,
  agent: ({ agent = '' }, tx) => sql`i.session_id IN (SELECT s.id FROM sessions AS s
    WHERE s.tenant_id = ${tx.tenant} AND s.agent = ${agent})`,
  file: itemsOfFile,
} as const satisfies { [Field in keyof ItemFilter]?: Condition };

const FIELDS = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

async function fieldsOf(tx: Tx, filter: ItemFilter): Promise<Sql[]> {
  const conditions: Sql[] = [];
  for (const field of FIELDS) {
    if (filter[field] !== undefined) conditions.push(await (CONDITIONS[field] as Condition)(filter, tx));
  }
  return conditions;
}

/** A whole number that PostgreSQL's `bigint` holds. */
function toWhole(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER));
}

/** The kinds that a filter names and can match. */
function kindsOf({ kinds = [], knowledge, status }: ItemFilter): readonly ItemKind[] {
  return knowledge === undefined && status === undefined ? kinds : kinds.filter((kind) => kind === 'knowledge');
}

/** The filter's project and those joined with it. */
async function groupOf(tx: Tx, { project }: ItemFilter): Promise<ProjectId[]> {
  return project === undefined ? [] : projectGroup(tx, project);
}

/** Items that name a file: by its whole path, else, where the filter allows it, by the end of a path. */
async function itemsOfFile(filter: ItemFilter, tx: Tx): Promise<Sql> {
  const { file = '', fileEnd = false, project } = filter;
  const projects = await groupOf(tx, filter);
  const within = project === undefined ? raw('true') : sql`f.project_id = ANY(${projects}::text[])`;
  const named = (paths: readonly string[]): Sql => sql`i.id IN (SELECT f.item_id FROM item_files AS f
    WHERE f.tenant_id = ${tx.tenant} AND ${within} AND f.path = ANY(${paths}::text[]))`;
  if (!fileEnd) return named([file]);
  const whole = await tx.get(sql`SELECT 1 FROM item_files AS f
    WHERE f.tenant_id = ${tx.tenant} AND ${within} AND f.path = ${file} LIMIT 1`);
  if (whole !== undefined) return named([file]);
  const ending = await tx.all<{ path: string }>(sql`SELECT DISTINCT f.path FROM item_files AS f
    WHERE f.tenant_id = ${tx.tenant} AND ${within} AND right(f.path, length(${file}::text) + 1) = '/' || ${file}::text
    LIMIT ${ENDING_MAX}`);
  return named(ending.map(({ path }) => path));
}
