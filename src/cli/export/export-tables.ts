import type { MemoryRecord } from '../../api/answers.ts';
import type { SqlValue } from '../../platform/sqlite/sqlite.ts';

/** A column: its SQLite type, and what stands in it. */
export interface ExportColumn<Row> {
  type: 'TEXT' | 'INTEGER' | 'REAL' | 'TEXT PRIMARY KEY';
  means: string;
  of: (row: Row) => SqlValue | undefined;
}

/** A table of an export, and the records of which each gives rows. */
export interface ExportTable<Row> {
  means: string;
  columns: Readonly<Record<string, ExportColumn<Row>>>;
}

interface Link {
  from: string;
  relation: string;
  to: string;
}

interface NamedFile {
  memory: string;
  path: string;
  how: string;
}

const text = <Row>(means: string, of: (row: Row) => SqlValue | undefined): ExportColumn<Row> => ({
  type: 'TEXT',
  means,
  of,
});
const key = <Row extends { id: string }>(means: string): ExportColumn<Row> => ({
  type: 'TEXT PRIMARY KEY',
  means,
  of: ({ id }) => id,
});

const sortOf = ({ observation, detail }: MemoryRecord): string | undefined =>
  observation ?? detail.knowledge ?? detail.pattern?.pattern;

const MEMORIES: ExportTable<MemoryRecord> = {
  means: 'The memories: what was asked, said, done, decided and learned.',
  columns: {
    id: key('id, as every command of Cairn shows it'),
    kind: text(
      'prompt, message, observation, knowledge, commit, summary, checkpoint, topic, snippet or pattern',
      ({ kind }) => kind,
    ),
    sort: text(
      'what it is of its kind: what an observed call did, what knowledge states, what a pattern is of',
      sortOf,
    ),
    title: text('one line', ({ title }) => title),
    text: text('its words; secrets were removed before they were stored', (record) => record.text),
    at: text('when, ISO 8601 in UTC', ({ at }) => at),
    project_id: text('its project', ({ project }) => project),
    session_id: text('its session', ({ sessionId }) => sessionId),
    agent: text('the agent, such as claude-code', ({ agent }) => agent),
    author: text('whose words these are: person, agent, tool, repo, web or member', ({ author }) => author),
    status: text(
      'only of knowledge: stated, proposed, confirmed, superseded or withdrawn',
      ({ detail }) => detail.status,
    ),
    superseded_by: text('the later memory that says otherwise of the same', ({ supersededBy }) => supersededBy),
    confidence: {
      type: 'REAL',
      means: 'only of knowledge: how far it can be relied on, 0 to 1',
      of: ({ confidence }) => confidence,
    },
    exit_code: { type: 'INTEGER', means: 'only of an observed command', of: ({ detail }) => detail.exitCode },
    prompt_number: {
      type: 'INTEGER',
      means: 'the number of the request in its session, from 1',
      of: ({ promptNumber }) => promptNumber,
    },
    event_id: text('the event that it was derived from', ({ eventId }) => eventId),
    detail: text('the rest as JSON, as "cairn get ID --json" has it', ({ detail }) => JSON.stringify(detail)),
  },
};

const SESSIONS: ExportTable<MemoryRecord> = {
  means: 'The sessions that the memories belong to.',
  columns: {
    id: key('id of the session'),
    title: text('what it was about', ({ title }) => title),
    text: text('its summary', (record) => record.text),
    at: text('when it began, ISO 8601 in UTC', ({ at }) => at),
    project_id: text('its project', ({ project }) => project),
    agent: text('the agent, such as claude-code', ({ agent }) => agent),
  },
};

const PROJECTS: ExportTable<MemoryRecord> = {
  means: 'The projects that the memories belong to.',
  columns: {
    id: key('id of the project'),
    name: text('its name', ({ title }) => title),
    place: text('its folder or git remote', (record) => record.text),
  },
};

const LINKS: ExportTable<Link> = {
  means: 'How memories belong together.',
  columns: {
    from_id: text('a memory of this file', ({ from }) => from),
    relation: text('repeats, near, supersedes or part-of', ({ relation }) => relation),
    to_id: text('the earlier one, which may not be in this file', ({ to }) => to),
  },
};

const FILES: ExportTable<NamedFile> = {
  means: 'The files that memories are about.',
  columns: {
    memory_id: text('a memory of this file', ({ memory }) => memory),
    path: text('the path, in its project where it lies there', ({ path }) => path),
    how: text('read or changed', ({ how }) => how),
  },
};

/** The tables of an exported database with what each holds, by name. A column is only ever added. */
export const EXPORT_TABLES = { memories: MEMORIES, sessions: SESSIONS, projects: PROJECTS, links: LINKS, files: FILES };

/** The links of a memory to earlier ones. */
export function linksOf({ id, links = [] }: MemoryRecord): Link[] {
  return links.map(({ relation, id: to }) => ({ from: id, relation, to }));
}

/** The files that a memory names. */
export function filesOf({ id, detail }: MemoryRecord): NamedFile[] {
  const named = (how: string, paths: readonly string[] = []) => paths.map((path) => ({ memory: id, path, how }));
  return [...named('read', detail.filesRead), ...named('changed', detail.filesChanged)];
}
