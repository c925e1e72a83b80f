import type { ItemId } from './ids.ts';

/**
 * How a told memory was used afterwards: asked for by id (`fetched`); its file read or changed (`touched`); its command run
 * (`repeated`); a tripwire or a failure that was told and was not met again, though there was occasion (`heeded`). `again`
 * is no use: it was told and met all the same.
 */
export const USES = ['fetched', 'touched', 'repeated', 'heeded', 'again'] as const;

/** What became of one told memory in its session. */
export interface Use {
  injection: number;
  place: number;
  how: (typeof USES)[number];
  /** Milliseconds since 1970. */
  at: number;
  /** The item that shows it. */
  by?: ItemId;
}

/** True for what counts as used. */
export function isUsed(how: Use['how']): boolean {
  return how !== 'again';
}
