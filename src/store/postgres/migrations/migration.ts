// store/postgres/migrations: the schema, one numbered step a file, each an export of `Migration` that `engine/migrate.ts`
// lists. A step that was released is never changed; row security and grants are put on every table after the steps.

/** One step of the schema. */
export interface Migration {
  version: number;
  /**
   * What makes ready for the step while servers go on: one statement, which is run in a transaction of its own again and
   * again until it writes no row. When it is cut short, the next run goes on where it was.
   */
  before?: string;
  /** Statements without values; unqualified names are of Cairn's schema. */
  sql: string;
}
