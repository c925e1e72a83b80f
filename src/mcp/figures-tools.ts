import { defineTool } from './arguments.ts';
import { renderStats } from './render/stats.ts';
import { answer, noteLines, notesData } from './render/text.ts';

const PROJECT = 'Path, name or id, * for all; default this one';

/** What was done, in figures. */
export const stats = defineTool({
  name: 'stats',
  description:
    'Use when you are asked how much was worked on, when, or how it went: sessions, prompts, commands, failures, changed files and commits of a time, with days, outcomes, concepts, and sessions that stand out.',
  call: 'stats',
  takes: { project: PROJECT, since: 'ISO 8601 or 7d; default 30d', until: 'ISO 8601' },
  render: renderStats,
});

/** The same of a week or a month, to be handed on to a person. */
export const report = defineTool({
  name: 'report',
  description:
    'Use when you are asked for a report of the week or month, or for a stand-up: sessions with their commits and what they solved, what is open, figures. Gives text, Markdown or HTML.',
  call: 'stats',
  asked: { report: 'week' },
  takes: { span: { field: 'report' }, format: '', project: PROJECT },
  render: ({ report: text = '', notes }) => answer([text, ...noteLines(notes)], { report: text, ...notesData(notes) }),
});
