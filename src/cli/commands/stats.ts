import { showNotes } from '../render/show-notes.ts';
import { statsPage } from '../render/show-stats.ts';
import { callCommand } from '../terminal/call-command.ts';
import { PROJECT_SHOWN } from '../terminal/call-options.ts';

/** `cairn stats` */
export const statsCommand = callCommand('stats', {
  summary: 'show what was done in figures, and what stands out',
  details:
    'Of this project, the last 30 days. A session stands out when its failures, edits or minutes are three deviations above the twenty sessions before it. What was done, session by session, is told by `cairn report`.\n\nExamples:\n  cairn stats -a\n  cairn stats --since 7d --json\n  cairn stats --calendar 6 --compare',
  shown: {
    project: PROJECT_SHOWN,
    since: 'from this time on: yesterday, "last week", 7d, 2026-10-05; default 30d',
    until: 'up to this time',
    agent: 'only what this agent did, as claude-code',
    calendar: { value: 'months', help: 'also a calendar of the last months, 1 to 24' },
    compare: 'also how it changed from as long a time right before',
  },
  show(result, { out }) {
    out.print(statsPage(result, out.colors));
    showNotes(result.notes, out);
    if (result.totals.sessions === 0)
      out.say('No session in this time. Of a longer one: cairn stats --since 365d; of all projects: cairn stats -a');
  },
});
