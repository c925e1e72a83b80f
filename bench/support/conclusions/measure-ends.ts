import type { BenchResult } from '../result.ts';
import type { ConcludedSession } from './concluded-sessions.ts';

type Table = NonNullable<BenchResult['details']>[number];

/** How sessions ended against the marks, and a line for each session. */
export function measureEnds(sessions: readonly ConcludedSession[]): Pick<BenchResult, 'rows' | 'bounds'> & {
  table: Table;
} {
  const right = sessions.filter(isRight);
  const rows = (['tune', 'check'] as const).map((half) => {
    const own = sessions.filter(({ label }) => label.half === half);
    return [`outcome, ${half}`, own.length, own.filter(isRight).length];
  });
  return {
    rows,
    bounds: [
      {
        name: 'outcome right',
        wanted: '≥ 24 of 25',
        reached: `${right.length} of ${sessions.length}`,
        met: right.length >= (24 / 25) * sessions.length,
      },
    ],
    table: {
      title: 'How each session ended',
      about: 'What is marked, and what Cairn says of it.',
      columns: ['session', 'half', 'marked', 'said', 'next steps', 'failing'],
      rows: sessions.map(({ label, summary, checkpoint }) => [
        label.session.slice(0, 13),
        label.half,
        label.arguable === true ? `${label.outcome}, arguable` : label.outcome,
        summary.outcome,
        summary.nextSteps.length,
        checkpoint?.failing?.length ?? 0,
      ]),
    },
  };
}

function isRight({ label, summary }: ConcludedSession): boolean {
  return summary.outcome === label.outcome;
}
