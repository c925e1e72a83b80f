import { lazy } from '../../core/lazy.ts';
import { bigramsOf, foldText, isAscii, stemOf } from '../../core/text/terms.ts';

/** Words that say nothing of what a claim is about. */
const SMALL = new Set(
  `a about all also always am an and any anymore are as at be been being but by can could did do does doing done each
  every ever for from get go going had has have having here how i if in instead into is it its just let lets may might
  more must my need needs never new no not now of off ok on once only or our out over own per please really same shall
  should so some still stop such than that the their them then there these they this those to too up us use used uses
  using very via was we were what when where which who whole will with would yes yet you your
  aktuell als am an auf bei bitte das dass dem den der des die diese dieser dieses ein eine einem einen einer es fur fuer
  haben hat ihr im ist jetzt mehr mit nicht noch nun oder sind und uns unser unsere unseren vom von war wir wird zu zum zur
  actual actually current currently latest official officially project projects repo repository supported thing
  things today value workspace`.split(/\s+/),
);
/** Short names of things that are as often written out. */
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
/** A word, or a name, version, path or address that stands together. */
const TOKEN = lazy(() => /[\p{L}\p{N}@$][\p{L}\p{M}\p{N}@$_]*(?:[./:+#-][\p{L}\p{M}\p{N}_]+)*/gu);
const NO_SPACES = lazy(() => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u);

/** True for a folded word that says nothing of what a phrase is about. */
export function isFunctionWord(word: string): boolean {
  return SMALL.has(word);
}

/** What a phrase is about: stems of its telling words, names and numbers whole, each once. */
export function contentWords(phrase: string): string[] {
  return [...new Set((foldText(phrase).match(TOKEN()) ?? []).flatMap(wordsIn))];
}

/** True when a phrase has so many telling words beside those of `but`: as much of it is read as that takes. */
export function hasContentWords(phrase: string, least: number, but: ReadonlySet<string>): boolean {
  const words = new Set<string>();
  for (const [token] of foldText(phrase).matchAll(TOKEN())) {
    for (const word of wordsIn(token)) if (!but.has(word)) words.add(word);
    if (words.size >= least) return true;
  }
  return false;
}

/** What a folded token says: a stem, a name, pairs of characters; nothing for a small word. */
function wordsIn(token: string): string[] {
  if (SMALL.has(token)) return [];
  if (!isAscii(token) && NO_SPACES().test(token)) return [...bigramsOf(token), ...latinOf(token)];
  return [/^[\p{L}-]+$/u.test(token) ? stemOf(WRITTEN_OUT[token] ?? token) : token];
}

/** The names that stand in a run of a script without spaces. */
function latinOf(token: string): string[] {
  return token.match(/[a-z0-9][a-z0-9._/-]*/g) ?? [];
}
