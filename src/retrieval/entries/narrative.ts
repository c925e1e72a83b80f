import { detailOfKind, type Item } from '../../core/model/item.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { FAILED_END, REFUSED_END } from '../../derive/text/title-words.ts';

const PURPOSE_CHARS = 160;
const LINE_CHARS = 160;
const ASKED_CHARS = 120;

/**
 * What an observed call did, how it ended and what for, in one to three short sentences that say nothing which the call and the
 * request do not: `Ran npm test (check the cart). It failed with exit code 1: 2 tests fail. Asked for: "Fix the cart."`. ''
 * for a note and for what is no observation: their own words say it.
 */
export function narrativeOf(item: Item, asked?: string): string {
  const { observation, facts } = detailOfKind(item, 'observation');
  if (observation === undefined || observation === 'note') return '';
  const did = withoutEnd(item.title);
  const about = observation === 'command' ? purposeOf(item) : facts?.[0];
  const what = `${observation === 'command' ? 'Ran ' : ''}${did}${about === undefined ? '' : ` (${about})`}.`;
  const request = asked === undefined ? '' : `Asked for: "${cutText(oneLine(asked), ASKED_CHARS)}"`;
  return [what, endingOf(item), request].filter(Boolean).join(' ');
}

function withoutEnd(title: string): string {
  return title.endsWith(REFUSED_END) ? title.slice(0, -REFUSED_END.length) : title.replace(FAILED_END, '');
}

/** What an agent said a command is for: the text of its observation begins with it. */
function purposeOf({ text }: Item): string | undefined {
  const [first = ''] = text.split('\n', 1);
  return first === '' || first.startsWith('$ ') ? undefined : cutText(first, PURPOSE_CHARS);
}

function endingOf(item: Item): string {
  const { success, exitCode, failure } = detailOfKind(item, 'observation');
  if (item.title.endsWith(REFUSED_END)) return 'The user refused it.';
  if (item.title.endsWith(' was interrupted')) return 'It was interrupted.';
  const why = failure === undefined ? '' : `: ${cutText(oneLine(failure.line), LINE_CHARS)}`;
  if (success === false) return `It failed${exitCode === undefined ? '' : ` with exit code ${exitCode}`}${why}.`;
  return why === '' ? '' : `It ended well, and its output shows a failure${why}.`;
}
