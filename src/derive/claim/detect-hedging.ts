import type { Item } from '../../core/model/item.ts';
import { claimSentences, claimsIn } from './claim.ts';

/** Upper bound on the characters of a text that one sentence of doubt covers as a whole. */
const SHORT_CHARS = 700;
const SENTENCES_READ = 2;
const BARE_CHARS = 160;
const BARE_WORDS = 16;

const OTHER = '(?:an?other|a (?:different|separate)|some other|an? (?:older|unrelated|separate|archived))';
const PLACE =
  '(?:workspace|project|repo(?:sitory)?|codebase|team|customer|client|tenant|company|product|branch|checkout|account|environment|session|conversation|org(?:anization)?)';
/** Cheap filter: every doubt and retraction contains one of these words. */
const DOUBTS =
  /verif|confirm|substantiat|hearsay|grain of salt|heard|rumou?r|alleged|supposed|other|different|separate|older|unrelated|archived|not override|not overrule|not replace|not supersede|authoritative|binding|unbest|angeblich|gerüchte|anderen|未|据说|听说|另/i;
const KEEPS = /\b(?:it|this|that)\b/i;
const RETRACTS = /forget|disregard|discard|erase|unlearn|drop|delete|remove|ignore|vergiss|忘|不要再记/i;
/** Words for a memory as a whole, not for the thing that it is about. */
const NOTE =
  '(?:note|memory|memories|mention|feedback|message|comment|claim|report|rumou?r|statement|suggestion|information|alternative)s?';
const NOT_SURE =
  '(?:unverified|unconfirmed|unsubstantiated|hearsay|not (?:yet |been )*(?:verified|confirmed)(?: yet)?)';
/** Doubt, hearsay, or a statement about another place; "unverified users" or "overridden settings" do not count. */
const DOUBT = new RegExp(
  [
    `^(?:still )?${NOT_SURE}\\s*(?:[:,–—(-]|(?:or |but |and )?(?:conflicting|competing|contradictory|outdated|older)\\b)`,
    `\\b(?:unverified|unconfirmed|unsubstantiated) (?:\\w+ ){0,2}?${NOTE}\\b|\\bhearsay\\b`,
    `(?:^|[,;–—(] ?|\\bbut )(?:this|that|it|which)(?:['’]s| is| was| remains| has)?(?: still| yet| as yet)? ${NOT_SURE}\\b`,
    `[,(–—-]\\s*(?:but )?(?:still )?${NOT_SURE}\\s*\\)?[.!]?$`,
    '\\btake (?:it|this) with a grain of salt\\b',
    "^(?:i|we)(?:'ve| have)? heard (?:that|it|we|they|the|from|somewhere)\\b",
    '^rumou?rs?(?::| has it| is that| says?\\b)|\\b(?:there is|just) a rumou?r\\b|^(?:allegedly|supposedly)\\b',
    `\\b(?:note|memory|feedback|message|comment|rule|setting|value|convention)s? (?:copied |taken |imported |carried over )?from ${OTHER} ${PLACE}\\b`,
    `\\b(?:in|for|about|from) ${OTHER} ${PLACE}\\b.{0,80}\\b(?:elsewhere|unlike ours|ignore (?:it|this|that)|(?:does|do) not apply|(?:is|are) not (?:ours|about this))\\b`,
    `(?:\\b${NOTE}\\b.{0,80}|^(?:it|this|that) )\\b(?:must|should|does|do) not (?:override|overrule|replace|supersede)\\b`,
    `(?:\\b${NOTE}\\b.{0,80}|^(?:it|this|that) is )\\bnot (?:authoritative|binding)\\b`,
    `\\bnot (?:authoritative|binding) (?:here|(?:for|in) (?:the current|this|our) ${PLACE})\\b`,
    '\\b(?:unbestätigt|angeblich|gerüchteweise|aus einem anderen projekt)\\b|未经证实|未确认|据说|听说|另一个(?:项目|工作区|仓库)',
  ].join('|'),
  'iu',
);
const KEEP = '(?:save|store|keep|remember|record|repeat|memori[sz]e|retain)';
/** A request not to keep or use the statement before it; a rule on what a program may store is no such request. */
const WITHHELD_SENTENCE = new RegExp(
  [
    `^(?:(?:so|and|but|also|you) )?(?:please )?(?:do not|don'?t|never|please don'?t|must not|should not) (?:ever )?${KEEP}(?: (?:and|or|nor) \\w+)? (?:it|this|that)(?: (?:anywhere|please|for later|(?:in|to) (?:your |the |long-term )?memory))?[.!]?$`,
    `^this (?:(?:temporary|old|older|saved|earlier) )*(?:context|note|memory|information|instruction|fact|preference|rule|decision|detail|statement)s? (?:has|have|is) (?:now )?(?:expired|no longer valid|obsolete|void)\\b`,
  ].join('|'),
  'iu',
);
const WITHHELD = new RegExp(
  [
    '\\b(?:off the record|not for the record|forget (?:that )?i (?:said|mentioned) (?:it|this|that))\\b',
    '\\b(?:nicht (?:speichern|merken|wiederholen|aufschreiben))\\b|(?:不要|请勿|别)(?:保存|记录|记住|重复)',
  ].join('|'),
  'iu',
);
const BEFORE =
  /^(?:(?:ok(?:ay)?|sure|got it|understood|noted|will do|done|alright|right|thanks|thank you|great|perfect|absolutely|certainly|of course|yes|verstanden|好的|明白了?)[\s,.!:–—，。-]*)+/iu;
