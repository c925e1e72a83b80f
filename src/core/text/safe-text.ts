import { lazy } from '../lazy.ts';

const ESCAPE = '\u001b';
const BELL = '\u0007';
const STRING_END = `(?:${BELL}|${ESCAPE}\\\\|\u009c)`;

/** What a terminal interprets: control sequences, strings (titles, links, the clipboard), and shorter sequences. */
const SEQUENCES = new RegExp(
  [
    `(?:${ESCAPE}\\[|\u009b)[0-?]*[ -/]*[@-~]`,
    `(?:${ESCAPE}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^${BELL}${ESCAPE}\u0080-\u009f]*${STRING_END}`,
    `${ESCAPE}[ -/]*[0-~]`,
  ].join('|'),
  'g',
);

/** Control characters except line feed and tab, bidirectional marks, and invisible characters. */
const HIDDEN = lazy(
  () =>
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]|[\u00ad\u200b\u2060-\u2064\u206a-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu,
);

/**
 * Makes stored text harmless to show, in a terminal or to a model: nothing in it is interpreted, reordered or hidden.
 */
export function safeText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(SEQUENCES, '').replace(HIDDEN(), '');
}
