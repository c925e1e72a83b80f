import { showNotes } from '../render/show-notes.ts';
import { statsPage } from '../render/show-stats.ts';
import { callCommand } from '../terminal/call-command.ts';
import { PROJECT_SHOWN } from '../terminal/call-options.ts';

/** `cairn stats` */
export const statsCommand = callCommand('stats', {
  summary: 'show statistics, and sessions that stand out',
  details:
    'Covers the last 30 days of this project. A session stands out when its failures, edits or minutes are three standard deviations above the twenty sessions before it. For what was done, session by session, use "cairn report".\n\nExamples:\n  cairn stats -a\n  cairn stats --since 7d --json\n  cairn stats --calendar 6 --compare',
  shown: {
    project: PROJECT_SHOWN,
    since: 'since this time: yesterday, "last week", 7d, 2026-10-05; default 30d',
    until: 'until this time',
    agent: 'only this agent, such as claude-code',
    calendar: { value: 'months', help: 'also show a calendar of this many months, 1 to 24' },
    compare: 'compare with the same span right before',
  },
  show(result, { out }) {
    out.print(statsPage(result, out.colors));
    showNotes(result.notes, out);
    if (result.totals.sessions === 0)
      out.say('No session in this time. For a longer time: cairn stats --since 365d; for all projects: cairn stats -a');
  },
});
