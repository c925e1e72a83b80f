import { oneLine } from '../../core/text.ts';
import { sentencesOf } from '../prose.ts';

/** Who says a sentence: a person's wish settles something, an agent's plan only where it names what it takes instead. */
export type Speaker = 'person' | 'agent';

const MAX_CHOICES = 6;
const MIN_WORDS = 4;
const MIN_WISH_CHARS = 6;
const LEAD =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|no|nope|so|and|also|but|hmm+|well|right|alright|sure|great|cool|nice|good|perfect|thanks|then|now|actually|really|got it|makes sense|you'?re (?:absolutely )?right|i see|i think|i guess|i'?d say|my (?:view|take) is|please|for now)\b[\s,:;.!–—-]*)+/i;
/** Questions, suppositions and what is only reported. */
const OPEN =
  /\?\s*["')\]]*$|^(?:can|could|would|should|shall|do|does|did|is|are|was|were|what|why|how|when|where|which|who|if|may|might|maybe|perhaps|whether|unless|once|after|before|as soon as|in case)\b|\b(?:i wonder|wondering|not sure|what if|maybe|perhaps|might|could also|alternatively|would you|do you|should we|should i|option [a-d1-9][:)]|let me know|would be (?:great|nice|good|cool)|consider(?:ing)?)\b/i;
const PAST =
  /^(?:i|we|they|it|this|that)(?:'ve| have| had)? (?:already |just )?(?:(?!need)\w{2,}ed|made|did|ran|found|saw|kept|put|wrote|built)\b/i;
/** Next small steps: looking, running, trying. */
const STEP =
  /^(?:(?:now )?(?:let me|let'?s|i'?ll|i will|we'?ll|i'?m going to|i am going to) (?:now |first |just |also |quickly |then )*)(?:check|see|look|read|run|re-?run|verify|view|find|search|explore|examine|inspect|try|test|grep|list|show|start|continue|proceed|begin|commit|push|fetch|get|ask|think|understand|confirm|review|investigate|debug|update the todo|mark|open|create a (?:plan|todo|task)|present|summari[sz]e|explain|write the (?:plan|summary))\b/i;
const WILL = "(?:let me|let'?s|i'?ll|i will|we'?ll|we will|i'?m going to|we'?re going to|we should|we can)";

/** Where a part of a sentence begins that settles something by itself. */
const CLAUSE = /(?:[,;:–—-]|\bbut|\band|\bso)\s+(?=(?:let'?s|we should|we don'?t|we only)\b)/i;

/** What someone else says stands behind this. */
const PASTED =
  /\b(?:feedback|review|comments?|suggestions?|proposal|summary|this error|output|logs?)\b[^.\n]{0,60}:\s/i;
/** An agent takes up what a person said; what follows settles it. */
const AGREED = /^(?:got it|you'?re (?:absolutely )?right|understood|makes sense|agreed|good (?:point|call))\b/i;
const EXCUSE = /\b(?:sorry|apolog|missed|mistake|should have|misread|misunderst|let me|i was|wasn'?t|didn'?t)\b/i;

/** Cheap: no sentence of an agent that settles something is without one of these. */
const MAY_SETTLE =
  /\b(?:instead|rather than|go with|stick|adopt|switch|opt|settle|so|because|since|avoid|keep|consistency|deferred|scope|decision|approach|decided|got it|right|understood|makes sense|agreed|good (?:point|call))\b/i;

const OF_AGENT: readonly RegExp[] = [
  new RegExp(`^(?:instead of|rather than) .{3,200}?,? ${WILL} \\w`, 'i'),
  new RegExp(`^${WILL} .{3,240}\\b(?:instead(?: of .{2,})?|rather than .{2,})[.:!]*$`, 'i'),
  new RegExp(
    `^${WILL} (?:just |simply |only )?(?:go with|stick (?:with|to)|adopt|switch to|opt for|settle on) \\S`,
    'i',
  ),
  new RegExp(
    `^${WILL} (?:just |simply |only )?(?:keep|make|use|put|move|split|store|drop|skip|avoid|leave|treat|rename) .{3,200}\\b(?:so (?:that )?\\w+|because|since|to avoid|to keep|for consistency)\\b`,
    'i',
  ),
  /\b(?:is|are|be) deferred (?:to|until)\b|^.{3,160} deferred to \S/i,
  /\b(?:is|are) out of scope\b/i,
  /^(?:decision|chosen approach|we decided|decided)\b\s*[:–—-]?\s*\S/i,
];
const OF_PERSON: readonly RegExp[] = [
  /^(?:let'?s|we'?ll|we will|we'?re going to) (?:just |only |always |not )*(?:go with|use|keep|put|skip|drop|leave|rename|call|move|split|stick|remove|switch|avoid|ignore|name|treat|store) \S/i,
  /^we (?:really |actually |definitely )*(?:don'?t|do not|won'?t|no longer|only|always|never) (?:need|want|have|use|support|care|do|allow|ship) \S/i,
  /^(?:we|it|this|that|there|the [\w `'/-]{2,40}|everything|all [\w ]{2,30}) should (?:only|always|never|not|n'?t|just)\b.{3,}/i,
  /^we should(?:n'?t)? \w.{4,}/i,
  /^(?:i'?d prefer|i prefer|i'?d rather|i would prefer) \w.{4,}/i,
  /^(?:use|prefer|choose|pick|take|go with|do|write|call|name) (?!it\b|that\b|this\b)\S.{0,120}\b(?:instead(?: of \S.*)?|rather than \S.*)[.!]*$/i,
  /^(?:don'?t|do not|never|always|only) (?:use|add|commit|push|touch|edit|change|write|delete|remove|run|create|put|store|call|merge|make|include|worry about|do|keep)\b.{4,}/i,
  /\bshould (?:still|stay|remain|default)\b/i,
  /\b(?:in|as) a (?:separate|different|follow-?up) (?:task|pr|pull request|issue|commit|branch|session)\b/i,
  /^\S.{2,80} first,? (?:and )?then \S/i,
  /^i (?:don'?t|do not) want \S.{3,}/i,
  /^i (?:only |really )?want (?:it |this |that |the [\w ]{2,30} )?to (?:be|keep|stay|use|default)\b/i,
  /\bnot (?:as|in|with|by|on|via|through) \S.{1,60},? but (?:as|in|with|by|on|via|through) \S/i,
  /\b(?:but|and|is|as) (?:\S+ ){0,4}(?:by default|the default)\b/i,
  /^(?:use|keep|prefer|stick with|go with|drop|skip|leave) (?!it\b|that\b|this\b|them\b)\S.{3,160}$/i,
  /(?:我们(?:决定|就用|使用|采用|改用|不用|不再|应该|只)|决定(?:使用|采用|用)|改用|换成|统一用|不要用)/,
  /^(?:wir (?:nehmen|nutzen|verwenden|brauchen (?:kein|nicht)|sollten|machen)|on (?:utilise|va utiliser|garde|prend)|usamos|vamos a usar|mejor usar|vamos usar)\b/i,
];

/** An agent's own summary of what was before, or a file of instructions, handed to it as a prompt. */
const CONTINUED = /^\s*(?:This session is being continued from a previous|Base directory for this skill|---\s*\n)/;
/** What holds beyond the case at hand. */
const GENERAL =
  /\b(?:always|never|ever|from now on|going forward|from here on|in (?:the )?future|prefer(?:s|red|ence)?|rule|convention|policy|must|mandatory|forbidden|not allowed|do not|don'?t|every time|each time|whenever)\b|总是|永远|必须|禁止|以后|不要|偏好|\b(?:immer|niemals|nie|ab sofort|toujours|jamais|désormais|siempre|nunca|sempre)\b/i;
/** Wishes of persons in other languages than English that hold beyond the case at hand. */
const LASTING =
  /^(?:请)?(?:以后|今后|总是|永远|每次|务必|必须|禁止|不要再)|^(?:ab (?:jetzt|sofort)|immer|niemals|nie) \S+ \S|^(?:toujours|désormais|ne .{2,60} jamais) ?\S|^(?:siempre|nunca|de ahora en adelante|sempre|de agora em diante) \S+ \S|^(?:今後|必ず|常に)/i;
/** How a person says something again, or takes back what an agent did: a preference once it is said twice. */
const CORRECTION =
  /^(?:no[,.!]|stop\b|again[,:]|not again|please stop|(?:as|like) i (?:said|told)|i (?:already |just )?(?:said|told you|asked you|asked for)|you (?:keep|always|again)\b|why (?:do|did) you (?:keep|always|again))/i;

/** True for a rule that holds beyond the case at hand: a preference rather than a decision. */
export function isLasting(statement: string): boolean {
  return GENERAL.test(statement);
}

/** True where someone else says it, and it is only handed on. */
export function isPasted(text: string): boolean {
  return PASTED.test(text) || CONTINUED.test(text);
}

/** What of a prompt holds beyond the case at hand, beside the rules that it states in English: wishes, and corrections. */
export function wishesIn(text: string): { text: string; correction: boolean }[] {
  const found: { text: string; correction: boolean }[] = [];
  if (CONTINUED.test(text)) return found;
  for (const sentence of sentencesOf(text)) {
    const plain = oneLine(sentence);
    const correction = CORRECTION.test(plain);
    if (plain.length < MIN_WISH_CHARS || !(correction || LASTING.test(plain)) || /[?？]\s*$/.test(plain)) continue;
    found.push({ text: plain, correction });
    if (found.length >= MAX_CHOICES) break;
  }
  return found;
}

/** The sentences of a text that settle how something is to be done, at most six; precise rather than many. */
export function choicesIn(text: string, speaker: Speaker): readonly string[] {
  if (last?.text !== text || last.speaker !== speaker) last = { text, speaker, found: readChoices(text, speaker) };
  return last.found;
}

/** The text read last: several rules ask about the same message. */
let last: { text: string; speaker: Speaker; found: readonly string[] } | undefined;

function readChoices(text: string, speaker: Speaker): string[] {
  if (CONTINUED.test(text) || (speaker === 'agent' && !MAY_SETTLE.test(text))) return [];
  const found: string[] = [];
  const pasted = speaker === 'person' ? text.search(PASTED) : -1;
  for (const sentence of sentencesOf(pasted < 0 ? text : text.slice(0, pasted))) {
    if (speaker === 'agent' && !MAY_SETTLE.test(sentence)) continue;
    const plain = oneLine(sentence).replace(/\*\*|__/g, '');
    if (isChoice(plain, speaker)) found.push(plain);
    if (found.length >= MAX_CHOICES) break;
  }
  return found;
}

function isChoice(plain: string, speaker: Speaker): boolean {
  const said = plain.replace(LEAD, '');
  const words = /\p{Script=Han}/u.test(said) ? said.length : said.split(' ').length;
  if (words < MIN_WORDS || OPEN.test(said) || PAST.test(said) || STEP.test(said)) return false;
  if (speaker === 'agent' && AGREED.test(plain) && !EXCUSE.test(plain)) return true;
  const patterns = speaker === 'person' ? OF_PERSON : OF_AGENT;
  return [said, ...said.split(CLAUSE).slice(1)].some((clause) => patterns.some((pattern) => pattern.test(clause)));
}
