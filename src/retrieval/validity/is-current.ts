import type { Item } from '../../core/model/item.ts';
import { isOver } from '../../core/model/kinds.ts';

/** True for knowledge in force: its status is not over, and it is no echo. */
export function isCurrentKnowledge(item: Item): boolean {
  return !isOver(item.detail.status) && item.detail.echo !== true;
}
