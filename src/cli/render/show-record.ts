import type { TripwireFiring, TripwireRecord } from '../../api/tripwire-answers.ts';
import { day } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { cutText } from '../../core/text/text.ts';
import { plain } from './show.ts';

const TITLE_CHARS = 80;
/** What a session shows, in the words of the line. */
const WHY: Readonly<Record<NonNullable<TripwireFiring['why']>, string>> = {
  refused: 'you refused',
  corrected: 'you corrected',
  undone: 'later undone',
  failed: 'failed, then done the other way',
};

/** What a tripwire would have done so far, as lines: how often in how many sessions, how often rightly, and at what. */
export function recordLines({ sessions, fired, rightly, examples }: TripwireRecord): string[] {
  const of = formatCounted(sessions, 'session');
  if (fired === 0) return [`It would not have fired in ${of}.`];
  const times = formatCounted(fired, 'time');
  return [
    `It would have fired ${times} in ${of}, ${rightly} rightly${rightly < fired ? '' : ' (all)'}:`,
    ...examples.map(
      ({ id, title, at, why }) =>
        `  ${day(at)}  ${why === undefined ? 'nobody objected' : WHY[why]}: ${cutText(plain(title), TITLE_CHARS)} [${id}]`,
    ),
  ];
}
