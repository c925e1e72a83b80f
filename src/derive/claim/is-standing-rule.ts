import { pattern } from '../text/pattern.ts';
import { isExclaimed } from './is-passing.ts';
import { leadOf, RULE_NAME } from './lead-words.ts';

/** Filler words before the rule itself. */
const LEAD = leadOf(
  `fyi|oh|wait|again|one more thing|${RULE_NAME}(?: (?:for|in|of) [^:]{1,40})?(?=:)|(?:make|be) sure(?: that| to)?(?: you)?|just|bitte|und|auch`,
);
/** Words that make a rule of an order or a statement, wherever they stand. */
const LASTING =
  /\b(?:from now on|from here on(?: out)?|from today on|going forward|henceforth|as a (?:general )?rule|by convention|on principle|at all times|no exceptions|without exception|(?:that'?s|is|it'?s) our (?:convention|rule|policy|standard)|our (?:policy|convention|rule|standard|practice) is)\b|^(?:our|the|hard|general)? ?(?:rule|convention|policy)s?(?: (?:for|in|of) [^:]{1,40})?: /i;
/** Words that do so at the beginning only: "in the future we may" is a plan. */
const LASTING_LEAD =
  /^(?:for (?:the )?future(?: reference)?|in (?:the )?future|in general|generally)\b(?!,? (?:we|it|this|that|they|there|the|i)\b(?! want))/i;
/** The place in which a rule holds. */
const PLACE =
  /\b(?:(?:in|for|across|throughout|within|of) (?:this|our|the (?:whole|entire)) (?:\w+ )?(?:repo|repository|project|code ?base|service|product|team|app|package|workspace|monorepo|code)|in our code|here|around here|everywhere|anywhere|nowhere else|for everything\b)/i;
/** Words that make an order general: always, each one, any one. */
const GENERAL =
  /\b(?:always|never|ever|whenever|each time|every time|only ever|nobody|no one|no exceptions|without (?:asking|my|a (?:very )?good)|unless i|(?:before|after|with) (?:each|every|any) \w+|one \w+ per \w+)\b/i;
/** Times and conditions that repeat. */
const EACH_TIME =
  /^(?:whenever|every ?time|each time|(?:before|after|with|on|in|for) (?:each|every|any)\b|before (?:you )?(?:commit|push|merg|claim|say)\w*|when (?:i ask|you (?:fix|change|add|write|report|commit|finish|are done|touch|create|rename))\b|if (?:a|any) \w+ (?:is|are|fails))/i;
/** What is done at work. */
const VERBS =
  'use|run|write|keep|put|add|ask|show|update|format|commit|push|make|create|check|verify|test|document|name|prefer|avoid|follow|stick|treat|work|build|regenerate|include|explain|answer|respond|reply|speak|talk|give|pin|store|log|wrap|tell|do|read|start|mention|skip|delete|remove|edit|touch|modify|change|refactor|rename|install|import|mock|hard-?code|disable|silence|suppress|guess|assume|squash|rebase|merge|force[- ]?push|amend|deploy|bypass|ignore|break|expose|introduce|commit|rewrite|summari[sz]e|repeat|list|quote|cite|link|leave|move|copy|generate|target|support|review|report|propose|plan|wait|stop|validate|sort|annotate|declare|define|prefix|lint|typecheck|be|have|try|close|open|fix|retry|call|say|go|expect|cover|measure|profile|reuse|extend|pass|set|stay';
/** Things of the work itself, as against those of the product: what is said of all of them is a rule. */
const ARTEFACTS =
  '(?:unit |integration |e2e |public |private |exported |new |internal |shared |generated |our |commit |pr |git |feature |dev |user[- ]facing |react |python |typescript |go |rust |frontend |backend |db |database |cache |code |css |sql )*(?:tests?|specs?|commits?|commit messages?|messages?|branch(?:es)?|branch names?|prs?|pull requests?|files?|functions?|methods?|modules?|classes|components?|endpoints?|routes?|migrations?|scripts?|docs?|documentation|docstrings?|comments?|logs?|errors?|exceptions?|secrets?|credentials|flags?|feature flags?|dependenc(?:y|ies)|deps|packages?|imports?|types?|variables?|names?|identifiers?|colou?rs?|styles?|strings?|text|strings|times(?:tamps)?|dates|money|amounts|actions|keys|config(?:uration)?|settings|limits|constants|fixtures|mocks|queries|code|releases?|changelog entries|warnings|changes|bug ?fix(?:es)?|features?|apis?|helpers?|utilities)';
