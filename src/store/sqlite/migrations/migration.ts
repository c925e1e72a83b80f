/** One step of the schema. Steps are only ever added; a released one is never changed. */
export interface Migration {
  version: number;
  /** The oldest schema version whose programs can still read, or write, a file of this version. */
  minReader: number;
  minWriter: number;
  sql: string;
}
