import type { EventBody, Judged } from '../../core/model/event.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { detailOf } from '../item/make-item.ts';

/** A judgement of a tripwire, as one of the rules that it rests on sees it. */
export type JudgedTripwire = Judged & { rules: string[] };

/**
 * True for the judgement of a tripwire that names the rules it rests on, where it is read among the acts about one of them: it
 * judges none of them.
 */
export function isOfTripwire(body: EventBody, rule?: string): body is JudgedTripwire {
  if (!('rules' in body) || !Array.isArray(body.rules)) return false;
  return rule === undefined || (body.target !== rule && body.rules.includes(rule));
}

/** A rule after a person judged a tripwire that rests on it: one that is confirmed holds its rule as it was, whoever proposed it. */
export function afterTripwire<One extends Item>(rule: One, { kind, target, holds: held }: JudgedTripwire): One {
  if (rule.kind !== 'knowledge') return rule;
  const { heldBy: before = [], holds: known = [] } = detailOfKind(rule, 'knowledge');
  const [others, rest] = [before.filter((id) => id !== target), known.filter(({ by }) => by !== target)];
  const heldBy = kind === 'confirmed' ? [...others, target] : others;
  const holds = kind === 'confirmed' && held !== undefined ? [...rest, { by: target, ...held }] : rest;
  return {
    ...rule,
    detail: detailOf({ ...rule.detail, heldBy, ...((holds.length > 0 || known.length > 0) && { holds }) }),
  };
}

/** True for the rule of a tripwire that a person confirmed. */
export function isHeldBy(rule: Item, tripwire?: string): boolean {
  const { heldBy = [] } = detailOfKind(rule, 'knowledge');
  return tripwire === undefined ? heldBy.length > 0 : heldBy.includes(tripwire);
}

/** True for a tripwire: a pattern that warns of what a rule forbids. */
export function isTripwire(item: Item): boolean {
  return detailOfKind(item, 'pattern').pattern?.pattern === 'tripwire';
}

/** The memories that a pattern rests on: of a tripwire its rules. */
export function evidenceOf(item: Item): ItemId[] {
  return (detailOfKind(item, 'pattern').pattern?.evidence ?? []) as ItemId[];
}
