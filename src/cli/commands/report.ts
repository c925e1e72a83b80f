import { CALLS } from '../../api/calls.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions, PROJECT_SHOWN } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { actionOf, textOption } from '../terminal/options.ts';

const SPANS = ['today', 'yesterday', 'week', 'month', 'standup'] as const;
/** What the words that are no span of the call ask for. */
const DAYS = {
  today: { report: 'day', since: 'today' },
  yesterday: { report: 'day', since: 'yesterday', until: 'yesterday' },
} as const;

const OPTIONS = callOptions(CALLS.stats.input, {
  project: PROJECT_SHOWN,
  since: 'start at this time instead: yesterday, "last week", 7d, 2026-10-05',
  until: 'until this time',
  agent: 'only this agent, such as claude-code',
  format: { choices: ['text', 'md', 'html', 'json'], help: 'text, md (Markdown), html or json; default text' },
});

/** `cairn report` */
export const reportCommand: CommandSpec = {
  name: 'report',
  pages: true,
  summary: 'report what was done today, yesterday, in the last week or month, or since the last stand-up',
  details:
    'Covers this project: sessions by day with their commits and fixes, then open work, then figures. "standup" starts with the previous working day and leaves the figures out. It does not repeat text that a session read on the web or in other outside sources.\n\nExamples:\n  cairn report\n  cairn report yesterday\n  cairn report standup -a\n  cairn report month --format md > report.md\n  cairn report week --format html > report.html',
  arguments: [{ name: 'span', help: 'today, yesterday, week (default), month or standup', completes: SPANS }],
  options: OPTIONS.options,
  async run(input, { io, out, json, openMemory }) {
    const format = textOption(input, 'format');
    const span = actionOf(input, SPANS, { command: 'report', fallback: 'week' });
    const { format: _format, ...asked } = OPTIONS.read(input, io);
    const written = format === 'md' || format === 'html' ? format : 'text';
    const result = await openMemory({ person: false }).stats(
      { ...(span === 'today' || span === 'yesterday' ? DAYS[span] : { report: span }), ...asked, format: written },
      { signal: io.signal },
    );
    if (json || format === 'json') {
      out.json(result);
      return;
    }
    out.print(safeText(result.report ?? ''));
    showNotes(result.notes, out);
    if (result.totals.sessions === 0) out.say('No session in this time. For all projects: cairn report -a');
  },
};
