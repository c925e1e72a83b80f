// retrieval/proof: whether what a memory names still holds on the disk, by the files of its project, opened through
// `platform` and within limits. What cannot be decided is left undecided; nothing here ranks or words a line.

/** Something that must still hold for a line to be told. Paths are relative to the project's root. */
export type DiskClaim =
  /** The file or folder is there. */
  | { kind: 'path'; path: string }
  /** A symbol or quoted code stands in one of the files. */
  | { kind: 'text'; text: string; paths: readonly string[] }
  /** The script is in `package.json`, or the target in the Makefile. */
  | { kind: 'script'; name: string; in: 'package.json' | 'Makefile' }
  /** The commit, whose hash may be abbreviated, was neither amended nor reset away. */
  | { kind: 'commit'; hash: string }
  /** The file is as it was at a time (milliseconds since 1970), by the `fileHash` of its content then. */
  | { kind: 'content'; path: string; hash: string; at: number };

/** Whether a claim holds; `unknown`: it cannot be decided, or not within the limits. */
export type Verdict = 'holds' | 'fails' | 'unknown';
