import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FailureLabel, PairLabel, SaidLabel } from './distill-score.ts';

const FOLDER = fileURLToPath(new URL('../distill-labels', import.meta.url));

/** All marks made by hand; `halves` names the sessions that rules are made with, and those that only check them. */
export interface DistillLabels {
  halves: { tune: string[]; check: string[] };
  pairs: PairLabel[];
  failures: FailureLabel[];
  decisions: SaidLabel[];
  preferences: SaidLabel[];
}

/** Reads the marks of `bench/distill-labels`. */
export function readLabels(): DistillLabels {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
  const said = read('said') as Pick<DistillLabels, 'decisions' | 'preferences'>;
  return {
    halves: read('sessions') as DistillLabels['halves'],
    pairs: read('pairs') as PairLabel[],
    failures: read('failures') as FailureLabel[],
    ...said,
  };
}
