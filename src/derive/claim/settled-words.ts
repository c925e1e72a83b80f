import type { ItemOf } from '../../core/model/item.ts';

const ASKED = /[?？]\s*["')\]]*$/;

/**
 * What a piece of knowledge settles, in words that stand alone: an answer after its question. `undefined` for a question
 * with which a person refused a call: it settles nothing.
 */
export function settledWords({
  text,
  detail: { reply },
}: Pick<ItemOf<'knowledge'>, 'text' | 'detail'>): string | undefined {
  if (reply?.to === 'refusal' && ASKED.test(text.trim())) return undefined;
  return reply?.to === 'question' && reply.about !== undefined ? `${reply.about} ${text}` : text;
}
