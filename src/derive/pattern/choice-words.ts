import { memoizeLast } from '../../core/memoize-last.ts';
import { oneLine } from '../../core/text/text.ts';
import { ownSentences } from '../claim/own-sentences.ts';
import { sentencesOf } from '../text/prose.ts';
import {
  CONTINUED,
  LEAD,
  MAY_SETTLE,
  OF_AGENT,
  OF_AGREEING,
  OF_PERSON,
  OF_PERSON_ABROAD,
  OF_PERSON_ORDER,
  OF_PERSON_SHORT,
} from './choice-patterns.ts';
import { isLeftOpen, isOpenAbroad, isOrder, isReport, isUnconfirmed } from './unconfirmed-statements.ts';

/** Speaker of a sentence: a person's wish is a decision, an agent's plan only where it names an alternative or a reason. */
export type Speaker = 'person' | 'agent';

const MAX_CHOICES = 6;
const MIN_WORDS = 4;
const MAX_ANSWERS = 12;
/** Start of a clause that can state a decision by itself. */
const CLAUSE =
  /(?:^|[,;:–—-]\s+|\b(?:but|and|so|then),?\s+)(?:(?:during|for|in|on) [^,;]{1,60}? )?(?=(?:let'?s|we should|we don'?t|we only|we need to|i'd like to|i would|i'll|i'm|the (?:proper|right|better|best|cleanest|simplest|safest|least))\b)/i;

/** A numbered point of a list of answers. */
const NUMBERED = /^\s{0,4}\d{1,2}[.):]\s+(.*)$/;
const ANSWER = /^(?:yes|yeah|yep|no|nope|ok(?:ay)?|agreed?|sure|both|neither|option \w)\b/i;

/** Words that introduce pasted words of someone else. */
const PASTED =
  /\b(?:feedback|review|comments?|suggestions?|proposal|summary|this error|output|logs?)\b[^.\n]{0,60}:\s/i;
/** An agent agrees with a person; the rest is a decision when it says what will be done. */
const AGREED = /^(?:got it|you'?re (?:absolutely )?right|understood|makes sense|agreed|good (?:point|call))\b/i;
const TAKEN_UP =
  /\b(?:should|shouldn'?t|will|we can|i'?ll|let'?s|instead|first|by default|single|only|better|cleaner|simpler|use|keep|no need)\b/i;
/** Agreement that says nothing of what is to be done. */
const PRAISE =
  /^(?:that'?s|this is|it'?s) (?:an? )?(?:much |far |really )?(?:better|cleaner|simpler|good|great|nice|fair) \w+[.!]*$/i;
/** How an agent goes about waiting and watching, and what it does at the moment. */
const WAITING =
  /\b(?:waits?|waiting|monitor(?:ing)?|poll(?:ing)?|watch(?:ing)?|status (?:checks?|snapshots?|updates?|command)|snapshot of)\b|\bnow[.!]*$/i;
const EXCUSE = /\b(?:sorry|apolog|missed|mistake|should have|misread|misunderst|let me|i was|wasn'?t|didn'?t)\b/i;

/** True for a text that pastes the words of someone else, or of an earlier context. */
export function isPasted(text: string): boolean {
  return PASTED.test(text) || CONTINUED.test(text);
}

/** A sentence on one line, without marks of bold text. */
export function plainSentence(text: string): string {
  return oneLine(text).replace(/\*\*|__/g, '');
}

/** The sentences of a text that decide how something is to be done, at most six; prefers missing one to misreading one. */
export const choicesIn = memoizeLast((text: string, speaker: Speaker): readonly string[] => {
  if (CONTINUED.test(text) || (speaker === 'agent' && !MAY_SETTLE.test(text))) return [];
  const found: string[] = [];
  const pasted = speaker === 'person' ? text.search(PASTED) : -1;
  const answers = speaker === 'person' && isAnswering(text);
  const own = speaker === 'person' ? ownWords(text) : undefined;
  for (const sentence of sentencesOf(pasted < 0 ? text : text.slice(0, pasted))) {
    if (speaker === 'agent' && !MAY_SETTLE.test(sentence)) continue;
    const plain = plainSentence(sentence);
    if (own !== undefined && !own.includes(withoutMarks(plain))) continue;
    if (isChoice(plain, speaker) || (answers && isSettled(plain))) found.push(plain);
    if (found.length >= MAX_CHOICES) break;
  }
  return found;
});

/** What a person typed, without what is pasted, quoted as a block or introduced as another's. */
function ownWords(text: string): string {
  return ownSentences(text, { ends: false })
    .map((sentence) => withoutMarks(sentence.text))
    .join(' ');
}

/** A sentence without the mark of its list. */
function withoutMarks(plain: string): string {
  return plainSentence(plain).replace(/^(?:[-*•]|\d{1,3}[.)]|\[[ x]\])\s+/, '');
}

/** True for a numbered list of answers, each of which decides its point. */
function isAnswering(text: string): boolean {
  const lines = text.split('\n', MAX_ANSWERS + 1).filter((line) => line.trim() !== '');
  const answers = lines.flatMap((line) => NUMBERED.exec(line)?.[1] ?? []);
  const isList = answers.length > 1 && answers.length === lines.length && lines.length <= MAX_ANSWERS;
  return isList && answers.some((answer) => ANSWER.test(answer));
}

function isChoice(sentence: string, speaker: Speaker): boolean {
  const plain = sentence.replace(/[‘’]/g, "'");
  const said = plain.replace(LEAD, '');
  if (speaker === 'agent') return isOfAgent(plain, said);
  if (isLeftOpen(said) || isCutQuotation(plain)) return false;
  if (isSettled(said) && OF_AGREEING.some((pattern) => pattern.test(plain))) return true;
  return partsOf(said).some((part) => isSettled(part) && isOfPerson(part));
}

function isOfAgent(plain: string, said: string): boolean {
  if (WAITING.test(plain)) return false;
  if (AGREED.test(plain) && TAKEN_UP.test(said) && !EXCUSE.test(plain) && !PRAISE.test(said)) return isSettled(said);
  const parts = [plain, ...partsOf(said), ...said.split(/: +/).slice(1)];
  return parts.some((part) => isSettled(part) && OF_AGENT.some((pattern) => pattern.test(part)));
}

/** A sentence, and its clauses that can state a decision by themselves. */
function partsOf(said: string): string[] {
  return [said, ...said.split(CLAUSE).slice(1)];
}

/** True where a quotation begins or ends outside of the sentence: its words may be somebody else's. */
function isCutQuotation(plain: string): boolean {
  return (plain.match(/["“”]/g) ?? []).length % 2 === 1;
}

function isOfPerson(part: string): boolean {
  if (OF_PERSON.some((pattern) => pattern.test(part))) return true;
  if (OF_PERSON_ABROAD.test(part)) return !isOpenAbroad(part);
  if (isOrder(part) && OF_PERSON_ORDER.test(part)) return true;
  return OF_PERSON_SHORT.some((pattern) => pattern.test(part)) && !isReport(part);
}

/** True for a sentence of at least four words that is no question, supposition, report or next step. */
function isSettled(said: string): boolean {
  const words = /\p{Script=Han}/u.test(said) ? said.length : said.split(' ').length;
  return words >= MIN_WORDS && !isUnconfirmed(said);
}
