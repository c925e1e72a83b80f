import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CleanEvent } from '../src/core/model/event.ts';
import { numberedEventId } from '../src/core/model/ids.ts';
import { type DeriveCost, DerivedSession } from './support/generated/derived-session.ts';
import { reportedTurn, subagentEvents, TURN } from './support/generated/reported-turns.ts';
import { createRandom } from './support/generated/varied-text.ts';
import { heldBytes } from './support/process-figures.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round } from './support/stats.ts';

const SIZES = [50, 500, 5_000, 20_000] as const;
const LONG = 20_000;
const BATCH = 200;
/**
 * A session with subagents: its own events, turns between two subagents, events per subagent, and turns until the
 * transcript of a subagent is read.
 */
const SUBAGENTS = { events: 5_000, each: 10, count: 50, later: 3 };
/** Events up to which a small session is measured repeatedly, since one run is too short to measure. */
const MEASURED = 2_000;
const MOST_EVERYDAY_MS = 3;
const MOST_LATE_MS = 10_000;
const MOST_PAUSE_MS = 250;

/**
 * What the same measured with what was there before: each event remembered what its rules had asked of the session, and only
 * those that a late fact answers otherwise were derived again (commit e63ae08, on the machine of the first result).
 */
const BEFORE: readonly (string | number)[][] = [
  ['turns, 50 events a session', 51, 2.22, 45, 4],
  ['turns, 500 events a session', 100, 1.75, 25, 4],
  ['turns, 5000 events a session', 85, 4.51, 212, 10],
  ['turns, 20000 events a session', 148, 8.74, 485, 25],
  ['import in order', 0, 0.68, 53, 14],
  ['import in any order', 9_554, 1.13, 76, 32],
  ['import, subagents last', 26, 0.52, 37, 2],
  ['turns, subagents told late', 105, 3.85, 144, 17],
  ['a prompt, in memory', 0, 5, 2, ''],
  ['a result that is said again, in memory', 1, 5, 1, ''],
  ['a prompt, after a restart', 19_000, 12_227, 46, ''],
  ['a result that is said again, after a restart', 19_000, 8_956, 41, ''],
];

/** A way in which events arrive, and what it cost. */
interface Row extends DeriveCost {
  name: string;
  /** Events that arrived. */
  events: number;
  held: number;
}

/** What it costs that events become known later than others that happened after them. */
export async function run(): Promise<BenchResult> {
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(await measure(`turns, ${size} events a session`, { size, play: byTurns }));
  rows.push(await measure('import in order', { size: LONG, play: inOrder }));
  rows.push(await measure('import in any order', { size: LONG, play: inAnyOrder }));
  rows.push(await measure('import, subagents last', { size: SUBAGENTS.events, play: subagentsLast }));
  rows.push(await measure('turns, subagents told late', { size: SUBAGENTS.events, play: subagentsLate }));
  const late = [await lateEvents('in memory', false), await lateEvents('after a restart', true)].flat();
  return {
    title: 'Events that come late',
    about: `Generated sessions of turns of ${TURN} events. "Turns": hooks tell a prompt, three commands and the last words one by one, then the transcript tells all of the turn, those again. "Again" are events that are derived once more because of others. Time is what the process worked at deriving, all its threads together; a pause is the longest work of the thread without letting anything else run; held is what JavaScript holds at the end.`,
    columns: ['', 'events', 'derived', 'again', 'ms an event', 'worst pause, ms', 'held, MB'],
    rows: rows.map((row) => [
      row.name,
      row.events,
      row.derived,
      row.again,
      round(row.ms / row.events, 2),
      round(row.pauseMs, 0),
      round(row.held / 1e6, 0),
    ]),
    bounds: boundsOf(rows, late),
    details: [
      {
        title: 'One event at the beginning of a long session',
        about: `All ${LONG} events of a session are derived when one more arrives that happened before them.`,
        columns: ['', 'again', 'ms', 'worst pause, ms'],
        rows: late.map(({ name, again, ms, pauseMs }) => [name, again, round(ms, 0), round(pauseMs, 0)]),
      },
      {
        title: 'With questions remembered',
        about:
          'What the same bench gave when each event remembered what it had asked of its session, so that only those that a late fact answers otherwise were derived again. It was better for single events from long ago in a session that was in memory since its beginning, and where the transcripts of subagents come last in an import. Measured on the machine of the first result while others worked on it; two pairs of runs side by side gave 3.9 and 3.9 ms before, 1.2 and 1.2 ms now, for turns of 5000 events. The table is not measured again.',
        columns: ['', 'again', 'ms an event', 'worst pause, ms', 'held, MB'],
        rows: BEFORE.map((row) => [...row]),
      },
    ],
  };
}

