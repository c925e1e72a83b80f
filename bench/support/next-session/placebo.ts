import { countTokens } from '../../../src/core/text/tokens.ts';
import { linesOf } from './block-figures.ts';
import type { MeasuredPoint } from './page.ts';
import { cutToTokens } from './plain-ways.ts';

/**
 * The blocks that Cairn gives another developer's session, cut to the tokens of this point: those next in length among
 * the ones that are no shorter, else the longest. Undefined where Cairn gives nobody else a block.
 */
export function placeboOf(
  one: MeasuredPoint,
  all: readonly MeasuredPoint[],
): { start: string; prompt: string } | undefined {
  if (one.tokens === 0) return { start: '', prompt: '' };
  const { set, developer } = one.point.next;
  const others = all.filter(
    ({ point, tokens }) => tokens > 0 && (point.next.developer !== developer || point.next.set !== set),
  );
  const sameSet = others.filter(({ point }) => point.next.set === set);
  const ordered = (sameSet.length > 0 ? sameSet : others).toSorted((a, b) => a.tokens - b.tokens);
  const chosen = ordered.find(({ tokens }) => tokens >= one.tokens) ?? ordered.at(-1);
  if (chosen === undefined) return undefined;
  const [start, prompt] = [linesOf(chosen.start), linesOf(chosen.prompt)];
  const first = cutToTokens(start, one.tokens);
  return { start: first, prompt: cutToTokens(prompt, Math.max(one.tokens - countTokens(first), 0)) };
}
