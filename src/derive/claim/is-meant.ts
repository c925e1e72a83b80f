import { wordSet } from '../../core/text/word-set.ts';
import { pattern } from '../text/pattern.ts';
import { hasMaterial } from './has-material.ts';
import { isFactOrSpot, isOfTheMoment } from './is-passing.ts';
import { isClosedOrder, isPlainOrder, isWordless, wordsIn } from './is-plain-order.ts';
import { isPlainRule } from './is-plain-rule.ts';
import { isStandingRule } from './is-standing-rule.ts';
import { FILLER, RULE_NAME } from './lead-words.ts';
import { REPORTS, TEXT_NOUNS } from './order-words.ts';
import { everySentence, type OwnSentence } from './own-sentences.ts';
import { type Statement, statementKind } from './statement.ts';

/** Words by which a person greets, agrees, or opens a rule, and nothing else. */
const OPENING = new RegExp(
  String.raw`^(?:(?:ok(?:ay)?|yes|yeah|no|nope|hm+|great|good|cool|nice|perfect|thanks|thank you|hi|hello|hey|hey there|please|pls|and|also|so|btw|by the way|ps|p\.s\.|(?:please )?(?:remember|note)(?: that)?|important|reminder|one more thing|sounds good|good catch|well done|continue|go on|go ahead|from (?:now|here|today) on(?: out)?|going forward|for the future|in general|generally|always|${RULE_NAME}(?: (?:for|in|of) (?:this|our|the whole|all of our) (?:\w+ )?(?:repo|repository|project|code ?base|service|product|team|app|package|workspace|monorepo|code|tests|commits|docs))?|danke|bitte|hallo|gracias|por favor|hola|merci|bonjour|salut)(?![\p{L}\p{N}'\u2019])[\s,.!:;\u2013\u2014-]*)+$`,
  'iu',
);
/** Words behind a rule that leave it a rule. */
const CLOSING =
  /^(?:(?:thanks|thank you|please|pls|go ahead|go on|continue|proceed|no exceptions|always|keep (?:this|that|it) in mind|remember (?:this|that|it)|danke|bitte|gracias|merci)[\s,.!]*)+$/iu;
/** A rule that points at words beside it: it may forbid what they say. */
const POINTS =
  /\b(?:this|(?<!\b(?:decided|agreed|settled|sure|ensure|remember|note) )that|it|its|they|them|these|those|such|so|above|below|previous|former|old|following|like|one|ones|he|she|him|her|his|their|otherwise|instead(?! of\b)|any ?more)\b(?! (?:\w+ )?(?:repo|repository|project|code ?base|service|product|team|app|package|workspace|monorepo)\b)/i;