/** What must, may or does hold. */
const NORM =
  "(?:(?:must|should|shall|may|can|need to|needs to|have to|has to|are to|is to)(?: (?:never|always|only|not))?|mustn'?t|shouldn'?t|(?:is|are) (?:always|never|only(?: ever)?|all|not allowed|forbidden|off[- ]limits|mandatory|written|pinned|typed|stored|structured|wrapped|handled|defined|kept|named|in the imperative|function components)|(?:always|never|only)(?: ever)? \\w+|go(?:es)? (?:to|into|in|through|under|next)|belongs? (?:to|in|into)|lives? (?:in|under|next)|gets?|needs?)";
/** Sentences that are a rule by their form. */
const FORMS: readonly RegExp[] = [
  // "Always run the tests", "never push to main", "don't ever add sleeps"
  pattern`^(?:you (?:should|must|may|can|are to) )?(?:always|never|only ever|under no circumstances) (?!mind\b|seen?\b|return|show|display|render|throw|emit|worked)(?:\w+ly )?(?:${VERBS})\b(?! (?:this|that|these|those|it|them)\b)`,
  pattern`^(?:you |to )?(?:do not|don'?t|must not|mustn'?t) ever (?:${VERBS})\b`,
  pattern`^nobody (?:${VERBS})\w*\b`,
  // "we never use any", "we only deploy from tags", "we don't use ORMs"
  pattern`^(?:in this \w+ )?we (?:always|never|only(?: ever)?|do not|don'?t|no longer|strictly|consistently) (?!need|have|want|know|care|see|support|get|remember|think|even|actually|really|ever see|seem|like|mind|plan|expect|do that|do this)(?:${VERBS})s?\b`,
  /^we (?:squash|rebase|pin|deploy only|use only|stay|prefer)\b/i,
  // "I prefer early returns", "I want you to ask me before …", "I hate default exports"
  /^(?:i|we) (?:(?:always|generally|usually|strongly|really|much) )*(?:prefer|hate|dislike)(?! (?:option|the|this|that|it|to|your|approach|[a-d]\b|\d))/i,
  /^i (?:always|generally|usually|never|only ever) (?:want|prefer|like|expect|need) /i,
  pattern`^i (?:(?:do not|don'?t) want (?:you|agents?|claude) to ever|never want (?:you|agents?|claude) to) (?:${VERBS})\b(?! (?:this|that|these|those|it|them)\b)`,
  /^i (?:want|need|expect|would like|'d like) you to (?:always|never|ask me|tell me before|show me .{1,40} before|run .{1,60} (?:before|after) (?:each|every|any))\b/i,
];
/** Questions, guesses, orders for the moment, conditions, reports: no rule, whatever words they hold. */
const NO_RULE: readonly RegExp[] = [
  /\bin (?:this|that|the (?:first|second|last|current)) (?:file|function|test|class|module|method|branch|pr|case|line|one|step|issue|commit|task)\b/i,
  /[?？]\s*["')\]]*$|^(?:can|could|would|will|should|shall|do(?! not\b|n't\b)|does|did|is|are|was|were|what|why|how|where|which|who|may|might|maybe|perhaps|suppose|imagine|assum(?:e|ing) (?:we|that|you|i)|what if|let me know|in theory|not sure)\b(?! (?:not )?forbidden)/i,
  /\b(?:maybe|perhaps|should(?:n'?t| not) we|i (?:wonder|guess|think we)|not sure|might want|could we|wondering|what if)\b/i,
  /\b(?:for now|right now|for the moment|at the moment|this time|just this once|until (?:then|we|it|this|that)|yet|today|tomorrow|first,? then|currently|(?<!from )now(?=[,.]|$| and))\b/i,
  /^(?:if|unless|once) (?!(?:a|any|you|in doubt)\b)/i,
  /^the [\w-]+ (?:must|should|shall|may|can|has to|is to)\b/i,
  /^(?:i|we|you|he|she|it|they)(?:'ve|'d| have| had)? (?:never|always|already|just) (?:\w+ed|had|been|got|seen|saw|said|did|done|made|went|ran|wrote)\b/i,
  /\b(?:error|exception|but got|expected|instead it|returns nil)\b.*\b(?:always|never)\b/i,
];
/** What others say, what is to be said, and what is not so. */
const REPORTED: readonly RegExp[] = [
  /^(?:stop following|do not follow|don'?t follow|(?:\w+ ){1,2}(?:the|this|that|these|a|an|all|his|her|their) (?:[\w-]+ ){0,2}(?:sentences?|rules?|lines?|comments?|text|phrase|strings?|words?|paragraph|section|message|note|claim|statement|instructions?|convention|policy|heading|title))\b/i,
  /\b(?:he|she|they|boss|team|docs?|documentation|readme|issue|ticket|page|linter|agent|vendor|reviewer|customer|client|manager|author|article|guide|[A-Z][a-z]{2,})(?:'s)? (?:\w+ )?(?:says|said|writes|wrote|claims|claimed|told|tells|states|stated|suggests|suggested|asked|asks|recommends|insists|wants|wanted|thinks|thought|believes)\b|\b(?:his|her|their|vendor|customer|client|\w+'s) (?:rule|policy)\b/,
  /\b(?:says|said|saying|according to|claim(?:s|ed)? that|wrote that|is not true|never said|didn'?t say|forget what|what (?:the|it|he|she|they) says?|(?:write|say|mention|state|tell (?:him|her|them|\w+)|reply|answer|respond|explain)(?: to \S+(?: \w+)?)? that|do what|follow (?:the|what)|the (?:old|former|previous) )\b/i,
];
/** What a general order is about when it is about the work at hand only. */
const AT_HAND =
  /\b(?:this|that|these|those|it|them|the (?:test|tests|file|files|function|code|change|changes|one|ones|other|rest|same|first|second|last|new|old|current|existing|above|below|following|branch|plan|option|review|issue|pr|bug))\b/i;
/** Words at the beginning that say where or from when a rule holds. */
const SCOPE_LEAD = pattern`^(?:(?:from (?:now|here|today) on(?: out)?|going forward|henceforth|for (?:the )?future(?: reference)?|in (?:the )?future|as a (?:general )?rule|by convention|in general|generally|on principle|(?:in|for|across|throughout) (?:this|our|the (?:whole|entire)) (?:\w+ )?(?:repo|repository|project|code ?base|service|product|team|app|package|workspace|monorepo|code)|for \w+ (?:work|code|changes)|(?:in|for) reviews|here)\b[\s,:–—-]*)+`;
/** An order. */
const ORDER = pattern`^(?:(?:do not|don'?t|never|always|only|please|just|also|stop|no) )*(?:${VERBS})\b|^using\b|^stop \w+ing\b|^avoid \w+|^one \w+ per \w+`;
/** How somebody says what they do or want. */
const HABIT =
  /^(?:we|i) (?:(?:always|never|only|all|do not|don'?t|no longer|strictly|usually) )*(?:use|say|write|keep|call|name|put|store|run|deploy|test|import|throw|want|pin|format|follow|prefer|avoid|target|support)\b|^(?:we|i) (?:always|never|only|do not|don'?t|no longer) (?!need|have|want to|know|care|see|get|remember|think|even|actually|really|mind|understand)\w+/i;
/** What may follow "from now on" and the like. */
const OF_LASTING = pattern`^(?:(?:do not|don'?t|never|always|only|please|just|also|stop|no|actually) )*(?:${VERBS})\b|^(?:we|you|i) (?:(?:always|never|only|do not|don'?t|all) )*(?:${VERBS}|want|should|must|need to)\b|^[\w -]{2,50} (?:get|need|have to|must|should|are|is|go|use)s?\b|^(?:linear|squash|small|short|one) \w+`;
/** An order behind the time or condition that it is for. */
const ORDER_AFTER = pattern`,? (?:always |never |also |first |please |just |then )*(?:do not |don'?t |you )?(?:${VERBS}|it|they|there)\b`;
/** What is so, or must be, of all things of a kind. */
const NORMS: readonly RegExp[] = [
  pattern`^(?:(?:all|every|each|any|no|new|our|the) )*(?:[\w-]+ ){0,2}?${ARTEFACTS}(?: (?:that|which|under|in|of|for|from|to) [\w/.\`*-]+(?: [\w/.\`*-]+){0,3})? (?:here )?${NORM}\b`,
  pattern`^(?:all|every|each|any|our) (?!of\b)(?:[\w-]+ ){0,3}[\w-]+ ${NORM}\b`,
];
/** How to answer, write and go about the work. */
const STYLE =
  /^(?:keep (?:your|all|commits?|prs?|functions?|diffs?)\b.{0,40}\b(?:short|small|brief|concise|simple)|(?:answer|respond|reply|write|speak|talk)\b.{0,30} in (?:plain )?(?:english|german|french|spanish|british|american)\b|(?:do not|don'?t|stop|no|avoid|never) (?:using |use |adding |add |writing |write |put(?:ting)? )?(?:emojis?|em[- ]dashes|mocks?|comments|abbreviations)\b|use conventional commits|work in small|commit after (?:each|every)|(?:do not|don'?t) (?:commit|push|merge|deploy|refactor|guess)\b.{0,40}\b(?:without|unless|i did not|i didn'?t|versions))/i;
/** The commonest forms in German, French, Spanish, Chinese and Japanese. */
const ABROAD =
  /^(?:bitte )?(?:ab (?:jetzt|sofort)|künftig|in zukunft|immer|niemals|nie|grundsätzlich) \S+ \S|^(?:bitte )?(?:verwende|benutze|nutze|nimm|installiere|committe|pushe|ändere|bearbeite|lösche|führe|deploye) (?!das\b|dies|es\b)(?:niemals|nie(?: (?:wieder|mehr))?) \S|^wir (?:benutzen|verwenden|nutzen|schreiben|machen|arbeiten) (?:hier|immer|nie|nur|grundsätzlich|in diesem) \S|^(?:toujours|jamais|désormais|dorénavant)\s\S+\s\S|^ne .{2,60} jamais \S|^(?:siempre|nunca|de ahora en adelante|sempre|de agora em diante) \S+ \S|^(?:请)?(?:以后|今后|总是|永远|每次|务必|禁止|不要再)|^(?:今後|必ず|常に)/iu;

/** In these languages: complaints about what always goes wrong, questions, reports on the moment. */
const COMPLAINT =
  /[吗呢]|什么|报错|失败|出错|崩溃|错误|エラー|失敗|(?:même|mismo|mesmo) (?:erreur|error?)|falla\b|falha\b|échoue|plante\b|(?<!\p{L})(?:fehler|fehlgeschlagen|kaputt|schon|noch|leider|wieder|gerade)(?!\p{L})/iu;

/** True for what others say, for what is to be said to others, and for what is not so. */
export function isReported(sentence: string): boolean {
  return REPORTED.some((reported) => reported.test(sentence));
}

/** True for words that point at something, or are about the tests, the file or the branch at hand. */
export function isAtHand(said: string): boolean {
  return AT_HAND.test(said.replace(PLACE, ''));
}

/** True for a sentence, without its quotations, that tells how work is always to be done. */
export function isStandingRule(sentence: string): boolean {
  const led = sentence.replace(LEAD, '');
  const said = led.replace(SCOPE_LEAD, '').replace(LEAD, '');
  if (isReported(said) || isExclaimed(said) || NO_RULE.some((no) => no.test(said))) return false;
  if (FORMS.some((form) => form.test(said)) || STYLE.test(said)) return true;
  if (ABROAD.test(led)) return !COMPLAINT.test(led);
  if (EACH_TIME.test(said) && ORDER_AFTER.test(said)) return true;
  return isGeneral(sentence, { led, said });
}

/** True for an order, a habit or a norm that is said to hold always, from now on, or in all of the project. */
function isGeneral(sentence: string, { led, said }: { led: string; said: string }): boolean {
  const isNorm = NORMS.some((norm) => norm.test(said));
  if (LASTING.test(sentence) || LASTING_LEAD.test(led)) return isNorm || OF_LASTING.test(said);
  const isPlaced = PLACE.test(sentence);
  if (isPlaced && HABIT.test(said)) return true;
  if (!isPlaced && !GENERAL.test(said)) return false;
  return isNorm || (ORDER.test(said) && !isAtHand(said));
}
