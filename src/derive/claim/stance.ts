import { lazy } from '../../core/lazy.ts';
import { pattern } from '../text/pattern.ts';
import { sentencesOf } from '../text/prose.ts';
import { SENTENCE_CHARS } from './claim.ts';
import { LEADS } from './claim-patterns.ts';
import { contentWords } from './claim-words.ts';

const RULE_CHARS = 200;
const RULES_READ = 4;
const MAX_WORDS = 6;

const WHO = '(?:we|you|they|agents?|everyone|claude|nobody)';
/** A condition: a rule for one case says nothing about the others. */
const LIMITED =
  /\?\s*$|\b(?:unless|except|if|when|while|until|till|before|after|without|only|instead|rather|not just|sometimes|maybe|for now|this time|or)\b/i;
/** Where the rule ends and its reason begins. */
const END = /\s*(?:[;!。]|[.,](?=\s|$)|\s[–—(]|\s-\s|\s(?:because|since|so|as it|due to)\b).*$/i;

/** Sentences that rule something out; the groups together name it. */
const AGAINST: readonly RegExp[] = [
  /^(?:please )?(?:never|do not|don'?t|avoid|stop|no more) (?:ever )?(?!forget|worry|hesitate|mind\b|need\b)(.+)$/i,
  pattern`^${WHO} (?:(?:should|must|may|can|shall|will|do|would|are)(?: not|n'?t| never)|never|cannot|don'?t) (?:ever |to )?(.+)$`,
  /^(.+?) (?:is|are) (?:not allowed|forbidden|prohibited|banned|off[- ]limits)$/i,
  /^(.+?) (?:(?:should|must|may|can|shall|will|does|do|is|are|was|were)(?: not|n'?t| never)|cannot|never) (?:be )?(.+)$/i,
];
/** Sentences that rule something in; the groups, or the whole sentence, name it. */
const FOR: readonly RegExp[] = [
  /^(?:please )?(?:always|do|make sure to|be sure to|prefer to|prefer) (.+)$/i,
  pattern`^${WHO} (?:(?:should|must|may|can|shall|will|do) )?(?:always )?(?:be )?(.+)$`,
  /^(.+?) (?:is|are) (?:allowed|permitted|fine|ok|okay|welcome)$/i,
  /^(.+?) (?:(?:should|must|may|can|shall) (?:always )?(?:be )?|(?:is|are) (?:always )?)(.+)$/i,
  /^(?:use|run|commit|push|add|write|keep|put|store|test|format|lint|indent|log|import|edit|touch|change|mock|name|call|merge|rebase|squash|install|deploy|build|document|comment|wrap|sort|cache)\b.+$/i,
];

/** Values of which one thing can have only one. */
const OPPOSITES: readonly (readonly [what: string, ...names: string[]])[] = [
  ['indentation', 'tabs', 'spaces'],
  ['quotes', 'single', 'double'],
  ['case', 'camelCase', 'snake_case', 'kebab-case', 'PascalCase'],
  ['switch', 'enabled', 'disabled'],
  ['need', 'required', 'optional'],
  ['truth', 'true', 'false'],
  ['access', 'public', 'private'],
  ['order', 'ascending', 'descending'],
  ['timing', 'synchronous', 'asynchronous'],
  ['history', 'rebase', 'merge'],
  ['packages', 'npm', 'pnpm', 'yarn', 'bun'],
];
/** The property that each of these values belongs to, by content word. */
const opposite = lazy(
  () =>
    new Map(
      OPPOSITES.flatMap(([what, ...names]) =>
        names.flatMap((name) => contentWords(name).map((word) => [word, what] as const)),
      ),
    ),
);

/** The subject of a rule, as sorted content words, and the side it takes: `for`, `against` or one of two opposite values. */
export interface Stance {
  about: string;
  side: string;
}

/**
 * The stances of a text's rules: "never commit to main" and "commit to main" have one subject and opposite sides, and so have
 * tabs and spaces. Reads the first four sentences of at most 200 characters; prefers missing a rule to misreading one.
 */
export function stancesIn(text: string): Stance[] {
  // The same length as for claims, so that the memoized sentences serve both.
  const short = sentencesOf(text, SENTENCE_CHARS).filter(({ length }) => length <= RULE_CHARS);
  return short.slice(0, RULES_READ).flatMap(stancesOf);
}

function stancesOf(sentence: string): Stance[] {
  const said = sentence
    .replace(/[*`"“”„]/g, '')
    .trim()
    .replace(LEADS, '')
    .replace(END, '');
  if (LIMITED.test(said)) return [];
  const against = ruled(said, AGAINST);
  const words = against ?? ruled(said, FOR) ?? [];
  if (words.length === 0 || words.length > MAX_WORDS) return [];
  const side = { about: words.toSorted().join(' '), side: against === undefined ? 'for' : 'against' };
  const [end, ...ends] = against === undefined ? words.filter((word) => opposite().has(word)) : [];
  if (end === undefined || ends.length > 0) return [side];
  const others = words.filter((word) => word !== end).toSorted();
  return [side, { about: `${opposite().get(end)}: ${others.join(' ')}`, side: end }];
}

function ruled(said: string, patterns: readonly RegExp[]): string[] | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(said);
    if (match !== null) return contentWords(match.length > 1 ? match.slice(1).join(' ') : said);
  }
  return undefined;
}
