import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash53 } from '../src/core/hash.ts';
import type { CleanEvent } from '../src/core/model/event.ts';
import { itemId, numberedEventId, projectId, sessionId } from '../src/core/model/ids.ts';
import type { Item } from '../src/core/model/item.ts';
import { termsOf } from '../src/core/text/terms.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import { openBare, rowsOf, type Side } from './support/bare-loop.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const EVENTS = 20_000;
const BATCH = 200;
const RUNS = 5;
const TEXT_CHARS = 300;

interface Observed {
  event: CleanEvent;
  item: Item;
}

/** A command with its output, 300 characters together, and the observation of it. */
function observe(n: number): Observed {
  const text = variedText(n + 1, TEXT_CHARS);
  const [command, output] = [text.slice(0, 40), text.slice(40)];
  const agentSession = `session ${Math.floor(n / 400)}`;
  const id = numberedEventId({ agent: 'bench', session: agentSession, phase: 'tool.end', number: String(n) });
  const project = projectId(`project ${Math.floor(n / 400) % 20}`);
  const place = { session: sessionId('bench', agentSession), project, at: 1_760_000_000_000 + n * 7_313 };
  const prompt = `prompt ${Math.floor(n / 15)}`;
  const body = { kind: 'tool.end' as const, tool: 'Bash', input: { command }, output, success: true, exitCode: 0 };
  const title = `Ran ${command.slice(0, 26)}`;
  const detail = { observation: 'command' as const, tool: 'Bash', success: true, exitCode: 0, tokens: 75, prompt };
  return {
    event: {
      ...place,
      agent: 'bench',
      agentSession,
      key: { id },
      source: 'transcript',
      authority: 2,
      cwd: '/home/dev/shop',
      prompt,
      privacy: 1,
      body,
    },
    item: {
      ...place,
      id: itemId('observation', id, 'observed'),
      kind: 'observation',
      event: id,
      author: 'tool',
      exposed: false,
      rule: 'observed@1',
      title,
      text,
      terms: termsOf(`${title}\n${text}`),
      detail: n % 2 === 0 ? detail : { ...detail, filesChanged: [`src/part-${n % 300}.ts`] },
      contentHash: hash53(`${title}\0${text}`),
    },
  };
}

async function openOurs(path: string, all: readonly Observed[]): Promise<Side> {
  const store = openSqliteStore({ path });
  await store.checkpoint();
  return {
    async write(number) {
      const batch = all.slice(number * BATCH, (number + 1) * BATCH);
      await store.log.append({ events: batch.map(({ event }) => event) });
      const began = performance.now();
      const derived = await store.log.pending(BATCH);
      const read = performance.now() - began;
      await store.items.apply({ derived, put: batch.map(({ item }) => item) });
      return read;
    },
    close: () => store.close(),
  };
}

/** Events a second of both sides; `whole` is ours with the reading of what waits to be derived. */
interface Race {
  ours: number;
  whole: number;
  bare: number;
}

/** Writes all batches of both sides in turns, so that what else the machine does falls on both. */
async function race(ours: Side, bare: Side): Promise<Race> {
  const spent = { ours: 0, whole: 0, bare: 0 };
  for (let batch = 0; batch < EVENTS / BATCH; batch += 1) {
    const began = performance.now();
    const read = await ours.write(batch);
    const between = performance.now();
    await bare.write(batch);
    spent.whole += between - began;
    spent.ours += between - began - read;
    spent.bare += performance.now() - between;
  }
  const perSecond = (ms: number): number => EVENTS / (ms / 1_000);
  return { ours: perSecond(spent.ours), whole: perSecond(spent.whole), bare: perSecond(spent.bare) };
}

/** Bytes that the file of a store grows by for each observation, after a checkpoint; the file stays. */
async function writeOnce(path: string, all: readonly Observed[]): Promise<number> {
  const ours = await openOurs(path, all);
  const before = statSync(path).size;
  for (let batch = 0; batch < EVENTS / BATCH; batch += 1) await ours.write(batch);
  await ours.close();
  return (statSync(path).size - before) / EVENTS;
}

/** The store's own part of ingest, against a loop over the same inserts in the same run; bytes on disk. */
export async function run(): Promise<BenchResult> {
  const all = Array.from({ length: EVENTS }, (_, n) => observe(n));
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const written = join(folder, 'written.db');
  const bytes = await writeOnce(written, all);
  const batches = rowsOf(written, { events: EVENTS, batch: BATCH });
  const races: Race[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    const ours = await openOurs(join(folder, `ours-${i}.db`), all);
    const bare = await openBare(join(folder, `bare-${i}.db`), written, batches);
    races.push(await race(ours, bare));
    await Promise.all([ours.close(), bare.close()]);
  }
  rmSync(folder, { recursive: true, force: true });
  const share = spreadOf(races.map(({ ours, bare }) => ours / bare));
  const row = (name: string, { min, median, max, count }: typeof share, digits = 0): (string | number)[] => [
    name,
    round(min, digits),
    round(median, digits),
    round(max, digits),
    count,
  ];
  return {
    title: 'The store alone',
    about: `${EVENTS} commands with their output, ${TEXT_CHARS} characters each, appended and put with their observations in batches of ${BATCH}, in turns with a loop that writes the same rows into the same tables and indexes.`,
    columns: ['', 'min', 'median', 'max', 'runs'],
    rows: [
      row('append and put, events/s', spreadOf(races.map(({ ours }) => ours))),
      row('append, read what waits, put, events/s', spreadOf(races.map(({ whole }) => whole))),
      row('bare loop, events/s', spreadOf(races.map(({ bare }) => bare))),
      row('append and put as a share of the bare loop', share, 2),
      row('bytes on disk an observation', spreadOf([bytes])),
    ],
    bounds: [
      { name: 'share of a bare loop', wanted: '≥ 0.7', reached: `${round(share.median, 2)}`, met: share.median >= 0.7 },
      { name: 'bytes an observation', wanted: '≤ 1,228', reached: `${round(bytes, 0)}`, met: bytes <= 1_228 },
    ],
  };
}
