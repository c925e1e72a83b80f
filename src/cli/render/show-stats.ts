import type { StatsResult } from '../../api/stats-answers.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import { WEEKDAYS } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import type { Colors } from '../terminal/output.ts';
import { joined, plain, rows, titled } from './show.ts';

const SHADES = ' ░▒▓█';
const BAR = 30;
const DAYS = 14;

/** Statistics as a page for a terminal. */
export function statsPage(stats: StatsResult, colors: Colors): string {
  const { totals, perSession, tokens } = stats;
  const outcomes = Object.entries(stats.outcomes).map(
    ([name, n]) => `${describeOutcome(name as keyof StatsResult['outcomes'])} ${formatCount(n)}`,
  );
  const about = stats.concepts.map(({ name, memories }) => `${plain(name)} ${colors.dim(formatCount(memories))}`);
  const parts = [
    colors.bold(`${stats.since.slice(0, 10)} to ${stats.until.slice(0, 10)}`),
    rows(
      [
        [
          'sessions',
          `${formatCount(totals.sessions)}, ${perSession.minutes.mean} minutes and ${perSession.prompts.mean} prompts each`,
        ],
        ['memories', joined([formatCount(totals.memories), countsOf(stats.kinds)], ': ')],
        [
          'commands',
          `${formatCount(totals.commands)}, changes of files ${formatCount(totals.edits)}, commits ${formatCount(totals.commits)}`,
        ],
        ['failures', `${formatCount(totals.failures)}, ${perSession.failures.mean} a session`],
        ['agents', countsOf(stats.agents)],
        ['came out', outcomes.join(', ')],
        [
          'tokens',
          `about ${formatCount(tokens.sources)} worked on, ${formatCount(tokens.told)} told in ${formatCount(tokens.blocks)} blocks`,
        ],
      ],
      colors,
    ),
    daysOf(stats, colors),
    heatOf(stats, colors),
    about.length > 0 && `${colors.bold('About')} ${about.join(', ')}`,
    anomaliesOf(stats, colors),
  ];
  return joined(parts, '\n\n');
}

function countsOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, n]) => `${plain(name)} ${formatCount(n)}`)
    .join(', ');
}

function daysOf({ days }: StatsResult, colors: Colors): string {
  const shown = days.slice(-DAYS);
  const most = Math.max(...shown.map(({ memories }) => memories), 1);
  const lines = shown.map(({ day, sessions, memories, failures }) => {
    const bar = '█'.repeat(Math.round((memories / most) * BAR)).padEnd(BAR);
    return `${day} ${bar} ${formatCount(memories)} ${colors.dim(`in ${formatCounted(sessions, 'session')}, ${formatCounted(failures, 'failure')}`)}`;
  });
  return titled('Days', lines.join('\n'), colors);
}

/** Heat map of weekdays by hours: the more activity, the darker. */
function heatOf({ heat }: StatsResult, colors: Colors): string {
  const most = Math.max(...heat.flat(), 0);
  if (most === 0) return '';
  const lines = heat.map((hours, day) => {
    const cells = hours.map((n) => SHADES[n === 0 ? 0 : Math.max(1, Math.ceil((n / most) * 4))] ?? ' ');
    return `${WEEKDAYS[day]} ${cells.join('')}`;
  });
  return titled('Hours', [...lines, '    0     6     12    18   23'].join('\n'), colors);
}

function anomaliesOf({ anomalies }: StatsResult, colors: Colors): string {
  const lines = anomalies.map(
    ({ sessionId, at, what, value, mean }) =>
      `${colors.cyan(sessionId)} ${colors.dim(at.slice(0, 10))} ${formatCount(value)} ${what}, usually ${mean}`,
  );
  return titled('Stands out', lines.join('\n'), colors);
}
