import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveConfig } from '../src/config/resolve-config.ts';
import type { AgentEventInput } from '../src/memory/contract.ts';
import { openLocal } from '../src/memory/open.ts';
import { openDatabase } from '../src/platform/sqlite.ts';
import type { BenchResult } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const EVENTS = 20_000;
const BATCH = 200;
const RUNS = 5;
const WORDS =
  'order cart payment guest coupon retry queue worker index schema column token session user error timeout stack trace config build deploy branch merge commit review test fixture handler route model view cache redis postgres sqlite vector search rank score page cursor limit'.split(
    ' ',
  );

/** Text of about `chars` characters, the same for the same number. */
function textOf(seed: number, chars: number): string {
  let state = seed * 2_654_435_761;
  let text = '';
  while (text.length < chars) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${WORDS[state % WORDS.length]}${state % 7 === 0 ? state % 1_000 : ''} `;
  }
  return text.slice(0, chars).trim();
}

function eventsOf(run: number): AgentEventInput[] {
  return Array.from({ length: EVENTS }, (_, i) => ({
    kind: 'message',
    sessionId: `run-${run}-${Math.floor(i / 500)}`,
    number: String(i),
    at: 1_700_000_000_000 + i * 1_000,
    text: textOf(run * EVENTS + i, 300),
  }));
}

async function throughSdk(
  folder: string,
  events: readonly AgentEventInput[],
): Promise<{ perSecond: number; bytes: number }> {
  const { paths, settings } = resolveConfig({
    env: { CAIRN_HOME: folder },
    userHome: folder,
    readText: () => undefined,
  });
  const { memory } = openLocal({
    paths,
    settings,
    environment: { home: folder, variables: {} },
    version: '0.0.0',
    caller: { surface: 'sdk', person: false },
  });
  const began = performance.now();
  for (let at = 0; at < events.length; at += BATCH) await memory.record(events.slice(at, at + BATCH));
  await memory.settled({ timeoutMs: 120_000 });
  const seconds = (performance.now() - began) / 1_000;
  await memory.close();
  return { perSecond: events.length / seconds, bytes: statSync(paths.db).size / events.length };
}

/** The same inserts with nothing around them: an event and an item with its text in FTS5, at FULL, secure-delete on. */
function bareLoop(folder: string, events: readonly AgentEventInput[]): number {
  const db = openDatabase(join(folder, 'bare.db'));
  db.exec(
    `CREATE TABLE log (seq INTEGER PRIMARY KEY, id BLOB UNIQUE, session INTEGER, kind TEXT, at INTEGER, data TEXT)`,
  );
  db.exec(
    `CREATE TABLE found (seq INTEGER PRIMARY KEY, id BLOB UNIQUE, event INTEGER, session INTEGER, at INTEGER, title TEXT, text TEXT, terms TEXT)`,
  );
  db.exec(`CREATE INDEX found_session ON found (session, at)`);
  db.exec(
    `CREATE VIRTUAL TABLE found_fts USING fts5(title, text, terms, content='found', content_rowid='seq', tokenize='porter unicode61')`,
  );
  db.exec(`INSERT INTO found_fts (found_fts, rank) VALUES ('secure-delete', 1)`);
  const began = performance.now();
  for (let at = 0; at < events.length; at += BATCH) {
    db.transaction(() => {
      for (let i = at; i < at + BATCH; i += 1) {
        const id = Buffer.alloc(10);
        id.writeUInt32BE(i, 6);
        const text = String(events[i]?.text);
        db.run(
          `INSERT INTO log (id, session, kind, at, data) VALUES (?, ?, 'message', ?, ?)`,
          id,
          i % 40,
          i,
          JSON.stringify({ text }),
        );
        db.run(
          `INSERT INTO found (seq, id, event, session, at, title, text, terms) VALUES (?, ?, ?, ?, ?, '', ?, '')`,
          i + 1,
          id,
          i,
          i % 40,
          i,
          text,
        );
        db.run(`INSERT INTO found_fts (rowid, title, text, terms) VALUES (?, '', ?, '')`, i + 1, text);
      }
    });
  }
  const seconds = (performance.now() - began) / 1_000;
  db.close();
  return events.length / seconds;
}

/** Batch ingest through `record`, all that follows included, against a bare loop in the same run; bytes on disk. */
export async function run(): Promise<BenchResult> {
  const sdk: number[] = [];
  const bare: number[] = [];
  const bytes: number[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
    const events = eventsOf(i);
    bare.push(bareLoop(folder, events));
    const through = await throughSdk(join(folder, 'home'), events);
    sdk.push(through.perSecond);
    bytes.push(through.bytes);
    rmSync(folder, { recursive: true, force: true });
  }
  const [a, b, size] = [spreadOf(sdk), spreadOf(bare), spreadOf(bytes)];
  const share = spreadOf(sdk.map((value, i) => value / (bare[i] ?? 1)));
  const row = (name: string, spread: typeof a, digits = 0) =>
    [name, round(spread.min, digits), round(spread.median, digits), round(spread.max, digits), spread.count] as (
      | string
      | number
    )[];
  return {
    title: 'Ingest',
    about: `${EVENTS} messages of 300 characters in batches of ${BATCH} through \`record\`, until all is derived and indexed, against a loop that does nothing but the inserts.`,
    columns: ['', 'min', 'median', 'max', 'runs'],
    rows: [
      row('record, events/s', a),
      row('bare loop, events/s', b),
      row('share of the bare loop', share, 2),
      row('bytes on disk an observation', size),
    ],
    bounds: [
      { name: 'events a second', wanted: '≥ 6,000', reached: String(round(a.median, 0)), met: a.median >= 6_000 },
      {
        name: 'share of a bare loop',
        wanted: '≥ 0.6',
        reached: String(round(share.median, 2)),
        met: share.median >= 0.6,
      },
      {
        name: 'bytes an observation',
        wanted: '≤ 1,228',
        reached: String(round(size.median, 0)),
        met: size.median <= 1_228,
      },
    ],
  };
}
