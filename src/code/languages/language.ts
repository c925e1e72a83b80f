/** A language: a row of the table. */
export interface Language {
  name: string;
  /** Name of the grammar's file, without `tree-sitter-` and `.wasm`. */
  grammar: string;
  /** Endings of its files, lower case, without the dot. */
  endings: readonly string[];
  /** First words of a file without an ending that are its own, as `bash` after `#!`. */
  interpreters?: readonly string[];
  /**
   * Tree query. A capture that is called as a kind marks the node of a symbol, `@name` the node of its name, `@body` what
   * is not part of its signature where no field of the grammar is called so.
   */
  query: string;
  /** Nodes around a symbol that belong to its signature, as `export`. */
  wrappers?: readonly string[];
  /** Nodes between a symbol and its comment. */
  between?: readonly string[];
  /** The comment stands within the symbol, as its first statement. */
  docInside?: true;
}
