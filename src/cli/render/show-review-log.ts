import type { ReviewLogEntry, ReviewLogResult } from '../../api/review-answers.ts';
import type { Output } from '../terminal/output.ts';
import { joined, plain } from './show.ts';
import { showMore } from './show-entry.ts';

const HOW: Readonly<Record<ReviewLogEntry['how'], string>> = {
  terminal: 'in a terminal',
  prompt: 'in a prompt',
  '/remember': 'by /remember',
  answer: 'as an answer',
  refusal: 'as the reason of a refusal',
  import: 'by an import',
};

/** Prints what stands in a person's name: when, what was done, how it was said, by which session; then the words. */
export function showReviewLog({ entries, nextCursor }: ReviewLogResult, out: Output): void {
  if (entries.length === 0) out.say("Nothing stands in a person's name.");
  for (const entry of entries) out.print(entryLines(entry, out).join('\n'));
  showMore(nextCursor, out);
}

function entryLines({ at, act, how, id, text, agent, sessionId, terminal, takenBack }: ReviewLogEntry, out: Output) {
  const { cyan, dim } = out.colors;
  const by = joined([HOW[how], plain(terminal ?? ''), plain(agent ?? ''), sessionId ?? ''], ', ');
  return [
    `${out.when(at)}  ${act} ${dim(by)}`,
    `  ${cyan(id)} ${plain(text)}`,
    ...(takenBack === undefined
      ? []
      : [`  ${takenBack.unproven === true ? 'in doubt' : 'taken back'}: ${ranBy(takenBack)}`]),
  ];
}

function ranBy({ agent, sessionId, eventId, unproven }: NonNullable<ReviewLogEntry['takenBack']>): string {
  if (unproven === true)
    return `a hook or a file says that ${plain(agent)} ran it (${sessionId}, ${eventId}), which any program can forge`;
  return `${plain(agent)} ran it itself (${sessionId}, ${eventId}); it counts as the agent's`;
}
