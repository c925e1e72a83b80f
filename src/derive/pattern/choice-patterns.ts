import { pattern } from '../text/pattern.ts';

/** Filler words before the statement itself. */
export const LEAD =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|no|nope|so|and|also|but|hmm+|well|right|alright|sure|(?:all )?good|great|cool|nice|perfect|thanks|then|now|wait|actually|really|got it|makes sense|you'?re (?:absolutely )?right|i see|i think|i guess|i mean|i'?d say|my (?:view|take) is|please|for now)\b[\s,:;.!–—-]*)+/i;
/** A prompt that is an agent's own summary of an earlier context, or a file of instructions. */
export const CONTINUED =
  /^\s*(?:This session is being continued from a previous|Base directory for this skill|---\s*\n)/;

/** Phrases by which an agent announces what it will do. */
const WILL = "(?:let me|let'?s|i'?ll|i will|we'?ll|we will|i'?m going to|we'?re going to|we should|we can)";
/** Verbs that make a wish a decision: not looking, running or taking the next small step. */
const CHANGE =
  '(?:use|go with|go for|keep|put|skip|drop|leave|rename|call|name|move|split|break|stick|remove|switch|avoid|ignore|treat|store|make|set|add|have|change|replace|address|get rid of|revert|limit|restrict|merge|combine|disable|enable|allow|block|require|show|hide|include|exclude|extract|default|return|save|handle|support|deprecate|simplify|refactor|postpone|defer|focus|integrate|accept|assume|print|log|track|take|sort|cache|write|stop|reuse|inline|swap|introduce|cut|turn|ship|be)';
/** Adverbs between "let's" and its verb. */
const ADVERBS = '(?:(?:just|only|always|never|not|also|now|first|rather|instead|really|actually|definitely|then) )*';
/** An object other than tests, which are asked for as a matter of course, and other than a bare "this". */
const OBJECT =
  '(?!(?:an? |the |some |more |\\w+ )?(?:unit |integration |simple )?tests?\\b)(?!(?:it|this|that)[.! ]*$)\\S';
const NO_STEP =
  '(?!(?:check|see|look|read|run|verify|view|find|search|try|test|start|continue|proceed|begin|commit|push|ask|fix)\\b)';
/** Words that introduce a reason or a restriction. */
const REASON =
  "\\bso (?:that )?(?!far\\b)\\w+|\\b(?:because|since)\\b|\\bas (?:it|this|that|they|we|there)(?:'s|'re)?\\b|\\bto (?:avoid|keep|ensure|prevent|stay|preserve|only|always|never)\\b|\\bfor (?:consistency|simplicity|clarity|safety|(?:backwards? )?compatibility)\\b|\\bwhich (?:is|are|already|both)\\b|\\bthat both\\b|\\bregardless of\\b|\\bonly (?:when|if|for)\\b|,? not just\\b";

/** Cheap filter: every decision of an agent contains one of these words. */
export const MAY_SETTLE =
  /\b(?:instead|rather than|go with|stick|adopt|switch|opt|settle|so|because|since|avoid|keep|consistency|deferred|scope|decision|approach|decided|got it|right|understood|makes sense|agreed|good (?:point|call)|without|only|needs?|both|ensure|prevent|preserve|which|regardless|given|as|safety|clarity|simplicity|compatibility|always|never|stay|not just|rewrite|restructure)\b/i;

