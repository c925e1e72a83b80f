import type { ItemOf } from '../../core/model/item.ts';
import { matchersIn } from './find-matchers.ts';
import type { Matcher } from './matcher.ts';
import { matchersOfReply } from './reply-matchers.ts';

/** The matchers of what a rule, or a person's correction, forbids; none where it is not certain. */
export function forbiddenBy(item: ItemOf<'knowledge'>): Matcher[] {
  if (isCorrection(item)) return matchersOfReply(item);
  return matchersIn(item.text, { turnedDown: item.detail.knowledge === 'rejected' });
}

/** True for what a person said when it refused a call or corrected the work. */
export function isCorrection({ author, detail: { reply } }: ItemOf<'knowledge'>): boolean {
  return author === 'person' && (reply?.to === 'refusal' || reply?.to === 'work');
}
