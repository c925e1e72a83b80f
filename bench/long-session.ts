import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPENDED, GrowingSession, KEPT_BACK } from './support/generated/growing-session.ts';
import { heldBytes, worked } from './support/process-figures.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round } from './support/stats.ts';

const SIZES = [10_000, 50_000, 100_000, 200_000] as const;
const LAST = 200_000;
/** Batches before each size whose work is reported. */
const LOOKED_AT = 5;
const MOST_GROWTH = 1.5;
const MOST_MB = 150;
const MOST_RESTART_MS = 2_000;

/** What a session of some length costs: milliseconds of own work, bytes. */
interface Cost {
  events: number;
  batchMs: number;
  resident: number;
  held: number;
  restartMs: number;
}

/** What events that come late cost. */
interface Late {
  name: string;
  came: number;
  derived: number;
  ms: number;
}

/** One session that grows to 200,000 events: what more of it costs, a restart, a rebuild, and what comes late. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const heldBefore = heldBytes();
    const session = new GrowingSession(join(folder, 'cairn.db'));
    const costs: Cost[] = [];
    for (const size of SIZES) costs.push(await costAt(session, size));
    const late = await lateCosts(session);
    await session.restart();
    const rebuildMs = await worked(() => session.rebuild());
    await session.close();
    return {
      title: 'One long session',
      about: `One generated session, appended and derived ${APPENDED} events at a time. Time is what the process worked, all its threads together: of ${APPENDED} more events (the mean of ${LOOKED_AT} batches), and of ${APPENDED} more right after a restart. Memory is resident, most after one of these batches, and held by JavaScript once it is tidied up.`,
      columns: ['events', '1,000 more, ms', 'resident, MB', 'held, MB', '1,000 after a restart, ms'],
      rows: costs.map((cost) => [
        cost.events,
        round(cost.batchMs, 0),
        round(cost.resident / 1e6, 0),
        round(cost.held / 1e6, 0),
        round(cost.restartMs, 0),
      ]),
      bounds: boundsOf(costs, heldBefore),
      notes: [`A rebuild of the items of all ${LAST} events takes ${round(rebuildMs / LAST, 2)} ms an event.`],
      details: [
        {
          title: 'What comes late',
          about: `One event in ${KEPT_BACK} was kept back, prompts and results of reading from all over the session. Half of them come after a restart, then the other half.`,
          columns: ['', 'events that come', 'events that are derived', 'ms'],
          rows: late.map(({ name, came, derived, ms }) => [name, came, derived, round(ms, 0)]),
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function costAt(session: GrowingSession, events: number): Promise<Cost> {
  const cost: Cost = { events, batchMs: 0, resident: 0, held: 0, restartMs: 0 };
  while (session.length < events - APPENDED) {
    const ms = await worked(() => session.grow());
    if (session.length < events - (LOOKED_AT + 1) * APPENDED) continue;
    cost.batchMs += ms / LOOKED_AT;
    cost.resident = Math.max(cost.resident, process.memoryUsage().rss);
  }
  cost.held = heldBytes();
  await session.restart();
  cost.restartMs = await worked(() => session.grow());
  return cost;
}

async function lateCosts(session: GrowingSession): Promise<Late[]> {
  const costs: Late[] = [];
  for (const [i, name] of ['after a restart', 'then'].entries()) {
    if (i === 0) await session.restart();
    const events = session.keptBack.filter((_, place) => place % 4 < 2 === (i === 0));
    session.takeCost();
    const ms = await worked(() => session.add(events));
    costs.push({ name, came: events.length, derived: session.takeCost().derived, ms });
  }
  return costs;
}

function boundsOf(costs: readonly Cost[], heldBefore: number): Bound[] {
  const [first, last] = [costs[0], costs.at(-1)];
  if (first === undefined || last === undefined) return [];
  const restartMs = Math.max(...costs.map((cost) => cost.restartMs));
  const bound = (name: string, { value, most, unit }: { value: number; most: number; unit: string }): Bound => ({
    name,
    wanted: `≤ ${most}${unit}`,
    reached: `${round(value, most < 10 ? 2 : 0)}${unit}`,
    met: value <= most,
  });
  return [
    bound(`1,000 more at ${LAST} events beside ${SIZES[0]}`, {
      value: last.batchMs / first.batchMs,
      most: MOST_GROWTH,
      unit: ' times',
    }),
    bound(`resident at ${LAST} events beside ${SIZES[0]}`, {
      value: (last.resident - first.resident) / 1e6,
      most: MOST_MB,
      unit: ' MB',
    }),
    bound('held beside the beginning', { value: (last.held - heldBefore) / 1e6, most: MOST_MB, unit: ' MB' }),
    bound('1,000 after a restart', { value: restartMs, most: MOST_RESTART_MS, unit: ' ms' }),
  ];
}
