import type { ItemOf } from '../../core/model/item.ts';

const ASKED = /[?？]\s*["')\]]*$/;
/** A refusal that only asks to wait or to talk. */
const WAIT =
  /^(?:(?:wait|stop|hold on|no|please|hmm+|ok(?:ay)?)[\s,.!]*)*(?:(?:let'?s|can we|we should) (?:first )?(?:talk|discuss)\b.*)?$/i;
/** A question about the next step: its answer is a task. */
const WHAT_NEXT = /\bwhat (?:would you like|do you want|should (?:i|we))\b.{0,20}\b(?:do )?next\b/i;

/**
 * What a piece of knowledge settles, in words that stand alone: an answer after its question. `undefined` for a question
 * with which a person refused a call, a wish to wait, and the choice of a next step: they settle nothing.
 */
export function settledWords({
  text,
  detail: { reply },
}: Pick<ItemOf<'knowledge'>, 'text' | 'detail'>): string | undefined {
  if (reply?.to === 'refusal' && (ASKED.test(text.trim()) || WAIT.test(text.trim()))) return undefined;
  if (reply?.to === 'question' && WHAT_NEXT.test(reply.about ?? '')) return undefined;
  return reply?.to === 'question' && reply.about !== undefined ? `${reply.about} ${text}` : text;
}
