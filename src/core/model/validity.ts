/** How a memory stands when it is read: nothing where nothing tells against it. */
export interface Validity {
  /** The later memory that says otherwise of the same, or takes it back. */
  supersededBy?: string;
  /** It says that it, or what it names, is not to be kept or used. */
  withheld?: boolean;
  /** It says of itself that it is not certain, or true of another place. */
  doubtful?: boolean;
  /** A file that it shows was changed later: last when (ISO 8601), and by what. */
  stale?: { since: string; by: string };
  /** It stands for equal ones, which were retired: how many there were, itself among them, first and last (ISO 8601). */
  repeated?: { count: number; firstAt: string; lastAt: string };
  /** It is out of sight until it is pruned or restored: since when (ISO 8601), and by which batch. */
  retired?: { since: string; batch: string };
}

/** How a memory stands, in words: a short phrase for each thing that tells against it. */
export function describeValidity(standing: Validity): string[] {
  const { supersededBy, withheld, doubtful, stale, repeated, retired } = standing;
  return [
    ...(supersededBy === undefined ? [] : [`superseded by ${supersededBy}`]),
    ...(withheld === true ? ['not to be used'] : []),
    ...(doubtful === true ? ['doubtful'] : []),
    ...(stale === undefined ? [] : [`file changed since, ${stale.since.slice(0, 10)}, ${stale.by}`]),
    ...(repeated === undefined
      ? []
      : [`${repeated.count} times, ${repeated.firstAt.slice(0, 10)} to ${repeated.lastAt.slice(0, 10)}`]),
    ...(retired === undefined ? [] : [`retired ${retired.since.slice(0, 10)} (${retired.batch})`]),
  ];
}
