import type { Item } from '../core/item.ts';
import { claimSentences, claimsIn } from './claim.ts';

/** Longer texts say much else: a sentence of doubt in them is not about all of them. */
const SHORT_CHARS = 700;
const SENTENCES_READ = 2;
const BARE_CHARS = 160;
const BARE_WORDS = 16;

const OTHER = '(?:an?other|a (?:different|separate)|some other|an? (?:older|unrelated|separate|archived))';
const PLACE =
  '(?:workspace|project|repo(?:sitory)?|codebase|team|customer|client|tenant|company|product|branch|checkout|account|environment|session|conversation|org(?:anization)?)';
/** Cheap: no text doubts, or takes back, without one of these. */
const DOUBTS =
  /verif|confirm|substantiat|hearsay|grain of salt|heard|rumou?r|apparent|alleged|supposed|other|different|separate|older|unrelated|archived|not override|not overrule|not replace|not supersede|authoritative|binding|unbest|angeblich|gerüchte|anderen|未|据说|听说|另/i;
const RETRACTS = /forget|disregard|discard|erase|unlearn|drop|delete|remove|ignore|vergiss|忘|不要再记/i;
/** Said with doubt, by hearsay, or of another place than the one at hand. */
const DOUBT = new RegExp(
  [
    '\\b(?:unverified|unconfirmed|unsubstantiated|hearsay|not (?:yet )?(?:verified|confirmed)|take (?:it|this) with a grain of salt)\\b',
    "^(?:i|we)(?:'ve| have)? heard (?:that|it|we|they|the|from|somewhere)\\b|\\brumou?r(?:s|ed)?\\b|^(?:apparently|allegedly|supposedly)\\b",
    `\\b(?:note|memory|feedback|message|comment|rule|setting|value|convention)s? (?:copied |taken |imported |carried over )?from ${OTHER} ${PLACE}\\b`,
    `\\b(?:in|for|about|from) ${OTHER} ${PLACE}\\b.{0,80}\\b(?:elsewhere|unlike ours|ignore (?:it|this|that)|(?:does|do) not apply|(?:is|are) not (?:ours|about this))\\b`,
    '\\b(?:must|should|does|do) not (?:override|overrule|replace|supersede)\\b|\\bnot (?:authoritative|binding)\\b',
    '\\b(?:unbestätigt|angeblich|gerüchteweise|aus einem anderen projekt)\\b|未经证实|未确认|据说|听说|另一个(?:项目|工作区|仓库)',
  ].join('|'),
  'iu',
);
/** What follows such words is to be used, not what stands before them. */
const WITHHELD = new RegExp(
  [
    "\\b(?:do not|don'?t|never|please don'?t|must not|should not) (?:ever )?(?:save|store|keep|remember|record|repeat|memori[sz]e|persist|log|retain|share)(?: (?:and|or|nor) \\w+)? (?:it|this|that|them|these|those)\\b",
    '\\b(?:off the record|not for the record|forget (?:that )?i (?:said|mentioned) (?:it|this|that))\\b',
    '^this (?:\\w+ ){1,3}(?:has|have|is) (?:now )?(?:expired|no longer valid|obsolete|void)\\b',
    '\\b(?:nicht (?:speichern|merken|wiederholen|aufschreiben))\\b|(?:不要|请勿|别)(?:保存|记录|记住|重复)',
  ].join('|'),
  'iu',
);
const BEFORE =
  /^(?:(?:ok(?:ay)?|sure|got it|understood|noted|will do|done|alright|right|thanks|thank you|great|perfect|absolutely|certainly|of course|yes|verstanden|好的|明白了?)[\s,.!:–—，。-]*)+/iu;
/** An agent's assent to something it points at. */
const ASSENT =
  /^(?:(?:i|we)(?:'ll| will|'ve| have|'m going to| won't)(?: not| now| always| never)? (?:(?:follow|treat|keep|remember|respect|note|noted|use|avoid|save|saved|store|stored|retain|delete|deleted|forget|forgotten|apply|honou?r|observe|repeat|update|updated|do|bear|take)\b,?(?: (?:and|or|nor|to) )?\s*)+(?:it|that|this|them|those|these|the (?:updated|new|latest|current))\b|(?:das )?(?:merke|mache) ich)/iu;
const TELLING = /[`/\\_{}()=<>]|\d|[a-z][A-Z]|\n/;

/** What a text says of itself, as far as it can be read off. */
export interface SaidOfItself {
  /** It is not certain, by hearsay, or true of another place. */
  doubtful: boolean;
  /** It, or what it names, is not to be kept or used. */
  withheld: boolean;
  /** An agent's assent that points at what was said before and says nothing more. */
  bare: boolean;
}

/** What an item says of itself: only of short texts, since a sentence of a long one is not about all of it. */
export function saidOfItself({ kind, text }: Pick<Item, 'kind' | 'text'>): SaidOfItself {
  const bare = kind === 'message' && isBare(text);
  if (text.length > SHORT_CHARS) return { doubtful: false, withheld: false, bare };
  return { doubtful: isDoubtful(text), withheld: WITHHELD.test(text) || isRetraction(text), bare };
}

function isDoubtful(text: string): boolean {
  const sentences = DOUBTS.test(text) ? claimSentences(text).slice(0, SENTENCES_READ) : [];
  return sentences.some((sentence) => DOUBT.test(sentence.replace(LEAD_COLON, '')));
}

function isRetraction(text: string): boolean {
  if (!RETRACTS.test(text)) return false;
  return claimsIn(text, { all: false }).some((claim) => claim.says === 'retracts' && claim.share >= 0.5);
}

const LEAD_COLON = /^(?:fyi|note|also|and|but|well|so)[,:]?\s+/i;

function isBare(text: string): boolean {
  const said = text.trim();
  if (said.length > BARE_CHARS || TELLING.test(said) || said.split(/\s+/).length > BARE_WORDS) return false;
  const rest = said.replace(BEFORE, '');
  return rest === '' || ASSENT.test(rest);
}
