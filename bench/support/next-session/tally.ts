import { asString, type JsonValue, objectsIn } from '../../../src/core/json.ts';
import { type WilsonShare, wilsonShare } from '../../../src/core/wilson.ts';
import type { DealtFile } from './deal.ts';

/** Marks of lines and of sessions. */
export const LINE_MARKS = ['useful', 'weak', 'noise'] as const;
export const SESSION_MARKS = ['clearly', 'little', 'not', 'harmed'] as const;

/** A mark of a line. */
export type LineMark = (typeof LINE_MARKS)[number];
/** A mark of a session. */
export type SessionMark = (typeof SESSION_MARKS)[number];

/** The marks of one file, as they were written: `ratingErrors` checks them. */
export interface Rating {
  file: string;
  lines: string[];
  session: string;
}

/** Reads a list of ratings; what is missing in a row stays empty. */
export function parseRatings(text: string): Rating[] {
  return objectsIn(JSON.parse(text) as JsonValue).map(({ file, lines, session }) => ({
    file: asString(file) ?? '',
    lines: Array.isArray(lines) ? lines.map((mark) => asString(mark) ?? '') : [],
    session: asString(session) ?? '',
  }));
}

/** The figures of one way. A point at which it tells nothing counts as a session that it does not help. */
export interface WayTally {
  way: string;
  points: number;
  silent: number;
  lines: Record<LineMark, WilsonShare>;
  sessions: Record<SessionMark, WilsonShare>;
  /** Sessions clearly helped where earlier work bears. */
  helpedWhereBearing: WilsonShare;
}

/** Agreement of marks that were made twice: pairs, the share that is the same, and Cohen's kappa (1960). */
export interface Agreement {
  pairs: number;
  same: number;
  kappa: number;
}

/** Checks ratings against the key; an error names the file and what is wrong with it. */
export function ratingErrors(key: readonly DealtFile[], ratings: readonly Rating[]): string[] {
  const lines = new Map(key.map((row) => [row.file, row.lines]));
  return ratings.flatMap((rating) => {
    const wanted = lines.get(rating.file);
    if (wanted === undefined) return [`${rating.file}: the key has no such file`];
    const errors: string[] = [];
    if (rating.lines.length !== wanted) errors.push(`${rating.file}: ${rating.lines.length} marks, ${wanted} lines`);
    if (!rating.lines.every((mark) => LINE_MARKS.some((known) => known === mark)))
      errors.push(`${rating.file}: a line's mark is unknown`);
    if (!SESSION_MARKS.some((known) => known === rating.session))
      errors.push(`${rating.file}: the session's mark is unknown`);
    return errors;
  });
}

/** Counts the first rating of each text by way. `bears`: the names of the points where earlier work bears. */
export function tallyWays(
  key: readonly DealtFile[],
  ratings: readonly Rating[],
  bears: ReadonlySet<string>,
): WayTally[] {
  const byFile = new Map(ratings.map((rating) => [rating.file, rating]));
  const rated = key.flatMap((row) => {
    const rating = row.file === undefined ? { lines: [], session: 'not' } : byFile.get(row.file);
    return row.again === true || rating === undefined ? [] : [{ ...row, marks: rating.lines, session: rating.session }];
  });
  return [...Map.groupBy(rated, ({ way }) => way)].map(([way, rows]) => {
    const marks = rows.flatMap((row) => row.marks);
    const bearing = rows.filter(({ point }) => bears.has(point));
    const ofLines = (mark: LineMark) => wilsonShare(marks.filter((one) => one === mark).length, marks.length);
    const ofSessions = (mark: SessionMark, some = rows) =>
      wilsonShare(some.filter(({ session }) => session === mark).length, some.length);
    return {
      way,
      points: rows.length,
      silent: rows.filter(({ file }) => file === undefined).length,
      lines: { useful: ofLines('useful'), weak: ofLines('weak'), noise: ofLines('noise') },
      sessions: {
        clearly: ofSessions('clearly'),
        little: ofSessions('little'),
        not: ofSessions('not'),
        harmed: ofSessions('harmed'),
      },
      helpedWhereBearing: ofSessions('clearly', bearing),
    };
  });
}

/** Pairs of ratings of the same text: by one rater who had it twice, or by two raters who had the same files. */
export function ratedTwice(
  key: readonly DealtFile[],
  ratings: readonly Rating[],
  others: readonly Rating[] = [],
): [Rating, Rating][] {
  const byFile = new Map(ratings.map((rating) => [rating.file, rating]));
  if (others.length > 0) {
    return others.flatMap((other) => {
      const one = byFile.get(other.file);
      return one === undefined ? [] : [[one, other] as [Rating, Rating]];
    });
  }
  const firsts = new Map(
    key.flatMap(({ file, point, way, again }) =>
      file === undefined || again === true ? [] : [[`${point} ${way}`, file] as const],
    ),
  );
  return key.flatMap(({ file = '', point, way, again }) => {
    const [one, other] = [byFile.get(firsts.get(`${point} ${way}`) ?? ''), byFile.get(file)];
    return again !== true || one === undefined || other === undefined ? [] : [[one, other] as [Rating, Rating]];
  });
}

/** Agreement over pairs of marks; kappa is NaN without pairs, and 1 where only one mark occurs. */
export function agreementOf(pairs: readonly (readonly [string, string])[]): Agreement {
  const count = pairs.length;
  const same = pairs.filter(([one, other]) => one === other).length / count;
  const marks = new Set(pairs.flat());
  const share = (side: 0 | 1, mark: string): number => pairs.filter((pair) => pair[side] === mark).length / count;
  const byChance = [...marks].reduce((sum, mark) => sum + share(0, mark) * share(1, mark), 0);
  return { pairs: count, same, kappa: byChance === 1 ? 1 : (same - byChance) / (1 - byChance) };
}
