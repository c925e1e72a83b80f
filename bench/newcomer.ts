import { FIRST_ROWS, LAST_ROWS, type Row } from './support/newcomer/rows-begin.ts';
import { MORE_ROWS } from './support/newcomer/rows-more.ts';
import { USE_ROWS } from './support/newcomer/rows-use.ts';
import { TASKS, walkTask } from './support/newcomer/tasks.ts';
import { beginWalk, type Walk } from './support/newcomer/walk.ts';
import type { BenchResult } from './support/result.ts';

const ROWS_WANTED = 34;

/** Cairn as a new user meets it: a checklist of 42 rows and twenty tasks, over a fresh home, in pipes and windows. */
export async function run(): Promise<BenchResult> {
  const walk = beginWalk();
  try {
    const rows = await look([...FIRST_ROWS, ...USE_ROWS, ...MORE_ROWS], walk);
    const tasks: Awaited<ReturnType<typeof walkTask>>[] = [];
    for (const task of TASKS) tasks.push(await walkTask(task, walk));
    rows.push(...(await look(LAST_ROWS, walk)));
    const held = rows.filter(({ holds }) => holds).length;
    const found = tasks.filter(({ holds }) => holds).length;
    return {
      title: 'A new user’s walk',
      about:
        'A checklist of 42 rows and twenty tasks, walked on the built product: a fresh home, two agents with settings of their own, the sessions of the example project as an agent left them. Each row runs the commands and looks at what they show, in a pipe or in a window. Rows of the dashboard are not walked here: the tests that hold them are named.',
      columns: ['row', 'asks for', '', 'seen'],
      rows: rows
        .sort((a, b) => a.row - b.row)
        .map(({ row, asks, holds, seen }) => [row, asks, holds ? 'holds' : '**falls**', seen]),
      bounds: [
        {
          name: 'rows that hold',
          wanted: `≥ ${ROWS_WANTED} of 42`,
          reached: `${held} of ${rows.length}`,
          met: held >= ROWS_WANTED,
        },
        {
          name: 'tasks found in the help at the first try',
          wanted: `${TASKS.length}`,
          reached: String(found),
          met: found === TASKS.length,
        },
      ],
      details: tasks.map(({ title, about }) => ({ title, about, columns: [], rows: [] })),
    };
  } finally {
    walk.close();
  }
}

async function look(
  rows: readonly Row[],
  walk: Walk,
): Promise<{ row: number; asks: string; holds: boolean; seen: string }[]> {
  const looked = [];
  for (const { row, asks, look: see } of rows) {
    try {
      looked.push({ row, asks, holds: true, seen: await see(walk) });
    } catch (error) {
      looked.push({ row, asks, holds: false, seen: toCell(error) });
    }
  }
  return looked;
}

function toCell(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, 200).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
}
