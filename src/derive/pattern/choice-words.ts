import { oneLine } from '../../core/text.ts';
import { sentencesOf } from '../prose.ts';
import { CONTINUED, LEAD, MAY_SETTLE, OF_AGENT, OF_AGREEING, OF_PERSON } from './choice-patterns.ts';

/** Who says a sentence: a person's wish settles something, an agent's plan only where it names what it takes instead. */
export type Speaker = 'person' | 'agent';

const MAX_CHOICES = 6;
const MIN_WORDS = 4;
const MAX_ANSWERS = 12;
/** Questions, suppositions and what is only reported. */
const OPEN =
  /\?\s*["')\]]*$|^(?:can|could|would|should|shall|do|does|did|is|are|was|were|what|why|how|when|where|which|who|if|may|might|maybe|perhaps|whether|unless|once|after|before|as soon as|in case)\b|\b(?:i wonder|wondering|not sure|what if|maybe|perhaps|might|could also|alternatively|would you|do you|should we|should i|option [a-d1-9][:)]|let me know|would be (?:great|nice|good|cool)|consider(?:ing)?)\b/i;
const PAST =
  /^(?:i|we|they|it|this|that)(?:'ve| have| had)? (?:already |just )?(?:(?!need)\w{2,}ed|made|did|ran|found|saw|kept|put|wrote|built)\b/i;
/** Next small steps: looking, running, trying. */
const STEP =
  /^(?:(?:now )?(?:let me|let'?s|i'?ll|i will|we'?ll|i'?m going to|i am going to) (?:now |first |just |also |quickly |then )*)(?:check|see|look|read|run|re-?run|verify|view|find|search|explore|examine|inspect|try|test|grep|list|show|start|continue|proceed|begin|commit|push|fetch|get|ask|think|understand|confirm|review|investigate|debug|update the todo|mark|open|create a (?:plan|todo|task)|present|summari[sz]e|explain|write the (?:plan|summary))\b/i;
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

/** The sentences of a text that settle how something is to be done, at most six; precise rather than many. */
export function choicesIn(text: string, speaker: Speaker): readonly string[] {
  if (last?.text !== text || last.speaker !== speaker) last = { text, speaker, found: readChoices(text, speaker) };
  return last.found;
}

/** The text read last: several rules ask about the same message. */
let last: { text: string; speaker: Speaker; found: readonly string[] } | undefined;

function readChoices(text: string, speaker: Speaker): string[] {
  if (CONTINUED.test(text) || (speaker === 'agent' && !MAY_SETTLE.test(text))) return [];
  const found: string[] = [];
  const pasted = speaker === 'person' ? text.search(PASTED) : -1;
  const answers = speaker === 'person' && isAnswering(text);
  for (const sentence of sentencesOf(pasted < 0 ? text : text.slice(0, pasted))) {
    if (speaker === 'agent' && !MAY_SETTLE.test(sentence)) continue;
    const plain = oneLine(sentence).replace(/\*\*|__/g, '');
    if (isChoice(plain, speaker) || (answers && isTold(plain))) found.push(plain);
    if (found.length >= MAX_CHOICES) break;
  }
  return found;
}

/** True for a list of answers to the points of a list: each settles its point. */
function isAnswering(text: string): boolean {
  const lines = text.split('\n', MAX_ANSWERS + 1).filter((line) => line.trim() !== '');
  const answers = lines.flatMap((line) => NUMBERED.exec(line)?.[1] ?? []);
  const isList = answers.length > 1 && answers.length === lines.length && lines.length <= MAX_ANSWERS;
  return isList && answers.some((answer) => ANSWER.test(answer));
}

function isChoice(plain: string, speaker: Speaker): boolean {
  const said = plain.replace(LEAD, '');
  if (speaker === 'agent' && AGREED.test(plain) && TAKEN_UP.test(said) && !EXCUSE.test(plain)) return isTold(said);
  if (speaker === 'person' && isTold(said) && OF_AGREEING.some((pattern) => pattern.test(plain))) return true;
  const patterns = speaker === 'person' ? OF_PERSON : OF_AGENT;
  return [said, ...said.split(CLAUSE).slice(1)].some(
    (clause) => isTold(clause) && patterns.some((pattern) => pattern.test(clause)),
  );
}

/** No question, supposition or report, and no step on the way. */
function isTold(said: string): boolean {
  const words = /\p{Script=Han}/u.test(said) ? said.length : said.split(' ').length;
  return words >= MIN_WORDS && !OPEN.test(said) && !PAST.test(said) && !STEP.test(said);
}
