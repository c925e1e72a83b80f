import type { StatsResult } from '../../api/stats-answers.ts';
import { hundredths } from '../../core/mean.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import { DAY_MS, localDay, WEEKDAYS } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import type { Colors } from '../terminal/output.ts';
import { joined, plain, rows, titled } from './show.ts';

const SHADES = ' ░▒▓█';
const BAR = 30;
const DAYS = 14;
const FILES = 8;

/** Statistics as a page for a terminal. */
export function statsPage(stats: StatsResult, colors: Colors): string {
  const { totals, perSession, tokens } = stats;
  const outcomes = Object.entries(stats.outcomes).map(
    ([name, n]) => `${describeOutcome(name as keyof StatsResult['outcomes'])} ${formatCount(n)}`,
  );
  const about = stats.concepts.map(({ name, memories }) => `${plain(name)} ${colors.dim(formatCount(memories))}`);
  const technologies = stats.technologies.map(
    ({ name, sessions }) => `${plain(name)} ${colors.dim(formatCount(sessions))}`,
  );
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
        ['tokens', tokensOf(tokens)],
        ['before', stats.before !== undefined && changesOf(stats.before, stats)],
      ],
      colors,
    ),
    agentsOf(stats, colors),
    daysOf(stats, colors),
    heatOf(stats, colors),
    calendarOf(stats, colors),
    about.length > 0 && `${colors.bold('About')} ${about.join(', ')}`,
    technologies.length > 0 && `${colors.bold('With')} ${technologies.join(', ')}`,
    filesOf(stats, colors),
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

function tokensOf({ sources, told, blocks, lines, spent }: StatsResult['tokens']): string {
  return joined(
    [
      `about ${formatCount(sources)} worked on, ${formatCount(told)} told in ${formatCounted(blocks, 'block')}`,
      lines.of > 0 && `${formatCount(lines.n)} of ${formatCount(lines.of)} memories told were used`,
      spent.calls > 0 && `${formatCount(spent.inputTokens + spent.outputTokens)} spent on models`,
    ],
    ', ',
  );
}

/** How the figures differ from those of as long a time before. */
function changesOf(before: NonNullable<StatsResult['before']>, { totals, perSession, tokens }: StatsResult): string {
  const change = (name: string, by: number): string => `${name} ${by < 0 ? '−' : '+'}${formatCount(Math.abs(by))}`;
  return joined(
    [
      `since ${before.since.slice(0, 10)}: ${change('sessions', totals.sessions - before.totals.sessions)}`,
      change('commits', totals.commits - before.totals.commits),
      change('failures a session', hundredths(perSession.failures.mean - before.failures.mean)),
      change('tokens told', tokens.told - before.tokens.told),
    ],
    ', ',
  );
}

function agentsOf({ byAgent }: StatsResult, colors: Colors): string {
  if (byAgent.length < 2) return '';
  const lines = byAgent.map(({ agent, sessions, outcomes, failures, used }) => {
    const told = used.of > 0 && `${formatCount(used.n)} of ${formatCount(used.of)} told memories used`;
    const came = `${formatCount(outcomes.done ?? 0)} done, ${failures.mean} failures each`;
    return `${plain(agent)} ${colors.dim(joined([formatCounted(sessions, 'session'), came, told], ', '))}`;
  });
  return titled('Agents', lines.join('\n'), colors);
}

/** The calendar: a row for each day of the week, a column for each week; the more sessions, the darker. */
function calendarOf({ calendar, until }: StatsResult, colors: Colors): string {
  if (calendar === undefined) return '';
  const sessions = new Map(calendar.days.map((day) => [day.day, day.sessions]));
  const most = Math.max(...sessions.values(), 1);
  const lines = WEEKDAYS.map((weekday) => `${weekday} `);
  const date = new Date(`${calendar.since}T12:00`);
  for (let place = 0; date.getTime() < Date.parse(until) + DAY_MS / 2; place += 1, date.setDate(date.getDate() + 1)) {
    const n = sessions.get(localDay(date.getTime())) ?? 0;
    lines[place % 7] += SHADES[n === 0 ? 0 : Math.max(1, Math.ceil((n / most) * 4))] ?? ' ';
  }
  const busiest = `from ${calendar.since}, at most ${formatCounted(most, 'session')} a day`;
  return titled(`Calendar, ${busiest}`, lines.join('\n'), colors);
}

function filesOf({ files }: StatsResult, colors: Colors): string {
  const lines = files
    .slice(0, FILES)
    .map(
      ({ path, changes, sessions }) =>
        `${plain(path)} ${colors.dim(`${formatCounted(changes, 'change')} in ${formatCounted(sessions, 'session')}`)}`,
    );
  return titled('Files changed most', lines.join('\n'), colors);
}

function anomaliesOf({ anomalies }: StatsResult, colors: Colors): string {
  const lines = anomalies.map(
    ({ sessionId, title, at, what, value, mean, z }) =>
      `${colors.cyan(sessionId)} ${colors.dim(at.slice(0, 10))} ${formatCount(value)} ${what}, usually ${mean} (z ${z})${title === undefined ? '' : ` ${colors.dim(plain(title))}`}`,
  );
  return titled('Stands out', lines.join('\n'), colors);
}
