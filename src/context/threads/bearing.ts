import { sum } from '../../core/sum.ts';
import { type Ranked, WEIGHTS } from '../../retrieval/ranking/rank.ts';

/** How much of a prompt an item or a session holds: the weight (idf) of its telling words, and their share. */
export interface Evidence {
  weight: number;
  share: number;
  /** The weight of the rarest of these words. */
  rarest: number;
  isNamed: boolean;
  nearness: number;
}

/** How much of a prompt something holds, in words. */
export function describeShare({ share }: Pick<Evidence, 'share'>): string {
  return `Holds ${Math.round(share * 100)} % of what the prompt is about, by weight of its words`;
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
