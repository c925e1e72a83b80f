import { wordSet } from '../../core/text/word-set.ts';
import { pattern } from '../text/pattern.ts';
import { wordsIn } from './is-plain-order.ts';
import { leadOf, RULE_NAME } from './lead-words.ts';
import type { OwnSentence } from './own-sentences.ts';

/** Upper bound on the characters of a rule that counts at once. */
const MAX_CHARS = 240;
/** Words that may stand before a rule. */
const LEAD = leadOf(
  String.raw`fyi|(?:from (?:now|here|today) on(?: out)?|going forward|henceforth|for (?:the )?future(?: reference)?|in (?:the )?future|as a (?:general )?rule|by convention|in general|generally|on principle)|(?:in|for|across|throughout) (?:this|our|the (?:whole|entire)) (?:\w+ )?(?:repo|repository|project|code ?base|service|product|team|app|package|workspace|monorepo|code)|${RULE_NAME}(?: (?:for|in|of) (?:this|our|the whole|all of our) (?:\w+ )?(?:repo|repository|project|code ?base|service|product|team|app|package|workspace|monorepo|code|tests|commits|docs))?(?=:)|(?:make|be) sure(?: that| to)?|(?:we|i|the team)(?:'ve| have)? (?:already |finally |now )?(?:decided|agreed|settled) that|bitte|und|auch`,
);
/** A name, a time or a place before a colon: whose words follow. */
const LABEL = /^(?!(?:never|always|do not|don'?t|we|i) )[^\s:：]+(?:\s[^\s:：]+){0,4}\s?[:：](?=\s)/;
/** Brackets, signs and pictures. */
const SIGNS = /[()[\]{}<>|^…?？~*_=]|(?:^|\s)[:;]['-]?[()DPpOo/|\\]|\p{Extended_Pictographic}|\.\.|!!/u;
/** Code as it may stand in a rule: its signs are no signs of the sentence. */
const CODE = /`[^`]*`|[~*]*[\w-]*[/_.]+\w[\w/.*-]*|%\w\b|--?\w[\w-]*/g;
/** Where a condition or a reason begins: a clause of its own, with a verb of its own. */
const CONDITION =
  /(?:^|[\s,])(?:because|since|unless|if|when|whenever|before|after|until|while|so(?: that)?|in case|where|each time|every time|change|in (?:this|our)|at the (?:very )?(?:end|beginning|start|top|bottom)|bevor|wenn|weil)\s/i;
/** A reason or a condition at the end: "because cents got lost". */
const REASON = /\b(?:because|since|so that|unless|if|when|whenever|before|after)\s.*$/i;
/** A reason or a condition that mocks the rule, and an end that does: "because nobody cares", "or die", "since Tom". */
const MOCKED =
  /\b(?:because|since|so|unless|[Ii]f|[Ww]hen|[Ww]henever|while|until)\b.*\b(?:idiots?|lazy|bored|drunk|cares?|hack\w*|attackers?|thie(?:f|ves)|loves?|hates?|feel|yolo|whatever|anyone can|we stop|for fun|can'?t be bothered|know better|is (?:around|watching|away|asleep|in the room))\b|\b(?:never again|or (?:die|else|not|so)|and (?:die|cry|pray|hope))$|\bsince (?!(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b)[A-Z][a-z]+$|^[Ii]nstead of (?:thinking|saying|believing|pretending|claiming|hoping|knowing)\b/;
/** Beginnings after which the rule itself follows: "before each release you run", "instead of a lock we use". */
const LEADS_IN = /^(?:before|after|when|whenever|each time|every time|if|with|on|for|in|instead of)\b/i;
const LONG_AGO =
  /\b(?:until|till|since|as of) (?:last|yesterday|recently|now|today|then|20\d\d)|\b(?:last|previous) (?:week|month|year|sprint)\b|\bused to\b/i;
/** Subjects of a clause, and what makes a rule of one. */
const CLAUSE =
  /\b(?:we|i|you|they|he|she|it|agents?|everyone|nobody|(?:our|the|all|every|each) \w+) (?:(?:always|never|only|strictly|just|should|must|shall|may|will|do|does|don'?t|didn'?t|can|can'?t|have to|has to|use|deploy|keep|push|run)\b)/gi;
/** Before a clause within a sentence: a comma, or a word that gives it a condition or adds it. */
const JOINED =
  /(?:^|[,;:–—-]\s*|\b(?:and|or|because|since|as|unless|if|when|whenever|before|after|until|while|so|so that|that|where|everything|anything|what) )$/i;
/** The same at the beginning of a sentence only: "explain that we always". */
const THAT = /\b(?:that|what|as) $/i;
/** Verbs that are about what is said, known, shown or done away with, and not about how work is done. */
const ABOUT = wordSet(
  `explain check find know say says tell claim assume suppose imagine pretend consider wonder guess believe think doubt deny
  argue hate love see show print display echo output return translate summarize summarise quote cite mention repeat list grep
  search look find count delete remove drop erase strike replace swap rewrite rephrase paraphrase correct fix stop end kill
  forget ignore disregard assert append paste read parse match detect`,
);
const HEAD = /^(?:always|never|only|please|just|do not|don'?t) /i;
/** The words that make a rule general, which stand beside its verb. */
const ADVERB = /\b(?:always|never|only ever)\b/gi;
/** What may stand before one of these behind a verb of `ABOUT`: "list the files, never the folders". */
const ADDED = /[,;–—-]\s*$|\b(?:and|or|but|is|are|be) $/i;
/** What stands before one of these where another sentence holds the rule: "they say never". */
const SAYS = /\b(?:that|whether|why|how|says?|asserts?|shows?|prints?|reads?|do|does|did) $/i;
/** What judges, doubts or tells of words: where one stands, they may be another's, or no longer hold. */
const JUDGES = wordSet(
  `wrong false untrue right bad worse worst terrible stupid silly dumb insane crazy mad nuts nonsense garbage rubbish bullshit crap
  wtf lol lmao rofl haha smh ffs omg ugh huh yikes meh sigh hmm joke joking kidding funny odd weird strange dangerous unsafe
  insecure evil malicious illegal outdated obsolete deprecated harmful ridiculous idiotic awful horrible hilarious suspicious
  mistake mistakes error-prone hacked fired broke broken burned burnt hurt failed leaked lost killed sucks sucked
  allegedly apparently supposedly reportedly presumably seemingly literally obviously clearly really seriously honestly
  claimed claiming thought thinks believes believed insists insisted wants wanted
  quote quoted quoting unquote sic attacker hacker phishing scam injection malware example examples
  demo tutorial exercise story novel movie game fiction hypothetical fake dummy test-data legend myth rumor rumour
  was were formerly previously ago yesterday earlier historically anymore
  falsch quatsch unsinn angeblich mentira falso supuestamente faux soi-disant`,
);
/** What names another whose words they are, even within a reason. */
const TELLS = wordSet('says said saying wrote writes told according intern mallory');
/** What may follow a comma, a dash or a conjunction in a rule: by its first word, or as a whole. */
const CONTINUES = [
  pattern`^(?:(?:and|or|but|so|then|also|even|please|just) )*(?:never|no (?!(?:idea|clue|joke|way|wonder|kidding|good|thanks|longer)\b)|nor|always|only|use|prefer|avoid|keep|do not|don'?t|because|since|unless|if|when|whenever|before|after|so that|instead of|not (?!(?:ideal|good|great|ok|sure|mine|yet|really|recommended|allowed|true|my|so|his|her|their|cool|nice|safe)\b)|that'?s (?:our|the) (?:convention|rule|policy|standard)|ever$|always$|everywhere$|max \d|plain \w+ only|ask|run|write|put|add|show|update|format|commit|push|create|verify|name|follow|stick|treat|work|build|regenerate|include|answer|give|pin|store|log|wrap|mock|change|in (?:this|our)|at the (?:very )?(?:end|beginning|start|top|bottom)|bevor|wenn|weil|sondern|nunca|jamais|nie|porque|parce que|and its|its|new \w+ goes?|i do (?:it|this|that) (?:myself|by hand)|we (?:try|want|prefer|test|use|never|always|don'?t|do not|only)|i (?:want|prefer|don'?t|do not|always|never))\b`,
  // A part that is only a name or two: "docs, code or commits".
  /^[\p{L}\p{N}./@#-]+(?: [\p{L}\p{N}./@#-]+)? (?:or|and) [\p{L}\p{N}./@#-]+$/u,
  /^and (?:\w+ )?(?:docs|documentation|code|commits|tests|comments|files|scripts|messages|branches|errors|output|context|classes|functions|configs?|types|logs|names|`[^`]+`|code code)$/u,
  // A reason: "sums are kept in cents", "the pipeline runs them".
  /^the \w+ (?:runs?|reads?|needs?|does|do|handles?|owns?|checks?|keeps?|expects?|uses?|depends? on) (?:it|them|that|all|(?:the|those|these) \w+)$/i,
  /^(?:and )?(?:(?:the|our|all) )?[\w/.-]+ (?:is|are) (?:always |never |only )?(?:kept|stored|written|generated|handled|pinned|built|run|tested|deployed|typed|named|shared|cached|counted|sorted|no longer used)\b/i,
  /^(?:please )?keep (?:it|this|that)(?: that way| in mind| so)?\W*$/i,
];
/** An order about the words before it. */
const UNDOES =
  /^(?:and |but |so |then |now |please )*(?:can|could|would|will|let'?s|why|fix|change|stop|undo|remove|revert|drop|end|kill|delete|get rid|do something)\b.*\b(?:it|this|that|them|these|those)\b\W*$/i;
/** A denial at the end, or one behind "but". */
const DENIED = /\b(?:not|no|never|no more|so)$|\bbut (?!never\b|not\b|only\b|always\b|please\b|use\b|keep\b)/i;
const PARTED = /\s*[,;]\s+|\s+[-–—]+\s+|\s+(?=(?:and|but|which|who|whose) )/i;
/** Verbs of a clause: a second one outside of conditions makes another sentence of a rule. */
const FINITE =
  /\b(?:is|are|isn'?t|aren'?t|has|had|must|mustn'?t|should|shouldn'?t|shall|can(?!\s*be\b)|cannot|can'?t|could|would|will|won'?t|may|might|got|gets|did|does|didn'?t|doesn'?t|makes|made|means|seems|looks|sounds)\b/gi;
/** Beginnings of a rule whose verb is none of these: "we never", "do not". */
const WITHOUT_FINITE =
  /^(?:always|never|only ever|do not|don'?t|(?:we|i|you|agents?|everyone|claude|nobody|no one|the team)(?! (?:must|should|shall|can|may|will|would)\b))\b/i;
/** A place that is not this repository. */
const ELSEWHERE =
  /\b(?:in|at|for|on) (?:their|his|her|another|some|other|that|a|my old|the (?:demo|other|old|sample|example|toy|test|upstream|legacy|vendor|client)(?:'s)?) ?(?:\w+ )?(?:repo|repository|project|code ?base|team|company|job|shop|org|book|course|app|place|tutorial|story|movie|game)\b|\bat (?:[A-Z]\w+\b|(?!all|least|most|once|runtime|startup|night|noon|midnight|work)\w+$)/;

/**
 * True for a sentence that is a rule, a decision or a preference and nothing else: nobody's name stands before it, it is no
 * clause of another sentence ("explain why we always …"), and nothing behind it judges, denies or undoes it.
 */
export function isPlainRule({ text, unquoted }: OwnSentence): boolean {
  const led = unquoted.replace(LEAD, '');
  if (text.length > MAX_CHARS || LABEL.test(led)) return false;
  const prose = led.replace(CODE, 'code');
  const said = prose.replace(/[.!]+$/, '');
  if (SIGNS.test(said) || LONG_AGO.test(said) || ELSEWHERE.test(said) || MOCKED.test(said)) return false;
  if (wordsIn(said).some((word) => TELLS.has(word))) return false;
  if (wordsIn(said.replace(REASON, '')).some((word) => JUDGES.has(word))) return false;
  return !isWithinClause(said) && !hasSecondClause(said);
}

/** True where what makes the rule is a clause that depends on other words: "make the page say we always", "why we never". */
function isWithinClause(said: string): boolean {
  const depends = [...said.matchAll(CLAUSE)].some(({ index }) => {
    const before = said.slice(0, index);
    return before.trim() !== '' && (!JOINED.test(before) || THAT.test(before));
  });
  if (depends && !LEADS_IN.test(said)) return true;
  const adverbs = [...said.matchAll(ADVERB)].map(({ index }) => said.slice(0, index)).filter((before) => before !== '');
  if (adverbs.some((before) => SAYS.test(before))) return true;
  const [first = ''] = wordsIn(said.replace(HEAD, ''));
  return ABOUT.has(first) && adverbs.some((before) => !ADDED.test(before));
}

/** True where a part behind the rule is no part of one, or is a clause with a verb of its own. */
function hasSecondClause(said: string): boolean {
  if (DENIED.test(said)) return true;
  const [head = '', ...parts] = said.split(PARTED);
  if (parts.some((part) => UNDOES.test(part) || !CONTINUES.some((continues) => continues.test(part)))) return true;
  const [clause = ''] = head.split(CONDITION, 1);
  const verbs = [...(clause === '' ? head : clause).matchAll(FINITE)].length;
  return verbs > (WITHOUT_FINITE.test(head) ? 0 : 1);
}
