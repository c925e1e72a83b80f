import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchHome, makeBenchHome } from './support/bench-home.ts';
import { BIG_TRANSCRIPTS } from './support/generated/big-transcripts.ts';
import { fillStore } from './support/generated/filled-store.ts';
import { promptOf, SESSION_EVENTS } from './support/generated/session-events.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { sendStop } from './support/send-stop.ts';
import { quantileOf, round, spreadOf } from './support/stats.ts';

const ITEMS = 1_000_000;
const IMPORTED = 10_000;
const LINES_A_FILE = 500;
/** Bytes of the session that is imported last: more than a minute of work. */
const LONG_BYTES = 1_000_000_000;
const LONGEST_MS = 60_000;
/** Folder in which filled stores, which take minutes to make, are kept between runs. */
const KEPT = process.env.CAIRN_BENCH_STORES;
const MOST_MS = 50;
/** Milliseconds between two hooks: as many agents at once would send them. */
const PAUSE_MS = 20;

/**
 * How long hooks wait until their event is durable: with nothing beside, while searches run, while transcripts are read, and
 * while a very long one is.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const store = join(KEPT ?? folder, `${ITEMS}.db`);
  const home = makeBenchHome(join(folder, 'home'), { CAIRN_EMBED_MODEL: 'none' });
  try {
    await fillStore(store, ITEMS);
    copyFileSync(store, home.paths.db);
    await home.startWorker();
    const sender = createSender(home);
    const alone = await sender.during(() => pause(10_000));
    let searches = 0;
    const searching = await sender.during(async () => {
      for (const end = Date.now() + LONGEST_MS / 3; Date.now() < end; searches += 1) await search(home, searches);
    });
    const importing = await sender.during(() => importTranscripts(home, join(folder, 'transcripts')));
    const path = await writeLong(join(folder, 'long'));
    const began = performance.now();
    const long = await sender.during(() => importAll(home, [path]));
    const perSecond = LONG_BYTES / 1e6 / ((performance.now() - began) / 1_000);
    return toResult({ alone, searching, importing, long }, [
      `Searches in that time: ${searches}.`,
      `The session of ${LONG_BYTES / 1e9} GB was imported at ${round(perSecond)} MB a second, hooks included, until all was derived.`,
    ]);
  } finally {
    await home.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A search that reaches its deadline is one of those that acknowledgements are not to wait for. */
async function search(home: BenchHome, number: number): Promise<void> {
  const query = promptOf((number * 37) % (ITEMS / SESSION_EVENTS), 60);
  await home.memory().search({ query, limit: 10 });
}

/** What goes on beside the hooks. */
type Beside = 'searching' | 'importing' | 'long';

interface Sender {
  /** Sends hooks one after the other while `work` runs; gives the milliseconds that each waited. */
  during(work: () => Promise<unknown>): Promise<number[]>;
}

function createSender(home: BenchHome): Sender {
  let sent = 0;
  return {
    async during(work) {
      const waited: number[] = [];
      let isOver = false;
      const working = work().finally(() => {
        isOver = true;
      });
      while (!isOver) {
        sent += 1;
        const began = performance.now();
        await sendStop(home.socket, sent);
        waited.push(performance.now() - began);
        await pause(PAUSE_MS);
      }
      await working;
      return waited;
    },
  };
}

/** Transcripts of Claude Code: prompts, messages, tool calls and their results. */
async function importTranscripts(home: BenchHome, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file * LINES_A_FILE < IMPORTED; file += 1) {
    const session = `bench-import-${file}`;
    const lines = Array.from({ length: LINES_A_FILE }, (_, i) => JSON.stringify(lineOf(session, i)));
    writeFileSync(join(folder, `${session}.jsonl`), `${lines.join('\n')}\n`);
  }
  await importAll(home, [folder]);
}

async function importAll(home: BenchHome, paths: string[]): Promise<void> {
  for await (const _step of home.memory().import({ agent: 'claude-code', paths }));
}

/** A session of Claude Code of `LONG_BYTES`. */
async function writeLong(folder: string): Promise<string> {
  const form = BIG_TRANSCRIPTS.find(({ agent }) => agent === 'claude-code');
  if (form === undefined) throw new Error('no long session of Claude Code');
  return form.write(folder, LONG_BYTES);
}

function lineOf(sessionId: string, line: number): Record<string, unknown> {
  const uuid = `${sessionId}-${line}`;
  const at = new Date(1_760_000_000_000 + line * 1_000).toISOString();
  const common = { uuid, sessionId, cwd: '/', timestamp: at };
  const call = `toolu-${sessionId}-${line - (line % 4)}`;
  const text = variedText(line, 400);
  const user = (content: unknown) => ({ ...common, type: 'user', message: { role: 'user', content } });
  const agent = (content: unknown) => ({
    ...common,
    type: 'assistant',
    message: { id: uuid, role: 'assistant', content: [content] },
  });
  if (line % 4 === 0) return agent({ type: 'tool_use', id: call, name: 'Bash', input: { command: text.slice(0, 40) } });
  if (line % 4 === 1) return user([{ type: 'tool_result', tool_use_id: call, content: text }]);
  return line % 4 === 2 ? agent({ type: 'text', text }) : user(text);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function toResult(waited: Record<'alone' | Beside, number[]>, notes: string[]): BenchResult {
  const titles = {
    alone: 'nothing beside',
    searching: 'while searches run, one after the other',
    importing: `while ${IMPORTED} lines of transcripts are imported`,
    long: `while a session of ${LONG_BYTES / 1e9} GB is imported`,
  } as const;
  const names = ['alone', 'searching', 'importing', 'long'] as const;
  const bound = (name: Beside): Bound => {
    const p99 = quantileOf(waited[name], 0.99);
    return { name: titles[name], wanted: `p99 < ${MOST_MS} ms`, reached: `${round(p99)} ms`, met: p99 < MOST_MS };
  };
  return {
    title: 'Acknowledgements',
    about: `Milliseconds from the sending of a hook's payload to the worker's answer, which comes after the event is durable, over a memory of ${ITEMS} items; a hook every ${PAUSE_MS} ms beside its own time. Nothing is embedded: the memory's items would have been long ago.`,
    columns: ['', 'median', 'p95', 'p99', 'max', 'hooks'],
    rows: names.map((name) => {
      const { median, max, count } = spreadOf(waited[name]);
      const at = (share: number): number => round(quantileOf(waited[name], share));
      return [titles[name], round(median), at(0.95), at(0.99), round(max), count];
    }),
    bounds: [bound('searching'), bound('importing'), bound('long')],
    notes,
  };
}
