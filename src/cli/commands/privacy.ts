import type { PrivacyResult } from '../../api/home-answers.ts';
import { sum } from '../../core/sum.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { joined, plain, titled } from '../render/show.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import type { Colors } from '../terminal/output.ts';

const LISTED = 10;

/** `cairn privacy` */
export const privacyCommand = callCommand('privacy', {
  summary: 'show what was redacted, excluded, forgotten and retired, in numbers',
  details:
    'Secrets are replaced before anything is written: what they were stands nowhere, here neither. What was forgotten is gone; a hash makes Cairn refuse it. "cairn review hidden" lists what agents have hidden.\n\nExamples:\n  cairn privacy\n  cairn privacy --json',
  show(result, { out }) {
    out.print(privacyPage(result, out.colors));
    showNotes(result.notes, out);
  },
});

function privacyPage({ redacted, excluded, forgotten, trash, retired }: PrivacyResult, colors: Colors): string {
  const total = sum(redacted.map(({ count }) => count));
  const patterns = [...excluded.paths, ...excluded.projects].map(plain).join(', ');
  return joined(
    [
      titled(
        `Redacted: ${formatCounted(total, 'secret')}`,
        redacted
          .map(({ kind, count, lastDay, where: [most] }) => {
            const place = most === undefined ? '' : `, most of them in ${plain(most.event)} of ${plain(most.agent)}`;
            return `${plain(kind)} ${formatCount(count)} ${colors.dim(`last ${lastDay}${place}`)}`;
          })
          .join('\n'),
        colors,
      ) || 'No secret was redacted.',
      `${colors.bold('Excluded')} ${patterns || 'nothing but the built-in files'}; ${formatCounted(excluded.events, 'event')} of excluded projects came and went.`,
      titled(
        'Forgotten',
        forgotten
          .slice(0, LISTED)
          .map(
            ({ at, events, sessions }) =>
              `${formatMinute(at)} ${formatCounted(events, 'event')}${sessions === 0 ? '' : `, ${formatCounted(sessions, 'whole session')}`}`,
          )
          .join('\n'),
        colors,
      ) || 'Nothing was forgotten.',
      titled(
        'Forgotten, and can be brought back by cairn forget --undo',
        trash
          .slice(0, LISTED)
          .map(
            ({ batch, at, events, until }) =>
              `${batch} ${formatMinute(at)} ${formatCounted(events, 'event')}, erased for good from ${formatMinute(until)} on`,
          )
          .join('\n'),
        colors,
      ),
      titled(
        'Retired, and can be brought back',
        retired
          .slice(0, LISTED)
          .map(
            ({ batch, at, items, prunedFrom }) =>
              `${batch} ${formatMinute(at)} ${formatCounted(items, 'memory')}, pruned from ${formatMinute(prunedFrom)} on`,
          )
          .join('\n'),
        colors,
      ),
    ],
    '\n\n',
  );
}
