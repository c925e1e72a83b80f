import { ownSentences } from './own-sentences.ts';

/** A sentence by which a person corrects the work or takes an earlier word back. */
export interface Correction {
  text: string;
  kind: 'decision' | 'rejected';
  /** What it turns down, where it names that. */
  instead?: string;
}

const MAX_CORRECTIONS = 3;
const MAX_CHARS = 300;
const MIN_WORDS = 3;
/** Upper bound on the characters of a prompt whose sentences are read: a longer one is a task or a paste. */
const PROMPT_CHARS = 1_200;
const ASKED = /[?？]\s*["')\]]*$/;
const ORDER =
  "(?:use|keep|make|put|do|don'?t|do not|let'?s|we|you should|it should|that should|just|only|remove|revert|undo|drop|leave|go|name|call|move|add|stop|never mind|instead)";
/** `no, use X`, `nope - it should be Y`: a refusal and what is wanted. */
const NO_BUT = new RegExp(
  `^(?:no|nope|nah|stop|wait|hmm+ no)\\s*[,.!:;–—-]+\\s*(?:no[,.! ]+)?(?:please |pls )?(?:i (?:want|meant|said|mean|prefer|would)\\b|${ORDER}\\b)`,
  'i',
);
const NO_TO =
  /^(?:no|nope)[,.!]?\s+(?:i (?:did(?:n'?t| not)|don'?t|do not) |not |that'?s (?:not|wrong)|this is (?:not|wrong)|don'?t |do not )/i;
const ACTUALLY = new RegExp(
  `^(?:actually|on second thoughts?|scratch that|never ?mind|i changed my mind|change of plans?|correction)\\s*[,:;.!–—-]*\\s*(?:please |no[,.]? |never ?mind[,.]? )?(?:i (?:want|meant|prefer|think we should|would)\\b|${ORDER}\\b)`,
  'i',
);
const TAKEN_BACK =
  /^(?:(?:please|pls|ok(?:ay)?|so|and|then|now|let'?s|can we)[, ]+)*(?:revert|undo|roll ?back|go back to|switch back to|back to)\b\s+\S/i;
const PLACED = '(?:as|in|on|with|by|from|at|to|into|the|an?|this|that|just|only|for)';
/** `not as a comment, but as a document`. */
const NOT_BUT = new RegExp(
  `^(?:(?:please|ok(?:ay)?|so|and|but)[, ]+)*not (${PLACED}\\b.{1,80}?)[,;–—-]+\\s*(?:but|use|rather|${PLACED})\\b.{1,120}$`,
  'i',
);
const INSTEAD_OF = /\b(?:instead of|rather than)\s+([^,.;()]{2,60})/i;
const WANTED = /^i (?:want|'?d like|would like|prefer)\b.{3,120}\b(?:instead of|rather than|and not)\b/i;

/** The corrections and reversals in a person's prompt, at most three; prefers missing one to misreading one. */
export function correctionsIn(text: string): Correction[] {
  if (text.length > PROMPT_CHARS) return [];
  const found: Correction[] = [];
  for (const sentence of ownSentences(text, { ends: false })) {
    const correction = correctionOf(sentence.text);
    if (correction !== undefined) found.push(correction);
    if (found.length >= MAX_CORRECTIONS) break;
  }
  return found;
}

function correctionOf(text: string): Correction | undefined {
  if (text.length > MAX_CHARS || text.split(' ').length < MIN_WORDS || ASKED.test(text)) return undefined;
  const instead = NOT_BUT.exec(text)?.[1] ?? INSTEAD_OF.exec(text)?.[1]?.trim();
  const named = instead === undefined ? {} : { instead };
  if (NO_BUT.test(text) || ACTUALLY.test(text) || NOT_BUT.test(text) || WANTED.test(text))
    return { text, kind: 'decision', ...named };
  return NO_TO.test(text) || TAKEN_BACK.test(text) ? { text, kind: 'rejected', ...named } : undefined;
}
