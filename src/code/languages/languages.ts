// code/languages: the table of languages. A row says which files are a language's own, which grammar reads them, and by
// which tree query its symbols are found. Nothing here parses.

import { COMPILED_LANGUAGES } from './compiled-languages.ts';
import type { Language } from './language.ts';
import { SCRIPT_LANGUAGES } from './script-languages.ts';
import { WEB_LANGUAGES } from './web-languages.ts';

/** Every language. Adding one is adding a row, and its grammar to `scripts/build/grammars.ts`. */
export const LANGUAGES: readonly Language[] = [...WEB_LANGUAGES, ...SCRIPT_LANGUAGES, ...COMPILED_LANGUAGES];

const BY_ENDING = new Map(LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language])));
const BY_INTERPRETER = new Map(
  LANGUAGES.flatMap((language) => (language.interpreters ?? []).map((name) => [name, language])),
);
const SHEBANG = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?(?:\S*\/)?([\w.+-]+)/;

/** The language of a file by the ending of its name; `undefined`: none, or it has no ending. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : BY_ENDING.get(name.slice(dot + 1).toLowerCase());
}

/** The language of a file: by its name, else by the program that its first line names. */
export function languageOf(path: string, text: string): Language | undefined {
  return languageOfPath(path) ?? BY_INTERPRETER.get(SHEBANG.exec(text.slice(0, 200))?.[1] ?? '');
}
