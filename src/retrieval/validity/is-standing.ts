import type { Item } from '../../core/model/item.ts';

/**
 * True for a standing rule: how work is always done here, or what a person confirmed, a wish that returned among it. A
 * start block tells only these; other knowledge belongs to its thread.
 */
export function isStanding(item: Item): boolean {
  const isConfirmed = item.detail.status === 'confirmed';
  if (item.kind === 'pattern') return isConfirmed && item.detail.pattern?.pattern === 'preference';
  return item.kind === 'knowledge' && (item.detail.standing === true || isConfirmed);
}
