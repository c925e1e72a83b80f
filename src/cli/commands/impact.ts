import { impactPage } from '../render/show-impact.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import { PROJECT_SHOWN } from '../terminal/call-options.ts';

/** `cairn impact` */
export const impactCommand = callCommand('impact', {
  summary: 'show what agents were told unasked, what it cost, and what of it was used afterwards',
  details:
    'Of this project. A memory counts as used when, later in the same session, its id was asked for, its file was read or changed, or its command was run; a tripwire or a known failure when it was not met again though there was occasion. That something was used afterwards does not prove that it helped: what a share of sessions does without is shown when cairn config set meter.control 0.2 keeps context from one session in five.\n\nExamples:\n  cairn impact\n  cairn impact -a --since 30d',
  shown: {
    project: PROJECT_SHOWN,
    since: 'told at or after this time: yesterday, "last week", 7d, 2026-10-05',
    until: 'told at or before this time',
  },
  show(result, { out }) {
    if (result.blocks > 0) out.print(impactPage(result, out.colors));
    showNotes(result.notes, out);
  },
});
