import { programs } from './shell-pipes.ts';

/** Programs that take code of a language of their own, and databases among them. */
const SCRIPTS = programs('node|deno|bun|tsx|ts-node|python[\\d.]*|perl|ruby|rails|php');
const DATABASES = programs('psql|mysql|mariadb|mongosh?|sqlite3|duckdb');
/** Programs that run a line of words, wherever. */
const SHELLS = programs('\\w*sh|su|sudo|runuser|script|watch|eval|xargs|parallel');
/** What runs something, or quotes in a way of its own, within code. */
const RUNS = /\bq[xqw]?\b|%[xqw]|\\[a-z!]|\bsource\b/;
/** A text in quotes, and its last quote where it has one: a text without it is read to its end, so that nothing is read twice. */
const LITERAL = /'(?:[^'\\\n]|\\.)*('?)|"(?:[^"\\\n]|\\.)*("?)/g;
/** A name of the code within a text in quotes, and one of a folder. */
const FOLDER_WITHIN = /\$?\{[\w.[\]()]{1,200}\}(?=\/)/g;
const NAME_WITHIN = /\{[\w.[\]()]{1,200}\}/g;

/** True for a program that runs words of a shell. */
export function isShell(word: string): boolean {
  return SHELLS.test(word) && !DATABASES.test(word);
}

/** Where the last program among words stands that takes code; `undefined` where none does. */
export function languageAt(words: readonly string[]): { at: number; isDatabase: boolean } | undefined {
  const at = words.findLastIndex((word) => SCRIPTS.test(word) || DATABASES.test(word));
  return at < 0 ? undefined : { at, isDatabase: DATABASES.test(words[at] ?? '') };
}

/** The texts in quotes of code; all of it where it may run something, or where its quotes are unclear. */
export function codeTexts(code: string): string {
  const texts = [...code.matchAll(LITERAL)];
  const isClear = texts.every(([, single, double]) => single || double) && !code.replace(LITERAL, '').includes('`');
  return RUNS.test(code) || !isClear
    ? code
    : texts.map(([text]) => text.replace(FOLDER_WITHIN, '$$PWD').replace(NAME_WITHIN, '*')).join(' ');
}
