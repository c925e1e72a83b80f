import type { ObservationKind } from './kinds.ts';

/**
 * Duplicate windows by observation kind, in milliseconds: an equal observation within this time after another is a
 * repetition of it. Kinds that are absent never repeat.
 */
export const DUPLICATE_WINDOWS_MS: Readonly<Partial<Record<ObservationKind, number>>> = {
  'file-read': 60_000,
  'file-write': 10_000,
  command: 30_000,
  research: 120_000,
  delegation: 60_000,
};

/** The longest of the windows, in milliseconds. */
export const LONGEST_DUPLICATE_WINDOW_MS = 120_000;
