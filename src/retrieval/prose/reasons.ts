/** A question for a reason. */
const ASKS_WHY = /^\W*(?:why|how come|what for)\b|\bwhy (?:did|do|does|is|are|was|were|have|has|could|can)\b/i;
/** Words that may give one, and such as seldom stand for anything else. */
const MAY_GIVE =
  /\b(?:because|since|so that|so as to|due to|caused?(?: by)?|in order to|to (?:avoid|prevent|keep|make|allow|let|support)|otherwise|reasons?|root|therefore|hence|instead|rather than|wants?|needs?|would|which means|as it|so|thus|problem|issue|bug|fix(?:e[sd])?)\b/i;
const GIVES =
  /\b(?:because|since|so (?:that|the|it|they|we|i)|due to|caused?(?: by)?|root cause|in order to|to (?:avoid|prevent)|otherwise|the (?:reason|problem|issue|cause)|intentional(?:ly)?|on purpose|would(?:['’]ve| have)? (?:been|be)|doesn[’']t (?:support|expose|allow))\b/i;

/** True for a question that wants a reason. */
export function asksWhy(question: string): boolean {
  return ASKS_WHY.test(question);
}

/** True for words that give a reason. */
export function givesReason(passage: string): boolean {
  return GIVES.test(passage);
}

/** True for words in which a reason may be found. */
export function mayGiveReason(passage: string): boolean {
  return MAY_GIVE.test(passage);
}
