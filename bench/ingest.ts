import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEventInput } from '../src/api/requests.ts';
import { redact } from '../src/privacy/redact.ts';
import { type Batch, openBare, rowsOf } from './support/bare-loop.ts';
import { openBenchMemory } from './support/bench-memory.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const EVENTS = 20_000;
const BATCH = 200;
const RUNS = 5;

/** Commands with their output, 300 characters together. */
function eventsOf(): AgentEventInput[] {
  return Array.from({ length: EVENTS }, (_, n) => {
    const text = variedText(n + 1, 300);
    return {
      kind: 'tool.end',
      sessionId: `session ${Math.floor(n / 400)}`,
      number: String(n),
      at: 1_760_000_000_000 + n * 7_313,
      tool: 'Bash',
      input: { command: text.slice(0, 40) },
      output: text.slice(40),
    };
  });
}

async function throughSdk(
  folder: string,
  events: readonly AgentEventInput[],
): Promise<{ perSecond: number; db: string }> {
  const { memory, paths } = openBenchMemory(folder);
  const began = performance.now();
  for (let at = 0; at < events.length; at += BATCH) await memory.record(events.slice(at, at + BATCH));
  await memory.settled({ timeoutMs: 120_000 });
  const perSecond = events.length / ((performance.now() - began) / 1_000);
  await memory.close();
  return { perSecond, db: paths.db };
}

/** The same rows into the same tables, and one pass of redaction over each text, with nothing around them. */
async function bareLoop(path: string, written: string, events: readonly AgentEventInput[]): Promise<number> {
  const batches: Batch[] = rowsOf(written, { events: EVENTS, batch: BATCH });
  const bare = await openBare(path, written, batches);
  const began = performance.now();
  for (const [number] of batches.entries()) {
    for (const event of events.slice(number * BATCH, (number + 1) * BATCH)) redact(`${event.output}`);
    await bare.write(number);
  }
  const perSecond = EVENTS / ((performance.now() - began) / 1_000);
  await bare.close();
  return perSecond;
}

/** Batch ingest through `record`, all that follows included, against a bare loop in the same run; bytes on disk. */
export async function run(): Promise<BenchResult> {
  const events = eventsOf();
  const [sdk, bare, bytes]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < RUNS; i += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
    const through = await throughSdk(join(folder, 'home'), events);
    sdk.push(through.perSecond);
    bytes.push(statSync(through.db).size / EVENTS);
    bare.push(await bareLoop(join(folder, 'bare.db'), through.db, events));
    rmSync(folder, { recursive: true, force: true });
  }
  const [a, b, size] = [spreadOf(sdk), spreadOf(bare), spreadOf(bytes)];
  const share = spreadOf(sdk.map((value, i) => value / (bare[i] ?? 1)));
  const row = (name: string, { min, median, max, count }: typeof a, digits = 0): (string | number)[] => [
    name,
    round(min, digits),
    round(median, digits),
    round(max, digits),
    count,
  ];
  const wanted = (name: string, bound: string, { value, met }: { value: string; met: boolean }) => ({
    name,
    wanted: bound,
    reached: value,
    met,
  });
  return {
    title: 'Ingest',
    about: `${EVENTS} commands with their output, 300 characters each, in batches of ${BATCH} through \`record\` until all is derived and indexed, against a loop that redacts the same texts and writes the same rows into the same tables.`,
    columns: ['', 'min', 'median', 'max', 'runs'],
    rows: [
      row('record, events/s', a),
      row('bare loop, events/s', b),
      row('share of the bare loop', share, 2),
      row('bytes on disk an observation', size),
    ],
    bounds: [
      wanted('events a second', '≥ 6,000', { value: `${round(a.median, 0)}`, met: a.median >= 6_000 }),
      wanted('share of a bare loop', '≥ 0.6', { value: `${round(share.median, 2)}`, met: share.median >= 0.6 }),
      wanted('bytes an observation', '≤ 1,228', { value: `${round(size.median, 0)}`, met: size.median <= 1_228 }),
    ],
  };
}
