import type { ReportedSession, ReportedWork, StatsResult } from '../../api/stats-answers.ts';
import { describeMean } from '../../core/mean.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import { OUTCOMES } from '../../core/model/kinds.ts';
import { localDay, WEEKDAYS } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { type ReportSection, writeHtml, writeMarkdown, writeText } from './write-report.ts';

const LISTED = 8;

/** The time that a report covers; `day`: the day that it ends in; `standup`: since the beginning of the working day before. */
export type ReportSpan = 'day' | 'week' | 'month' | 'standup';

/** The form in which a report is written; `md` is Markdown. */
export type ReportFormat = 'text' | 'md' | 'html';

const WRITERS = { text: writeText, md: writeMarkdown, html: writeHtml } as const;

/** What was done, session by session, then what is open, then the figures: as text for a terminal, Markdown or a page. */
export function renderReport(
  stats: StatsResult & { work: ReportedWork },
  { span, format }: { span: ReportSpan; format: ReportFormat },
): string {
  const name = span === 'standup' ? 'Stand-up' : `Report of the ${span}`;
  // A report that ends at midnight is one of the days before.
  const [first, last] = [localDay(Date.parse(stats.since)), localDay(Date.parse(stats.until) - 1)];
  const days = first === last ? first : `${first} to ${last}`;
  const figures = span === 'standup' ? [] : figuresOf(stats);
  const sections = [...daysOf(stats.work), openOf(stats.work), ...figures].filter(({ lines }) => lines.length > 0);
  return WRITERS[format]({ title: `${name}, ${days}`, sections });
}

/** The sessions by day, the latest first. */
function daysOf({ sessions, left }: ReportedWork): ReportSection[] {
  const days = [...Map.groupBy(sessions, ({ at }) => localDay(Date.parse(at)))];
  const projects = new Set(sessions.map(({ project }) => project));
  const told = days.map(([day, done]) => ({
    name: nameOfDay(day),
    lines: done.map((session) => sessionLine(session, projects.size > 1)),
  }));
  const last = told.at(-1);
  const rest = `${formatCounted(left, 'session')} more, without a commit or a summary, or too many to list.`;
  if (left > 0 && last !== undefined) last.lines.push({ text: rest, under: [] });
  return told;
}

function sessionLine(session: ReportedSession, isNamed: boolean): ReportSection['lines'][number] {
  const { title, outcome, agent, project, commits, solved } = session;
  const about = [
    ...(outcome === undefined || outcome === 'unknown' ? [] : [describeOutcome(outcome)]),
    ...(isNamed && project !== undefined ? [project] : []),
    agent,
  ];
  return {
    text: title,
    about: about.join(', '),
    under: [
      ...commits.map(({ hash, subject }) => `${hash} ${subject}`.trim()),
      ...solved.map((problem) => `Fixed: ${problem}`),
    ],
  };
}

function openOf({ open }: ReportedWork): ReportSection {
  return { name: 'Still open', lines: open.map(({ text }) => ({ text, under: [] })) };
}

function figuresOf(stats: StatsResult): ReportSection[] {
  const { totals, perSession, tokens, anomalies, technologies, files } = stats;
  const lines = (texts: readonly string[]): ReportSection['lines'] => texts.map((text) => ({ text, under: [] }));
  return [
    {
      name: 'Figures',
      lines: lines([
        `${formatCounted(totals.sessions, 'session')}, ${formatCounted(totals.prompts, 'prompt')}, ${formatCounted(totals.memories, 'memory')}`,
        `${formatCounted(totals.commands, 'command')}, ${formatCounted(totals.edits, 'change')} of files, ${formatCounted(totals.commits, 'commit')}, ${formatCounted(totals.failures, 'failure')}`,
        `A session: ${describeMean(perSession.minutes)} minutes, ${describeMean(perSession.prompts)} prompts, ${describeMean(perSession.failures)} failures`,
        ...outcomeLine(stats),
        ...busiest(stats.heat),
      ]),
    },
    { name: 'Agents', lines: lines(stats.byAgent.map(agentLine)) },
    {
      name: 'What it was about',
      lines: lines(
        [
          stats.concepts.slice(0, LISTED).map(({ name, memories }) => `${name} ${formatCount(memories)}`),
          technologies.slice(0, LISTED).map(({ name, sessions }) => `${name} ${formatCounted(sessions, 'session')}`),
        ].flatMap((names) => (names.length === 0 ? [] : [names.join(', ')])),
      ),
    },
    { name: 'Files changed most', lines: lines(files.slice(0, LISTED).map(fileLine)) },
    {
      name: 'What stands out',
      lines: lines(
        anomalies.map(
          ({ sessionId, title, at, what, value, mean, z }) =>
            `${title ?? sessionId} (${at.slice(0, 10)}): ${formatCount(value)} ${what}, usually ${mean} (${z} deviations)`,
        ),
      ),
    },
    { name: 'Tokens', lines: lines(tokenLines(tokens)) },
  ];
}

function outcomeLine({ outcomes }: StatsResult): string[] {
  const told = OUTCOMES.flatMap((outcome) =>
    outcomes[outcome] === undefined ? [] : [`${describeOutcome(outcome)} ${formatCount(outcomes[outcome])}`],
  );
  return told.length === 0 ? [] : [`How sessions came out: ${told.join(', ')}`];
}

function agentLine({ agent, sessions, failures, outcomes }: StatsResult['byAgent'][number]): string {
  return `${agent}: ${formatCounted(sessions, 'session')}, ${formatCount(outcomes.done ?? 0)} done, ${failures.mean} failures each`;
}

function tokenLines({ sources, blocks, told, lines, spent }: StatsResult['tokens']): string[] {
  return [
    `The memories were made from about ${formatCount(sources)} tokens of work.`,
    `${formatCounted(blocks, 'block')} of ${formatCount(told)} tokens told agents of them automatically; of ${formatCounted(lines.of, 'memory')} told, ${formatCount(lines.n)} ${lines.n === 1 ? 'was' : 'were'} used afterwards, which is no proof that they helped.`,
    ...(spent.calls === 0
      ? []
      : [
          `Language models read ${formatCount(spent.inputTokens)} tokens and wrote ${formatCount(spent.outputTokens)} in ${formatCounted(spent.calls, 'call')}, for all projects.`,
        ]),
  ];
}

function busiest(heat: readonly (readonly number[])[]): string[] {
  const hours = heat.flatMap((day, weekday) => day.map((memories, hour) => ({ weekday, hour, memories })));
  const told = hours
    .filter(({ memories }) => memories > 0)
    .sort((one, other) => other.memories - one.memories)
    .slice(0, 3)
    .map(({ weekday, hour }) => `${WEEKDAYS[weekday]} ${String(hour).padStart(2, '0')}:00`);
  return told.length === 0 ? [] : [`Busiest hours: ${told.join(', ')}`];
}

function fileLine({ path, changes, sessions }: StatsResult['files'][number]): string {
  return `${path}: ${formatCounted(changes, 'change')} in ${formatCounted(sessions, 'session')}`;
}

/** A day as people say it: `Thursday, 26 November`. */
function nameOfDay(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(`${day}T12:00`),
  );
}
