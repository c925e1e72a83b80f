import type { FeatureName } from './features/feature-table.ts';

/**
 * How much each feature counts. Written by `npm run train:ranker`: fitted on commits-dev and devmembench;
 * locomo-dev, long-chat-dev, automemorybench chose between bounds, and show how it carries over.
 *
 * fitted on                 set                    any@1  any@5  any@10  frac@10  MRR
 * plain sum                 commits-dev sessions   42.5   66.7   73.2    72.2     0.534
 * plain sum                 devmembench sessions   85.1   98.9   100.0   95.9     0.915
 * plain sum                 automemorybench items  10.9   83.6   100.0   39.2     0.415
 * plain sum                 long-chat-dev items    38.9   74.1   87.0    58.8     0.543
 * plain sum                 locomo-dev items       40.2   63.6   76.0    71.9     0.518
 * plain sum                 locomo-dev sessions    73.9   92.9   97.8    95.5     0.825
 * all but commits-dev       commits-dev sessions   45.8   66.7   75.2    74.2     0.553
 * all but devmembench       devmembench sessions   86.9   98.9   100.0   96.1     0.924
 * commits-dev, devmembench  commits-dev sessions   45.1   66.7   73.9    72.9     0.555
 * commits-dev, devmembench  devmembench sessions   86.3   98.9   99.4    95.9     0.922
 * commits-dev, devmembench  automemorybench items  0.0    78.2   100.0   44.1     0.326
 * commits-dev, devmembench  long-chat-dev items    51.9   81.5   90.7    66.9     0.651
 * commits-dev, devmembench  locomo-dev items       39.2   76.8   86.5    81.7     0.550
 * commits-dev, devmembench  locomo-dev sessions    77.4   92.9   97.8    95.5     0.845
 */
export const RANKER_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  words: 0.37,
  wordRank: 0.43,
  vector: 0.34,
  vectorRank: 0.3,
  vectorSpread: 0.44,
  coverage: 0.2,
  together: 0.15,
  beside: 0.25,
  around: 0.43,
  session: 0.38,
  sessionWords: 0.37,
  kind: 0.3,
  length: 0.11,
};
