import type { ItemId } from '../../core/model/ids.ts';

/** The items next to one in its session, nearest first. */
export interface Neighbours {
  before: ItemId[];
  after: ItemId[];
}
