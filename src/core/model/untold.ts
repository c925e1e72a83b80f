/** When what has no time of its own can have happened: between two times, in milliseconds since 1970. */
export interface Untimed {
  from: number;
  until: number;
  /** Where it stands in its session, which a copy of the session keeps; absent: its identity says so. */
  place?: string;
}

/** What the body of every event can have. */
export interface Placed {
  /** Hash of where its line stands in its session; set where the line has no time, by which a copy of it could be told. */
  place?: string;
}

/**
 * What a transcript tells of a folder that it does not name: the path with `-` for every other character than letters and digits
 * (`slug`), or a hash of the path, below a user's `home` or anywhere.
 */
export type FolderTrace = { slug: string } | { md5: string; home: string } | { sha256: string; home: string };
