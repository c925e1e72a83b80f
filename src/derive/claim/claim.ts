// derive/claim: reads the claims and rules that sentences state, and decides which item supersedes which.
// It works on words alone and changes nothing that is stored.

import { lazy } from '../../core/lazy.ts';
import { sentencesOf } from '../text/prose.ts';
import {
  type Claim,
  changePatterns,
  DELIBERATE,
  LEADS,
  NEWS,
  NEWS_AFTER,
  statePatterns,
  WHAT_CHANGES,
} from './claim-patterns.ts';
import { contentWords } from './claim-words.ts';

/** Upper bound on the characters of a sentence; longer ones are not read. */
export const SENTENCE_CHARS = 500;
const CLAIM_CHARS = 260;
/** Upper bound on the sentences read of one text. */
const SENTENCES_READ = 12;
const MAX_CLAIMS = 6;
const MAX_SUBJECT = 12;
const MAX_VALUE = 8;
/** Where a value ends and the reason or the circumstances begin. */
const VALUE_END =
  /\s*(?:[;,!?。，；！？]|\.(?=\s|$)|\s[–—(]|\s-\s|\s(?:because|since|so that|so|due to|as of|after|before|when|while|but|and|which|without|for|from|in|to match|last|yesterday|today|already|weil|damit|fur|für|aber|seit)\s)/iu;
/** A question, a wish, a guess, or what somebody is about to do. */
const NOT_CLAIMED =
  /[?？]\s*["')\]]*$|^(?:let me|(?:i|we)(?:'ll| will| need| want| think| guess| suppose| see| found| could| should| might)|looks like|maybe|perhaps|can|could|would|should|do(?! not\b)|does|did|is|are|was|were|what|why|how|when|where|which|who|if|warum|wie|was|ob|wann)\b/i;
/** A claim limited to one time or one place changes nothing elsewhere. */
const LIMITED =
  /\b(?:just|only) (?:this|that|here|once|for)\b|\bthis (?:once|time)\b|\bfor now\b|\b(?:in|for|on) (?:that|this|these|those|the|an?|my) (?:\w+ ){0,2}(?:test|spec|example|demo|docs|readme|fixture|snapshot|footer|header|page|script|laptop|machine)s?\b/i;
const PART = /[,;]\s+(?:and |so |but )?/i;
/** Participle and preposition before a value, as in "is written in Go". */
const BY_WHAT =
  /^(?:written|built|hosted|deployed|stored|kept|located|defined|served|implemented|managed|handled|called|named|set|based|running|licensed|published)\s+(?:in|on|at|with|by|to|as|from|under)\s+/i;
/** A subject that is only a pronoun: the sentence does not say what it refers to. */
const POINTER =
  /^(?:it|this|that|these|those|they|there|he|she|here|what|which|who|everything|nothing|something|all|one|both|das|es|dies|这|那|它|这个|那个)$/i;

/** The claims in the first 12 sentences of a text; plain statements (`states`) only with `all`. */
export function claimsIn(text: string, { all }: { all: boolean }): Claim[] {
  if (!all && !WHAT_CHANGES.test(text)) return [];
  const claims: Claim[] = [];
  for (const sentence of claimSentences(text).slice(0, SENTENCES_READ)) {
    if (sentence.length > CLAIM_CHARS) continue;
    const share = Math.min(sentence.length / Math.max(text.trim().length, 1), 1);
    for (const claim of claimsOf(sentence, all)) claims.push({ ...claim, share });
    if (claims.length >= MAX_CLAIMS) break;
  }
  return claims;
}

/** Sentences of a text in which claims are looked for, each at most 500 characters. */
export function claimSentences(text: string): string[] {
  return sentencesOf(text, SENTENCE_CHARS).flatMap((sentence) => sentence.split(/(?<=[。！？])/u));
}

/** The claim of a sentence as a whole, and the changes that its clauses state. */
function claimsOf(sentence: string, all: boolean): Omit<Claim, 'share'>[] {
  const parts = sentence.split(PART);
  const more = parts.length === 1 || /[?？]\s*$/.test(sentence) ? [] : parts.map((part) => claimOf(part, false));
  return [claimOf(sentence, all), ...more].filter((claim) => claim !== undefined);
}

function claimOf(sentence: string, all: boolean): Omit<Claim, 'share'> | undefined {
  const plain = sentence.replace(/[*`"“”„]/g, '').trim();
  const trailed = plain.replace(LEADS, '');
  const lead = plain.slice(0, plain.length - trailed.length);
  const said = trailed.replace(NEWS_AFTER, '');
  if (NOT_CLAIMED.test(said)) return undefined;
  const deliberate = DELIBERATE.test(lead);
  const isTrailed = said !== trailed;
  const isNews = NEWS.test(lead) || isTrailed;
  for (const { says, pattern } of WHAT_CHANGES.test(said) ? changePatterns : []) {
    const match = pattern.exec(said);
    if (match === null) continue;
    if (says !== 'retracts' && LIMITED.test(said)) return undefined;
    const claim = toClaim(says, match.groups ?? {}, deliberate || isNews);
    if (claim !== undefined) return claim;
  }
  if (!all && !isNews) return undefined;
  for (const pattern of statePatterns) {
    const match = pattern.exec(said);
    if (match === null) continue;
    const claim = toClaim(isNews ? 'changes' : 'states', match.groups ?? {}, deliberate || (isNews && !isTrailed));
    if (claim !== undefined) return claim;
  }
  return undefined;
}

function toClaim(
  says: Claim['says'],
  groups: { [name: string]: string | undefined },
  deliberate: boolean,
): Omit<Claim, 'share'> | undefined {
  const subject = groups.subject?.trim() ?? '';
  if (POINTER.test(subject)) return undefined;
  if (says === 'retracts') {
    const named = contentWords(groups.named ?? '').filter((word) => !MEMORY_STEMS().has(word));
    const isOne = named.length === 1 && groups.memory === undefined;
    return named.length === 0 || isOne ? undefined : { says, subject: named, value: [], former: [], deliberate: true };
  }
  const claim = {
    says,
    subject: contentWords(`${subject} ${groups.of ?? ''}`),
    value: valueWords(groups.value ?? groups.uses),
    former: valueWords(groups.former),
    deliberate,
  };
  const hasSubject = claim.subject.length > 0 || claim.former.length > 0 || groups.uses !== undefined;
  if (!hasSubject || claim.subject.length > MAX_SUBJECT) return undefined;
  return claim.value.length + claim.former.length === 0 ? undefined : claim;
}

/** Stems of words for a memory itself, as in "the note about X": they do not identify its subject. */
const MEMORY_STEMS = lazy(
  () =>
    new Set(
      contentWords(
        'note memory fact preference rule decision instruction said told mentioned wrote earlier previous old forget delete remove',
      ),
    ),
);

/** Content words of a value; a value that is itself a function word (the language Go) stays. */
function valueWords(phrase: string | undefined): string[] {
  const head = headOf(phrase);
  const words = contentWords(head);
  return words.length === 0 && /^\p{L}+$/u.test(head) ? [head.toLowerCase()] : words.slice(0, MAX_VALUE);
}

/** A value without the words around it. */
function headOf(phrase: string | undefined): string {
  const said = phrase?.trim().replace(BY_WHAT, '') ?? '';
  const end = VALUE_END.exec(said);
  return end === null || end.index === 0 ? said : said.slice(0, end.index);
}
