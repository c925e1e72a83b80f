/**
 * What is derived again. `items`: all, while what was there stays to be found; `index`: the same, after all that is derived
 * was dropped; `sessions`: what is made of whole sessions, and patterns; `patterns`: these alone.
 */
export const REBUILDABLE = ['items', 'index', 'sessions', 'patterns'] as const;
/** One of `REBUILDABLE`. */
export type Rebuildable = (typeof REBUILDABLE)[number];
