import type { FileAsked } from '../../api/work-answers.ts';
import type { Item } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { requestText } from '../../derive/event/is-request.ts';
import { sayable } from '../validity/trust.ts';

/** A prompt as what led to something, in at most `max` characters. */
export function toAsked(prompt: Item, max: number): FileAsked {
  return { id: prompt.id, text: cutText(sayable(requestText(prompt)), max), author: prompt.author };
}
