// bench: measurements that anyone can repeat, with their results. `npm run bench` runs all, `npm run bench -- NAME…`
// some. Each is compared with a bare loop, a bare node or a peer in the same run; a figure alone says nothing.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './support/machine.ts';
import { type BenchResult, toMarkdown } from './support/result.ts';

/** The benches by name; a row is a file of this folder that exports `run`. */
const BENCHES: Readonly<Record<string, () => Promise<{ run: () => Promise<BenchResult> }>>> = {
  hook: () => import('./hook.ts'),
  ingest: () => import('./ingest.ts'),
  import: () => import('./import.ts'),
  'import-memory': () => import('./import-memory.ts'),
  transcripts: () => import('./transcripts.ts'),
  'store-floor': () => import('./store-floor.ts'),
  near: () => import('./near.ts'),
  superseded: () => import('./superseded.ts'),
  redaction: () => import('./redaction.ts'),
  secrets: () => import('./secrets.ts'),
  recall: () => import('./recall.ts'),
  'store-parity': () => import('./store-parity.ts'),
  'team-search': () => import('./team-search.ts'),
  answers: () => import('./answers.ts'),
  languages: () => import('./languages.ts'),
  'context-evidence': () => import('./context-evidence.ts'),
  'next-session': () => import('./next-session.ts'),
  sessions: () => import('./sessions.ts'),
  threads: () => import('./threads.ts'),
  exchanges: () => import('./exchanges.ts'),
  'file-blocks': () => import('./file-blocks.ts'),
  attacks: () => import('./attacks.ts'),
  'history-replay': () => import('./history-replay.ts'),
  distill: () => import('./distill.ts'),
  conclusions: () => import('./conclusions.ts'),
  'standing-rules': () => import('./standing-rules.ts'),
  mine: () => import('./mine.ts'),
  lessons: () => import('./lessons.ts'),
  tripwires: () => import('./tripwires.ts'),
  'distill-cost': () => import('./distill-cost.ts'),
  'long-session': () => import('./long-session.ts'),
  'late-events': () => import('./late-events.ts'),
  'recall-speed': () => import('./recall-speed.ts'),
  'token-sizes': () => import('./token-sizes.ts'),
  meaning: () => import('./meaning.ts'),
  quoted: () => import('./quoted.ts'),
  provenance: () => import('./provenance.ts'),
  api: () => import('./api.ts'),
  'api-fuzz': () => import('./api-fuzz.ts'),
  mcp: () => import('./mcp.ts'),
  'mcp-conformance': () => import('./mcp-conformance.ts'),
  load: () => import('./load.ts'),
  kill: () => import('./kill.ts'),
  salvage: () => import('./salvage.ts'),
  sync: () => import('./sync.ts'),
  acknowledge: () => import('./acknowledge.ts'),
  idle: () => import('./idle.ts'),
  embed: () => import('./embed.ts'),
  vectors: () => import('./vectors.ts'),
  cli: () => import('./cli.ts'),
  newcomer: () => import('./newcomer.ts'),
  browse: () => import('./browse.ts'),
  code: () => import('./code.ts'),
  why: () => import('./why.ts'),
  dashboard: () => import('./dashboard.ts'),
  'team-append': () => import('./team-append.ts'),
  'team-cost': () => import('./team-cost.ts'),
  'team-months': () => import('./team-months.ts'),
  tests: () => import('./tests.ts'),
};

/** Where results are written: those that are committed lie beside this file. */
const results = process.env.CAIRN_BENCH_RESULTS ?? fileURLToPath(new URL('./results', import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  process.stderr.write(`No bench is called ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(2);
}

mkdirSync(results, { recursive: true });
let met = true;
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  process.stderr.write(`${name} …\n`);
  const load = BENCHES[name];
  if (load === undefined) continue;
  const { run } = await load();
  const result = await run();
  const text = toMarkdown(result, describeMachine());
  writeFileSync(join(results, `${name}.md`), text);
  process.stdout.write(`${text}\n`);
  met &&= result.bounds.every((bound) => bound.met);
}
process.exitCode = met ? 0 : 1;