/** Signs within a rule that it is another's, or a joke. */
const DOUBT =
  /[?？^←↑⬆☝👆🙄😂🤣😅…]|\s<-|\s\/s\b|\w (?:hey|hi(?: there)?|hello|fyi|once more),? (?:never|always|we|do not|don'?t)\b|\b(?:lol|haha|rofl|allegedly|apparently|supposedly|or so|yeah right|as if|reckons?|quoth|sic)\b|\bas (?:he|she|they|stated|written|seen|per|the \w+ (?:has|have|puts?))\b|\((?:from|source|via|by|quote|see|according|sic|wtf|who|says?)\b|\s(?:--?|[—–])\s*@?[A-Z]\w+(?: [A-Z]\w+)?\.?$/u;
/** How a statement of the writer's own begins; one whose cue stands further on may be another's behind a name or a title. */
const ANCHORED = pattern`^(?:(?:${FILLER}|for (?:this|our) (?:project|repo|codebase)|(?:in|for) (?:this|our) \w+)\b[\s,:;.!–—-]*)*(?:we\b|i\b|i'?d\b|let'?s\b|the team\b|instead of\b|(?:the )?(?:final )?decision\b|hard (?:rule|constraint)|rule|constraint|convention|policy|do not|don'?t|must not|mustn'?t|never|always|only ever|make sure|be sure|ensure|from (?:now|here) on|going forward|in (?:the )?future|(?:you|agents?|everyone|claude) (?:should|must|may|can|shall)|use|prefer|pick|choose|take|keep|write|store|return|my preference|our preference|rule of thumb)\b`;

/** Work that a version, a number or a search says, and that can say nothing of the words beside it. */
const WORK = [
  /^(?:release|ship|tag|publish|deploy|cut) v?\d+\.\d+[\w.-]*[.!]?$/i,
  /^(?:the|our) (?:\w+ )?\w+[_/.]\w[\w/.]* (?:has|holds|contains|takes|needs) (?:about |over )?\d[\w ,.]*$/i,
  /^(?:check|grep|search|scan|audit) (?:the|our|all|every) [\w ./-]+ for (?:it|violations)[.!]?$/i,
];
/** The order at the end of a decision that has it done. */
const SO_DO = /, so (?:please )?(?:set|use|do|change|make|update|apply|add) (?:it|that)[.!]?$/i;

/** Words by which a sentence tells how to work, and not how it is. */
const TOLD =
  /\b(?:from (?:now|here|today) on|going forward|henceforth|in (?:the )?future|as a (?:general )?rule|rules?\b[^:]*:|our (?:convention|policy|rule)|please|must|mustn'?t|should|shouldn'?t|ha(?:s|ve) to|i (?:always )?(?:want|prefer|need)|ab jetzt|désormais)\b|^(?:we|i|the team)(?:'ve| have)? (?:already |finally |now )?(?:decided|agreed|settled|chose)\b|^(?:(?:the )?(?:final )?decision|let'?s)\b/i;
const LEADING = pattern`^(?:(?:${FILLER})\b[\s,.:!–—-]*)+`;
/** How an order for all further work begins. */
const COMMANDS =
  /^(?:always|never|only|do not|don'?t|no|prefer|avoid|use|keep|make sure|be sure|before|after|when|whenever|each time|every time|with (?:each|every)|if|ask|work|write|run|treat|stick|follow|answer|respond|siempre|nunca|toujours|jamais|ne|immer|nie|niemals|bitte)\b|^(?:以后|今后|每次|请)/i;

/** What tells of a change: beside it "we always deploy by hand" may be how it was. */
const CHANGED =
  /\b(?:no longer|any ?more|from now on|switch(?:ed|ing)?|mov(?:ed|ing)|migrat(?:ed|ing)|replac(?:ed|ing)|chang(?:ed|ing)|dropped|final decision)\b/i;

/** Marks of a quotation or a pointer. */
const QUOTES = /[¤"“”„«»^←↑]|(?:^|\s)['‘]/;
/** Words before the name of a text from which something is taken. */
const SOURCE: ReadonlySet<string> = wordSet('per from in on by via see of');

/**
 * True for a statement of a prompt that its writer stands for beyond doubt: it begins a sentence, and every other sentence of
 * the prompt is a rule, a statement or an order as plain, or a greeting. Beside anything else it may be pasted, told or rejected.
 */
export function isMeant({ text, standing, kind }: Statement, sentences: readonly OwnSentence[]): boolean {
  const at = sentences.findIndex((sentence) => sentence.text === text);
  const own = sentences[at];
  const isGeneral = standing === true || kind === 'constraint' || kind === 'heuristic';
  if (own === undefined || DOUBT.test(own.text) || (own.isListed === true && !isIntroduced(sentences))) return false;
  if (!isPlainRule(own) || isOfTheMoment(own.unquoted)) return false;
  if (isGeneral && isFactOrSpot(own.unquoted)) return false;
  if (standing !== true && !isAnchored(own)) return false;
  return sentences.every((sentence, i) => i === at || isPlain(sentence, { isBefore: i < at, rule: own.unquoted }));
}

/** True for a list that its writer begins: "From now on:". */
function isIntroduced([first]: readonly OwnSentence[]): boolean {
  return first !== undefined && first.isListed !== true && OPENING.test(first.text) && /:$/.test(first.text);
}

/**
 * True for a person's own answer to a question that leaves no doubt whose words it holds: it quotes, reports and judges nothing,
 * and each statement in it is meant.
 */
export function isMeantAnswer(text: string, statements: readonly Statement[]): boolean {
  const sentences = everySentence(text);
  if (sentences === undefined || hasMaterial(text) || statements.some(({ unclear }) => unclear === true)) return false;
  return sentences.every(({ unquoted }) => {
    const words = wordsIn(unquoted);
    const isOf = (word: string, at: number): boolean =>
      TEXT_NOUNS.has(word) && words.slice(Math.max(at - 3, 0), at).some((before) => SOURCE.has(before));
    return !QUOTES.test(unquoted) && !words.some((word, at) => REPORTS.has(word) || isOf(word, at));
  });
}

/** True for the corrections of a prompt that says nothing else: beside a report or a question they may be another's. */
export function isMeantCorrection(text: string, corrections: readonly { text: string }[]): boolean {
  const sentences = everySentence(text);
  if (sentences === undefined || hasMaterial(text)) return false;
  const first = sentences.findIndex((one) => corrections.some((correction) => correction.text === one.text));
  return sentences.every((sentence, i) => {
    const { text: words, unquoted } = sentence;
    if (corrections.some((correction) => correction.text === words))
      return !DOUBT.test(words) && !QUOTES.test(unquoted);
    return isPlain(sentence, { isBefore: i < first, rule: 'please' });
  });
}

/**
 * True for a sentence beside a rule that can say nothing of it: a greeting, another rule, an order. What an order makes or mends
 * may be what the words behind it are for, so an order before a rule has to be one that changes a value or goes on.
 */
function isPlain(sentence: OwnSentence, { isBefore, rule }: { isBefore: boolean; rule: string }): boolean {
  const { text, unquoted } = sentence;
  if ((isBefore ? OPENING : CLOSING).test(text)) return true;
  if (WORK.some((work) => work.test(unquoted))) return true;
  if (isPlainOrder(unquoted) && (isBefore ? isClosedOrder(unquoted) : isTold(rule) && isWordless(unquoted))) {
    return true;
  }
  if (DOUBT.test(text) || POINTS.test(unquoted.replace(SO_DO, ''))) return false;
  if (CHANGED.test(unquoted) && !isTold(rule)) return false;
  return isPlainRule(sentence) && (isStandingRule(unquoted) || isAnchored(sentence));
}

/** True for a rule that tells how to work; "we never check that" may be what an order beside it is to mend. */
function isTold(rule: string): boolean {
  return TOLD.test(rule) || COMMANDS.test(rule.replace(LEADING, ''));
}

function isAnchored({ unquoted }: OwnSentence): boolean {
  return ANCHORED.test(unquoted) && statementKind(unquoted) !== undefined;
}
