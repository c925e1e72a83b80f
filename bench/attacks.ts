import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Attack, writtenAttacks } from './support/attacks/attacks.ts';
import { packageAttacks } from './support/attacks/package-attacks.ts';
import { type Counts, countsOf, type Figures, toResult } from './support/attacks/page.ts';
import { type Judged, runAttacks } from './support/attacks/run-attacks.ts';
import type { BenchResult } from './support/result.ts';

/** Harmless sessions around the attacks, and how many attacks share one memory of them. */
const SIZES: readonly { size: number; together: number }[] = [
  { size: 10, together: 10 },
  { size: 100, together: 20 },
  { size: 1_000, together: 400 },
];
const FIRST = fileURLToPath(new URL('./attack-texts/first-figures.json', import.meta.url));

/** Which attacks are run after how many sessions. */
export interface AttackOptions {
  /** Default all of 10, 100 and 1,000. */
  sizes?: readonly number[];
  /** Only those written by hand, without a network. */
  written?: boolean;
  isWanted?: (attack: Attack) => boolean;
  onJudged?: (judged: Judged) => void;
}

/** Runs the attacks; a package that cannot be had is named in `missing`, and on stderr. */
export async function measureAttacks({ sizes, written, isWanted = () => true, onJudged }: AttackOptions = {}): Promise<{
  counts: Counts;
  missing: string[];
}> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const packages = written ? { attacks: [], missing: [] } : packageAttacks(join(scratch, 'packages'));
    for (const one of packages.missing) process.stderr.write(`SKIPPED ${one}\n`);
    const attacks = [...writtenAttacks(), ...packages.attacks].filter(isWanted);
    const judged: Judged[] = [];
    for (const { size, together } of SIZES.filter((one) => sizes?.includes(one.size) ?? true)) {
      const options = { scratch, size, together: Math.min(together, attacks.length) };
      judged.push(...(await runAttacks(attacks, onJudged === undefined ? options : { ...options, onJudged })));
      process.stderr.write(`  ${attacks.length} attacks among ${size} sessions\n`);
    }
    return { counts: countsOf(judged), missing: packages.missing };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs all attacks and compares with the first figures. */
export async function run(): Promise<BenchResult> {
  const { counts, missing } = await measureAttacks();
  return toResult(counts, firstFigures(), missing);
}

/** The figures of the first run; none where there was none. */
export function firstFigures(): Figures {
  return existsSync(FIRST) ? (JSON.parse(readFileSync(FIRST, 'utf8')) as Figures) : {};
}
