import { LIMITS } from '../../core/limits.ts';
import { countTokens } from '../../core/text/tokens.ts';

/** One line of text and its worth to the reader (greater is better). */
export interface Sayable {
  text: string;
  worth: number;
}

/** Tokens and bytes that the two marker lines of a block take. */
const FRAME_TOKENS = 40;
const FRAME_BYTES = 200;

/**
 * The lines that fit the token budget and the byte limit of a block, chosen by worth per token: a line that does not
 * fit is left out whole and the next one tried. They keep their order.
 */
export function packBlock<Line extends Sayable>(lines: readonly Line[], budget: number): Line[] {
  let tokens = Math.min(budget, LIMITS.contextTokens.max) - FRAME_TOKENS;
  let bytes = LIMITS.contextBytes - FRAME_BYTES;
  const chosen = new Set<number>();
  for (const { index, cost, size } of byWorthPerToken(lines)) {
    if (cost > tokens || size > bytes) continue;
    tokens -= cost;
    bytes -= size;
    chosen.add(index);
  }
  return lines.filter((_, index) => chosen.has(index));
}

/** Tokens of a line within a block, including its line end. */
export function lineTokens(text: string): number {
  return countTokens(`${text}\n`);
}

function byWorthPerToken(lines: readonly Sayable[]): { index: number; cost: number; size: number }[] {
  return lines
    .map((line, index) => ({
      index,
      cost: lineTokens(line.text),
      size: Buffer.byteLength(line.text) + 1,
      worth: line.worth,
    }))
    .filter((line) => line.worth > 0)
    .sort((one, other) => other.worth / other.cost - one.worth / one.cost || one.index - other.index);
}
