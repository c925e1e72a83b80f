import { CALLS } from '../../api/calls.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions, PROJECT_SHOWN } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { actionOf, textOption } from '../terminal/options.ts';

const SPANS = ['week', 'month', 'standup'] as const;

const OPTIONS = callOptions(CALLS.stats.input, {
  project: PROJECT_SHOWN,
  since: 'from this time on, in place of the span: yesterday, "last week", 7d, 2026-10-05',
  until: 'up to this time',
  agent: 'only what this agent did, as claude-code',
  format: { choices: ['text', 'md', 'html', 'json'], help: 'text, md (Markdown), html or json; default text' },
});

/** `cairn report` */
export const reportCommand: CommandSpec = {
  name: 'report',
  summary: 'tell what was done in the last week or month, or since the last stand-up, for others to read',
  details:
    'Of this project: sessions by day with their commits and what they solved, then what is still open, then the figures. `standup` begins with the working day before and leaves the figures out. Text that a session took from outside is not repeated.\n\nExamples:\n  cairn report\n  cairn report standup -a\n  cairn report month --format md > report.md\n  cairn report week --format html > report.html',
  arguments: [{ name: 'span', help: 'week (default), month or standup', completes: SPANS }],
  options: OPTIONS.options,
  async run(input, { io, out, json, openMemory }) {
    const format = textOption(input, 'format');
    const span = actionOf(input, SPANS, { command: 'report', fallback: 'week' });
    const { format: _format, ...asked } = OPTIONS.read(input, io);
    const written = format === 'md' || format === 'html' ? format : 'text';
    const result = await openMemory({ person: false }).stats(
      { ...asked, report: span, format: written },
      { signal: io.signal },
    );
    if (json || format === 'json') {
      out.json(result);
      return;
    }
    out.print(safeText(result.report ?? ''));
    showNotes(result.notes, out);
    if (result.totals.sessions === 0) out.say('No session in this time. Of all projects: cairn report -a');
  },
};
