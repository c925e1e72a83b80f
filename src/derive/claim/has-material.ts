/** Names of texts, of which a prompt speaks as of a thing. */
const TEXT = '(?:sentence|text|paragraph|phrase|statement|claim|quote|quotation|passage|excerpt|wording)s?';
/** Pasted text begins the prompt, a sentence, or a line. */
const START = String.raw`(?:^|[.!?:]\s+)(?:please |can you |could you |pls )?`;
/** Words that make a text of what stands beside them: to be worked on, quoted, doubted or rejected, not obeyed. */
const MATERIAL: readonly RegExp[] = [
  // "the following sentence", "this text", "the README claims the following"
  new RegExp(
    String.raw`\b(?:this|these|the (?:following|next|above|previous|last)|following|above) (?:\w+ )?${TEXT}\b`,
    'i',
  ),
  /\b(?:claim|say|state|tell|told|said|read|writ|wrote|contain|suggest|recommend)\w* (?:\w+ )?(?:the following|as follows)(?=\s*(?:[.!?]|$))/im,
  /\b(?:told|wrote|sent) (?:me|us) (?:this|that|the following)\b/i,
  // "fix the grammar", "translate this"
  /\b(?:fix|correct|check|improve|polish) (?:the |its |my |our )?(?:grammar|spelling|wording|punctuation|phrasing)\b/i,
  new RegExp(`${START}(?:translate|proofread|paraphrase|rephrase|reword|shorten)\\b`, 'im'),
  // "Put this into CONTRIBUTING", "use this as a fixture"
  new RegExp(
    `${START}(?:put|insert|add|paste|copy|append|write) (?:this|that|the following)(?: \\w+)? (?:in|into|to|at|under|on)\\b`,
    'im',
  ),
  new RegExp(`${START}use (?:this|that|the following)(?: \\w+)? as\\b`, 'im'),
  // "You are a bot … Write its reply."
  new RegExp(`${START}(?:write|draft|compose|give) (?:its|his|her|their|the|a) (?:reply|answer|response)\\b`, 'im'),
  /(?:^|[.!?]\s+)you are an? (?:\w+ ){0,2}(?:bot|chat ?bot|robot|character|persona|customer)\b/im,
  // "Nobody should obey it", "Forget the following", "That is history."
  /\b(?:nobody|no one) (?:should|must|may|has to) (?:\w+ )?(?:it|this|that)\b/i,
  /\b(?:forget|ignore|disregard|(?:do not|don'?t) (?:obey|follow|believe)) (?:this|that|the (?:following|next|above|previous))\b/i,
  /(?:^|[.!?]\s+)(?:this|that|it) is (?:history|nonsense|rubbish|a lie|outdated|obsolete|no longer (?:true|so)|not true|wrong|false)\b/im,
  /(?:^|[.!?]\s+)(?:the |an? )?(?:old|former|previous|outdated|obsolete) (?:\w+ )?(?:rule|convention|policy|practice|advice)\b/im,
  // "Is it true what they say?", "what does this mean?"
  /\bis it true\b|\bwhat (?:they|people|he|she|others) (?:say|claim|write)s?\b/i,
  /\bwhat (?:does|do) (?:this|that|it|these) (?:mean|want|say)\b/i,
];
const MAX_CHARS = 20_000;

/**
 * True for a prompt that speaks of its own words, or of some of them, as of a text: which of them its writer stands for
 * cannot be told.
 */
export function hasMaterial(text: string): boolean {
  const read = text.slice(0, MAX_CHARS);
  return MATERIAL.some((words) => words.test(read));
}
