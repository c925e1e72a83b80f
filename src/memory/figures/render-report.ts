import type { StatsResult } from '../../api/stats-answers.ts';
import { describeMean } from '../../core/mean.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import { WEEKDAYS } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';

const LISTED = 8;

/** The figures of a week or a month as text for a terminal, or as Markdown; counts, names and ids alone. */
export function renderReport(
  stats: StatsResult,
  { span, format }: { span: 'week' | 'month'; format: 'text' | 'md' },
): string {
  const isMarkdown = format === 'md';
  const title = `Report of the ${span}, ${stats.since.slice(0, 10)} to ${stats.until.slice(0, 10)}`;
  const parts = sectionsOf(stats).filter(({ lines }) => lines.length > 0);
  const told = parts.map(({ name, lines }) =>
    isMarkdown
      ? `## ${name}\n\n${lines.map((line) => `- ${line}`).join('\n')}`
      : `${name}\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
  return [isMarkdown ? `# ${title}` : title, ...told].join('\n\n');
}

function sectionsOf(stats: StatsResult): { name: string; lines: string[] }[] {
  const { totals, perSession, tokens, anomalies, concepts, outcomes, byAgent, technologies, files } = stats;
  return [
    {
      name: 'Work',
      lines: [
        `${formatCounted(totals.sessions, 'session')}, ${formatCounted(totals.prompts, 'prompt')}, ${formatCounted(totals.memories, 'memory')}`,
        `${formatCounted(totals.commands, 'command')}, ${formatCounted(totals.edits, 'change')} of files, ${formatCounted(totals.commits, 'commit')}, ${formatCounted(totals.failures, 'failure')}`,
        `A session: ${describeMean(perSession.minutes)} minutes, ${describeMean(perSession.prompts)} prompts, ${describeMean(perSession.failures)} failures`,
      ],
    },
    {
      name: 'How sessions came out',
      lines: Object.entries(outcomes).map(
        ([outcome, n]) => `${describeOutcome(outcome as keyof typeof outcomes)}: ${formatCount(n ?? 0)}`,
      ),
    },
    {
      name: 'Agents',
      lines: byAgent.map(
        ({ agent, sessions, failures, outcomes: came }) =>
          `${agent}: ${formatCounted(sessions, 'session')}, ${formatCount(came.done ?? 0)} done, ${failures.mean} failures each`,
      ),
    },
    {
      name: 'Days',
      lines: stats.days.map(
        ({ day, sessions, memories, failures }) =>
          `${day}: ${formatCounted(sessions, 'session')}, ${formatCounted(memories, 'memory')}, ${formatCounted(failures, 'failure')}`,
      ),
    },
    { name: 'Busiest hours', lines: busiest(stats.heat) },
    {
      name: 'What it was about',
      lines: concepts.slice(0, LISTED).map(({ name, memories }) => `${name}: ${formatCount(memories)}`),
    },
    {
      name: 'Technologies',
      lines: technologies.slice(0, LISTED).map(technologyLine),
    },
    {
      name: 'Files changed most',
      lines: files.slice(0, LISTED).map(fileLine),
    },
    {
      name: 'What stands out',
      lines: anomalies.map(
        ({ sessionId, at, what, value, mean, z }) =>
          `${sessionId} (${at.slice(0, 10)}): ${formatCount(value)} ${what}, usually ${mean} (${z} deviations)`,
      ),
    },
    {
      name: 'Tokens',
      lines: [
        `The memories were made from about ${formatCount(tokens.sources)} tokens of work.`,
        `${formatCounted(tokens.blocks, 'block')} of ${formatCount(tokens.told)} tokens told agents of them, unasked; of ${formatCounted(tokens.lines.of, 'memory')} told, ${formatCount(tokens.lines.n)} ${tokens.lines.n === 1 ? 'was' : 'were'} used afterwards, which is no proof that they helped.`,
        ...(tokens.spent.calls === 0
          ? []
          : [
              `Language models read ${formatCount(tokens.spent.inputTokens)} tokens and wrote ${formatCount(tokens.spent.outputTokens)} in ${formatCounted(tokens.spent.calls, 'call')}, for all projects.`,
            ]),
      ],
    },
  ];
}

function busiest(heat: readonly (readonly number[])[]): string[] {
  const hours = heat.flatMap((day, weekday) => day.map((memories, hour) => ({ weekday, hour, memories })));
  return hours
    .filter(({ memories }) => memories > 0)
    .sort((one, other) => other.memories - one.memories)
    .slice(0, 3)
    .map(({ weekday, hour, memories }) => {
      const at = `${WEEKDAYS[weekday]} ${String(hour).padStart(2, '0')}:00`;
      return `${at}: ${formatCounted(memories, 'memory')}`;
    });
}

function technologyLine({ name, sessions }: StatsResult['technologies'][number]): string {
  return `${name}: ${formatCounted(sessions, 'session')}`;
}

function fileLine({ path, changes, sessions }: StatsResult['files'][number]): string {
  return `${path}: ${formatCounted(changes, 'change')} in ${formatCounted(sessions, 'session')}`;
}
