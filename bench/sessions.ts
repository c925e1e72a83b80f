import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { listFiles } from '../src/platform/files.ts';
import { openDatabase } from '../src/platform/sqlite/sqlite.ts';
import { importRecorded, openBenchMemory } from './support/bench-memory.ts';
import { claudeTranscripts } from './support/recorded/copied-transcripts.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

/** What keeping sessions costs on the disk: the log, out of which they are given back, and the whole database. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const { name, folders } = claudeTranscripts();
    const files = folders.flatMap(listFiles).filter((path) => path.endsWith('.jsonl'));
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
    const packed = files.reduce((sum, path) => sum + zstdCompressSync(readFileSync(path)).length, 0);
    const { memory, paths } = openBenchMemory(join(folder, 'home'));
    await importRecorded(memory, { paths: [...folders], agent: 'claude-code' });
    await memory.close();
    const kept = sizesOf(paths.db);
    const row = (what: string, size: number): (string | number)[] => [
      what,
      round(size / 1e6),
      round(size / kept.sessions / 1e3),
      `${round((size / bytes) * 100)} %`,
    ];
    return {
      title: 'Sessions kept',
      about: `${files.length} ${name} of Claude Code, ${kept.sessions} sessions, imported. The log holds what a session is given back from; the database all that was derived of it, and the indexes, too, without vectors.`,
      columns: ['what', 'MB', 'kB a session', 'of the transcripts'],
      rows: [
        row('transcripts as the agent wrote them', bytes),
        row('the same, each compressed alone (zstd)', packed),
        row('prompts, answers, calls and outputs in the log', kept.log),
        row('the whole database', kept.database),
      ],
      bounds: [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sizesOf(path: string): { sessions: number; log: number; database: number } {
  const db = openDatabase(path);
  try {
    db.exec('VACUUM');
    const count = (sql: string): number => db.get<{ n: number }>(sql)?.n ?? 0;
    return {
      sessions: count('SELECT count(*) AS n FROM sessions'),
      log:
        count('SELECT coalesce(sum(length(data)), 0) AS n FROM packs') +
        count('SELECT coalesce(sum(length(data)), 0) AS n FROM bodies') +
        count('SELECT coalesce(sum(length(data)), 0) AS n FROM events'),
      database: statSync(path).size,
    };
  } finally {
    db.close();
  }
}
