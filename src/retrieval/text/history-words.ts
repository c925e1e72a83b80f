/** Words of a question about the past. */
const FORMERLY = new RegExp(
  [
    '\\b(?:previously|formerly|originally|initially|historically|at first|back then|in the past|used to|at the time)\\b',
    '\\b(?:did|was|were|had|have) (?:\\w+ ){1,8}before\\b(?! (?:i|we|you|the next|committing|merging|pushing|releas|deploy)\\b)',
    '\\bbefore (?:we|it was|they|the) (?:\\w+ ){0,3}(?:moved|switched|changed|migrated|migration|replaced|renamed|switch|move|change)\\b',
    '\\b(?:why|when|how|who|what made us|what led us) (?:did|have|had|was|were) (?:\\w+ ){0,6}(?:mov|switch|chang|migrat|replac|renam|drop|abandon|stop|give up|gave up|remov)\\w*',
    '\\bwhy (?:\\w+ ){0,4}no longer\\b|\\b(?:move|moved|switch|switched|migrate|migrated) away\\b',
    '\\b(?:history|evolution|timeline|changelog) of\\b|\\bwhat (?:was|were) the (?:old|former|previous|original|first|earlier)\\b',
    '\\b(?:früher|vorher|ursprünglich|damals)\\b|以前|之前|原来|当初|曾经',
  ].join('|'),
  'iu',
);
/** Words of a question about the present, which outweigh words about the past. */
const NOW =
  /\b(?:current|currently|latest|newest|up[- ]to[- ]date|active|still|now|today|as of|(?:ignor|drop|filter|exclud|without|avoid)\w*\b.{0,40}\b(?:old|older|outdated|stale|superseded|former|deleted))\b/i;

/** Words of a question that asks for the last of several. */
const LAST = /\b(?:most recent(?:ly)?|recently|last time|latest|lately|zuletzt|aktuell\w*)\b|最近|最新|现在|目前/i;

/** True for a question about the past, for which superseded memories are answers like any other. */
export function asksForHistory(question: string): boolean {
  return FORMERLY.test(question) && !NOW.test(question);
}

/** True for a question that asks how things are now, or for the last time that something happened. */
export function asksForNewest(question: string): boolean {
  return !FORMERLY.test(question) && (NOW.test(question) || LAST.test(question));
}

/** Words with which a question in a sentence begins, and fewest words of one. */
const ASKS =
  /^\W*(?:(?:and|so|but|then|in|on|for|under|at|to|from)\W+)?(?:why|how|what|which|where|when|who|whose|did|do|does|is|are|was|were|has|have|had|can|could|should|would|will)\b/i;
const QUESTION_WORDS = 5;

/** True for a question put in a sentence, unlike words to look for. */
export function isQuestion(text: string): boolean {
  const isLong = text.trim().split(/\s+/).length >= QUESTION_WORDS;
  return isLong && (ASKS.test(text) || /\?\s*$/.test(text));
}
