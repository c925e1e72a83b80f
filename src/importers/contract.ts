// importers: reads what people already have: databases of other memory products, instruction files, and the export of
// another home. Nothing is written here, and no other product's own code is run.

import type { EventBody } from '../core/model/event.ts';
import type { SourceRow } from './source-row.ts';

/**
 * A session as another product stores it. `folder` is absolute; a product that does not store it has at most the
 * project's name.
 */
export interface ImportedSession {
  /** The product's own id of the session; the agent's id when both are stored. */
  id: string;
  folder?: string | undefined;
  project?: string | undefined;
  /** Milliseconds since 1970. */
  startedAt?: number | undefined;
  /** True when its prompts are rows of their own. */
  asked?: boolean | undefined;
}

/** Finds a session by any of the keys by which rows name it; `undefined` when there is none, which is not an error. */
export type FindSession = (key: string | undefined) => ImportedSession | undefined;

/** The project's last session that started at or before a time, within one day; for rows that name no session. */
export type SessionBefore = (project: string | undefined, at: number | undefined) => ImportedSession | undefined;

/** One event that a row reports. */
export interface ImportedRow {
  session: string;
  /** Milliseconds since 1970. */
  at: number;
  body: EventBody;
  /** Distinguishes the row from the others of its table and session, when the row's own id does not. */
  key?: string | undefined;
  folder?: string | undefined;
  project?: string | undefined;
  subagent?: string | undefined;
}

/** A table to import. */
export interface ImporterTable {
  name: string;
  /** The events that a row reports; a string is the reason for skipping the row. */
  read(row: SourceRow, find: FindSession, before: SessionBefore): ImportedRow[] | string;
}

/** The queries that an importer may make: rows of a table, whichever columns its version has. */
export interface ImporterDatabase {
  columns(table: string): ReadonlySet<string>;
  /** Distinct rows of those of the columns that the table has; empty when there is no such table. */
  rows(table: string, columns: readonly string[]): SourceRow[];
}

/** A product whose database can be imported. */
export interface Importer {
  /** The product's name in commands and events. */
  name: string;
  title: string;
  /** Tables and columns by which its database is recognised; versions are never compared. */
  marks: Readonly<Record<string, readonly string[]>>;
  /** Absolute paths at which it keeps its database. */
  places(home: string, variables: Readonly<Record<string, string | undefined>>): string[];
  /** Its sessions, by every key by which rows name them. */
  sessions(db: ImporterDatabase): ReadonlyMap<string, ImportedSession>;
  /** The tables to import, in this order; a table that a version lacks is left out. */
  tables: readonly ImporterTable[];
}
