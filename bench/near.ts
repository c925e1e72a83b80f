import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as LIMITS from '../src/core/limits.ts';
import { bandsOf, shinglesOf } from '../src/core/text/minhash.ts';
import { truncateText } from '../src/derive/text/truncate-text.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const CORPUS = 'bench/corpora/commits-dev/docs.jsonl';
const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;
/** Pairs that have less in common are not kept. */
const LEAST = 0.5;

interface Said {
  role: string;
  shingles: Set<number>;
  bands: number[];
}

interface Pair {
  later: Said;
  /** Share of all shingles of the two that both have. */
  share: number;
  isFound: boolean;
}

/** Prompts and messages of real sessions that have enough words to be compared, in order. Bare paths are a tool's. */
function readSaid(): Said[] {
  const lines = readFileSync(join(DATA, CORPUS), 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { role, text } = JSON.parse(line) as { role: string; text: string };
    const shingles = shinglesOf(truncateText(text.trim(), { max: LIMITS.indexedChars }));
    if (shingles.length === 0 || !/\s/.test(text.trim())) return [];
    return [{ role, shingles: new Set(shingles), bands: bandsOf(shingles) }];
  });
}

/** All pairs that have at least `LEAST` in common, found by every shingle that they share. */
function pairsOf(said: readonly Said[]): Pair[] {
  const pairs: Pair[] = [];
  const holders = new Map<number, Said[]>();
  for (const later of said) {
    const shared = new Map<Said, number>();
    for (const shingle of later.shingles) {
      const earlier = holders.get(shingle) ?? [];
      for (const other of earlier) if (other.role === later.role) shared.set(other, (shared.get(other) ?? 0) + 1);
      holders.set(shingle, [...earlier, later]);
    }
    for (const [earlier, n] of shared) {
      const share = n / (earlier.shingles.size + later.shingles.size - n);
      if (share < LEAST) continue;
      pairs.push({ later, share, isFound: earlier.bands.some((band, i) => band === later.bands[i]) });
    }
  }
  return pairs;
}

/** How many memories of real sessions are nearly the same at which threshold, and how many of the pairs bands find. */
export async function run(): Promise<BenchResult> {
  const said = readSaid();
  const pairs = pairsOf(said);
  const rows = THRESHOLDS.map((threshold) => {
    const above = pairs.filter(({ share }) => share >= threshold);
    const differing = above.filter(({ share }) => share < 1);
    const found = differing.filter(({ isFound }) => isFound).length;
    return [
      threshold,
      above.length,
      differing.length,
      new Set(above.map(({ later }) => later)).size,
      differing.length === 0 ? '–' : round(found / differing.length, 2),
    ];
  });
  return {
    title: 'Near-duplicates',
    about: `${said.length} prompts and messages of at least eight words of 94 real coding sessions, each compared with every other of its kind by its three-word shingles (Jaccard), and by two bands of two MinHash rows. In linking, a candidate from a band is always compared exactly.`,
    columns: [
      'threshold',
      'pairs',
      'of them differing',
      'items with an earlier one',
      'differing pairs that share a band',
    ],
    rows,
    bounds: [],
    notes: NOTES,
  };
}

const NOTES = [
  'Ten pairs of each range were looked at, with those of 379 commands of ten more real sessions. From 0.9 on: ten of ten are the same thing said or done again (another duration, a word more). From 0.8 to 0.9: ten of ten (one word more or less; the same standing text with another ending; the same command with the same outcome). From 0.7 to 0.8: six of ten; four differ in what matters (a test that failed and the same one passing, a commit refused and the same one made, another value of the setting that was tried, other commands with the same listing). From 0.6 to 0.7: seven of ten. So the threshold is 0.8.',
  'Rows and bands on the same pairs and those of the commands, 36 differing pairs from 0.8 to 0.9 (all 15 from 0.9 on are found by each): 4 × 4 finds 36 and makes 675 candidates, 2 × 3 finds 36 of 1,974, 3 × 3 and 2 × 2 find 34 of 901 and 1,670, 2 × 1 finds 29 of 1,401 (rows × bands). What people and agents say has 2 × 2; commands, of which there are most, have 2 × 1: a band costs an item 21 bytes and about 10 µs. An item is compared with half another one on average, and with 16 at most.',
];
