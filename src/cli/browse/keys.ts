import { joined, rows } from '../render/show.ts';
import type { Colors } from '../terminal/output.ts';

/** A place in a list or text: from 0 to `most`; `page` is how many lines are seen at once. */
export interface ScrollPlace {
  at: number;
  most: number;
  page: number;
}

/** By how many pages each key moves. */
const STEPS: Readonly<Record<string, (page: number) => number>> = {
  j: () => 1,
  down: () => 1,
  'ctrl+n': () => 1,
  'ctrl+j': () => 1,
  k: () => -1,
  up: () => -1,
  'ctrl+p': () => -1,
  'ctrl+k': () => -1,
  'ctrl+d': (page) => Math.ceil(page / 2),
  'ctrl+u': (page) => -Math.ceil(page / 2),
  'ctrl+f': (page) => page,
  pagedown: (page) => page,
  space: (page) => page,
  'ctrl+b': (page) => -page,
  pageup: (page) => -page,
};

/** Where a key of vim or fzf goes from a place; `undefined` for one that does not move. */
export function scrolled(name: string, { at, most, page }: ScrollPlace): number | undefined {
  if (name === 'g' || name === 'home') return 0;
  if (name === 'G' || name === 'end') return most;
  const by = STEPS[name]?.(page);
  return by === undefined ? undefined : Math.max(0, Math.min(at + by, most));
}

/** What each key does, by where it does so. */
const KEY_SHEET: readonly (readonly [where: string, keys: readonly (readonly [keys: string, does: string])[]])[] = [
  [
    'Everywhere',
    [
      ['1 2 3 4, tab', 'sessions, search, review, what the next session is told'],
      ['j k, arrows, ctrl-n ctrl-p', 'down and up'],
      ['ctrl-d ctrl-u, space', 'by half a page, by a page'],
      ['g G', 'to the first, to the last'],
      ['enter, l', 'open it whole'],
      ['/', 'search as you type'],
      ['a', 'this project, or all of them'],
      ['f', 'filter by agent, outcome or kind'],
      ['y', 'copy the id; it is printed when you leave, too'],
      ['r', 'resume the session in its agent: shows the command first'],
      ['R', 'read the list again'],
      ['?', 'these keys'],
      ['q, esc, ctrl-c', 'back, and out'],
      ['ctrl-z', 'to the shell; fg comes back'],
    ],
  ],
  [
    'Review',
    [
      ['c', 'confirm'],
      ['w', 'withdraw'],
      ['e', 'reword and confirm'],
      ['u', 'take the last back'],
    ],
  ],
  [
    'Next session',
    [
      ['m', 'mute a line, or have it told again'],
      ['u', 'take the last back'],
    ],
  ],
];

/** The sheet of keys, as one part of a page. */
export async function* keySheet(colors: Colors): AsyncIterable<string> {
  yield joined(
    KEY_SHEET.map(([where, keys]) => `${colors.bold(where)}\n${rows(keys, colors)}`),
    '\n\n',
  );
}
