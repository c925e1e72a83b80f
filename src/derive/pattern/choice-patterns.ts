import { pattern } from '../text/pattern.ts';

/** Filler words before the statement itself. */
export const LEAD =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|no|nope|so|and|also|but|hmm+|well|right|alright|sure|(?:all )?good|great|cool|nice|perfect|thanks|then|now|wait|actually|really|got it|makes sense|you'?re (?:absolutely )?right|i see|i think|i guess|i mean|i'?d say|my (?:view|take) is|please|for now)\b[\s,:;.!–—-]*)+/i;
/** A prompt that is an agent's own summary of an earlier context, or a file of instructions. */
export const CONTINUED =
  /^\s*(?:This session is being continued from a previous|Base directory for this skill|---\s*\n)/;

/** Phrases by which an agent announces what it will do. */
const WILL = "(?:let me|let'?s|i'?ll|i will|we'?ll|we will|i'?m going to|we'?re going to|we should|we can)";
/** Verbs by which an agent announces what it will tell. */
const SHOWN = '(?:give|tell|show|report|explain|summari[sz]e|let (?:that|it|the)|keep \\w+ing)\\b';
/** Verbs of an agent's change that is a decision where a reason follows. */
const CHANGES =
  '(?:keep|make|use|put|move|split|store|drop|skip|avoid|leave|treat|rename|export|define|extract|revert|remove|patch|align|base|switch|turn|limit|restrict|disable|redirect)';
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
  "\\bso (?:that )?(?!far\\b)\\w+|\\b(?:because|since)\\b|\\bas (?:it|this|that|they|we|there)(?:'s|'re)?\\b|\\bto (?:avoid|keep|ensure|prevent|stay|preserve|only|always|never)\\b|\\bto match\\b|\\bfor (?:consistency|simplicity|clarity|safety|(?:backwards? )?compatibility)\\b|\\bwhich (?:is|are|already|both|keeps?|avoids?|prevents?|matches|preserves?)\\b|\\bthat both\\b|\\bregardless of\\b|\\bonly (?:when|if|for)\\b|,? not just\\b";

/** Cheap filter: every decision of an agent contains one of these words. */
export const MAY_SETTLE =
  /\b(?:instead|rather than|go with|stick|adopt|switch|opt|settle|so|because|since|avoid|keep|consistency|deferred|scope|decision|approach|decided|got it|right|understood|makes sense|agreed|good (?:point|call)|without|only|needs?|both|ensure|prevent|preserve|which|regardless|given|as|safety|clarity|simplicity|compatibility|always|never|stay|not just|rewrite|restructure|intentional|deliberate|stop|alone|untouched|alongside|proper|best|better|cleane[rs]t?|simple[rs]t?|safest|least|deleting|dropping|keeping|reverting|replacing|removing|leaving|limiting|treating|intended|final|redirect)\b/i;

