import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Entry, MemoryRecord } from '../src/api/answers.ts';
import type { Memory } from '../src/api/contract.ts';
import type { JsonObject } from '../src/core/json.ts';
import { countTokens } from '../src/core/text/tokens.ts';
import { renderRecords } from '../src/mcp/render/answers.ts';
import { renderHits, renderTimeline } from '../src/mcp/render/entries.ts';
import type { LocalMemory } from '../src/memory/local.ts';
import { importRecorded, openBenchMemory } from './support/bench-memory.ts';
import type { BenchResult } from './support/result.ts';
import { quantileOf } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const FOLDERS = ['transcripts/claude-code', 'transcripts/claude-code-team', 'transcripts/agents/claude'];
const QUERY_CHARS = 200;
const EVERY = 20;
const GOT = 10;

/** What one piece of an answer costs: as the memory counts it, and as MCP shows it, as text and as data. */
interface Size {
  own: number;
  text: number;
  data: number;
  /** Tokens of all that the memory has to say of it. */
  source: number;
}

/** How many tokens a hit, an entry of a timeline and a record cost, on the real transcripts. */
export async function run(): Promise<BenchResult> {
  const result: BenchResult = {
    title: 'Tokens of what recall gives',
    about:
      'All real transcripts of Claude Code in one memory. Hits: the ten best for each prompt, cut to 200 characters; entries: five before and after every 20th memory; records: every memory, by tens. "Long enough" are those of which the memory has at least as much to say as the range begins with. Text and data: the piece in an answer of MCP, with its id, date, author and session.',
    columns: ['piece', 'which', 'count', 'p10', 'p50', 'p90', 'most', 'MCP text, p50', 'MCP data, p50'],
    rows: [],
    bounds: [],
    notes: [],
  };
  if (!existsSync(join(DATA, 'transcripts')))
    return { ...result, notes: ['The transcripts are not here: nothing was measured.'] };
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const { memory } = openBenchMemory(folder);
  try {
    await importAll(memory);
    const all = await allEntries(memory);
    const records = await sizesOfRecords(memory, all);
    addPiece(result, { name: 'hit', range: [50, 100], sizes: await sizesOfHits(memory, all, sourcesOf(records)) });
    addPiece(result, {
      name: 'entry of a timeline',
      range: [200, 500],
      sizes: await sizesOfSteps(memory, all, sourcesOf(records)),
    });
    addPiece(result, { name: 'record, as MCP shows it', range: [500, 1_000], sizes: [...records.values()] });
  } finally {
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

async function importAll(memory: LocalMemory): Promise<void> {
  const paths = FOLDERS.map((name) => join(DATA, name));
  await importRecorded(memory, { paths });
  await memory.settled({ timeoutMs: 300_000 });
}

async function allEntries(memory: Memory): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await memory.list({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    entries.push(...page.entries);
    cursor = page.nextCursor;
    if (cursor === undefined) return entries;
  }
}

async function sizesOfRecords(memory: Memory, all: readonly Entry[]): Promise<Map<string, Size>> {
  const sizes = new Map<string, Size>();
  for (let at = 0; at < all.length; at += GOT) {
    const { records } = await memory.get(all.slice(at, at + GOT).map(({ id }) => id));
    for (const record of records) sizes.set(record.id, sizeOfRecord(record));
  }
  return sizes;
}

function sizeOfRecord(record: MemoryRecord): Size {
  const { text, data } = renderRecords({ records: [record], missing: [], tokens: 0 });
  const [shown = {}] = data.records as JsonObject[];
  return {
    own: countTokens(`${record.title}\n${shown.text}`),
    text: countTokens(text.slice(text.indexOf('\n') + 1)),
    data: countTokens(JSON.stringify(shown)),
    source: countTokens(`${record.title}\n${record.text}`),
  };
}

function sourcesOf(records: ReadonlyMap<string, Size>): (id: string) => number {
  return (id) => records.get(id)?.source ?? 0;
}

async function sizesOfHits(memory: Memory, all: readonly Entry[], sourceOf: (id: string) => number): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const { id } of all.filter(({ kind }) => kind === 'prompt')) {
    const [prompt] = (await memory.get(id)).records;
    const { hits } = await memory.search((prompt?.text ?? '').slice(0, QUERY_CHARS));
    for (const hit of hits) {
      const { text, data } = renderHits({ hits: [hit], tokens: 0, notes: [] });
      const shown = countTokens(text.slice(text.indexOf('\n') + 1));
      sizes.push({ own: hit.tokens, text: shown, data: dataTokens(data.hits), source: sourceOf(hit.id) });
    }
  }
  return sizes;
}

async function sizesOfSteps(memory: Memory, all: readonly Entry[], sourceOf: (id: string) => number): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const { id } of all.filter((_, n) => n % EVERY === 0)) {
    const timeline = await memory.timeline(id);
    for (const entry of timeline.entries) {
      const { text, data } = renderTimeline({ ...timeline, entries: [entry], more: { before: false, after: false } });
      const shown = countTokens(text.slice(text.indexOf('\n') + 1));
      sizes.push({ own: entry.tokens, text: shown, data: dataTokens(data.entries), source: sourceOf(entry.id) });
    }
  }
  return sizes;
}

function dataTokens(list: unknown): number {
  return countTokens(JSON.stringify((list as JsonObject[])[0]));
}

function addPiece(
  result: BenchResult,
  { name, range: [least, most], sizes }: { name: string; range: readonly [number, number]; sizes: readonly Size[] },
): void {
  const long = sizes.filter(({ source }) => source >= least);
  for (const [which, some] of [
    ['all', sizes],
    [`of ${least} and more`, long],
  ] as const) {
    const of = (part: keyof Size, share: number) =>
      quantileOf(
        some.map((size) => size[part]),
        share,
      );
    result.rows.push([
      name,
      which,
      some.length,
      ...[0.1, 0.5, 0.9, 1].map((share) => of('own', share)),
      of('text', 0.5),
      of('data', 0.5),
    ]);
  }
  const median = quantileOf(
    long.map(({ own }) => own),
    0.5,
  );
  const greatest = Math.max(...sizes.map(({ own }) => own));
  result.bounds.push({
    name: `${name}: tokens, median where long enough`,
    wanted: `${least}-${most}`,
    reached: String(median),
    met: median >= least && median <= most,
  });
  result.bounds.push({
    name: `${name}: tokens, most`,
    wanted: `<= ${most}`,
    reached: String(greatest),
    met: greatest <= most,
  });
}
