import { statementsOfPrompt } from './statements-of-prompt.ts';

/** What was said in a session: a prompt of its person, or a message of its agent. */
export interface SpokenTurn {
  by: 'person' | 'agent';
  text: string;
}

/**
 * What a person was asked for before a prompt. `text`: words to be read, quoted or worked on, such as a comment or a mail, which
 * may be anybody's. `answer`: the answer to a question.
 */
export type AskedFor = 'text' | 'answer';

/** Upper bound on the characters of a message that are looked at, from its end. */
const MAX_CHARS = 4_000;
/** The same on a prompt, from its start. */
const MAX_PROMPT_CHARS = 2_000;
const FENCED = /^[ \t]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm;
const SENTENCE_END = /(?<=[.!?:;…])\s+|(?<=[。！？])|\n+/u;
const QUESTION = /[?？]["'”’)\]*_]*\s*$/u;

const VERB =
  'paste|send|share|post|provide|show|give|forward|copy|quote|attach|upload|drop|dictate|type|tell|read|put|let me (?:see|have|read)';
const OBJECT =
  'it|them|that|this|these|those|one|ones|first|next|rest|other|others|everything|all|text|texts|wording|words?|messages?|comments?|mails?|e-?mails?|letters?|reviews?|feedback|outputs?|logs?|errors?|warnings?|sections?|paragraphs?|pages?|contents?|snippets?|quotes?|docs?|documentation|polic(?:y|ies)|guidelines?|rules?|readme|files?|issues?|tickets?|descriptions?|sentences?|lines?|transcripts?|responses?|repl(?:y|ies)|statements?|titles?|labels?|captions?|prompts?|specs?|requirements?|lists?|examples?|details|links?|excerpts?|passages?|parts?|chapters?|threads?|posts?|notes?|instructions?|answers?|questions?|diffs?|code|traces?|stack ?traces?|slides?|articles?|documents?|contracts?|drafts?|stor(?:y|ies)|quotations?';
/** An agent asks for words: "paste the first comment", "could you send me the mail", "I need the exact text". */
const REQUESTS = new RegExp(
  [
    `(?:^|[,;:–—-]\\s*(?:then |and )?|\\b(?:please|just|can|could|you|you to|yes|ok(?:ay)?|sure|ahead and)\\s+)(?:${VERB})\\b[^.!?]{0,80}?\\b(?:${OBJECT})\\b`,
    `\\b(?:i|we)(?:'d| would| will|'ll)? (?:need|like|want|(?=have to))(?: ?(?:have )?to (?:see|read|know|have|look at))? (?:the |your |its |their |that |this )?(?:\\w+ ){0,3}(?:text|wording|words|message|comment|mail|e-?mail|letter|review|feedback|output|log|section|paragraph|page|contents?|policy|guidelines?|document|passage|transcript|reply|ticket|issue)s?\\b`,
    "\\b(?:i|we) (?:cannot|can't|can’t|could not|couldn't|am unable to|'m unable to|have no access|don't have access|do not have access|don't see|do not see)\\b[^.!?]{0,60}\\b(?:open|access|see|read|reach|load|fetch|find|page|link|site|file|text|mail|e-?mail|comment|message|document|image|it|that|anything)\\b",
    '\\b(?:let me know|tell me|say) (?:exactly )?(?:what|how)\\b',
    // The very words: `To go on, reply with "…"`.
    '(?:^|[,;]\\s*|\\b(?:please|just|can|could|you|then|and)\\s+)(?:reply|answer|respond|confirm|repeat|type|enter|write|say|send)\\b[^.!?"“\'`:\\n]{0,40}(?:["“\'`]|:\\s*$)',
    '\\b(?:ready (?:for|when)|waiting for|go ahead|fire away|what(?: exactly)? (?:does|do|did|should|shall|would|is|was)\\b[^.!?]{0,60}\\b(?:say|says|said|read|reads|tell|write|wrote|written|state|states|be called|text|wording|message))\\b',
  ].join('|'),
  'iu',
);
/** A question about words. */
const WORDING =
  /\b(?:says?|said|reads?|text|texts|wording|word(?:s|ed)?|phras(?:e|ed|ing)|messages?|called|named?|titles?|labels?|captions?|contents?|copy|comments?|lines?|sentences?|paragraphs?|translat\w*|quot\w+|descri\w+|mails?|e-?mails?|polic(?:y|ies)|guidelines?)\b/i;
/** A question that offers work: who answers it with a rule means the work. */
const OFFERS =
  /\b(?:shall|should|may|can|could|want|like|prefer|need|ok(?:ay)? (?:if|for)|mind if) (?:me|i|us|we)\b|\b(?:proceed|go ahead|continue|move on|anything else(?= (?:you|i can|to)\b|\W*$)|(?:look|sound|seem)s? (?:good|right|ok(?:ay)?|fine|reasonable)|(?:is|are|does|do|would) (?:that|this|it|these|those) (?:ok(?:ay)?|right|fine|correct|good|work|look|make sense|help|enough))\b/i;
/** A person announces words that follow: "I will paste the comments one by one", "translate everything I send". */
const ANNOUNCES = new RegExp(
  [
    "\\b(?:what(?:ever)?|everything|anything|all|(?:each|every|any|the|those|these) \\w+|texts?|messages?|comments?|mails?|sentences?|lines?)(?: that| which)? i(?:'ll|’ll| will| am going to)? (?:now )?(?:paste|send|give|show|forward|write|type|say|post|quote|copy|enter)\\b",
    '\\b(?:my|the|in|with|as) (?:next|following|coming|later|further) (?:\\w+ )?(?:messages?|prompts?|texts?|comments?|mails?|lines?|inputs?)\\b',
    '\\bone (?:by one|at a time|after (?:the other|another))\\b',
    '\\b(?:here (?:comes?|follows?)|coming (?:up|next)|to follow|follows? next|comes? next|next up)\\b',
  ].join('|'),
  'iu',
);

/** The same, where the words may follow at once. */
const GIVES =
  /\b(?:i(?:'ll|’ll|'m going to|’m going to| will| shall| am going to| am about to| can| could)?|let me|we(?:'ll|’ll| will)?) (?:(?:now|then|just|next|first|also|only) )*(?:paste|send|give|show|forward|read|quote|copy|share|dump|type|dictate|feed|hand|tell) (?:you\b|it\b|them\b|the\b|each\b|all\b|some\b|every|one\b|my\b|their\b|his\b|her\b|a few\b|\d|parts?\b|lines?\b|comments?\b|messages?\b|sentences?\b|mails?\b|texts?\b)/iu;

/** What the message of an agent asks of who reads it; `undefined` for none. */
export function asksFor(message: string): AskedFor | undefined {
  const prose = message.slice(-MAX_CHARS).replace(FENCED, '\n');
  const sentences = prose.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '');
  const asked = sentences.filter((sentence) => QUESTION.test(sentence) && !OFFERS.test(sentence));
  if (asked.some((sentence) => WORDING.test(sentence))) return 'text';
  if (sentences.some((sentence) => !OFFERS.test(sentence) && REQUESTS.test(sentence))) return 'text';
  return asked.length > 0 ? 'answer' : undefined;
}

/** True for a prompt whose writer announces the words of later ones. */
export function announcesText(prompt: string): boolean {
  const start = prompt.slice(0, MAX_PROMPT_CHARS);
  if (ANNOUNCES.test(start)) return true;
  const given = GIVES.exec(start);
  // "Let me show you the error: …" gives at once what it announces.
  return given !== null && !/[:\n]\s*\S/.test(start.slice(given.index));
}

/**
 * What was asked of a person before their next prompt, from what was said in their session, oldest first. Words that were
 * announced go on to come until the session ends; so do those that were asked for once a prompt gave some that read as a rule.
 */
export function expectedNext(said: readonly SpokenTurn[]): AskedFor | undefined {
  let asked: AskedFor | undefined;
  for (const { by, text } of said) {
    if (by === 'agent') {
      asked = asksFor(text) ?? (asked === 'text' ? asked : undefined);
      continue;
    }
    if (announcesText(text) || (asked === 'text' && statementsOfPrompt(text).length > 0)) return 'text';
    asked = undefined;
  }
  return asked;
}
