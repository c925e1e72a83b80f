/** Rows that belong together: all tests of some files. */
export interface Group {
  name: string;
  /** What is tried, in a few words. */
  about: string;
  /** Test files, from the root of the repository. */
  files: readonly string[];
}

/** A command that tries to break the product. */
export interface Suite {
  title: string;
  about: string;
  groups: readonly Group[];
}

/** Test files of a folder below `test`, by their names. */
export function named(folder: string, ...names: readonly string[]): string[] {
  return names.map((name) => `test/${folder}/${name}.test.ts`);
}
