import { pattern } from '../text/pattern.ts';
import { leadOf, RULE_NAME } from './lead-words.ts';

/** Words of a whole repository, team or product, as against one spot in it. */
const WHOLE =
  '(?:\\w+ )?(?:repo|repository|project|code ?base|service|product|team|app|package|workspace|monorepo|code|company|organi[sz]ation|stack)\\b';
/** A time that ends, or a work that does. */
const FOR_NOW =
  /\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week|month|sprint|session|run|round|time)|meanwhile|in the meantime|for (?:now|the moment|the time being|once)|at the moment|right now|just (?:now|once|this once)|during (?:the|this|my)|until|till|while (?:i|we|it|the|this)|when you(?:'re| are)? (?:finish|finished|done|ready)|before i (?:am|get|come|leave))\b/i;
/** One thing that a decision is for: "for the local server". */
const FOR_ONE =
  /\b(?:for|in|on) (?:the|this|that|a|an|my) (?:\w+ )?(?:demo|prototype|example|sample|mock|stub|poc|spike|experiment|draft|video|letter|mail|email|migration|outage|presentation|screenshot|wizard|load test|(?:local|test|dev|staging|demo|temporary) \w+)\b/i;
const ONE_PLACE = pattern`\b(?:for|in|on|at|within|inside|of) (?:the|this|that|an?|my|these|those) (?!(?:whole|entire)\b)(?!${WHOLE})(?!(?:future|end|first place|long run|meantime|team|case|case of|same way)\b)[\w-]+`;
/** One spot: "in this function", "this error". */
const AT_SPOT = pattern`\b(?:in dies(?:er|em|en)|dans cette|en esta)\b|\bthis (?!(?:is|way|kind|sort|means)\b)(?!${WHOLE})[\w-]+`;
/** A pointer to what was just said or done. */
const POINTS =
  /\b(?:that|this|these|those) \w+ again\b|\b(?:that|this|it|so|those|these|them)(?: (?:again|any ?more|ever|now))?\W*$/i;
/** Leave to do something is no rule to do it. */
const PERMITS =
  /\b(?:is|are|it's|that's|would be) (?:totally |perfectly |completely |also |just )?(?:fine|ok|okay|all right|alright|acceptable|allowed|good enough)\b|^(?:you|we|it|they) (?:may|can|could|might)\b(?! (?:only|never)\b)/i;
/** "here" is one spot behind an order, and all of the project behind "we use". */
const HERE = /\bhere\b/i;
const HABIT_HERE =
  /^(?:all|every|each) .{1,60}\b(?:pinned|typed|formatted|named|prefixed|sorted|squashed|wrapped|indented)\b|^(?:around |in )?(?:here,? )?we (?:(?:all|only|always|never|now|do not|don'?t) )*(?:use|prefer|name|call|follow|format|keep|put|store|write|import|throw|target|support|pin|squash|rebase|indent|deploy (?:from|by|with|to))\b/i;

/** What is so always, or never, as somebody reports it; with a "must" it would be an order. */
const REPORTS =
  /^(?:(?!we |i |you |please |always |never |only |do |don'?t |use |keep |write )[\w'’/-]+ ){1,5}?(?:is|are|was|were|gets?|keeps?) (?:always|never|only(?! ever)|all|constantly|still)\b|^(?:(?!we |i |you |please |always |never |only |do |don'?t |use |keep |write |prefer |run )[\w'’/-]+ ){1,5}?(?<!\b(?:and|but|or) )(?:always|never|constantly) (?!be\b)[a-z]+s?\b|^(?:nobody|no one) \w+(?!.*\bany ?more\b)/i;
const NORM =
  /^(?:nobody|no one) \w+.{0,40}\b(?:without|unless|except|directly|by hand)\b|^(?:our |all )?(?:secrets?|credentials|passwords?|(?:api |access )?(?:tokens?|keys?)|generated (?:files?|code)) (?:is|are) never (?:committed|pushed|logged|printed|hard-?coded|edited|shared)\b|^(?:our |all |the )?(?:commits?|commit messages?|branch(?:es| names)?|prs?|pull requests|migrations|changelog entries|comments|docs) (?:is|are) always (?:in|written|named|squashed|signed|prefixed|linked)\b|\b(?:must|mustn'?t|should|shouldn'?t|shall|ha(?:s|ve) to|needs? to|is to|are to|may (?:only|never)|can only|not allowed|forbidden|off[- ]limits|mandatory)\b/i;
/** What goes wrong, told of oneself. */
const COMPLAINS =
  /^(?:(?:so|and|but|btw|now|ok(?:ay)?),? )*(?:we|i) (?:(?:always|only|just|still|constantly|keep) )+(?:run(?:ning)? (?:out|into|late|over)|get|gett?ing|lose|losing|fail|failing|miss|forget|break|breaking|crash|hang|wait|ship late|ship broken|skip|ignore|bypass|disable|leak|duplicate|see|have|test manually|deploy manually|guess|copy|end up|use \d|have to|call .{1,40} (?:twice|\d times))\b/i;
/** Good practice that is not followed: what a rule would ask for. */
const LACKS =
  /^(?:(?:so|and|but|btw|now|ok(?:ay)?),? )*we (?:(?:never|do not|don'?t|no longer|hardly|rarely)(?: really| even| ever)? )(?:check|verify|validate|test|review|log|sign|encrypt|hash|escape|sanitize|lint|document|back ?up|monitor|audit|measure|clean|close|release|free|write (?:\w+ )?(?:tests?|docs|documentation|comments)|use (?:ci|tests|types|https|tls|version control|git|reviews|linters?|backups))\b(?!.{0,80}\b(?:because|since|unless|instead|but|only|by hand|ourselves|twice|in production|on prod\w*|at runtime)\b)/i;

/** What follows "from now on" where it is news and no order: "the office is closed", "I'm in a meeting". */
const LASTING_LEAD =
  /^(?:from (?:now|here|today) on(?: out)?|going forward|henceforth|for (?:the )?future|in (?:the )?future(?: \w+s)?|as a (?:general )?rule|by convention|in general|generally|ab (?:jetzt|sofort)|künftig|in zukunft|désormais|de ahora en adelante)\b[\s,:–—-]*/iu;
const NEWS =
  /^(?:[Ii]'?m\b|[Ii] am\b|[Ii]'?ll\b|[Ii] will\b|you'?re\b|you are\b|(?:it|this|that|there|he|she|they)\b|bin\b|ist\b|sind\b|werde\b|(?:the|our|my) (?:[\w-]+ ){1,4}(?:is|are|will|was|has|gets|listens|runs|lives|costs|stays|moves)\b|[A-Z]\w+ (?:is|are|will|has|takes)\b)/;
const POLICY_IS =
  /^(?:our|the|my) (?:policy|convention|rule|standard|practice)s? (?:is|are) (?:\w+ )?(?:too|on|in|at|not|very|quite|unclear|old|missing|wrong|documented|written)\b/i;

/** Nouns of the work itself behind "the": all else that has an article is one thing at hand, or of the product. */
const OF_WORK =
  'tests?|suite|specs?|linter|formatter|compiler|type ?checker|build|changelog|docs|documentation|readme|apis?|databases?|schema|code|repo|repository|project|codebase|team|user|maintainers?|main|master|branch|style|guide|conventions?|commits?|message|ci|pipeline|lockfile|logs?|logger|config|configuration|env|environment|root|standard|stdlib|library|shared|design|system|helpers?|wrapper|existing|migrations?|generated|public|diff|pr|issue|ticket|reason|whole|entire|imperative|command|cli|server|client|frontend|backend|app|service|production|staging|end|beginning|start|top|bottom|pool|cache|queue|store|orm|framework|cause|why|plan|file|files|folder|layer|domain|module|package|registry|secrets?|vault|tables?|director(?:y|ies)|endpoints?|workflows?|cluster|bucket|passwords?|tokens?|keys?|credentials|hooks?|pre-commit|terminal|shell|scripts?|makefile|time|money|clock|network|internet|same|smallest|simplest|right|bus|event|error|errors|type|types|version|versions|dependency|dependencies';
const ONE_THING = pattern`\bthe (?!(?:[\w./-]+ ){0,2}(?:${OF_WORK})\b)[\w-]+`;
/** Adjectives that choose one of several. */
const CHOOSES =
  /\b(?:the|die|der|das|den|la|le|el) (?:first|second|third|last|left|right|upper|lower|top|bottom|newest|latest|oldest|newer|older|next|previous|other|blue|red|green|default|new|old|erste|ersten|letzte|letzten|neueste|neuesten|premier|première|dernier|dernière|primera|primero|última|último)\b(?! (?:repo|project|time)\b)/iu;
/** How the work is done: that makes a rule of an order on one thing. */
const HOW = /\b(?:by hand|manually|directly|without|unless|because)\b/i;
const ORDERS =
  /^(?:please |bitte )?(?:always|never|only|do not|don'?t|i (?:always |never )?(?:want|prefer|like|need)|we (?:prefer|want)|immer|nie|niemals)\b/i;
/** "I want you to ask me ten questions" is of the moment. */
const ASKS_NOW =
  /^i (?:want|need|expect|would like|'d like) you to (?:ask|tell|show) me (?!(?:before|first|when|whenever|if|about every|for (?:every|each))\b)(?!.{1,60}\b(?:before|after|whenever|each|every|any)\b)/i;
/** What should have been done, or is thought to have been: "you should never have used npm". */
const PERFECT =
  /^(?:you|we|i|they|he|she|it|that|this|agents?|claude|everyone|nobody)(?: (?:never|always|only|really|probably|just))? (?:should|must|may|might|can|could|would|ought to)(?:n'?t| not)?(?: (?:never|always|only|ever|not|really|probably|just))* have (?!an?\b|no\b|at least\b|tests?\b)/i;
/** What is not to be done once more, or to what is at hand: "don't run npm install again", "don't touch the file". */
const ONCE_MORE =
  /^(?:do not|don'?t) (?:.*\bagain\b(?=[,.!]|$)|\w+ the (?:tests?|files?|functions?|code|changes?|branch|plan|issue|pr|bug|variable|server)\W*$)/i;
/** What stands behind "always" or "never" at the beginning. */
const AFTER_ADVERB = pattern`^(?:${RULE_NAME}: )?(?:always|never)(?: once| ever)? (.+)`;
/** How somebody exclaims or remembers: "nice to see", "have I seen", "understood why", "fails". */
const EXCLAIMED =
  /^(?:(?:have|has|had|did|do|does|would|could|can|will|should) (?:i|we|you|he|she|they)|was|were|am|is|are|been|had|did|heard|seen|knew|known|thought|understood|met|felt|found|got|a|an|so|very|too|such|nice|glad|good|great|happy|fun|lovely|cool|sad|hard|easy|pleasant|interesting|funny|amazing|awesome|worth|loves?|(?:wonder|us|lik|lov|hat|want|tri|work|need|notic|believ|happen|fail|look|seem|learn|enjoy|manag|expect|trust|miss)ed|works|fails|matches|happens|breaks|crashes|returns|throws|gets|goes|comes|runs|ends|stops|starts|passes|hits)(?![\w-])/i;

/** Filler before what is said. */
const LEAD = leadOf('fyi|oh');

/**
 * True for words of a time that ends or of one thing, for leave to do something, and for what points at what was just said: what
 * they state is for the work at hand, if it is anything.
 */
export function isOfTheMoment(sentence: string): boolean {
  const said = sentence.replace(LEAD, '');
  if (FOR_NOW.test(said.replace(LASTING_LEAD, '')) || FOR_ONE.test(said) || AT_SPOT.test(said)) return true;
  if (PERFECT.test(said) || ONCE_MORE.test(said)) return true;
  if (PERMITS.test(said) && !NORM.test(said)) return true;
  const rest = said.replace(LASTING_LEAD, '');
  return POINTS.test(said) || POLICY_IS.test(said) || (rest !== said && NEWS.test(rest) && !NORM.test(rest));
}

/** True for "always" or "never" with what exclaims, remembers or reports something. */
export function isExclaimed(sentence: string): boolean {
  const rest = AFTER_ADVERB.exec(sentence)?.[1] ?? '';
  return EXCLAIMED.test(rest);
}

/** True for words about one place in the work: "in the legacy folder", "for the local server", "here". */
export function isOfOnePlace(sentence: string): boolean {
  const said = sentence.replace(LEAD, '').replace(LASTING_LEAD, '');
  return ONE_PLACE.test(said) || (HERE.test(said) && !HABIT_HERE.test(said));
}

/** True for a general sentence that tells how things are or go wrong, or is about one thing or spot, and makes no rule of that. */
export function isFactOrSpot(sentence: string): boolean {
  const said = sentence.replace(LEAD, '');
  const rest = said.replace(LASTING_LEAD, '');
  if (HERE.test(rest) && !HABIT_HERE.test(rest)) return true;
  if (ASKS_NOW.test(said) || COMPLAINS.test(said) || LACKS.test(said)) return true;
  if (REPORTS.test(rest) && !NORM.test(said)) return true;
  return CHOOSES.test(said) || (ORDERS.test(rest) && ONE_THING.test(rest) && !HOW.test(rest));
}
