import type { ItemId } from './ids.ts';

/**
 * How a told memory was used afterwards: asked for by id (`fetched`); its file read or changed (`touched`); its command run
 * (`repeated`); a tripwire or a failure that was told and was not met again, though there was occasion (`heeded`). `again`
 * is no use: it was told and met all the same.
 */
export const USAGE_KINDS = ['fetched', 'touched', 'repeated', 'heeded', 'again'] as const;

/** What became of one told memory in its session. */
export interface MemoryUsage {
  injection: number;
  place: number;
  how: (typeof USAGE_KINDS)[number];
  /** Milliseconds since 1970. */
  at: number;
  /** The item that shows it. */
  by?: ItemId;
}

/** True for what counts as used. */
export function countsAsUsed(how: MemoryUsage['how']): boolean {
  return how !== 'again';
}
