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

/**
 * Control characters except line feed and tab, bidirectional marks, and what is ignored where it is shown. An emoji keeps the
 * mark of its presentation, and scripts other than Latin the joiners of their letters; any further one would be seen by nobody.
 */
const HIDDEN = lazy(
  () =>
    /(?![\n\t]|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]|(?<![\p{Extended_Pictographic}\d#*])(?:\ufe0e|\ufe0f)|(?<![\u0300-\u200b\u200e-\u{10ffff}])(?:\u200c|\u200d)/gu,
);

/**
 * Makes stored text harmless to show, in a terminal or to a model: nothing in it is interpreted, reordered or hidden.
 */
export function safeText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(SEQUENCES, '').replace(HIDDEN(), '');
}
