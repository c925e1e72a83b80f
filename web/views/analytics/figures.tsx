import type { StatsResult } from '../../../src/api/stats-answers.ts';
import { countOf, formatCount } from '../../parts/format.ts';
import { formatChange, formatShare, formatShort, outcomeCount, usedShare } from './figure-words.ts';

/** The figures that matter of a span, each with its unit and how it differs from the span before. */
export function Figures({ stats }: { stats: StatsResult }) {
  const { totals, perSession, outcomes, tokens, before } = stats;
  const known = Object.values(outcomes).reduce((sum, n) => sum + n, 0);
  const change = (now: number, then: number | undefined, digits = 0): string =>
    then === undefined ? '' : formatChange(now - then, digits);
  const rows: [name: string, value: string, more: string][] = [
    ['Sessions', formatCount(totals.sessions), change(totals.sessions, before?.totals.sessions)],
    ['Commits', formatCount(totals.commits), change(totals.commits, before?.totals.commits)],
    [
      'Failures a session',
      String(perSession.failures.mean),
      change(perSession.failures.mean, before?.failures.mean, 1),
    ],
    ['Came out done', formatShare(outcomeCount(outcomes, 'done'), known), `of ${countOf(known, 'session')}`],
    ['Told automatically', formatShort(tokens.told), tokens.told === 1 ? 'token' : 'tokens'],
    ['Of it used', usedShare(tokens), `of ${countOf(tokens.lines.of, 'line')}`],
  ];
  if (tokens.spent.calls > 0) {
    const spent = tokens.spent.inputTokens + tokens.spent.outputTokens;
    rows.push(['Spent on models', formatShort(spent), `tokens, ${countOf(tokens.spent.calls, 'call')}`]);
  }
  return (
    <dl class="figs">
      {rows.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} <small>{more}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
