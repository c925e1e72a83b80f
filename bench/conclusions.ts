import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concludedSessions } from './support/conclusions/concluded-sessions.ts';
import { measureEnds } from './support/conclusions/measure-ends.ts';
import { measureRatings } from './support/conclusions/measure-ratings.ts';
import { measureSentences } from './support/conclusions/measure-sentences.ts';
import { dataFolder } from './support/recorded/recorded-files.ts';
import type { BenchResult } from './support/result.ts';

/** Measures what is concluded of whole sessions, against the marks of readers. */
export async function run(): Promise<BenchResult> {
  const data = dataFolder();
  if (data === undefined) throw new Error('there are no recorded sessions: name their folder in CAIRN_DATA');
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const sessions = await concludedSessions(data, scratch);
    const ends = measureEnds(sessions);
    const sentences = measureSentences(sessions);
    const ratings = measureRatings();
    return {
      title: 'What a session comes to',
      about: `${sessions.length} recorded sessions, each read from its first line to its last by someone who had not seen what Cairn makes of it (\`conclusion-labels\`).`,
      columns: ['what', 'marked', 'right'],
      rows: [...ends.rows],
      bounds: [...ends.bounds, ...sentences.bounds, ...ratings.bounds],
      details: [ends.table, ratings.table, ...sentences.tables],
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