/** Sentences in which an agent states a decision. */
export const OF_AGENT: readonly RegExp[] = [
  pattern`^(?:instead of|rather than) .{3,200}?,? ${WILL} \w`,
  pattern`^${WILL} .{3,240}\b(?:instead(?: of .{2,})?|rather than .{2,})[.:!]*$`,
  pattern`^${WILL} (?:just |simply |only )?(?:go with|stick (?:with|to)|adopt|switch to|opt for|settle on) \S`,
  pattern`^${WILL} (?:just |simply |only |also )?(?:keep|make|use|put|move|split|store|drop|skip|avoid|leave|treat|rename|export|define|extract|revert) .{3,200}?(?:${REASON})`,
  pattern`^(?:since|because|as|given(?: that)?) [^,]{5,160}, ${WILL} (?:just |simply |only |also )?${NO_STEP}\w+ \S`,
  pattern`^${WILL} (?:just |simply |only )?keep (?!track|going|looking|trying|digging|working)\S+ \S`,
  pattern`^${WILL} (?:rewrite|restructure|convert|turn|change|split) .{1,80} (?:to be|into) (?:an?|one|two|several) \w`,
  pattern`^${WILL} .{3,200}\bwithout (?:\w+ing|touching|any|an?) \S`,
  /\bwe only (?:care about|need|want|support|handle|show|store)\b/i,
  /^we need to (?:add|make|keep|use|handle|support|store|split|avoid) (?:an?|the|one|both|each) \S+ \S/i,
  /^(?:the|this|each|every|all) [\w `'/.]{2,60} needs to (?:be|stay|remain) (?!able\b|careful\b|\w+ed\b)\w/i,
  /\bmakes? .{3,80} the (?:right|better|best|cleanest|simplest) \w/i,
  /\b(?:is|are|be) deferred (?:to|until)\b|^.{3,160} deferred to \S/i,
  /\b(?:is|are) out of scope\b/i,
  /^(?:decision|chosen approach|we decided|decided)\b\s*[:–—-]?\s*\S/i,
];

/** Sentences in which a person states a decision. */
export const OF_PERSON: readonly RegExp[] = [
  pattern`^(?:let'?s|we'?ll|we will|we'?re going to) ${ADVERBS}${CHANGE} ${OBJECT}`,
  /^we (?:really |actually |definitely )*(?:don'?t|do not|won'?t|no longer|only|always|never) (?:need|want|have|use|support|care|do|allow|ship|return|log|store|write|throw|expose|commit|import|edit|change|touch|merge|deploy) \S/i,
  pattern`^we (?:also |really |just )*(?:need to|have to|must|can|could only) ${ADVERBS}${CHANGE} ${OBJECT}.{6,}`,
  /^(?:we|it|this|that|there|(?:the|an?|each|every|all|no|\w+ing) [\w `'/-]{2,40}|everything) should (?:only|always|never|not|n'?t|just)\b.{3,}/i,
  /^we should(?:n'?t)? \w.{4,}/i,
  pattern`^i(?:'d| would) (?:like|love|want) to ${ADVERBS}${CHANGE} ${OBJECT}.{3,}`,
  pattern`^i(?:'d| would) (?:also |rather |just |suggest (?:that )?we )*(?!have\b)${CHANGE} \S.{6,}`,
  /^(?:i'?d prefer|i prefer|i'?d rather|i would prefer) \w.{4,}/i,
  /^(?:use|prefer|choose|pick|take|go with|do|write|call|name) (?!it\b|that\b|this\b)\S.{0,120}\b(?:instead(?: of \S.*)?|rather than \S.*)[.!]*$/i,
  /^(?:don'?t|do not|never|always|only) (?:use|add|commit|push|touch|edit|change|write|send|log|start|show|store|return|import|install|mock|cache|allow|expose|delete|remove|run|create|put|call|merge|make|include|worry about|do|keep)\b.{4,}/i,
  /\bshould (?:still|stay|remain|default|be (?:\S+ ){0,4}by default)\b/i,
  /^i (?:don'?t|do not) want \S.{3,}/i,
  /^i (?:only |really )?want (?:it |this |that |the [\w ]{2,30} )?to (?:be|keep|stay|use|default)\b/i,
  /^i (?:\w+ )?want .{3,120}\b(?:only|never|always|instead)\b/i,
  /^(?:use|keep|prefer|stick with|go with|drop|skip|leave) (?!it\b|that\b|this\b|them\b)\S.{3,160}$/i,
  /(?:我们(?:决定|就用|使用|采用|改用|不用|不再|应该|只)|决定(?:使用|采用|用)|改用|换成|统一用|不要用)/,
];

/** A decision only within an order: "it fails not in this, but in that" is a report. */
export const OF_PERSON_ORDER =
  /\bnot (?:as|in|with|by|on|via|through) \S.{1,60},? but (?:as|in|with|by|on|via|through) \S/i;
/** Decisions of a person without a verb; with a verb of its own the sentence is a report. */
export const OF_PERSON_SHORT: readonly RegExp[] = [
  /\b(?:but|and|as) (?:\S+ ){0,4}(?:by default|the default)\b/i,
  /^\S.{2,80} first,? (?:and )?then \S/i,
  /^not (?:as|in|with|by|on|via|through) \S.{1,60},? but (?:as|in|with|by|on|via|through) \S/i,
  /\b(?:in|as) a (?:separate|different|follow-?up) (?:task|pr|pull request|issue|commit|branch|session)\b/i,
];
/** Decisions of a person in German, French, Spanish and Portuguese. */
export const OF_PERSON_ABROAD =
  /^(?:wir (?:nehmen|nutzen|verwenden|brauchen (?:kein|nicht)|sollten|machen)|on (?:utilise|va utiliser|garde|prend)|usamos|vamos a usar|mejor usar|vamos usar)\b/i;

/** Sentences in which a person agrees and adds something or sets an order; matched with their leading words. */
export const OF_AGREEING: readonly RegExp[] = [
  /^(?:yes|yeah|yep|sure|ok(?:ay)?|fine|(?:all|sounds|looks) good|lgtm|agreed|great|perfect|nice)[\s,.!]+(?:but|just|only|except|though)\b,? \S.{8,}/i,
  /^(?:so|ok(?:ay)?|yes|yeah|right)[\s,]+[^,]{3,50}, then \S[^,]{3,50}$/i,
];
