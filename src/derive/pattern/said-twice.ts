import { choresIn } from '../claim/chores.ts';
import { ownSentences } from '../claim/own-sentences.ts';
import { CONTINUED } from './choice-patterns.ts';
import { requestsIn } from './requests.ts';
import { statementKey } from './statement-key.ts';

/** A prompt that a person typed. Times in milliseconds since 1970. */
export interface TypedPrompt {
  id: string;
  session: string;
  /** When its session began. */
  startedAt: number;
  at: number;
  text: string;
}

/** What a prompt says of something that another prompt says, too. */
export interface Saying {
  prompt: TypedPrompt;
  text: string;
}

/** What a person said in several sessions, each time in the first words of that session, oldest first. */
export interface SaidTwice {
  says: [Saying, Saying, ...Saying[]];
}

/** What one sentence says: a wish that could be made of any work, or its content words. */
interface OneSaid extends Saying {
  /** Equal keys say the same. */
  key: string;
  /** Content words, where there are enough to compare with other words. */
  words: ReadonlySet<string>;
  isNegated: boolean;
  /** Numbers, addresses and the like: another one is another thing. */
  marks: string;
}

/** Longest prompt that is read: a longer one is mostly pasted. */
const PROMPT_CHARS = 6_000;
const SENTENCES_MAX = 12;
/** Content words from which a sentence has a key of its own, and from which it is compared with others. */
const KEY_WORDS = 3;
const NEAR_WORDS = 4;
/** Jaccard similarity of the content words from which two sentences say the same. */
const NEAR = 0.6;
/** A session that began so soon after the first saying was given the same work at the same time. */
const PARALLEL_MS = 300_000;
/** Sentences with a word in common that are compared; a word of more sentences tells nothing. */
const COMMON_MAX = 60;
const COMMAND = /^\s*\/[a-z][\w:-]{0,60}(?:\s|$)/i;
const POLITE = /^(?:please |pls |ok(?:ay)?,? |and |also |so |now )*(?:can|could|would|will) (?:you|we)\b/i;
/** What leads to something that was pasted, and how things stand: no instruction. */
const TELLS =
  /:\s*$|^(?:(?:so|and|but|ok(?:ay)?|now|also),? )*(?:here(?:'s| is| are)|i(?:'ve| have| had|'m| am| got| tried| think| see)|it(?:'s| is)|this is|there(?:'s| is| are))\b/i;
const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/\S+/gi;
const NEGATION = /\b(?:not|no|never|without|nor|stop|avoid|cannot)\b|n['’]?t\b/i;
const MARK = /\d|[#@]/;
const ALONE = { words: new Set<string>(), isNegated: false, marks: '' };
/** Leaves of a chore only what is asked of the work: not "use the test repo". */
const NO_CHORE = /^(?:use|apply|test (?!it|everything|all|again)\w)/i;

/**
 * What a person said twice: the same instruction in a session that began after it was said before, by equal or nearly equal words.
 * Questions, commands with a slash, copies of one prompt in two sessions and what is pasted are left out. Most often said first.
 */
export function saidTwice(prompts: readonly TypedPrompt[]): SaidTwice[] {
  const said = withoutCopies(prompts).flatMap(sayingsOf);
  const found = groupsOf(said).flatMap((group): SaidTwice[] => {
    const [first, second, ...rest] = inLaterSessions(group);
    return first === undefined || second === undefined ? [] : [{ says: [first, second, ...rest] }];
  });
  return withoutParts(found).sort(
    (one, other) =>
      other.says.length - one.says.length || lastAt(other) - lastAt(one) || (idOf(one) < idOf(other) ? -1 : 1),
  );
}

/** Without what is said only where another is said, too: a request and the whole sentence that it stands in. */
function withoutParts(all: readonly SaidTwice[]): SaidTwice[] {
  const prompts = all.map(({ says }) => new Set(says.map(({ prompt }) => prompt.id)));
  return all.filter((_, i) => {
    const own = prompts[i] ?? new Set<string>();
    return !prompts.some(
      (other, at) => at !== i && [...own].every((id) => other.has(id)) && (other.size > own.size || at < i),
    );
  });
}

function lastAt({ says }: SaidTwice): number {
  return says.at(-1)?.prompt.at ?? 0;
}

function idOf({ says: [{ prompt }] }: SaidTwice): string {
  return prompt.id;
}

/** A session that goes on with another's history holds its prompts again: the same words at the same time. */
function withoutCopies(prompts: readonly TypedPrompt[]): TypedPrompt[] {
  const known = new Set<string>();
  return prompts
    .toSorted((one, other) => one.at - other.at || one.startedAt - other.startedAt)
    .filter(({ at, text }) => {
      const key = `${at} ${text}`;
      return !known.has(key) && known.add(key);
    });
}

function sayingsOf(prompt: TypedPrompt): OneSaid[] {
  const { text } = prompt;
  if (text.length > PROMPT_CHARS || COMMAND.test(text) || CONTINUED.test(text)) return [];
  const sentences = ownSentences(text, { ends: false }).slice(0, SENTENCES_MAX);
  const asked = [
    ...choresIn(text).filter((chore) => !NO_CHORE.test(chore.text)),
    ...sentences.flatMap(({ unquoted }) => requestsIn(unquoted)),
  ];
  return [
    ...asked.map((one): OneSaid => ({ prompt, text: one.text, key: `asked: ${one.key}`, ...ALONE })),
    ...sentences.flatMap((sentence) => toSaid(prompt, sentence.text)),
  ];
}

function toSaid(prompt: TypedPrompt, text: string): OneSaid[] {
  if (TELLS.test(text) || (/\?\s*$/.test(text) && !POLITE.test(text))) return [];
  const key = statementKey(text.replace(ADDRESS, ' ').replace(POLITE, ''));
  const all = key.split(' ').filter((word) => word !== '');
  if (all.length < KEY_WORDS) return [];
  const marks = [...(text.match(ADDRESS) ?? []), ...all.filter((word) => MARK.test(word))].sort().join(' ');
  const words = new Set(all.length < NEAR_WORDS ? [] : all);
  return [{ prompt, text, key: `${key} ${marks}`, words, isNegated: NEGATION.test(text), marks }];
}

/** Sentences that say the same, over any number of steps. */
function groupsOf(said: readonly OneSaid[]): OneSaid[][] {
  const leaders = said.map((_, i) => i);
  const leaderOf = (i: number): number => {
    for (let at = i; ; at = leaders[at] ?? at) if (leaders[at] === at) return at;
  };
  const join = (one: number, other: number): void => {
    const [first, last] = [leaderOf(one), leaderOf(other)].sort((a, b) => a - b);
    leaders[last ?? one] = first ?? one;
  };
  const byKey = new Map<string, number>();
  const byWord = new Map<string, number[]>();
  for (const [i, { key, words }] of said.entries()) {
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, i);
    else join(same, i);
    for (const near of nearOf(said, i, byWord)) join(near, i);
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), i]);
  }
  const groups = new Map<number, OneSaid[]>();
  for (const [i, one] of said.entries()) groups.set(leaderOf(i), [...(groups.get(leaderOf(i)) ?? []), one]);
  return [...groups.values()].filter((group) => group.length > 1);
}

function nearOf(said: readonly OneSaid[], i: number, byWord: ReadonlyMap<string, readonly number[]>): number[] {
  const one = said[i];
  if (one === undefined || one.words.size === 0) return [];
  const lists = [...one.words].map((word) => byWord.get(word) ?? []).filter(({ length }) => length <= COMMON_MAX);
  return [...new Set(lists.flat())].filter((at) => {
    const other = said[at];
    return other !== undefined && saysSame(one, other);
  });
}

function saysSame(one: OneSaid, other: OneSaid): boolean {
  if (one.isNegated !== other.isNegated || one.marks !== other.marks) return false;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  return shared >= NEAR * (one.words.size + other.words.size - shared);
}

/** The first saying of each session; of later ones those whose session began after the one before was said. */
function inLaterSessions(group: readonly OneSaid[]): Saying[] {
  const says: Saying[] = [];
  for (const { prompt, text } of group) {
    const last = says.at(-1)?.prompt;
    if (last === undefined || (prompt.session !== last.session && prompt.startedAt > last.at + PARALLEL_MS)) {
      says.push({ prompt, text });
    }
  }
  return says;
}
