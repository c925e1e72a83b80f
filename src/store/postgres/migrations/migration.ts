// store/postgres/migrations: the schema, one numbered step a file, each an export of `Migration` that `engine/migrate.ts`
// lists. A step that was released is never changed; row security and grants are put on every table after the steps.

/** One step of the schema. */
export interface Migration {
  version: number;
  /** Statements without values; unqualified names are of Cairn's schema. */
  sql: string;
}
