import type { Engine, Tx } from '../engine/engine.ts';
import { joinSql, raw, type Sql, sql } from '../engine/sql.ts';
import { COUNTED_KINDS } from './project-figures.ts';

/** What is asked about: a project, a file or folder, a concept; each that is given narrows. */
export interface AskedTopic {
  project?: string | undefined;
  path?: string | undefined;
  concept?: string | undefined;
}

/** A shared memory that touches a topic, and who shared it. `at` in milliseconds since 1970. */
export interface TouchingRow {
  id: string;
  kind: string;
  at: number;
  project: string;
  personId: string;
}

/** The memories that touch a topic, with the files and concepts that they name. */
export interface Touching {
  memories: TouchingRow[];
  files: { id: string; path: string }[];
  concepts: { id: string; concept: string }[];
  /** True where there are more than were read. */
  isCut: boolean;
}

/** Files and concepts that are read of each memory, on average. */
const NAMES_EACH = 20;

/**
 * The memories that touch a topic, the newest first. Of a path or a concept at most `most` names of it are read, of a project
 * or a team that many of its newest memories.
 */
export function findTouching(engine: Engine, topic: AskedTopic, most: number): Promise<Touching> {
  return engine.read(async (tx) => {
    const found = await tx.all<FoundMemory>(idsOf(tx, topic, most));
    const ids = [...new Set(found.map(({ id }) => id))];
    const memories = await tx.all<TouchingRow>(sql`SELECT i.id, i.kind, i.at, i.project_id AS project,
        r.person_id AS "personId"
      FROM items AS i JOIN sync_records AS r ON r.tenant_id = i.tenant_id AND r.id = i.event_id
      WHERE i.tenant_id = ${tx.tenant} AND r.tenant_id = ${tx.tenant} AND i.id = ANY(${ids}::text[])
        AND NOT i.hidden AND NOT i.retired AND ${ofProject(topic)}
      ORDER BY i.at DESC, i.seq DESC LIMIT ${most}`);
    const shown = memories.map(({ id }) => id);
    const limit = most * NAMES_EACH;
    return {
      memories,
      files: await tx.all(sql`SELECT DISTINCT f.item_id AS id, f.path FROM item_files AS f
        WHERE f.tenant_id = ${tx.tenant} AND f.item_id = ANY(${shown}::text[]) LIMIT ${limit}`),
      concepts: await tx.all(sql`SELECT c.item_id AS id, c.concept FROM item_concepts AS c
        WHERE c.tenant_id = ${tx.tenant} AND c.item_id = ANY(${shown}::text[]) LIMIT ${limit}`),
      isCut: isFull(found, most),
    };
  });
}

/** A memory that was found; of those that were read kind by kind, with its kind. */
interface FoundMemory {
  id: string;
  kind?: string;
}

/** True where as many were found as are read, of one kind or of all: there may be more. */
function isFull(found: readonly FoundMemory[], most: number): boolean {
  const each = eachOf(most);
  return found.length >= most || COUNTED_KINDS.some((kind) => found.filter((one) => one.kind === kind).length >= each);
}

function eachOf(most: number): number {
  return Math.ceil(most / COUNTED_KINDS.length);
}

function ofProject({ project }: AskedTopic): Sql {
  return project === undefined ? raw('true') : sql`i.project_id = ${project}`;
}

function idsOf(tx: Tx, topic: AskedTopic, most: number): Sql {
  const { path, concept } = topic;
  if (path !== undefined) return byPath(tx, { ...topic, path }, most);
  if (concept !== undefined) return byConcept(tx, { ...topic, concept }, most);
  return newest(tx, topic, most);
}

/** Names of a file, or of all files of a folder: a range of the index. '0' is the character after '/'. */
function byPath(tx: Tx, { project, path, concept }: AskedTopic & { path: string }, most: number): Sql {
  const within = project === undefined ? raw('true') : sql`f.project_id = ${project}`;
  const named = [sql`f.path = ${path}`, sql`f.path >= ${`${path}/`} AND f.path < ${`${path}0`}`].map(
    (one) => sql`(SELECT f.item_id AS id FROM item_files AS f
      WHERE f.tenant_id = ${tx.tenant} AND ${within} AND ${one} ${also(tx, concept, raw('f.item_id'))} LIMIT ${most})`,
  );
  return sql`SELECT DISTINCT id FROM (${joinSql(named, ' UNION ALL ')}) AS named LIMIT ${most}`;
}

function also(tx: Tx, concept: string | undefined, item: Sql): Sql {
  if (concept === undefined) return raw('');
  return sql`AND EXISTS (SELECT 1 FROM item_concepts AS c
    WHERE c.tenant_id = ${tx.tenant} AND c.concept = ${concept} AND c.item_id = ${item})`;
}

function byConcept(tx: Tx, topic: AskedTopic & { concept: string }, most: number): Sql {
  return sql`SELECT c.item_id AS id FROM item_concepts AS c
    JOIN items AS i ON i.tenant_id = c.tenant_id AND i.id = c.item_id
    WHERE c.tenant_id = ${tx.tenant} AND i.tenant_id = ${tx.tenant} AND c.concept = ${topic.concept}
      AND ${ofProject(topic)} LIMIT ${most}`;
}

/** The newest of each kind, so that one kind of which there is much does not hide the others. */
function newest(tx: Tx, topic: AskedTopic, most: number): Sql {
  return sql`SELECT n.id, k.kind FROM unnest(${COUNTED_KINDS}::text[]) AS k (kind)
    CROSS JOIN LATERAL (SELECT i.id FROM items AS i
      WHERE i.tenant_id = ${tx.tenant} AND i.kind = k.kind AND ${ofProject(topic)}
      ORDER BY i.at DESC, i.seq DESC LIMIT ${eachOf(most)}) AS n`;
}

/** What a page says of a memory besides its words: who shared it, and whose words they are there. */
export interface SharedBy {
  personId: string;
  title: string;
  /** Who said it in the home that it comes from: a person, an agent … */
  author: string;
}

/** By whom some memories are shared, with their titles. */
export async function sharersOf(engine: Engine, ids: readonly string[]): Promise<Map<string, SharedBy>> {
  if (ids.length === 0) return new Map();
  const rows = await engine.read((tx) =>
    tx.all<{ id: string; personId: string; item: string }>(sql`SELECT i.id, r.person_id AS "personId", i.item
      FROM items AS i JOIN sync_records AS r ON r.tenant_id = i.tenant_id AND r.id = i.event_id
      WHERE i.tenant_id = ${tx.tenant} AND r.tenant_id = ${tx.tenant} AND i.id = ANY(${ids}::text[])`),
  );
  // Read here and not by the database, whose JSON takes no text with a NUL in it.
  return new Map(
    rows.map(({ id, personId, item }) => {
      const { title, detail } = JSON.parse(item) as { title: string; detail?: { shared?: { author?: string } } };
      return [id, { personId, title, author: detail?.shared?.author ?? '' }];
    }),
  );
}
