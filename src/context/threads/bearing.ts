import { sum } from '../../core/sum.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import type { WeighedQuery } from '../../retrieval/query/weigh-query.ts';
import { type Ranked, WEIGHTS } from '../../retrieval/ranking/rank.ts';
import { isTalk } from '../../retrieval/text/stop-words.ts';

/** How much of a prompt an item or a session holds: the weight (idf) of its telling words, and their share. */
export interface Evidence {
  weight: number;
  share: number;
  /** The weight of the rarest of these words. */
  rarest: number;
  isNamed: boolean;
  nearness: number;
}

/** The words of a prompt that tell its subject, with their weights. */
export function tellingWords(weighed: WeighedQuery): ReadonlyMap<string, number> {
  return new Map([...weighed.weights].filter(([stem]) => !isTalk(stem)));
}

/** The sum of the weights of the words of a prompt that a text holds. */
export function weightIn(text: string, telling: ReadonlyMap<string, number>): number {
  return sum([...new Set(wordsOf(text).map(stemOf))].map((stem) => telling.get(stem) ?? 0));
}

/** What some ranked items hold of a prompt together. */
export function evidenceIn(ranked: readonly Ranked[], telling: ReadonlyMap<string, number>): Evidence {
  const stems = new Set(ranked.flatMap(({ match }) => [...match.stems.keys()]));
  const found = [...telling].filter(([stem]) => stems.has(stem)).map(([, weight]) => weight);
  const weight = sum(found);
  return {
    weight,
    share: weight / Math.max(sum(telling.values()), 1),
    rarest: Math.max(...found, 0),
    isNamed: ranked.some(({ item }) => (item.why.exact ?? 0) >= WEIGHTS.exact / 2),
    nearness: Math.max(...ranked.map(({ nearness }) => nearness), 0),
  };
}
