import { lazy } from '../../core/lazy.ts';
import { pattern } from '../text/pattern.ts';

/** Questions, considerations, and reports about others. */
const OPEN =
  /\?\s*["')\]]*$|^(?:can|could|would|should|shall|do (?:i|you|we|they|these|those|people|users)|does|did|is|are|was|were|what|why|how|when|where|which|who|if|may|might|maybe|perhaps|whether|unless|once|after|before|as soon as|in case)\b|\b(?:i wonder|wondering|not sure|what if|maybe|perhaps|might|could also|alternatively|would you|do you|should we|should i|option [a-d1-9][:)]|let me know|would be (?:great|nice|good|cool)|consider(?:ing)?|i guess)\b/i;
/** A tag that turns a sentence into a question. */
const TAG =
  /[,;] *(?:right|correct|no|or|huh|eh|or (?:not|what|no)|is it(?: not)?|(?:is|are|do|does|should|will|can|would)n'?t (?:it|we|they|that|you))[\s.!]*$/i;
/** Conditions that depend on people; a condition that the program checks is part of the decision. */
const SUPPOSED =
  /\b(?:if|unless|in case|as long as) (?:(?:you|they|someone|somebody)\b|(?:we|i)(?:'\w+)? (?!can (?:help|avoid)\b|(?:do not |don'?t |already |still )?(?:have|get|receive|find|hit|see|read|run)\b(?!.{0,40}\bbetter\b)))|\b(?:if|unless) [^,;]{0,60}\b(?:with|for|to) (?:you|me)\b|\bif (?:it|that|this)(?:'s| is| was| were| would be) (?:ok(?:ay)?|fine|possible|up to|better|easier|easy|worth|not too|my|me)\b|\bif [^,;]{1,60}\b(?:ever|approves?|agrees?|objects?|accepts?|insists?|minds?)\b|\bi(?:'d| would) .{0,200}\bif\b|\bif .{0,200}\bi(?:'d| would)\b|\b(?:assuming|supposing|provided (?!by)|depending on|we could (?:also|say))\b|^(?:should (?:we|i|you|they|it)\b|suppose|imagine|assume (?:we|you|i|that)|say (?:we|you|i)|let'?s (?:say|suppose|imagine)|had (?:we|i|you)|were (?:we|i|you|it))\b/i;
const PAST =
  /^(?:i|we|they|it|this|that)(?:'ve| have| had)? (?:already |just )?(?:(?!need)\w{2,}ed|made|did|ran|found|saw|kept|put|wrote|built)\b/i;
/** Announcements of a next step: looking, running, trying. */
const STEP =
  /^(?:(?:now )?(?:let me|let'?s|i'?ll|i will|we'?ll|i'?m going to|i am going to) (?:now |first |just |also |quickly |then )*)(?:check|see|look|read|run|re-?run|verify|view|find|search|explore|examine|inspect|try|test|grep|list|show|start|continue|proceed|begin|commit|push|fetch|get|ask|think|understand|confirm|review|investigate|debug|update the todo|mark|open|create a (?:plan|todo|task)|present|summari[sz]e|explain|write the (?:plan|summary))\b/i;

/** Omissions, and results that a person expects to see. */
const EXPECTED =
  /\bshould(?:n'?t| not)? (?:\w+ly |never |always |also |just |not )*have (?:\w+ly |never |always |not )?(?:been|\w{2,}ed|done|gone|made|kept|put|written|taken|given|chosen|known|seen|told|built|found|left|got|thought|said|sent|held|begun|stuck|split|set|had|caught|brought|lost|felt|meant|paid|to)\b|\bshould (?:already|soon)\b|^(?:we|i|you|one) should(?:n'?t| not)? (?:\w+ly |now |still |always |never |also |just |not )*(?:be )?(?:see(?:ing)?|able|get(?:ting)? (?!rid\b)(?!.{1,60} (?:from|via|by|through|out of)\b)|receiv(?:e|ing)|hear(?:ing)?|know|notice|expect|fine|ok(?:ay)?|good|done|safe|careful|happy)\b/i;
/** Verbs that begin an order. */
const ORDER =
  '(?:use|keep|put|make|do|leave|move|track|store|show|send|pass|log|write|set|sort|run|return|report|print|export|name|add|turn|ship|have|call|validate|check|test|load|handle|fail|configure|render|sign|rename|fix|split|hide|count|drop|never|not|only|also|always)';
/** Verbs of programs in reports on a run. */
const HAPPENS =
  "(?:is|isn'?t|are|aren'?t|was|wasn'?t|were|weren'?t|does|doesn'?t|did|didn'?t|has|hasn'?t|had|shows|gets|got|returns|returned|fails|failed|hangs|crashes|breaks|stops|starts|runs|loads|throws|prints|comes|goes|went|came|ends|waits|works|happens|opens|closes|connects|compiles|boots|answers|arrives|asks|dies|passes|turns|flashes|wakes|appears|blocks|lives|lived|stalls|loops|times|renders|uses|drops|keeps|sets|sends|takes|gives|reads|writes|makes|needs)";
/** Words by which a clause continues a wish instead of contrasting it. */
const STAYS =
  "(?:only |also |still |always |never )*(?:needs?|must|should|shouldn'?t|ha(?:s|ve) to|can|could|may|might|will|won'?t|shall|would|stays?|remains?|belongs?|keeps? (?!\\w+ing)|(?:is|are) (?:ok|fine|enough|up to|optional)|want|think|prefer|like)\\b";
/** A wish contrasted with the present state. */
const BUT_IS = pattern`\bshould(?:n'?t)?\b.{0,200}(?:\b(?:but|yet|however|though|although|whereas),?|, (?:only|and instead)) (?:(?:right now|now|currently|instead|still|somehow|sometimes|then|today),? )*(?:(?:it|i|this|that|they|there|nothing|none|some|many|all|the [\w-]+)(?:'\w+)? (?!${STAYS})[\w']|(?:it|that)'s\b|we (?:get|see|are|have(?! to))\b|(?:none|nothing|some|all) (?:\w+ )?\w|(?:get (?:an?|the|no|nothing|\d)|look|see)\b|(?!${ORDER}\b)(?:(?!(?:if|when|where|that|which|unless|who|what)\b)[\w'-]+ ){0,6}?${HAPPENS}\b)`;

/** Habits that are complaints or reports. */
const GRUMBLE =
  /^we (?:really |actually |definitely |just |also )*(?:always (?:need|have) to\b|(?:don'?t|do not|never|always|only|won'?t) (?:ever )?(?:have\b(?!.*\b(?:any ?more|any longer)\b)|care (?!about\b)|\w+ (?:it|them|half|any more)\b|.*\b(?:well(?=[.!]*$)|anyway|too (?:much|many|long|late|often|slow)|so (?:much|many|often|far)|enough|the same (?:mistake|problem|error|issue|thing)|again|like that one|all day|all the time|(?:need|want|use) (?:half an?|an?|some|more|\d+) (?:hours?|minutes?|days?|time)|trouble|annoy\w+|sadly|unfortunately|somehow|wrong|properly|anything about|this (?:problem|error|mess|bug|crash))\b))/i;

/** Orders for the moment: to find out, to look at, to wait. */
const MOMENT =
  /\b(?:yet|today|tomorrow|tonight|yesterday|right now|at the moment|for the moment|this (?:morning|afternoon|evening)|for a (?:bit|while|moment)|aside for|a few more|call it a day|figure out|find out (?:why|what|how|where|which|who)|to (?:reproduce|debug|investigate|look (?:for|at|into|around))|(?:to|and) (?:check|understand|know|see|find|learn) (?:why|what|how|where|which|who)|(?:see|check) (?:why|whether)|(?:to|and) (?:see|check) if|so (?:that )?i can|make sure (?:we|i|you) (?:understand|know|see)|and (?:rerun|re-run|try again)|you (?:like|want|prefer)|(?:show|tell|explain|give)(?: it| that| this)? (?:to )?me|for me|me (?:why|what|how)|just (?:explain|look|read)|only (?:look|read)|when (?:you|i)(?:'?re| are|'m| am)? (?:done|finished|ready|back)|while (?:i|you|it|that)|until (?:i|you|we|further|everything|all)|until (?:it|they|this|that) (?:pass|work|succeed|(?:is|are) (?:green|done|fixed|ready|finished))\w*|this (?:opportunity|chance|moment|occasion|investigation)|not to (?:say|tell|answer)|want you to (?:think|feel|worry|believe)|let'?s keep (?:going|at it))\b|^(?:don'?t|do not|only|just) .*\bnow\b|^(?:leave|write|call|keep|use|give|pick|do) (?:me|us|your|my)\b|^skip to\b|^keep (?:going|working|trying|looking|digging|testing|running|reading|searching|debugging|fixing|iterating|checking|watching|asking|doing|poking|at it|an eye|it up)\b/i;

/** Start or modal verb of an order or a wish. */
const ORDERS = pattern`^(?:let'?s|please|${ORDER})\b|\b(?:should|must|will|would|shall|need to|(?:we|i|you) can|let'?s)\b|\w'(?:ll|d)\b`;
/** A subject with a verb of its own, as in "the server starts first". */
const TELLS = pattern`^(?:it|he|she|they|i|this|there|that)\b|\b(?!goes (?:in|into) a )${HAPPENS}\b|\bha(?:ve|s) |^(?:the|an?|my|our|your|this|that) (?:\S+ )+\w+s first\b`;

/** Chinese questions, undecided points, reports, and "which we use". */
const HAN =
  /[吗呢]|什么|哪|怎[么样]|是否|(.)不\1|有没有|谁|多少|为何|不了|还没|还是|或者|可能|也许|如果|有问题|报错|出错|失败了|崩溃|坏了|(?:使用|采用)[了过的]/;
/** The same in German, French, Spanish and Portuguese, and words for the present moment. */
const ABROAD = lazy(
  () =>
    /(?<!\p{L})(?:gerade|schon|noch nicht|immer noch|leider|momentan|derzeit|aktuell|im moment|gestern|heute|vielleicht|mal|welche[rsnm]?|wie viele?|nicht wahr|seit|nehmen an|schlägt|was|warum|wieso|oder|falls|fehlgeschlagen|ayer|anoche|todavía|aún|ya|verdad|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|qué|mismo error|quizás|tal vez|creo|(?<!(?:usamos|usar|para|com|em|por|que|e|só) )o|si|(?:da|dio|deu) erro?r?|falla|fallan|funciona|klappt|kaputt|quoi|combien|n'est-ce pas|même erreur|quel(?:le)?s?|lesquel(?:le)?s|lequel|laquelle|déjà|encore|actuellement|en ce moment|hier|peut-être|pourquoi|ou|non|échoue|plante|ontem|ainda|já|né|qua(?:l|is)|quant[oa]s?|mesmo erro|talvez|agora mesmo|falha|quando)(?!\p{L})|le contact(?!\p{L})/iu,
);

/** True for a sentence that decides nothing as a whole: a question, a supposition, or an omission. */
export function isLeftOpen(sentence: string): boolean {
  return TAG.test(sentence) || SUPPOSED.test(sentence) || BUT_IS.test(sentence) || HAN.test(sentence);
}

/** True for a clause that decides nothing: a report, a next step, a complaint, an order for the moment. */
export function isUnconfirmed(part: string): boolean {
  return [OPEN, PAST, STEP, EXPECTED, GRUMBLE, MOMENT].some((pattern) => pattern.test(part));
}

/** True for an order or a wish. */
export function isOrder(part: string): boolean {
  return ORDERS.test(part);
}

/** True for a report: the clause has a subject and verb of its own, and orders nothing. */
export function isReport(part: string): boolean {
  return TELLS.test(part) && !isOrder(part);
}

/** True for German, French, Spanish and Portuguese questions and reports on the present moment. */
export function isOpenAbroad(part: string): boolean {
  return ABROAD().test(part);
}
