import { readFileSync } from 'node:fs';

const SHORT = JSON.parse(
  readFileSync(new URL('../fixtures/naughty-strings.json', import.meta.url), 'utf8'),
) as readonly string[];

/** What is harmless once, again and again. */
const REPEATED = [
  ...[
    'a',
    'a ',
    '-a ',
    '"a" ',
    'é',
    '日',
    '" ',
    '_',
    'a_',
    'aB',
    '/a',
    'a.',
    '-',
    ':',
    'file:a ',
    'kind:prompt ',
    '((',
    '9',
  ],
  ...['\ud800', 'a\n', '\u0301', 'ab* ', 'before:1d ', '0', 'xyzzyq ', 'ё', 'ก', '𠜎', '💩', 'last ', 'in the last '],
];
const CHARS = 3_000;

/** Texts that break programs which do not expect them, some five hundred; each is something that somebody may type. */
export const NAUGHTY_STRINGS: readonly string[] = [
  ...SHORT,
  ...REPEATED.map((piece) => piece.repeat(CHARS / piece.length)),
  `${'a'.repeat(50)}*`,
];
