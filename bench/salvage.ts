import { sum } from '../src/core/sum.ts';
import type { BenchResult } from './support/result.ts';
import { DAMAGES, type Flip, flipPages } from './support/salvage/flip-pages.ts';
import { round } from './support/stats.ts';

const FLIPS = 300;
const WITH_BACKUP = 100;
const SIZE = { sessions: 6, worked: 600 };
const LEAST = 0.99;

/** A database of Cairn with one random page damaged, salvaged, 300 times alone and 100 times beside a backup. */
export async function run(): Promise<BenchResult> {
  const alone = await flipPages({ flips: FLIPS, size: SIZE });
  const beside = await flipPages({ flips: WITH_BACKUP, size: SIZE, firstSeed: 1_001, withBackup: true });
  const failed = [...alone, ...beside].filter(({ error, faults }) => error !== undefined || faults.length > 0);
  const unseen = [...alone, ...beside].filter(isUnseen);
  const wrong = sum([...alone, ...beside].map((flip) => flip.wrong));
  const share = shareOf(alone, 'back', 'others');
  return {
    title: 'Salvaging a damaged database',
    about: `One random page of a database of ${SIZE.sessions + 1} sessions is damaged (all noise, one bit, all zeros, or half noise), the database is salvaged by \`doctor --fix\`'s own function, and every row of the log is compared with what was there. Other rows are those of which no part lies on that page. Seeds 1 to ${FLIPS} without a backup, from 1,001 on with one. Of what lies on the page a bit may be in unused space. Plain doctor looks for a second of the clock.`,
    columns: [
      'damage',
      'flips',
      'seen by doctor',
      'by doctor --deep',
      'other rows',
      'back',
      'share',
      'rows on the page',
      'of these back',
    ],
    rows: [
      ...DAMAGES.map((damage) =>
        rowOf(
          damage,
          alone.filter((flip) => flip.damage === damage),
        ),
      ),
      rowOf('all, no backup', alone),
      rowOf('all, with a backup', beside),
    ],
    bounds: [
      {
        name: 'other rows back, no backup',
        wanted: `≥ ${LEAST * 100} %`,
        reached: percent(share),
        met: share >= LEAST,
      },
      {
        name: 'salvages that fail or leave a fault',
        wanted: '0',
        reached: String(failed.length),
        met: failed.length === 0,
      },
      {
        name: 'damages that cost a row and that `doctor --deep` does not see',
        wanted: '0',
        reached: String(unseen.length),
        met: unseen.length === 0,
      },
      { name: 'rows that were never there so', wanted: '0', reached: String(wrong), met: wrong === 0 },
    ],
    notes: worstOf(alone),
  };
}

/** Whether damage that cost a row goes unnoticed though everything is read. */
function isUnseen({ hit, hitBack, others, back, isSeenDeep }: Flip): boolean {
  return hitBack + back < hit + others && !isSeenDeep;
}

function rowOf(name: string, flips: readonly Flip[]): (string | number)[] {
  const total = (field: 'others' | 'back' | 'hit' | 'hitBack'): number => sum(flips.map((flip) => flip[field]));
  return [
    name,
    flips.length,
    flips.filter(({ isSeen }) => isSeen).length,
    flips.filter(({ isSeenDeep }) => isSeenDeep).length,
    total('others'),
    total('back'),
    percent(shareOf(flips, 'back', 'others')),
    total('hit'),
    total('hitBack'),
  ];
}

function shareOf(flips: readonly Flip[], part: 'back', whole: 'others'): number {
  return sum(flips.map((flip) => flip[part])) / Math.max(1, sum(flips.map((flip) => flip[whole])));
}

/** The seeds that lost most, with what they lost. */
function worstOf(flips: readonly Flip[]): string[] {
  const losing = flips
    .filter(({ others, back }) => others > back)
    .sort((a, b) => b.others - b.back - (a.others - a.back));
  return losing.slice(0, 5).map(({ seed, damage, page, missing }) => {
    const what = Object.entries(missing).map(([table, n]) => `${n} of ${table}`);
    return `Seed ${seed} (${damage}, page ${page}) cost ${what.join(', ')}: rows that nothing names once the row that named them is gone.`;
  });
}

function percent(share: number): string {
  return `${round(share * 100, 3)} %`;
}
