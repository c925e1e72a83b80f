import type { ObservationKind } from './kinds.ts';

/**
 * Within how many milliseconds after an observation an equal one is a repetition (mission C10). Kinds that are absent
 * never repeat.
 */
export const DUPLICATE_WINDOWS_MS: Readonly<Partial<Record<ObservationKind, number>>> = {
  'file-read': 60_000,
  'file-write': 10_000,
  command: 30_000,
  research: 120_000,
  delegation: 60_000,
};

/** The longest of the windows. */
export const LONGEST_DUPLICATE_WINDOW_MS = 120_000;
