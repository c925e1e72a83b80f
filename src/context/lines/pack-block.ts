import * as LIMITS from '../../core/limits.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { countTokens } from '../../core/text/tokens.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ContextLine } from './context-line.ts';

/**
 * Lowers the worth of an item that was injected `from` times and never used, by `step` for each further time down to
 * `floor`. Weak on purpose: there are no measured uses of real projects yet to fit the numbers, and not all use can be
 * observed.
 */
const SINK = { from: 5, step: 0.03, floor: 0.75 } as const;
/** Sections whose use cannot be observed, or whose lines must not wait for it. */
const HELD = new Set(['rules', 'proposed', 'tripwires', 'failures']);

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
 * fit is left out whole and the next one tried. They keep their order. `onLeft` hears of those left out, with the tokens that
 * were missing when their turn came; `shape` gives a line as the block has it.
 */
export function packBlock<Line extends Sayable>(
  lines: readonly Line[],
  budget: number,
  { onLeft, shape }: { onLeft?: (line: Line, missing: number) => void; shape?: (line: Line) => string } = {},
): Line[] {
  let tokens = Math.min(budget, LIMITS.contextTokens.max) - FRAME_TOKENS;
  let bytes = LIMITS.contextBytes - FRAME_BYTES;
  const chosen = new Set<number>();
  for (const { index, cost, size } of byWorthPerToken(lines, shape)) {
    if (cost > tokens || size > bytes) {
      const line = lines[index];
      if (line !== undefined) onLeft?.(line, Math.max(cost - tokens, 0));
      continue;
    }
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

function byWorthPerToken<Line extends Sayable>(
  lines: readonly Line[],
  shape: (line: Line) => string = ({ text }) => text,
): { index: number; cost: number; size: number }[] {
  return lines
    .map((line, index) => {
      const text = shape(line);
      return { index, cost: lineTokens(text), size: Buffer.byteLength(text) + 1, worth: line.worth };
    })
    .filter((line) => line.worth > 0)
    .sort((one, other) => other.worth / other.cost - one.worth / one.cost || one.index - other.index);
}

/** The factor on a line's worth, from how often its item was injected and used. */
export function unusedFactor({ told, used }: { told: number; used: number }): number {
  if (used > 0 || told < SINK.from) return 1;
  return Math.max(SINK.floor, 1 - SINK.step * (told - SINK.from + 1));
}

/** Lowers the worth of lines whose items were injected many times and never used; a single use restores it. */
export async function decayUnused(store: Store, lines: readonly ContextLine[]): Promise<ContextLine[]> {
  const ids = lines.filter(({ section }) => !HELD.has(section)).map(({ id }): ItemId => id);
  if (ids.length === 0) return [...lines];
  const counts = await store.meter.counts(ids);
  return lines.map((line) => {
    const known = HELD.has(line.section) ? undefined : counts.get(line.id);
    return known === undefined ? line : { ...line, worth: line.worth * unusedFactor(known) };
  });
}
