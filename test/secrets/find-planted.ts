import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { listFiles } from '../../src/platform/files.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { unpackText } from '../../src/store/sqlite/text/packed-text.ts';
import { type Planted, WINDOW } from './planted.ts';
import { databaseRows } from './read-database.ts';

/** What of the planted texts is in a home: labels, each with the places where it stands. */
export interface Found {
  forbidden: Map<string, Set<string>>;
  expected: Map<string, Set<string>>;
}

const SQLITE = 'SQLite format 3\0';
const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/**
 * Looks for planted texts in every file below a home, byte for byte, and in all that its databases hold: every column of
 * every table and view, the words of the indexes, what is compressed, and what the store gives back.
 */
export async function findPlanted(home: string, planted: Planted): Promise<Found> {
  const found: Found = { forbidden: new Map(), expected: new Map() };
  const search = (place: string, content: string | Uint8Array): void => {
    for (const text of readingsOf(content)) {
      const runs = text.toLowerCase().match(RUN) ?? [];
      note(found.forbidden, planted.forbidden, { runs, place });
      note(found.expected, planted.expected, { runs, place });
    }
  };
  for (const path of listFiles(home)) {
    const bytes = readFileSync(path);
    const place = relative(home, path);
    search(place, place);
    search(place, bytes);
    if (bytes.subarray(0, GZIP.length).equals(GZIP)) search(`${place}, unpacked`, gunzipSync(bytes));
    if (bytes.subarray(0, ZSTD.length).equals(ZSTD)) search(`${place}, unpacked`, zstdDecompressSync(bytes));
    if (bytes.subarray(0, SQLITE.length).toString('latin1') !== SQLITE || place === 'worker.lock') continue;
    for (const { column, value } of databaseRows(path)) {
      search(`${place} ${column}`, value);
      if (typeof value !== 'string' && isPacked(column)) search(`${place} ${column}, unpacked`, unpackText(value));
    }
    await searchStore(path, search);
  }
  return found;
}

/** Asserts that nothing that must not be kept is in a home, and that everything is found that must be. */
export async function assertClean(home: string, planted: Planted): Promise<void> {
  const { forbidden, expected } = await findPlanted(home, planted);
  const leaks = [...forbidden].map(([label, places]) => `${label}: ${[...places].join(', ')}`);
  assert.deepEqual(leaks.slice(0, 20), []);
  const missing = [...new Set(planted.expected.values())].filter((label) => !expected.has(label));
  assert.deepEqual(missing, [], 'what is kept was not found');
}

/** Asserts that all that is kept is found in a place. */
export async function assertHolds(home: string, planted: Planted, place: RegExp): Promise<void> {
  const { expected } = await findPlanted(home, planted);
  const elsewhere = [...expected].filter(([, places]) => ![...places].some((name) => place.test(name)));
  assert.deepEqual(elsewhere, []);
}

function isPacked(column: string): boolean {
  return column === 'bodies.data' || column === 'packs.data';
}

/** What Cairn itself reads back. */
async function searchStore(path: string, search: (place: string, content: string) => void): Promise<void> {
  const store = openSqliteStore({ path, readonly: true });
  try {
    for (let after = 0; ; ) {
      const events = await store.log.since(after, 500);
      for (const event of events) search('store: events', JSON.stringify(event));
      after = events.at(-1)?.seq ?? 0;
      if (events.length === 0) break;
    }
    const items = await store.items.list({}, { limit: 10_000 });
    for (const item of items) search('store: items', JSON.stringify(item));
    search('store: sessions', JSON.stringify(await store.log.sessions({ limit: 10_000 })));
    search('store: projects', JSON.stringify(await store.log.projects()));
    search('store: jobs', JSON.stringify(await store.jobs.list(1_000)));
  } finally {
    await store.close();
  }
}

/** A content as it is, without the zeros of UTF-16 and the backslashes of JSON, and what its runs of Base64 and hexadecimal digits hold. */
function readingsOf(content: string | Uint8Array): string[] {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  const readings = [text];
  if (/[\0\\]/.test(text)) readings.push(text.replace(/[\0\\]/g, ''));
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{14,}/g)) {
    for (let start = 0; start < 4; start += 1)
      readings.push(Buffer.from(run.slice(start), 'base64').toString('latin1'));
  }
  for (const [run] of text.matchAll(/[0-9a-f]{20,}/gi)) {
    for (let start = 0; start < 2; start += 1) readings.push(Buffer.from(run.slice(start), 'hex').toString('latin1'));
  }
  return readings;
}

const RUN = new RegExp(`[a-z0-9]{${WINDOW},}`, 'g');

function note(
  found: Map<string, Set<string>>,
  windows: ReadonlyMap<string, string>,
  { runs, place }: { runs: readonly string[]; place: string },
): void {
  for (const run of runs) {
    for (let at = 0; at + WINDOW <= run.length; at += 1) {
      const label = windows.get(run.slice(at, at + WINDOW));
      if (label === undefined) continue;
      const places = found.get(label);
      if (places === undefined) found.set(label, new Set([place]));
      else places.add(place);
    }
  }
}