/** One kind of arrival, for sessions of a size one after the other until enough is measured. */
async function measure(
  name: string,
  { size, play }: { size: number; play: (session: DerivedSession, events: number) => Promise<number> },
): Promise<Row> {
  const row: Row = { name, events: 0, ms: 0, derived: 0, again: 0, pauseMs: 0, held: 0 };
  while (row.events < Math.min(MEASURED, size * 20)) {
    await withSession(async (session) => {
      const before = heldBytes();
      row.events += await play(session, size);
      row.held = Math.max(row.held, heldBytes() - before);
      const cost = session.takeCost();
      for (const part of ['ms', 'derived', 'again'] as const) row[part] += cost[part];
      row.pauseMs = Math.max(row.pauseMs, cost.pauseMs);
    });
  }
  return row;
}

async function withSession<Value>(use: (session: DerivedSession) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const session = new DerivedSession(join(folder, 'cairn.db'));
  try {
    return await use(session);
  } finally {
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function byTurns(session: DerivedSession, events: number): Promise<number> {
  for (let turn = 0; turn < Math.ceil(events / TURN); turn += 1) await playTurn(session, turn);
  return Math.ceil(events / TURN) * TURN;
}

async function playTurn(session: DerivedSession, turn: number): Promise<void> {
  const { hooks, transcript } = reportedTurn(turn);
  for (const event of hooks) await session.arrive([event]);
  await session.arrive(transcript);
  await session.settle();
}

function inOrder(session: DerivedSession, events: number): Promise<number> {
  return importAll(session, transcriptOf(events));
}

function inAnyOrder(session: DerivedSession, events: number): Promise<number> {
  const random = createRandom(11);
  const placed = transcriptOf(events).map((event): [number, CleanEvent] => [random(), event]);
  return importAll(
    session,
    placed.sort((one, other) => one[0] - other[0]).map(([, event]) => event),
  );
}

function subagentsLast(session: DerivedSession, events: number): Promise<number> {
  const turns = events / TURN;
  const late = Array.from({ length: turns }, (_, turn) => subagentOf(turn)).flat();
  return importAll(session, [...transcriptOf(events), ...late]);
}

/** Reads a subagent's transcript some turns after the turn in which it ran, since it ran in the background. */
async function subagentsLate(session: DerivedSession, events: number): Promise<number> {
  let count = 0;
  for (let turn = 0; turn < events / TURN; turn += 1) {
    const late = subagentOf(turn - SUBAGENTS.later);
    if (late.length > 0) await session.arrive(late);
    await playTurn(session, turn);
    count += TURN + late.length;
  }
  return count;
}

function subagentOf(turn: number): CleanEvent[] {
  const at = reportedTurn(turn).transcript[1]?.at;
  if (turn < 0 || turn % SUBAGENTS.each !== 0 || at === undefined) return [];
  return subagentEvents(`a${turn}`, { at, count: SUBAGENTS.count });
}

async function importAll(session: DerivedSession, events: readonly CleanEvent[]): Promise<number> {
  for (let at = 0; at < events.length; at += BATCH) await session.arrive(events.slice(at, at + BATCH));
  await session.settle();
  return events.length;
}

function transcriptOf(events: number): CleanEvent[] {
  return Array.from({ length: events / TURN }, (_, turn) => reportedTurn(turn).transcript).flat();
}

/** A prompt, then a result of reading, each before all others of a long session. */
function lateEvents(when: string, isRestarted: boolean): Promise<Row[]> {
  return withSession(async (session) => {
    await inOrder(session, LONG);
    const rows: Row[] = [];
    for (const [place, name] of [
      [0, 'a prompt'],
      [SAID_LATER, 'a result that is said again'],
    ] as const) {
      if (isRestarted) await session.restart();
      session.takeCost();
      await session.arrive(earlier(place));
      await session.settle();
      rows.push({ name: `${name}, ${when}`, events: 1, held: 0, ...session.takeCost() });
    }
    return rows;
  });
}

/** Place in its turn of a result whose words are said again at its end. */
const SAID_LATER = 17;

/** An event of the first turn, told once more as another one that happened before it. */
function earlier(place: number): CleanEvent[] {
  const [first, event] = [reportedTurn(0).transcript[0], reportedTurn(0).transcript[place]];
  if (first === undefined || event === undefined) return [];
  const key = { agent: event.agent, session: event.session, phase: 'late', number: String(place) };
  return [{ ...event, key: { id: numberedEventId(key) }, at: first.at - 60_000 + place }];
}

function boundsOf(rows: readonly Row[], late: readonly Row[]): Bound[] {
  const everyday = rows.filter(({ name }) => name.startsWith('turns'));
  const bound = (name: string, { value, most, unit }: { value: number; most: number; unit: string }): Bound => ({
    name,
    wanted: `≤ ${most} ${unit}`,
    reached: `${round(value, 1)} ${unit}`,
    met: value <= most,
  });
  return [
    bound('turns, an event', {
      value: Math.max(...everyday.map(({ ms, events }) => ms / events)),
      most: MOST_EVERYDAY_MS,
      unit: 'ms',
    }),
    bound('one late event', { value: Math.max(...late.map(({ ms }) => ms)), most: MOST_LATE_MS, unit: 'ms' }),
    bound('a pause', {
      value: Math.max(...[...rows, ...late].map(({ pauseMs }) => pauseMs)),
      most: MOST_PAUSE_MS,
      unit: 'ms',
    }),
  ];
}
