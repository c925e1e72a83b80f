// Fits how much each feature of the ranker counts (`npm run train:ranker`) and writes `src/retrieval/ranking/ranker-weights.ts` with
// the scores it reached. Deterministic: the same data gives the same file.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FEATURES } from '../src/retrieval/ranking/features/feature-table.ts';
import { type Bounds, fitWeights, type Weights } from './ranker/fit-weights.ts';
import { judge } from './ranker/judge.ts';
import { CHOSEN_BY, FITTED, readTrainingSets, type TrainingSet } from './ranker/training-set.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const FILE = new URL('../src/retrieval/ranking/ranker-weights.ts', import.meta.url);
/** The weights as they are written: so that a score seldom exceeds 5. */
const SCALE = 0.5;

/** Chosen, not fitted: steps of a few tenths, by all sets together. */
const BOUNDS: Bounds = {
  // Finding a session says nothing of who in it answers; in long chats it is mostly the person.
  kind: { least: 0.6 },
  together: { least: 0.3 },
  beside: { most: 0.5 },
  length: { most: 0.4 },
};

const PLAIN: Weights = { ...(Object.fromEntries(FEATURES.map((name) => [name, 0])) as Weights), words: 1, vector: 0.5 };

async function main(): Promise<void> {
  const sets = await readTrainingSets(DATA, process.env.CAIRN_BENCH_VECTORS);
  const fitted = sets.filter(({ name }) => (FITTED as readonly string[]).includes(name));
  const weights = fitWeights(fitted, BOUNDS);
  const rows = [
    ['fitted on', 'set', 'any@1', 'any@5', 'any@10', 'frac@10', 'MRR'],
    ...figuresOf('plain sum', sets, PLAIN),
  ];
  for (const left of fitted) {
    const rest = fitted.filter((set) => set !== left);
    rows.push(...figuresOf(`all but ${left.name}`, [left], fitWeights(rest, BOUNDS)));
  }
  rows.push(...figuresOf(FITTED.join(', '), sets, weights));
  process.stdout.write(`${rows.map((row) => row.join('\t')).join('\n')}\n`);
  writeFileSync(FILE, fileOf(weights, rows));
}

/** One row for each set and kind of answer, in percent. */
function figuresOf(label: string, sets: readonly TrainingSet[], weights: Weights): string[][] {
  return sets.flatMap((set) =>
    Object.entries(judge(set, weights)).flatMap(([answer, found]) =>
      found.questions === 0
        ? []
        : [
            [
              label,
              `${set.name} ${answer}`,
              ...[found.any1, found.any5, found.any10, found.frac10].map(percent),
              found.mrr.toFixed(3),
            ],
          ],
    ),
  );
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function fileOf(weights: Weights, [head = [], ...rows]: readonly string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    ` * ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  return [
    "import type { FeatureName } from './features/feature-table.ts';",
    '',
    '/**',
    ` * How much each feature counts. Written by \`npm run train:ranker\`: fitted on ${FITTED.join(' and ')};`,
    ` * ${CHOSEN_BY.join(', ')} chose between bounds, and show how it carries over.`,
    ' *',
    ...[head, ...rows].map(line),
    ' */',
    'export const RANKER_WEIGHTS: Readonly<Record<FeatureName, number>> = {',
    ...FEATURES.map((name) => `  ${name}: ${Number((SCALE * weights[name]).toFixed(2))},`),
    '};',
    '',
  ].join('\n');
}

await main();
