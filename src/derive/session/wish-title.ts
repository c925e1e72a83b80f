import { cutText, oneLine } from '../../core/text/text.ts';
import { intentOf } from '../event/meaning.ts';
import { saysOf } from './sentences/cues.ts';

/** A request in short, and whether it says what is to be done. */
export interface ShortWish {
  text: string;
  /** How well it serves as a title; from `CLEAR` on it says what is wanted. */
  weight: number;
}

/** Least weight of a request that says what is wanted. */
export const CLEAR = 3;
/** Weight of a prompt of which no sentence says anything. */
const NOTHING = -100;

const READ_CHARS = 3_000;
const SENTENCES = 12;
const TITLE_CHARS = 90;
const LONG_CHARS = 120;
/** Parts of a prompt that nobody typed: tags with what they hold, labels of fields. */
const NOT_TYPED = /<([a-z][\w-]{0,40})[^>\n]{0,200}>[\s\S]{0,4000}?<\/\1>|\[\[ ## \w{1,40} ## \]\]/gi;
const COMMAND_NAME = /<command-name>\s*(\/?[\w:.-]{1,60})\s*<\/command-name>/;
const COMMAND_ARGS = /<command-args>([\s\S]{0,600}?)<\/command-args>/;
const SLASH = /^\/([\w:.-]{1,60})(?:\s+([\s\S]{1,600}))?$/;
/** Lines of output that a person pasted. */
const PASTED =
  /^\s*(?:[•➜❯❮⎿⨯✗✘│┃┌└├╭╰>$%#|]|\d{4}-\d\d-\d\d|at \S+ \(|\S+\.\w{1,5}:\d+|error\b|fatal:|warning:|npm (?:err|warn)|traceback|usage:|failed to |exit code|-{3}|={3}|\+\+\+|@@|\{|\[|```)/i;
const PLAN_LEAD =
  /^\s*(?:please |can you |now )?(?:implement|execute|carry out|follow|start with) (?:the|this)(?: following| below| attached)? plan\b[:.]?/i;
const HEADING = /^\s{0,3}#{1,3}\s+(.{3,160})$/m;
const OF_PLAN = /^(?:(?:implementation |fix |refactoring )?plan|task|review|feature|feat|design)\s*[:–—-]\s*/i;
/** Words before what is wanted. */
const LEAD =
  /^(?:(?:task|todo|debug|check|brainstorm|question|(?:one|a) (?:last|more|other) (?:thing|modification|change|question)|(?:first|next|second|another) (?:problem|issue|thing)|without (?:doing|making) any changes)\s*[:–—-]\s*|if (?:so|yes|not)\b[\s,]*|(?:ok(?:ay)?|so|now|then|next|and|also|but|ah|hm+|well|yes|yeah|no|hey|hi|hello|great|good|perfect|thanks?|first|finally|maybe|perhaps|actually|please|pls|pelase|polease|just|kindly|instead|again)\b[\s,.!:;–—-]*|(?:i(?:'d| would) (?:like|love) (?:you |us )?to|i (?:do |also )*want (?:you |us )?to|(?:i|we|you) (?:also )?(?:need|have) to|i think (?:we|you) (?:should|need to|have to)|(?:can|could|would|will) (?:you|we|i)(?: please| maybe| also| just)?|(?:let'?s|let us)(?: just| also| now)?|we should|you should|we can|help me(?: to)?|go ahead and|try to|start (?:to|implementing)|make sure (?:to|that)|your task is to|do we need to|shall we|should we|is it possible to)\b[\s,:]*)+/i;
/** Sentences that tell what happened before; what is wanted follows them. */
const TOLD_BEFORE =
  /^(?:i (?:got|have|had|did|just|messed|noticed|tried|think|am|was|see|saw)\b|i['’](?:m|ve)\b|while \w+ing\b|when \w+|right now\b|currently\b|looking at\b|yesterday\b|we (?:used|recently|currently|have|had)\b|here(?:'s| is)\b|this (?:is|change)\b|it (?:is|was)\b|there(?:'s| is| are)\b|in (?:pr|the)\b)/i;
const ASKED =
  /^(?:ok(?:ay)?,? |so,? |now,? |and |also,? |please |pls )*(?:(?:can|could|would) (?:you|we)|i(?:['’]d| would) (?:like|love)|i want)\b|^(?:please|pls|pelase|let'?s|let us|add|fix|remove|implement|create|update|rename|refactor|write|move|investigate|review|check|run|make|change|replace|handle|use|merge|push|set up|spawn|clean|delete|close|ensure|document)\b/i;
/** Words that lean on what was said before. */
const LEANS =
  /\b(?:it|that|these|those|them|him|here|there(?! (?:is|are|was|were)\b)|ones|the (?:one|same|rest|others?|above|first|second|latter)|options? \w|both|for each|for now|as well|too|again)\b|\bthis(?! (?:branch|repo(?:sitory)?|project|session|pr|file|folder|directory|package|codebase)\b)|^(?:\w+ )?\d{1,2}\b/i;
const LEANING = 2;
/** Sentences that forbid something, or lead to what follows. */
const ASIDE = /^(?:do not|don['’]t|never|no\b|if\b|when\b|because\b|since\b|once\b|reply with|make sure)/i;
/** Requests to look at something, which say little of the work that they lead to. */
const LOOKS =
  /^(?:show|run|check|look|explain|tell|see|read|open|give|list|understand|double check|take a look|have a look)\b/i;
const QUESTION = /[?？]\s*$/;
const NAMES = /`[^`]{2,60}`|\b\w+[A-Z_]\w+\b|\b[\w-]+\.[a-z]{1,5}\b|--\w/;

/** A prompt in short: the heading of a plan that it hands over, else the sentence of it that says what is wanted. */
export function shortWish(prompt: string): ShortWish | undefined {
  const text = prompt.slice(0, READ_CHARS);
  const planned = plannedIn(text);
  if (planned !== undefined) return { text: planned, weight: 2 * CLEAR };
  const typed = text.replace(NOT_TYPED, ' ').trim();
  const command = COMMAND_NAME.exec(text);
  if (command !== null) return ofCommand(command[1] ?? '', COMMAND_ARGS.exec(text)?.[1] ?? '');
  const slash = SLASH.exec(typed);
  if (slash !== null) return ofCommand(slash[1] ?? '', slash[2] ?? '');
  let best: ShortWish | undefined;
  for (const [at, sentence] of sentencesOf(typed).entries()) {
    const wish = weighed(sentence, at);
    if (wish !== undefined && (best === undefined || wish.weight > best.weight)) best = wish;
  }
  return best ?? (typed === '' ? undefined : { text: cutAtWord(shortUrls(oneLine(typed))), weight: NOTHING });
}

/** The heading of a plan that a prompt hands over. */
function plannedIn(text: string): string | undefined {
  if (!PLAN_LEAD.test(text)) return undefined;
  const heading = HEADING.exec(text)?.[1];
  return heading === undefined ? undefined : plainHeading(heading);
}

/** A heading without `Plan:` and marks of emphasis. */
export function plainHeading(heading: string): string | undefined {
  const plain = oneLine(heading.replace(/\*\*|__/g, '')).replace(OF_PLAN, '');
  return saysOf(plain, 2) ? capital(cutText(plain, TITLE_CHARS)) : undefined;
}

function ofCommand(name: string, args: string): ShortWish {
  const about = shortWish(args.replace(/^\/+/, ''))?.text ?? shortUrls(oneLine(args));
  const plain = name.replace(/^\//, '');
  return { text: cutText(about === '' ? plain : `${plain}: ${about}`, TITLE_CHARS), weight: about === '' ? 1 : CLEAR };
}

function sentencesOf(text: string): string[] {
  const prose = text.split('\n').filter((line) => !PASTED.test(line));
  return prose
    .flatMap((line) => line.split(/(?<=[.!?])(?<!\b(?:[Ee]\.g|[Ii]\.e|etc|vs|cf|[Nn]o)\.)\s+|(?<=[。！？])/u))
    .map((sentence) => oneLine(sentence.replace(/^\s*(?:[-*]|\d{1,2}[.)])\s+/, '')))
    .filter((sentence) => sentence !== '')
    .slice(0, SENTENCES);
}

function weighed(sentence: string, at: number): ShortWish | undefined {
  const wanted = shortUrls(sentence.replace(LEAD, '')).replace(/(?:[\s.:,;!?]|\bpl(?:ea)?se?\b)+$/i, '');
  if (!saysOf(wanted, 2)) return undefined;
  const weight =
    (ASKED.test(sentence) ? 2 : 0) +
    (intentOf(wanted) === undefined ? 0 : 1) +
    (saysOf(wanted, 3) ? 1 : 0) +
    (saysOf(wanted, 4) ? 0.5 : 0) +
    (NAMES.test(wanted) ? 0.5 : 0) -
    (TOLD_BEFORE.test(sentence) ? 1 : 0) -
    (QUESTION.test(sentence) && !ASKED.test(sentence) ? 0.5 : 0) -
    (LEANS.test(wanted) ? LEANING : 0) -
    (ASIDE.test(wanted) ? 1.5 : 0) -
    (LOOKS.test(wanted) ? 1 : 0) -
    (/^do\b/i.test(wanted) ? 1 : 0) -
    (wanted.length > LONG_CHARS ? 0.5 : 0) -
    at * 0.2;
  return { text: capital(cutAtWord(wanted)), weight };
}

/** Addresses of GitHub as people name what lies there: `owner/repo#7`. */
function shortUrls(text: string): string {
  return text
    .replace(/https?:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/(?:pull|issues)\/(\d+)(?:\/[\w/-]*)?/g, '$1#$2')
    .replace(/https?:\/\/github\.com\/([\w.-]+\/[\w.-]+)[\w./?#=&-]*/g, '$1');
}

const BEFORE_CLAUSE = /^.{30,}(?=(?:, | - | – |; | \(| because | since | so that | which | where | and then ))/s;
/** Words at the end that lead to what was cut off. */
const DANGLING = /(?:[\s,]+(?:and|or|the|a|an|of|in|to|for|with|on|at|by|if|is|are|that|which))+$/i;

/** At most 90 characters, cut after a word; before a clause that only explains, where that leaves enough. */
function cutAtWord(text: string): string {
  if (text.length <= TITLE_CHARS) return text;
  const head = text.slice(0, TITLE_CHARS - 1);
  const clause = BEFORE_CLAUSE.exec(head)?.[0];
  if (clause !== undefined) return clause.replace(/[\s,;:–—-]+$/, '');
  return `${head.replace(/\s+\S*$/, '').replace(DANGLING, '')}…`;
}

/** With a capital where it begins with a plain word. */
export function capital(text: string): string {
  return /^[a-z]+(?:\s|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