/** Sentences in which an agent states a decision. */
export const OF_AGENT: readonly RegExp[] = [
  pattern`^(?:instead of|rather than) .{3,200}?,? ${WILL} \w`,
  pattern`^${WILL} (?!${SHOWN})(?!.*\b(?:verify|confirm|relying|rely) ).{3,240}\b(?:instead(?: of .{2,})?|rather than .{2,})[.:!]*$`,
  pattern`^${WILL} (?:just |simply |only )?(?:go with|stick (?:with|to)|adopt|switch to(?! \`?(?:main|master)\b)|opt for|settle on) \S`,
  pattern`^${WILL} (?:just |simply |only |also )?(?!use .{0,60}\b(?:skill|workflow|tool)\b)(?!\w+ (?:it|this|that|them) )${CHANGES} .{2,200}?(?:${REASON})`,
  pattern`^${WILL} .{3,200}\b(?:leave|leaving|keep|keeping) .{2,80} (?:alone|untouched|unchanged|as (?:it|they) (?:is|are))\b`,
  pattern`^${WILL} make (?:the|this|each|both) (?!following)[^:]{3,60}: \S.{10,}`,
  pattern`^${WILL} .{3,120}\bstop \w+ing \S`,
  pattern`^${WILL} (?:define|put|place|store|keep) .{3,160}\b(?:alongside|next to) \S`,
  /^(?:since|because|as|given(?: that)?) [^,]{5,160}, i'm (?:switching|moving|deleting|dropping|keeping|reverting|replacing|removing|leaving|limiting|treating) \S/i,
  /^i'm switching to (?!.*\b(?:diff|lookup|search|history|now)\b)\S.{3,}/i,
  /^i'm (?:keeping|leaving|basing|limiting|treating) \S.{3,}/i,
  pattern`^i'm (?:deleting|dropping|reverting|replacing|removing) .{3,200}?(?:${REASON}|\b(?:instead|rather than)\b)`,
  /^(?:the|a) (?:proper|right|correct|better|best|cleanest|cleaner|simplest|simpler|safest|least invasive|most robust) (?:\w+ )?(?:is|would be) (?:just )?to \w/i,
  /\bthe (?:intended|final|agreed) (?:layout|design|name|shape|rule|approach|order|format|default|structure) (?:should be|is) \S/i,
  /^(?:`[^`]+`|[\w '/.-]{2,60}) should (?:stay|remain|keep) (?!able\b)\S/i,
  /^this is (?:intentional|deliberate|by design)\b.{6,}/i,
  /\bis (?:better|cleaner|simpler|safer)\b.{0,80}, so (?:let's|let me|i'll|we'll) \w/i,
  /^yes[:,;–—-]+ (?:keep|use|drop|remove|make|put|leave) \S.{8,}/i,
  pattern`^(?:since|because|as|given(?: that)?) [^,]{5,160}, ${WILL} (?:just |simply |only |also )?${NO_STEP}\w+ \S`,
  pattern`^${WILL} (?:just |simply |only )?keep (?!track|\w+ing\b|an eye|this to|it to)\S+ \S`,
  pattern`^${WILL} (?:rewrite|restructure|convert|turn|change|split) .{1,80} (?:to be|into) (?:an?|one|two|several) \w`,
  pattern`^${WILL} (?!${SHOWN}).{3,200}\bwithout (?:\w+ing|touching|any|an?) \S`,
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
  pattern`^we (?:also |really |just )*(?:need to|have to|must|can|could only) ${ADVERBS}(?!be (?:\w+ )?(?:clear|careful|sure|able|aware)\b)${CHANGE} ${OBJECT}.{6,}`,
  /^(?:we|it|this|that|there|(?:the|an?|each|every|all|no|\w+ing) [\w `'/-]{2,40}|everything) should (?:only|always|never|not|n'?t|just)\b.{3,}/i,
  /^we should(?:n'?t)? (?!(?:spawn|start|run|test|check|look|talk|discuss|see|try|wait|continue|now (?!also|only|use|keep|add|drop|always))\b)\w.{4,}/i,
  pattern`^i(?:'d| would) (?:like|love|want) to ${ADVERBS}(?!(?:change|refactor) (?:this|it|that)\b)${CHANGE} ${OBJECT}.{3,}`,
  pattern`^i(?:'d| would) (?:also |rather |just |suggest (?:that )?we )*(?!have\b)${CHANGE} \S.{6,}`,
  /^(?:i'?d prefer|i prefer|i'?d rather|i would prefer) \w.{4,}/i,
  /^(?:use|prefer|choose|pick|take|go with|do|write|call|name) (?!it\b|that\b|this\b)\S.{0,120}\b(?:instead(?: of \S.*)?|rather than \S.*)[.!]*$/i,
  /^(?:don'?t|do not|never|always|only) (?:use|add|commit|push|touch|edit|change|write|send|log|start|show|store|return|import|install|mock|cache|allow|expose|delete|remove|run|create|put|call|merge|make|include|worry about|do|keep)\b.{4,}/i,
  /\bshould (?:still|stay|remain|default|be (?:\S+ ){0,4}by default)\b/i,
  /\bshould (?:align|match|follow|mirror|live|belong|sit) (?:with |to |in |on |next )?\S.{3,}/i,
  /\bshould(?:n't| not) be (?:in|on|under|part of) \S.{3,}/i,
  /^avoid \w+ing \S/i,
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
