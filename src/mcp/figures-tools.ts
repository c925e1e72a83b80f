import type { StatsResult } from '../api/stats-answers.ts';
import type { JsonObject } from '../core/json.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { answer, noteLines, notesData, plain } from './render-text.ts';
import { choice, object, text } from './schema.ts';
import type { Tool } from './tool.ts';
import { readInput } from './tool-input.ts';

const SPANS = ['week', 'month'] as const;
const FORMATS = ['text', 'md'] as const;
const PROJECT = text('Path, name or id, * for all; default this one');

/** What was done, in figures. */
export const stats: Tool = {
  name: 'stats',
  description:
    'Use when you are asked how much was worked on, when, or how it went: sessions, prompts, commands, failures, changed files and commits of a time, with days, outcomes, concepts, and sessions that stand out.',
  input: object({
    project: PROJECT,
    since: text('ISO 8601 or 7d; default 30d'),
    until: text('ISO 8601'),
  }),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('stats', raw, this);
    const asked = omitUndefined({
      project: input.text('project'),
      since: input.text('since'),
      until: input.text('until'),
    });
    const { heat: _heat, notes, ...found } = await memory.stats(asked, options);
    const data = structuredClone(found) as unknown as JsonObject;
    return answer([...statsLines(found), ...noteLines(notes)], { ...data, ...notesData(notes) });
  },
};

/** The same of a week or a month, to be handed on to a person. */
export const report: Tool = {
  name: 'report',
  description:
    'Use when you are asked for a report of the week or month: what was done, how sessions came out, what stands out. Gives text or Markdown of figures, names and ids.',
  input: object({
    span: choice(SPANS),
    format: choice(FORMATS),
    project: PROJECT,
  }),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('report', raw, this);
    const asked = omitUndefined({
      report: input.choice('span', SPANS) ?? 'week',
      format: input.choice('format', FORMATS),
      project: input.text('project'),
    });
    const { report: told = '', notes } = await memory.stats(asked, options);
    return answer([told, ...noteLines(notes)], { report: told, ...notesData(notes) });
  },
};

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
