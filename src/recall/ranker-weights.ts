import type { FeatureName } from './features/feature-table.ts';

/**
 * How much each feature counts. Written by `npm run train:ranker`: fitted on commits-dev and devmembench;
 * locomo-dev, long-chat-dev, automemorybench chose between bounds, and show how it carries over.
 *
 * fitted on                 set                    any@1  any@5  any@10  frac@10  MRR
 * plain sum                 commits-dev sessions   42.5   62.7   71.9    70.9     0.523
 * plain sum                 devmembench sessions   85.7   98.9   100.0   96.1     0.915
 * plain sum                 automemorybench items  10.9   89.1   100.0   41.5     0.420
 * plain sum                 long-chat-dev items    42.6   72.2   85.2    56.9     0.563
 * plain sum                 locomo-dev items       41.6   63.4   76.2    71.7     0.526
 * plain sum                 locomo-dev sessions    73.7   93.3   97.8    95.5     0.825
 * all but commits-dev       commits-dev sessions   43.8   64.7   73.9    73.2     0.537
 * all but devmembench       devmembench sessions   86.9   98.3   100.0   96.2     0.923
 * commits-dev, devmembench  commits-dev sessions   45.1   66.0   72.5    71.9     0.546
 * commits-dev, devmembench  devmembench sessions   85.7   98.3   100.0   96.2     0.919
 * commits-dev, devmembench  automemorybench items  0.0    83.6   100.0   43.8     0.331
 * commits-dev, devmembench  long-chat-dev items    50.0   81.5   90.7    67.0     0.641
 * commits-dev, devmembench  locomo-dev items       40.2   77.4   86.1    81.3     0.557
 * commits-dev, devmembench  locomo-dev sessions    77.6   93.1   97.8    95.3     0.845
 */
export const RANKER_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  words: 0.36,
  wordRank: 0.43,
  vector: 0.36,
  vectorRank: 0.34,
  vectorSpread: 0.43,
  coverage: 0.22,
  together: 0.15,
  beside: 0.25,
  around: 0.49,
  session: 0.34,
  sessionWords: 0.38,
  kind: 0.3,
  length: 0.15,
};
