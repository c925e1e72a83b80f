import { impactLines, impactPage } from '../render/show-impact.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import { PROJECT_SHOWN } from '../terminal/call-options.ts';

/** `cairn impact` */
export const impactCommand = callCommand('impact', {
  summary: 'show what Cairn told agents, what that cost in tokens, and what they used',
  details:
    'Covers this project. A memory counts as used when the same session later asked for its id, read or changed its file, or ran its command. A tripwire or a known failure counts when the problem could have come back and did not. Use is no proof of help: to compare, "cairn config set meter.control 0.2" withholds context from one session in five.\n\nExamples:\n  cairn impact\n  cairn impact -v\n  cairn impact -a --since 30d',
  shown: {
    project: PROJECT_SHOWN,
    since: 'told after this time: yesterday, "last week", 7d, 2026-10-05',
    until: 'told before this time',
  },
  more: [
    { flags: '-v, --verbose', help: 'by occasion, agent, part of a block, kind and day, with the memories used most' },
  ],
  show(result, { out }, { options }) {
    if (result.blocks > 0) out.print(options.verbose === true ? impactPage(result, out.colors) : impactLines(result));
    showNotes(result.notes, out);
  },
});
