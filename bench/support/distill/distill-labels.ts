import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FailureLabel, PairLabel, SaidLabel } from './distill-score.ts';

const FOLDER = fileURLToPath(new URL('../../distill-labels', import.meta.url));

/** All marks made by hand; `halves` names the sessions that rules are made with, and those that only check them. */
export interface DistillLabels {
  halves: { tune: string[]; check: string[] };
  pairs: PairLabel[];
  failures: FailureLabel[];
  decisions: SaidLabel[];
  preferences: SaidLabel[];
}

/** Marks of what people said in sessions of which only the texts are kept. */
export interface PromptLabels {
  tune: string[];
  check: string[];
  decisions: SaidLabel[];
  preferences: SaidLabel[];
}

/** Reads the marks of `bench/distill-labels`. */
export function readLabels(): DistillLabels {
  const said = read('said') as Pick<DistillLabels, 'decisions' | 'preferences'>;
  return {
    halves: read('sessions') as DistillLabels['halves'],
    pairs: read('pairs') as PairLabel[],
    failures: read('failures') as FailureLabel[],
    ...said,
  };
}

/** Reads the marks of prompts, those of sessions of which only the texts are kept. */
export function readPromptLabels(): PromptLabels {
  return read('prompts') as PromptLabels;
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
}
