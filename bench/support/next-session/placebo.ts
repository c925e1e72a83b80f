import { countTokens } from '../../../src/core/text/tokens.ts';
import { linesOf } from './block-figures.ts';
import { cutToTokens } from './plain-ways.ts';

/** The blocks of a point, and whose they are. */
export interface OwnedBlocks {
  set: string;
  developer: string;
  start: string;
  prompt: string;
  /** Tokens of both blocks. */
  tokens: number;
}

/**
 * The blocks that Cairn gives another developer's session, cut to the tokens of this point: those next in length among
 * the ones that are no shorter, else the longest. Undefined where Cairn gives nobody else a block.
 */
export function placeboAmong(
  one: OwnedBlocks,
  all: readonly OwnedBlocks[],
): { start: string; prompt: string } | undefined {
  if (one.tokens === 0) return { start: '', prompt: '' };
  const others = all.filter(
    (other) => other.tokens > 0 && (other.developer !== one.developer || other.set !== one.set),
  );
  const sameSet = others.filter(({ set }) => set === one.set);
  const ordered = (sameSet.length > 0 ? sameSet : others).toSorted((a, b) => a.tokens - b.tokens);
  const chosen = ordered.find((other) => other.tokens >= one.tokens) ?? ordered.at(-1);
  if (chosen === undefined) return undefined;
  const start = cutToTokens(linesOf(chosen.start), one.tokens);
  return { start, prompt: cutToTokens(linesOf(chosen.prompt), Math.max(one.tokens - countTokens(start), 0)) };
}