/** An agent's assent to something that it only refers to. */
const ASSENT =
  /^(?:(?:i|we)(?:'ll| will|'ve| have|'m going to| won't)(?: not| now| always| never)? (?:(?:follow|treat|keep|remember|respect|note|noted|use|avoid|save|saved|store|stored|retain|delete|deleted|forget|forgotten|apply|honou?r|observe|repeat|update|updated|do|bear|take)\b,?(?: (?:and|or|nor|to) )?\s*)+(?:it|that|this|them|those|these|the (?:updated|new|latest|current))\b|(?:das )?(?:merke|mache) ich)/iu;
/** Marks of content: code, numbers, names, a second line. */
const CONTENT = /[`/\\_{}()=<>]|\d|[a-z][A-Z]|\n/;

/** Lead words before a sentence of doubt. */
const LEAD = /^(?:fyi|note|also|and|but|well|so)[,:]?\s+/i;

/** What a text says about its own reliability. */
export interface Hedging {
  /** The text is uncertain, hearsay, or about another place. */
  doubtful: boolean;
  /** The text, or what it names, is not to be kept or used. */
  withheld: boolean;
  /** The text is an agent's assent to what was said before, and nothing more. */
  bare: boolean;
}

/** What an item says about its own reliability; doubt and retraction only for texts of at most 700 characters. */
export function detectHedging({ kind, text }: Pick<Item, 'kind' | 'text'>): Hedging {
  const bare = kind === 'message' && isBare(text);
  if (text.length > SHORT_CHARS) return { doubtful: false, withheld: false, bare };
  return { doubtful: isDoubtful(text), withheld: isWithheld(text) || isRetraction(text), bare };
}

function isDoubtful(text: string): boolean {
  const sentences = DOUBTS.test(text) ? claimSentences(text).slice(0, SENTENCES_READ) : [];
  return sentences.some((sentence) => DOUBT.test(sentence.replace(LEAD, '')));
}

function isWithheld(text: string): boolean {
  if (WITHHELD.test(text)) return true;
  return KEEPS.test(text) && claimSentences(text).some((sentence) => WITHHELD_SENTENCE.test(sentence.trim()));
}

function isRetraction(text: string): boolean {
  if (!RETRACTS.test(text)) return false;
  return claimsIn(text, { all: false }).some((claim) => claim.says === 'retracts' && claim.share >= 0.5);
}

function isBare(text: string): boolean {
  const said = text.trim();
  if (said.length > BARE_CHARS || CONTENT.test(said) || said.split(/\s+/).length > BARE_WORDS) return false;
  const rest = said.replace(BEFORE, '');
  return rest === '' || ASSENT.test(rest);
}
