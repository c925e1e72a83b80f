import type { StatsResult } from '../api/stats-answers.ts';
import type { JsonObject } from '../core/json.ts';
import { defineTool } from './arguments.ts';
import { answer, noteLines, notesData, plain } from './render-text.ts';

const PROJECT = 'Path, name or id, * for all; default this one';

/** What was done, in figures. */
export const stats = defineTool({
  name: 'stats',
  description:
    'Use when you are asked how much was worked on, when, or how it went: sessions, prompts, commands, failures, changed files and commits of a time, with days, outcomes, concepts, and sessions that stand out.',
  call: 'stats',
  takes: { project: PROJECT, since: 'ISO 8601 or 7d; default 30d', until: 'ISO 8601' },
  render({ heat: _heat, notes, ...found }) {
    const data = structuredClone(found) as unknown as JsonObject;
    return answer([...statsLines(found), ...noteLines(notes)], { ...data, ...notesData(notes) });
  },
});

/** The same of a week or a month, to be handed on to a person. */
export const report = defineTool({
  name: 'report',
  description:
    'Use when you are asked for a report of the week or month: what was done, how sessions came out, what stands out. Gives text or Markdown of figures, names and ids.',
  call: 'stats',
  asked: { report: 'week' },
  takes: { span: { field: 'report' }, format: '', project: PROJECT },
  render: ({ report: text = '', notes }) => answer([text, ...noteLines(notes)], { report: text, ...notesData(notes) }),
});

function statsLines({
  since,
  until,
  totals,
  days,
  outcomes,
  concepts,
  anomalies,
}: Omit<StatsResult, 'heat' | 'notes'>): string[] {
  const named = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
  return [
    `${since.slice(0, 10)} to ${until.slice(0, 10)}: ${named(totals)}`,
    ...(Object.keys(outcomes).length === 0 ? [] : [`Sessions came out: ${named(outcomes)}`]),
    ...days.map(({ day, ...counts }) => `${day}: ${named(counts)}`),
    ...(concepts.length === 0
      ? []
      : [`About: ${concepts.map(({ name, memories }) => `${plain(name)} ${memories}`).join(', ')}`]),
    ...anomalies.map(
      ({ sessionId, what, value, mean }) => `Stands out: [${sessionId}] ${value} ${what}, usually ${mean}`,
    ),
  ];
}
