/**
 * What is derived again. `items`: all, while what was there stays to be found; `index`: the same, after all that is derived
 * was dropped; `sessions`: what is made of whole sessions, and patterns; `patterns`: these alone; `vectors`: each is made
 * again by the model, and the former one counts until then.
 */
export const REBUILDABLE = ['items', 'index', 'sessions', 'patterns', 'vectors'] as const;
/** One of `REBUILDABLE`. */
export type Rebuildable = (typeof REBUILDABLE)[number];
