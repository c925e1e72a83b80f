import { lazy } from '../../core/lazy.ts';
import { bigramsOf, foldText, isAscii, stemOf } from '../../core/text/terms.ts';
import { wordSet } from '../../core/text/word-set.ts';

/** Function words, English and German, and words too general to identify a subject. */
const SMALL = wordSet(
  `a about all also always am an and any anymore are as at be been being but by can could did do does doing done each
  every ever for from get go going had has have having here how i if in instead into is it its just let lets may might
  more must my need needs never new no not now of off ok on once only or our out over own per please really same shall
  should so some still stop such than that the their them then there these they this those to too up us use used uses
  using very via was we were what when where which who whole will with would yes yet you your
  aktuell als am an auf bei bitte das dass dem den der des die diese dieser dieses ein eine einem einen einer es fur fuer
  haben hat ihr im ist jetzt mehr mit nicht noch nun oder sind und uns unser unsere unseren vom von war wir wird zu zum zur
  actual actually current currently latest official officially project projects repo repository supported thing
  things today value workspace`,
);
/** Abbreviations, and the full names as which they are compared. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  auth: 'authentication',
  config: 'configuration',
  db: 'database',
  deps: 'dependencies',
  dev: 'development',
  dir: 'directory',
  docs: 'documentation',
  env: 'environment',
  k8s: 'kubernetes',
  pkg: 'package',
  postgres: 'postgresql',
  prod: 'production',
};
/** A word, or a name, version, path or address without spaces in it. */
const TOKEN = lazy(() => /[\p{L}\p{N}@$][\p{L}\p{M}\p{N}@$_]*(?:[./:+#-][\p{L}\p{M}\p{N}_]+)*/gu);
const NO_SPACES = lazy(() => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u);

/** True for a folded function word, or one too general to identify a subject. */
export function isFunctionWord(word: string): boolean {
  return SMALL.has(word);
}

/** Content words of a phrase, each once: stems of words; names and numbers whole. */
export function contentWords(phrase: string): string[] {
  return [...new Set((foldText(phrase).match(TOKEN()) ?? []).flatMap(wordsIn))];
}

/** True when a phrase has at least `least` content words outside `but`; reads only as much of it as that takes. */
export function hasContentWords(phrase: string, least: number, but: ReadonlySet<string>): boolean {
  const words = new Set<string>();
  for (const [token] of foldText(phrase).matchAll(TOKEN())) {
    for (const word of wordsIn(token)) if (!but.has(word)) words.add(word);
    if (words.size >= least) return true;
  }
  return false;
}

/** Content words of a folded token: a stem, a name, or pairs of characters; none for a function word. */
function wordsIn(token: string): string[] {
  if (SMALL.has(token)) return [];
  if (!isAscii(token) && NO_SPACES().test(token)) return [...bigramsOf(token), ...latinOf(token)];
  return [/^[\p{L}-]+$/u.test(token) ? stemOf(WRITTEN_OUT[token] ?? token) : token];
}

/** Latin names within a run of a script without spaces. */
function latinOf(token: string): string[] {
  return token.match(/[a-z0-9][a-z0-9._/-]*/g) ?? [];
}
