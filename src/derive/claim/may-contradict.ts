import type { Item } from '../../core/model/item.ts';
import { claimsIn } from './claim.ts';
import { detectHedging } from './detect-hedging.ts';

/** Two statements that give one subject different values; both may be valid, which only a person can decide. */
export interface PossibleContradiction {
  older: Item;
  newer: Item;
}

const VALUE_WORDS = 2;

/**
 * Pairs of statements of one project that give exactly the same subject different short values, each newest statement paired
 * with the one before it. Neither supersedes the other: "we use Docker for tests" and "we use Postgres for tests" may both hold.
 */
export function mayContradict(statements: readonly Item[]): PossibleContradiction[] {
  const last = new Map<string, { item: Item; value: readonly string[] }>();
  const found = new Map<string, PossibleContradiction>();
  const oldestFirst = statements.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  for (const item of oldestFirst.filter((one) => !detectHedging(one).doubtful)) {
    for (const { says, subject, value } of claimsIn(item.text, { all: true })) {
      if (says !== 'states' || subject.length === 0 || value.length === 0 || value.length > VALUE_WORDS) continue;
      const name = JSON.stringify([item.project ?? '', subject.toSorted()]);
      const before = last.get(name);
      last.set(name, { item, value });
      if (before === undefined || before.item.id === item.id) continue;
      if (!differ(before.value, value)) continue;
      found.set(before.item.id, { older: before.item, newer: item });
    }
  }
  return [...found.values()];
}

/** True for different numbers, or for values without a word in common. */
function differ(one: readonly string[], other: readonly string[]): boolean {
  const [number, otherNumber] = [one, other].map((value) => value.find((word) => /^\d/.test(word)));
  if (number !== undefined && otherNumber !== undefined) return number !== otherNumber;
  return !one.some((word) => other.includes(word));
}
