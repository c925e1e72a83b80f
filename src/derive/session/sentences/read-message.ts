import type { Item } from '../../../core/model/item.ts';
import { oneLine, plainWords } from '../../../core/text/text.ts';
import { unquotedText } from '../../provenance/quoted.ts';
import type { SentenceCandidate } from './best-sentences.ts';
import {
  HEADING_WEIGHT,
  isAnnouncement,
  QUESTION,
  type Role,
  type Roles,
  rolesOf,
  saysOf,
  shapeWeight,
} from './cues.ts';
import { type StatementSentence, statementSentences } from './statement-patterns.ts';
import type { Reported } from './turn-report.ts';

/** Where a message stands in its turn. */
interface MessagePlace {
  isLast: boolean;
  /** True when the turn changed or committed something. */
  acted: boolean;
  /** Factor of its sentences; default by its place. */
  share?: number;
}

/** Factors of a sentence in the last message of a turn, and in an earlier one. */
const REPORTED = 1.4;
const ON_THE_WAY = 0.8;
/** Roles read in each: until a turn ends nobody knows whether the work stays. */
const ON_WAY: readonly Role[] = ['learned', 'blocked'];
const OF_REPORT: readonly Role[] = ['learned', 'solved', 'blocked', 'completed'];
const LEAST: Readonly<Record<'learned' | 'solved' | 'completed', number>> = { learned: 2.5, solved: 3, completed: 3 };
const KEY = 3;
const AFTER_LEAD = 3.5;
const LEAD_WORDS = 3;
/** Weight from which words of its own, and not a heading alone, say that something was done. */
const OWN_WORDS = 3;
/** Weight of words that say who did it. */
const EXPLICIT = 4;
/** Factor of a sentence that stands in no list: it tells of the whole. */
const WHOLE = 2;
/** A change that every change needs. */
const IMPORTS = /\bimports?\b/i;
const MINOR = 0.4;
/** A sentence that takes back the one before it. */
const GOES_ON = /^\W{0,4}(?:however|but|actually|wait|hm+|unfortunately|that said|on second thought|except)\b/i;
/** What was, may be or is to be: no report of what was done. */
const NOT_DONE =
  /\b(?:was|were|wasn['’]?t|weren['’]?t|had been|didn['’]?t|would|should|could|may|might|no longer|previously|before|currently|need(?:s|ed)?)\b|^(?:check|check for|consider|when|if)\b/i;
/** Its rest stands in the list below it. */
const LEADS_ON =
  /(?:\bto|\bfollowing(?: \w+)?|\b(?:this|these)(?: \w+)?|\b(?:uses?|by|is|are|with|as|shows?|see|like|from|in|a prompt|added|updated|changed|removed))\s*[:：]\s*$|^now when [^,]{1,80}[:：]\s*$/i;
/** An entry about a file, which may tell of what was there before. */
const OF_FILE = /^\W{0,4}[\w./-]*[./][\w./-]*\W{0,4}[-–—:] /;
/** Headings over what was found; those over problems may tell how they come about. */
const FOUND = /cause|finding|insight|learn|discover|diagnos|takeaway|ursache|原因|发现/iu;
/** Factor of a line that leads to a list. */
const LEADING = 0.7;
const FOLLOWING = /\bfollowing \w+$/i;
/** A report on a check, which changes nothing. */
const CHECKED = /^(?:(?:i|we)(?: have|'ve|’ve)? )?(?:also )?(?:verified|checked|confirmed|tested|looked)\b/i;
/** What is so, and not what was done. */
const STATES =
  /\b(?:currently|cannot|can['’]?t|blocked|not yet|even though|if you|however|before|remaining|still to)\b/i;
/** The beginning of an answer that says nothing of what is asked. */
const FILLER =
  /^\W{0,6}(?:great|good|perfect|sure|excellent|awesome|thanks|now i (?:have|see|understand)|i (?:have|now have|see|found|can see)|here(?:['’]s| is| are)|based on|looking at|ok(?:ay)?[.!,]|done[.!,]?$|absolutely[.!]|no response requested|agreed[.!]?$|fixed(?: and pushed)?[.!]?$|updated(?: and pushed)?[.!]?$|(?:all |the )?(?:tests?|checks?|lint|fix|work|task|everything)\b.{0,30}\b(?:pass(?:es|ed)?|clean|complete[d]?|done)\b.{0,25}$|what would you like|(?:if|when|once|or) )|:=|[{};]$/i;
/** A sentence about what its agent will do. */
const PLANS = /^(?:\w+ ){0,3}i(?:['’]ll|['’]m going to| will)\b/i;
const SHORT_CHARS = 40;
/** Headings of an answer, those that say nothing of its subject, and how many of them a summary tells. */
const HEADING = /^\s{0,3}#{1,4}\s+(.{4,90})$/gm;
const PLAIN =
  /^(?:(?:my )?(?:summary|overview|analysis|results?|details|notes?|conclusion|answer|background|context|next steps?|sources?|recommendations?|options?|pros|cons))$/i;
const MAX_HEADINGS = 4;
/** Sentences without content before the answer, at most. */
const MAX_FILLER = 3;
/** Weight of what a turn came to where no sentence of its own says so. */
const BY_LEAD = 3;

/** What a message says, by role. Its sentences are unchanged. */
export function readMessage(item: Item, place: MessagePlace): Reported {
  const share = place.share ?? (place.isLast ? REPORTED : ON_THE_WAY);
  const said: Reported = { learned: [], solved: [], completed: [] };
  const sayings = statementSentences(item);
  let leads = false;
  let sum = 0;
  for (const [at, saying] of sayings.entries()) {
    const roles = rolesIn(saying, place);
    // "I found the issue." says nothing; the sentence after it does.
    if (leads && roles.learned === undefined && !isAnnouncement(saying.text)) roles.learned = AFTER_LEAD;
    leads = (roles.learned ?? 0) >= AFTER_LEAD && !saysOf(saying.text, LEAD_WORDS);
    if ((leads && at < sayings.length - 1) || QUESTION.test(saying.text) || isTakenBack(saying, sayings[at + 1]))
      continue;
    const text = saying.text.replace(/[:：]$/, '');
    if (LEADS_ON.test(saying.text)) {
      if (FOLLOWING.test(text) && isHeadline(saying, roles))
        said.headline ??= { text, ids: [item.id], at: item.at, weight: BY_LEAD };
      continue;
    }
    const shape = shapeWeight(text) * share * (text === saying.text ? 1 : LEADING);
    const weighed = (weight: number): SentenceCandidate => ({ text, ids: [item.id], at: item.at, weight });
    for (const role of ['learned', 'solved', 'completed'] as const) {
      const weight = (roles[role] ?? 0) * shape;
      if (weight >= LEAST[role]) said[role].push(weighed(weight));
    }
    const whole = (roles.completed ?? 0) * shape * (saying.listed ? 1 : WHOLE) * (IMPORTS.test(text) ? MINOR : 1);
    if (whole > (said.headline?.weight ?? 0) && isHeadline(saying, roles)) said.headline = weighed(whole);
    const key = Math.max(0, roles.learned ?? 0, roles.solved ?? 0, roles.completed ?? 0, roles.blocked ?? 0) * shape;
    sum += key;
    if (key >= KEY && key > (said.key?.weight ?? 0)) said.key = weighed(key);
  }
  if (place.isLast) addLead(said, item, place);
  if (said.key !== undefined) said.key = { ...said.key, weight: said.key.weight + Math.min(sum, 20) / 4 };
  return said;
}

function rolesIn(saying: StatementSentence, { isLast, acted }: MessagePlace): Roles {
  const roles: Roles = { ...rolesOf(saying, isLast ? OF_REPORT : ON_WAY) };
  const { completed = 0, learned = 0 } = roles;
  // An entry below "Changes" may as well be what was wrong, or a proposal.
  if (completed > 0 && completed < OWN_WORDS && (!acted || NOT_DONE.test(saying.text))) delete roles.completed;
  const isKnown = acted || (completed >= EXPLICIT && !(saying.listed && OF_FILE.test(saying.text)));
  // Without a change of its own the turn tells of what there was.
  if (!isKnown && completed >= EXPLICIT) roles.learned = Math.max(learned, AFTER_LEAD);
  if (completed > 0 && (STATES.test(saying.text) || !isKnown)) delete roles.completed;
  if (learned === HEADING_WEIGHT && !FOUND.test(saying.heading)) delete roles.learned;
  // What was done is not what was found.
  if (roles.completed !== undefined && completed >= OWN_WORDS && learned < AFTER_LEAD) delete roles.learned;
  return roles;
}

/** True for a sentence that the next one takes back, and for one that goes on with another. */
function isTakenBack({ text }: StatementSentence, next: StatementSentence | undefined): boolean {
  if (GOES_ON.test(text)) return true;
  return next !== undefined && !next.listed && (GOES_ON.test(next.text) || /^\W{0,4}or\b.*\?/i.test(next.text));
}

/** Adds how a last message begins: it tells what the turn came to, where no sentence says so, or answers its question. */
function addLead(said: Reported, item: Item, { acted }: MessagePlace): void {
  const text = leadOf(item, statementSentences(item)) ?? (acted ? undefined : headingsIn(item));
  if (text === undefined || said.headline !== undefined) return;
  const lead = { text, ids: [item.id], at: item.at, weight: BY_LEAD };
  if (!acted) said.answer = lead;
  else if (!said.learned.some((one) => one.text === text)) said.headline = lead;
}

/** The first sentence of a message that says something, with the next one where it is short; `undefined` where none does. */
function leadOf(item: Item, sayings: readonly StatementSentence[]): string | undefined {
  const at = sayings.findIndex(({ text }) => !isFiller(text));
  const [first, next] = [sayings[at], sayings[at + 1]];
  if (first === undefined || first.listed || at > MAX_FILLER || STATES.test(first.text)) return undefined;
  const both = `${first.text} ${next?.text ?? ''}`;
  const isShort = first.text.length < SHORT_CHARS && next !== undefined && !LEADS_ON.test(next.text);
  if (isShort && !isFiller(next.text) && !STATES.test(next.text) && oneLine(item.text).includes(both)) return both;
  return saysOf(first.text, LEAD_WORDS) || /^(?:yes|no)\b, \S/i.test(first.text) ? first.text : undefined;
}

/** What an answer is about that says it in lists and tables alone: its first headings. */
function headingsIn(item: Item): string | undefined {
  const headings = Array.from(unquotedText(item).matchAll(HEADING), ([, heading = '']) =>
    plainWords(heading)
      .replace(/^\d{1,2}[.)]\s+/, '')
      .replace(/[:：]$/, ''),
  ).filter((heading) => saysOf(heading, 1) && !PLAIN.test(heading));
  return headings.length < 2 ? undefined : [...new Set(headings)].slice(0, MAX_HEADINGS).join('; ');
}

function isFiller(text: string): boolean {
  return FILLER.test(text) || PLANS.test(text) || isAnnouncement(text) || QUESTION.test(text) || /[:：]$/.test(text);
}

function isHeadline({ text, listed }: StatementSentence, { completed = 0 }: Roles): boolean {
  if (completed < OWN_WORDS || CHECKED.test(text)) return false;
  return saysOf(text, listed ? LEAD_WORDS + 1 : LEAD_WORDS);
}
