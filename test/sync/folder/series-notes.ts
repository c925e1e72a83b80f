import type { SeriesNotes } from '../../../src/sync/folder/own-series.ts';

/** What a home that writes knows of its series, as long as the test runs. */
export function seriesNotes(): SeriesNotes {
  let kept: string | undefined;
  return {
    read: async () => kept,
    write: async (text) => {
      kept = text;
    },
  };
}
