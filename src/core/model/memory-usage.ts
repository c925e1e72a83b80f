import type { ItemId } from './ids.ts';

/**
 * How an injected item was used afterwards: requested by id (`fetched`); its file read or changed (`touched`); its
 * command run (`repeated`); the failure that a tripwire or failure hint warned of did not recur, though it could have
 * (`heeded`). `again` is not a use: it was injected, and recurred all the same.
 */
export const USAGE_KINDS = ['fetched', 'touched', 'repeated', 'heeded', 'again'] as const;

/** The usage of one injected item in its session. */
export interface MemoryUsage {
  injection: number;
  place: number;
  how: (typeof USAGE_KINDS)[number];
  /** Milliseconds since 1970. */
  at: number;
  /** The item that is the evidence. */
  by?: ItemId;
}

/** True for a kind that counts as used. */
export function countsAsUsed(how: MemoryUsage['how']): boolean {
  return how !== 'again';
}

/** True for an occasion of an injection that the agent did not ask for; neither for a tool's answer nor for a notice to its user. */
export function isUnasked(occasion: string): boolean {
  return occasion !== 'tool' && occasion !== 'notice';
}
