import { memoizeLast } from '../../core/memoize-last.ts';
import { oneLine } from '../../core/text/text.ts';
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

/** Who says a sentence: a person's wish settles something, an agent's plan only where it names what it takes instead. */
export type Speaker = 'person' | 'agent';

const MAX_CHOICES = 6;
const MIN_WORDS = 4;
const MAX_ANSWERS = 12;
/** Where a part of a sentence begins that settles something by itself. */
const CLAUSE =
  /(?:^|[,;:–—-]\s+|\b(?:but|and|so|then),?\s+)(?:(?:during|for|in|on) [^,;]{1,60}? )?(?=(?:let'?s|we should|we don'?t|we only|we need to|i'd like to|i would)\b)/i;

/** A list of points, one of them answered in a word. */
const NUMBERED = /^\s{0,4}\d{1,2}[.):]\s+(.*)$/;
const ANSWER = /^(?:yes|yeah|yep|no|nope|ok(?:ay)?|agreed?|sure|both|neither|option \w)\b/i;

/** What someone else says stands behind this. */
const PASTED =
  /\b(?:feedback|review|comments?|suggestions?|proposal|summary|this error|output|logs?)\b[^.\n]{0,60}:\s/i;
/** An agent takes up what a person said; what follows settles it when it says what is to be. */
const AGREED = /^(?:got it|you'?re (?:absolutely )?right|understood|makes sense|agreed|good (?:point|call))\b/i;
const TAKEN_UP =
  /\b(?:should|shouldn'?t|will|we can|i'?ll|let'?s|instead|first|by default|single|only|better|cleaner|simpler|use|keep|no need)\b/i;
const EXCUSE = /\b(?:sorry|apolog|missed|mistake|should have|misread|misunderst|let me|i was|wasn'?t|didn'?t)\b/i;

/** True where someone else says it, and it is only handed on. */
export function isPasted(text: string): boolean {
  return PASTED.test(text) || CONTINUED.test(text);
}

/** A sentence on one line, without what sets it bold. */
export function plainSentence(text: string): string {
  return oneLine(text).replace(/\*\*|__/g, '');
}

/** The sentences of a text that settle how something is to be done, at most six; precise rather than many. */
export const choicesIn = memoizeLast((text: string, speaker: Speaker): readonly string[] => {
  if (CONTINUED.test(text) || (speaker === 'agent' && !MAY_SETTLE.test(text))) return [];
  const found: string[] = [];
  const pasted = speaker === 'person' ? text.search(PASTED) : -1;
  const answers = speaker === 'person' && isAnswering(text);
  for (const sentence of sentencesOf(pasted < 0 ? text : text.slice(0, pasted))) {
    if (speaker === 'agent' && !MAY_SETTLE.test(sentence)) continue;
    const plain = plainSentence(sentence);
    if (isChoice(plain, speaker) || (answers && isTold(plain))) found.push(plain);
    if (found.length >= MAX_CHOICES) break;
  }
  return found;
});

/** True for a list of answers to the points of a list: each settles its point. */
function isAnswering(text: string): boolean {
  const lines = text.split('\n', MAX_ANSWERS + 1).filter((line) => line.trim() !== '');
  const answers = lines.flatMap((line) => NUMBERED.exec(line)?.[1] ?? []);
  const isList = answers.length > 1 && answers.length === lines.length && lines.length <= MAX_ANSWERS;
  return isList && answers.some((answer) => ANSWER.test(answer));
}

function isChoice(plain: string, speaker: Speaker): boolean {
  const said = plain.replace(LEAD, '');
  if (speaker === 'agent') {
    if (AGREED.test(plain) && TAKEN_UP.test(said) && !EXCUSE.test(plain)) return isTold(said);
    return partsOf(said).some((part) => isTold(part) && OF_AGENT.some((pattern) => pattern.test(part)));
  }
  if (isLeftOpen(said)) return false;
  if (isTold(said) && OF_AGREEING.some((pattern) => pattern.test(plain))) return true;
  return partsOf(said).some((part) => isTold(part) && isOfPerson(part));
}

/** A sentence, and those of its parts that settle something by themselves. */
function partsOf(said: string): string[] {
  return [said, ...said.split(CLAUSE).slice(1)];
}

function isOfPerson(part: string): boolean {
  if (OF_PERSON.some((pattern) => pattern.test(part))) return true;
  if (OF_PERSON_ABROAD.test(part)) return !isOpenAbroad(part);
  if (isOrder(part) && OF_PERSON_ORDER.test(part)) return true;
  return OF_PERSON_SHORT.some((pattern) => pattern.test(part)) && !isReport(part);
}

/** Long enough to say something, and no question, supposition, report or step on the way. */
function isTold(said: string): boolean {
  const words = /\p{Script=Han}/u.test(said) ? said.length : said.split(' ').length;
  return words >= MIN_WORDS && !isUnconfirmed(said);
}
