// Runs inside a namespace, in the place of a command for each look: waits until nothing is left to take in or to derive,
// and prints how the memory is then; ends with exit code 1 when that does not come about.
import { setTimeout as sleep } from 'node:timers/promises';
import type { StatusResult } from '../../../src/api/home-answers.ts';
import type { openMemory } from '../../../src/bin/sdk.ts';

const LONGEST_MS = 120_000;
const LOOK_EVERY_MS = 50;
const SDK = new URL('../../../dist/sdk.js', import.meta.url).href;

const sdk = (await import(SDK)) as { openMemory: typeof openMemory };
const memory = await sdk.openMemory();
const until = Date.now() + LONGEST_MS;
let now = await memory.status();
while (left(now) > 0 && Date.now() < until) {
  await sleep(LOOK_EVERY_MS);
  now = await memory.status();
}
await memory.close();
process.stdout.write(`${JSON.stringify(now)}\n`);
process.exitCode = left(now) > 0 ? 1 : 0;

function left({ jobs, journal, counts, distilling }: StatusResult): number {
  return jobs.waiting + journal.files + counts.pending + distilling.sessions + distilling.patterns;
}
