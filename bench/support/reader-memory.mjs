// A program of the bench of recall's speed: asks the built reader thread the questions of a file, a line of JSON each, and
// prints how many bytes the process holds before and after, and how many answers were by words alone. Plain JavaScript:
// stripping types would be counted. Usage: node reader-memory.mjs READER STORE QUESTIONS
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const [reader, dbPath, questions] = process.argv.slice(2);
const PAUSE_MS = 50;
const before = process.memoryUsage.rss();
const worker = new Worker(reader, { workerData: { dbPath, settings: { userHome: '/home/dev' } } });
let byWords = 0;
for (const [id, line] of readFileSync(questions, 'utf8').trim().split('\n').entries()) {
  const { query, vector } = JSON.parse(line);
  const question = { query, vector: { ...vector, vector: Float32Array.from(vector.vector) } };
  const answer = await new Promise((resolve) => {
    worker.once('message', resolve);
    worker.postMessage({ id, name: 'search', args: [question, Date.now()] });
  });
  if (answer.value === undefined) throw new Error(JSON.stringify(answer.error));
  if (answer.value.notes.some(({ code }) => code === 'words_only')) byWords += 1;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
process.stdout.write(JSON.stringify({ before, after: process.memoryUsage.rss(), byWords }));
await worker.terminate();
