/** The validity of a memory when it is read: a field for each thing that speaks against it, none when nothing does. */
export interface Validity {
  /** The later memory that supersedes or withdraws it. */
  supersededBy?: string;
  /** Its text says that it, or what it names, is not to be kept or used. */
  withheld?: boolean;
  /** Its text says that it is uncertain, or true elsewhere. */
  doubtful?: boolean;
  /**
   * What it shows is not so any more. `changed`: its file was changed later, by an item (last when, ISO 8601) or, without
   * one, by hand, a pull or a branch switch; `gone`: the file or the commit is not there.
   */
  stale?: { since?: string; by?: string; reason: 'changed' | 'gone' };
  /** It represents retired repetitions: how many there were, including itself, first and last (ISO 8601). */
  repeated?: { count: number; firstAt: string; lastAt: string };
  /** It is retired until it is pruned or restored: since when (ISO 8601), and by which batch. */
  retired?: { since: string; batch: string };
  /** A person muted it: no block tells it, and search finds it as before. */
  muted?: boolean;
}

/** Describes a validity: a short phrase for each thing that speaks against the memory. */
export function describeValidity(standing: Validity): string[] {
  const { supersededBy, withheld, doubtful, stale, repeated, retired, muted } = standing;
  return [
    ...(supersededBy === undefined ? [] : [`superseded by ${supersededBy}`]),
    ...(withheld === true ? ['not to be used'] : []),
    ...(doubtful === true ? ['doubtful'] : []),
    ...(stale === undefined ? [] : [describeStale(stale)]),
    ...(repeated === undefined
      ? []
      : [`${repeated.count} times, ${repeated.firstAt.slice(0, 10)} to ${repeated.lastAt.slice(0, 10)}`]),
    ...(retired === undefined ? [] : [`retired ${retired.since.slice(0, 10)} (${retired.batch})`]),
    ...(muted === true ? ['muted'] : []),
  ];
}

function describeStale({ since, by, reason }: NonNullable<Validity['stale']>): string {
  if (reason === 'gone') return 'what it shows is gone';
  return ['file changed since', since?.slice(0, 10), by].filter((part) => part !== undefined).join(', ');
}
