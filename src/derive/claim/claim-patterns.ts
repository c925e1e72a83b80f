import { cues, pattern } from '../text/pattern.ts';

/** One claim of a sentence: `subject` has `value` and had `former` before, each as content words. */
export interface Claim {
  /**
   * `states`: the subject has the value. `changes`: it has the value now and had another before. `ends`: `former` is no
   * longer used. `retracts`: the thing named is to be forgotten; all its words are the subject.
   */
  says: 'states' | 'changes' | 'ends' | 'retracts';
  subject: string[];
  value: string[];
  former: string[];
  /** True when the author says it in order to have it remembered. */
  deliberate: boolean;
  /** Length of the sentence as a share of its text, 0 to 1. */
  share: number;
}

/**
 * One way in which a sentence makes a claim. Named groups: `subject` (`of` adds to it), `value` or `uses` (the thing used),
 * `former`, and for a retraction `named`, with `memory` where the sentence names a note or a rule.
 */
interface ClaimPattern {
  says: Claim['says'];
  pattern: RegExp;
}

/** Cheap filter: every sentence that changes or retracts something contains one of these words. */
export const WHAT_CHANGES =
  /\b(?:not us|n'?t us|never us|avoid us|now|set (?:the|our|my|its)|updat|chang|switch|mov(?:e|ing)|migrat|renam|replac|supersed|instead|rather than|no longer|any ?more|stop|drop|abandon|ditch|remov|retire|deprecat|obsolete|outdated|expire|forget|disregard|ignore|correction|bump|upgrad|downgrad|reduc|rais|lower|increas|revert|prefer|as of|from now|used to|jetzt|nun|statt|anstelle|nicht mehr|ab sofort|umgestellt|gewechselt|umgestiegen|vergiss|vergessen)|现在|目前|已经|改为|改成|换成|变更|更新|升级|迁移|切换|不再|而不是|代替|取代|忘记|忘掉|删除/i;

const LEAD = [
  'and|also|but|ok(?:ay)?|so|yes|no|well|hey|hi|please|actually|in fact|fyi|btw|heads[- ]up|just so you know|for the record',
  '(?:please |also )?(?:remember|note|recall|keep in mind|be aware|reminder|important)(?: (?:that|this))?',
  'confirm(?:ed|ing)?(?: (?:that|this)(?: still (?:matters|holds|stands))?)?',
  '(?:small |quick |minor )?(?:update|correction|change|news)(?: (?:on|to|for|about) this| this)?',
  '(?:as of|starting|beginning|effective|from) (?:today|now(?: on)?|tomorrow|this (?:week|sprint|release))',
  "going forward|from here on|we(?:'ve| have)? (?:decided|agreed)(?: that| to)?|decision|constraint|rule|procedure(?: to remember)?",
  'hinweis|merke?(?: dir)?(?:,? dass)?|korrektur|ab sofort|bitte',
].join('|');
/** Lead words before the claim itself, one or several. */
export const LEADS = new RegExp(`^(?:(?:${LEAD})\\s*[,:;.!–—]*\\s+|(?:注意|请记住|记住|更新|更正)[:：，,\\s]*)+`, 'iu');
/** A lead that announces a change: the value that follows was another before. */
export const NEWS =
  /\b(?:update|correction|change|news|from now|as of|starting|effective|going forward|from here on|ab sofort|korrektur)\b|更新|更正/i;
/** The same announcement at the end of a sentence. */
export const NEWS_AFTER =
  /(?<!\b(?:right|for|by|just|even|until|not|than)),?\s+(?:now|these days|nowadays|from now on|as of (?:today|now)|going forward|ab sofort)\s*[.!]?$/i;
/** A lead by which an author asks to have the sentence remembered. */
export const DELIBERATE =
  /\b(?:remember|note|recall|keep in mind|be aware|reminder|important|confirm|update|correction|for the record|fyi|heads[- ]up|just so you know|decided|agreed|decision|constraint|rule|procedure|hinweis|merke?|korrektur|ab sofort|from now|as of|going forward)\b|记住|注意|更新|更正/i;

const A = '[^,;:!?]';
const BE = '(?:is|are|was|were)';
const CHANGED =
  '(?:changed|updated|switched|moved|migrated|renamed|bumped|upgraded|downgraded|set|increased|raised|lowered|reduced|reverted|relocated)';
const CHANGE =
  '(?:chang(?:e|ed|ing)|updat(?:e|ed|ing)|switch(?:ed|ing)?|mov(?:e|ed|ing)|migrat(?:e|ed|ing)|renam(?:e|ed|ing)|bump(?:ed|ing)?|upgrad(?:e|ed|ing)|downgrad(?:e|ed|ing)|convert(?:ed|ing)?|transition(?:ed|ing)?|went|gone|port(?:ed|ing))';
const USE =
  '(?:use|uses|using|used|run|runs|running|prefer|prefers|pick|choose|go with|going with|stick with|deploy to|deploys to)';
const WE = "(?:we|i|you|they|the (?:team|project|repo|app|codebase)|this (?:project|repo|app)|let'?s)";
const DO =
  '(?:write|store|keep|save|put|format|lint|build|test|host|cache|deploy|log|track|manage|document|render|serve|publish|run|bundle|sign)';
const GONE =
  '(?:deprecated|obsolete|retired|gone|discontinued|outdated|abandoned|expired|dead|no longer (?:used|supported|valid|in use|needed|available|true|current|relevant)|not (?:used|valid|supported|in use|needed) any ?more)';

/** Patterns of changes, ends and retractions, the more specific first. */
export const changePatterns: readonly ClaimPattern[] = [
  // Retractions.
  ...cues({ says: 'retracts' }, [
    /^(?:you can |you should |now )?(?:forget|disregard|discard|erase|unlearn|drop|delete|remove|ignore)(?: and (?:forget|delete|erase|remove|drop|ignore))?(?: about)? (?:everything |all |anything )?(?:(?<memory>(?:(?:the|my|our|that|any|this|what) )?(?:(?:old|earlier|previous|prior|outdated|former|saved|stored) )*(?:note|memory|memories|fact|preference|rule|decision|instruction|statement|advice|i said|i told you|i mentioned|we said)s?)\b.*?(?:about|on|regarding|for|that|to|:)? )(?<named>.{3,200})$/i,
    /^(?:you can |you should |now |please )?(?:forget and (?:delete|remove|erase)|(?:delete|remove|erase) and forget|forget(?! (?:it|that|this|to)\b))(?: about)? (?<named>.{3,200})$/i,
    /^(?:bitte )?vergiss(?:e)? (?:bitte )?(?:die |den |das |alles )?(?<memory>notiz|regel|entscheidung)?(?: über| zu| von)? ?(?<named>.{3,200})$/i,
    /^(?:请)?(?:忘记|忘掉|不要再记)(?:关于)?(?<named>.{2,100}?)(?<memory>的(?:规则|决定|记录|笔记))?[。！]?$/u,
    /^(?:you can |please )?forget that (?<named>\S+ \S+ \S+.{0,180})$/i,
  ]),
  // Changes that name the old value, too.
  ...cues({ says: 'changes' }, [
    pattern`^(?<subject>${A}{2,80}?)\s+(?:(?:has|have|had|${BE}|got|will be|is being)\s+)*(?:been )?${CHANGED}\s+from\s+(?<former>${A}{1,60}?)\s+to\s+(?<value>.{1,100})`,
    /\breplac(?:e|ed|ing)\s+(?<former>[^,;:!?]{1,60}?)\s+(?:with|by)\s+(?<value>.{1,80})/i,
    pattern`\b${CHANGE}(?:\s+(?!back\b|over\b|away\b)(?<subject>${A}{1,60}?))?(?:\s+(?:back|over|away))?\s+from\s+(?<former>${A}{1,60}?)\s+(?:over )?(?:in)?to\s+(?<value>.{1,100})`,
    /^(?<former>[^,;:!?]{1,60}?)\s+(?:has been|have been|was|were|is|are|got)\s+(?:now )?replaced\s+(?:with|by)\s+(?<value>.{1,80})/i,
    /^(?<value>[^,;:!?]{1,60}?)\s+(?:now |has |have )?(?:replaces?|replaced|supersedes?|superseded)\s+(?<former>[^,;:!?]{1,60})/i,
    pattern`\b${USE}\s+(?<uses>${A}{1,80}?),?\s+(?:instead of|rather than|in place of|over|(?:and )?not)\s+(?<former>${A}{1,60}?)(?:\s+(?:for|as|in|on)\s+(?<of>.{2,60}))?[.!]?$`,
    pattern`\binstead of\s+(?<former>${A}{1,60}?),?\s+(?:please )?(?:${WE}\s+)?(?:will |should |are |now |always )*${USE}\s+(?<uses>.{1,80})`,
    /\b(?:dropp?ed|abandoned|ditched|removed|retired|dropping|ditching)\s+(?<former>[^,;:!?]{1,60}?)\s+(?:in fav(?:o|ou)r of)\s+(?<value>.{1,80})/i,
    pattern`^(?<former>${A}{1,60}?)\s+(?:is|are|was|were|has been|have been)\s+(?:now )?${GONE},?\s+(?:in fav(?:o|ou)r of|use|replaced by)\s+(?<value>.{1,80})`,
    pattern`^${A}*?\b(?:with|in|on|using|via|at)\s+(?<value>${A}{1,40}?)\s+(?:instead of|rather than)\s+(?<former>${A}{1,60})$`,
  ]),
  // Ends.
  ...cues({ says: 'ends' }, [
    pattern`^(?:please )?(?:drop|ditch|abandon|retire)\s+(?<former>${A}{2,40})$`,
    pattern`^${WE}\s+no longer\s+(?<former>(?!us|run|support|target|deploy|rely|depend)[a-z]+ ${A}{2,80})$`,
    pattern`\b(?:no longer|stop(?:ped)?|do not|are not|not to|don'?t|never|avoid)\s+(?:us(?:e|es|ing)|run(?:s|ning)?|support(?:s|ing)?|target(?:s|ing)?|deploy(?:s|ing)? (?:to|on)|rely(?:ing)? on|depend(?:ing)? on)\s+(?<former>${A}{1,60}?)(?: any ?more)?(?:\s+(?:for|as|in|on)\s+(?<of>.{2,60}))?[.!]?$`,
    pattern`^(?:the )?(?<former>${A}{2,80}?)\s+(?:is|are|was|were|has|have|has been|have been)\s+(?:now )?${GONE}\b`,
    /^(?<former>[^,;:!?]{2,80}?)\s+(?:no longer|does not|do not|doesn't|don't) (?:appl(?:y|ies)|holds?)\b/i,
  ]),
  // Changes that name the new value alone.
  ...cues({ says: 'changes' }, [
    pattern`^(?<subject>${A}{2,120}?)\s+(?:(?:${BE}|runs?|runs? (?:on|at)|lives?|listens?|uses?|points?|requires?|needs?|defaults?)\s+now|now\s+(?:is|are|runs?|lives?|listens?|points?|requires?|needs?|defaults?|supports?))\s+(?:on |at |in |to |under )?(?<value>.{1,160})`,
    pattern`^(?<subject>${A}{2,80}?)\s+(?:(?:has|have|had|${BE}|got|will be|is being)\s+)*(?:been )?(?:now )?${CHANGED}\s+(?:back |over |up |down )?to\s+(?<value>.{1,100})`,
    pattern`^(?:please )?(?:change|update|switch|set|bump|raise|lower|increase|reduce)\s+(?<subject>${A}{2,60}?)\s+(?:back |over |up |down )?to\s+(?!(?:use|be|make|have|handle|support|include|check|match|work|add|show|return|allow|not|also|only|get|take|accept|call|ensure|avoid)\b)(?<value>.{1,80})`,
    pattern`^(?:${WE}(?:'ve| have|'re| are)?\s+)(?:just |now |recently |finally )*(?:switch(?:ed|ing)?|mov(?:ed|ing)|migrat(?:ed|ing)|chang(?:ed|ing)|upgrad(?:ed|ing))\s+(?:back |over )?to\s+(?<uses>.{1,60}?)(?:\s+(?:for|as)\s+(?<of>.{2,60}))?[.!]?$`,
    pattern`^(?:${WE}\s+)(?:are |will |should )*(?:now\s+${USE}|${USE}\s+now)\s+(?<uses>.{1,60}?)(?:\s+(?:for|as|in|on)\s+(?<of>.{2,60}))?[.!]?$`,
    pattern`^${WE}(?:'ve| have)?\s+(?:just |now |recently )?${CHANGED}\s+(?<subject>${A}{2,60}?)\s+(?:back |over |up |down )?to\s+(?<value>.{1,80})`,
    pattern`^(?<subject>${A}{2,80}?)\s+(?:(?:has|have|was|were|got|is|are)\s+(?:been |now )?)?(?:renamed|(?:changed|updated)\s*[:=])\s+(?<value>.{1,100})`,
    // German.
    /^(?<subject>.{2,80}?)\s+(?:ist|sind|lautet|heißt|läuft|liegt)(?: auf| in)?\s+(?:jetzt|nun|ab sofort|inzwischen|mittlerweile)\s+(?:auf |in )?(?<value>.{1,80})/i,
    /\b(?:von|vom)\s+(?<former>[^,;:]{1,60}?)\s+(?:auf|zu|nach)\s+(?<value>[^,;:]{1,60}?)\s+(?:umgestellt|gewechselt|umgestiegen|migriert|geändert|umgezogen|aktualisiert)/i,
    /\b(?:nutzen|verwenden|benutzen|nehmen|nutze|verwende|nimm)(?: wir)?(?: jetzt| nun| ab sofort| bitte)?\s+(?<uses>[^,;:]{1,60}?)\s+(?:statt|anstatt|anstelle von)\s+(?<former>[^,;:.]{1,60})/i,
    /^(?:statt|anstatt|anstelle von)\s+(?<former>[^,;:]{1,60}?)\s+(?:nutzen|verwenden|benutzen|nehmen|nutze|verwende|nimm)\s+(?:wir )?(?:jetzt |nun |ab sofort )?(?<uses>[^,;:.]{1,60})/i,
  ]),
  ...cues({ says: 'ends' }, [/^(?:wir\s+)?(?:nutzen|verwenden|benutzen)\s+(?<former>[^,;:]{1,60}?)\s+nicht mehr/i]),
  // Chinese.
  ...cues({ says: 'changes' }, [
    /从\s*(?<former>.{1,30}?)\s*(?:换成|换到|改为|改成|迁移到|切换到|升级到)了?\s*(?<value>.{1,40})/u,
    /(?:用|使用)\s*(?<uses>.{1,30}?)\s*(?:代替|替代|而不是|取代)\s*(?<former>.{1,30})/u,
  ]),
  ...cues({ says: 'ends' }, [/不再(?:使用|用)\s*(?<former>.{1,30})/u]),
  ...cues({ says: 'changes' }, [
    /^(?<subject>.{2,40}?)\s*(?:现在|目前|已经?)(?:是|改为|改成|变为|换成|更新为|用的是|使用)了?\s*(?<value>.{1,40})/u,
    /^(?<subject>.{2,40}?)\s*(?:改为|改成|换成|变更为|更新为|升级到)了?\s*(?<value>.{1,40})/u,
  ]),
];

/** Patterns of plain statements. */
export const statePatterns: readonly RegExp[] = [
  pattern`^(?:${WE}\s+)?(?:are |is |will |should |must |currently |always |only |still )*${USE}\s+(?<uses>.{1,60}?)(?:\s+(?:for|as|in|on)\s+(?<of>.{2,60}))?[.!]?$`,
  pattern`^(?<subject>${A}{2,120}?)\s+(?:(?:is|are|remains?|stays?|will be|should be|must be|equals?)|(?:runs?|listens?|lives?|sits?) (?:on|at|in|under)|points to|defaults to|uses)\s+(?:still |currently |set to |called |at |on )*(?!not\b)(?<value>.{1,160})`,
  pattern`^(?<subject>${A}{2,80}?)\s+(?:happens?|takes? place|starts?|ends?|expires?|belongs?|goes|follows?|costs?|lives?)\s+(?:on |at |in |to |after |under )?(?<value>.{1,80})`,
  pattern`^(?:${WE}\s+|please |always )*(?<subject>${DO}(?:\s+${A}{1,40}?)?)\s+(?:with|in|on|using|via|at|to)\s+(?<value>.{1,60})$`,
  /^wir\s+(?<subject>(?:hosten|speichern|schreiben|deployen|bauen|testen|cachen)(?:\s+[^,;:]{1,40}?)?)\s+(?:auf|in|mit|bei)\s+(?<value>.{1,60})$/i,
  /^(?<subject>[\p{L}\p{N}][^,;:=!?.]{2,50}?)\s*(?::|=|->|→)\s+(?<value>\S.{0,80})$/u,
  /^(?<subject>.{2,60}?)\s+(?:ist|sind|lautet|heißt|bleibt)\s+(?:noch |weiterhin )?(?<value>.{1,60})/i,
  /^(?:wir\s+)?(?:nutzen|verwenden|benutzen)\s+(?<uses>[^,;:]{1,60}?)(?:\s+(?:für|als)\s+(?<of>.{2,60}))?[.!]?$/i,
  /^(?:我们)?(?:用|使用)\s*(?<uses>.{1,40})/u,
  /^(?<subject>.{2,40}?)\s*是\s*(?<value>.{1,40})/u,
];
