// A program of the bench of recall's speed: asks a store questions by words and by vector, and prints how many bytes the
// process holds before and after. Usage: node reader-memory.ts STORE

import { createReads } from '../../src/memory/reads.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { BENCH_MODEL } from './bench-model.ts';
import { READ_SETTINGS } from './read-settings.ts';
import { promptOf } from './session-events.ts';
import { createRandom } from './varied-text.ts';

const QUESTIONS = 60;
const WORDS = 8;
const PAUSE_MS = 50;

const before = process.memoryUsage.rss();
const store = openSqliteStore({ path: process.argv[2] ?? '', readonly: true });
const reads = createReads(store, READ_SETTINGS);
let loading = 0;
for (let n = 0; n < QUESTIONS; n += 1) {
  const random = createRandom(n + 1);
  const vector = Float32Array.from({ length: BENCH_MODEL.dimensions }, () => random() - 0.5);
  const unit = vector.map((value) => value / Math.hypot(...vector));
  const query = promptOf(n, 400).split(/\s+/).slice(0, WORDS).join(' ');
  const { notes } = await reads.search({ query, vector: { model: BENCH_MODEL.name, vector: unit } }, Date.now());
  loading += notes.some(({ code }) => code === 'words_only') ? 1 : 0;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
process.stdout.write(JSON.stringify({ before, after: process.memoryUsage.rss(), byWords: loading / QUESTIONS }));
await store.close();
