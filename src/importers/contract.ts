// importers: what people already have: databases of other memory products, files of instructions, and the lines in which
// a home is exported to another one. Nothing is written here, and no other product's own code is run.

import type { EventBody } from '../core/model/event.ts';
import type { SourceRow } from './row.ts';

/** A session as another product knows it. `folder` is absolute; a product that knows none has the project's name at most. */
export interface ImportedSession {
  /** The product's own id of it: where it is told by several, that of the agent. */
  id: string;
  folder?: string | undefined;
  project?: string | undefined;
  /** Milliseconds since 1970. */
  startedAt?: number | undefined;
  /** True where its prompts have rows of their own. */
  asked?: boolean | undefined;
}

/** Finds a session by any of the keys by which rows name it; `undefined` for none, which is not an error. */
export type FindSession = (key: string | undefined) => ImportedSession | undefined;

/** The last session of a project that had begun at a time, for rows that name none; at most a day before. */
export type SessionBefore = (project: string | undefined, at: number | undefined) => ImportedSession | undefined;

/** What one row tells. */
export interface ImportedRow {
  session: string;
  /** Milliseconds since 1970. */
  at: number;
  body: EventBody;
  /** What tells it from the other rows of its table and session, where that is not the row's own id. */
  key?: string | undefined;
  folder?: string | undefined;
  project?: string | undefined;
  subagent?: string | undefined;
}

/** A table that is read. */
export interface ImporterTable {
  name: string;
  /** What a row tells; a text says why it tells nothing. */
  read(row: SourceRow, find: FindSession, before: SessionBefore): ImportedRow[] | string;
}

/** What a database is asked: rows of a table, whichever columns its version has. */
export interface ImporterDatabase {
  columns(table: string): ReadonlySet<string>;
  /** Different rows of these columns, as far as the table has them; none when there is no such table. */
  rows(table: string, columns: readonly string[]): SourceRow[];
}

/** A product whose database can be taken over. */
export interface Importer {
  /** Name of it in commands and events. */
  name: string;
  title: string;
  /** Tables with the columns by which its database is recognised, never by a version. */
  marks: Readonly<Record<string, readonly string[]>>;
  /** Where it keeps its database, absolute. */
  places(home: string, variables: Readonly<Record<string, string | undefined>>): string[];
  /** Its sessions by every key by which rows name them. */
  sessions(db: ImporterDatabase): ReadonlyMap<string, ImportedSession>;
  /** What is read, in this order; a table that a version lacks is left out. */
  tables: readonly ImporterTable[];
}
