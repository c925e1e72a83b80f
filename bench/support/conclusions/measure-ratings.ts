import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchResult } from '../result.ts';

/** A reader's marks of a summary, 0 to 3 each. */
interface Rating {
  round: number;
  marks: number[];
}

const FILE = fileURLToPath(new URL('../../conclusion-labels/ratings.tsv', import.meta.url));
const WANTED = { faithful: 2.8, complete: 2.3, useful: 2.3 } as const;

/** The means of a reader's marks of summaries, round by round, against what is wanted of the last. */
export function measureRatings(): Pick<BenchResult, 'bounds'> & { table: NonNullable<BenchResult['details']>[number] } {
  const rows = readFileSync(FILE, 'utf8').trimEnd().split('\n').slice(1);
  const ratings = rows.map((row): Rating => {
    const [round, , ...rest] = row.split('\t');
    return { round: Number(round), marks: rest.slice(0, 3).map(Number) };
  });
  const rounds = [...new Set(ratings.map(({ round }) => round))].sort((one, other) => one - other);
  const means = rounds.map((round) => meansOf(ratings.filter((one) => one.round === round)));
  const last = means.at(-1) ?? [];
  return {
    bounds: Object.entries(WANTED).map(([name, least], at) => ({
      name: `summaries by hand: ${name}`,
      wanted: `≥ ${least}`,
      reached: `${last[at] ?? 0}`,
      met: (last[at] ?? 0) >= least,
    })),
    table: {
      title: 'Summaries by hand',
      about:
        'Marks from 0 to 3 by one reader beside the transcript, with reasons in `ratings.tsv`; the second round after the causes of low marks that a rule could mend.',
      columns: ['round', 'summaries', ...Object.keys(WANTED)],
      rows: rounds.map((round, at) => [
        round,
        ratings.filter((one) => one.round === round).length,
        ...(means[at] ?? []),
      ]),
    },
  };
}

function meansOf(ratings: readonly Rating[]): number[] {
  return Object.keys(WANTED).map((_, at) => {
    const sum = ratings.reduce((all, { marks }) => all + (marks[at] ?? 0), 0);
    return Math.round((100 * sum) / Math.max(ratings.length, 1)) / 100;
  });
}
