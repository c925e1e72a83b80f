import * as LIMITS from '../src/core/limits.ts';
import { stemOf } from '../src/core/text/terms.ts';
import { deriveEvent } from '../src/derive/event/derive-event.ts';
import { RULES_STAMP } from '../src/derive/item/rules.ts';
import { createReads } from '../src/memory/reads.ts';
import type { Reads } from '../src/memory/runtime/reads-contract.ts';
import type { Store } from '../src/store/contract/store.ts';
import type { PostgresStore } from '../src/store/postgres/open-postgres-stores.ts';
import { eventsOfSession, projectOfSession, SESSION_EVENTS, WORDS } from './support/generated/session-events.ts';
import { READ_SETTINGS } from './support/read-settings.ts';
import { createProgress } from './support/recall/progress.ts';
import { kindsOfQuestions } from './support/recall/speed-questions.ts';
import type { BenchResult } from './support/result.ts';
import { quantileOf, round } from './support/stats.ts';
import { openTeamDatabase } from './support/team/team-database.ts';
import { BENCH_MODEL } from './support/vectors/bench-model.ts';
import { benchVectors, questionVector } from './support/vectors/filled-vectors.ts';
import type { VectorMixtures } from './support/vectors/vector-mixtures.ts';

const TENANTS = 100;
const ITEMS = Number(process.env.CAIRN_BENCH_MOST ?? 1_000_000) / TENANTS;
const SESSIONS_AT_ONCE = 20;
const SESSIONS_APART = 1_000;
const VECTORS_AT_ONCE = 500;
const RUNS = 50;
const WANTED_MS = 60;
const ASKED_AT_ONCE = 60;
/** A server of 24 GiB gives PostgreSQL about this much. */
const OPTIONS = ['shared_buffers=2GB', 'effective_cache_size=8GB', 'max_wal_size=4GB'] as const;

/** One tenant that is asked, and its time. */
interface Tenant {
  number: number;
  store: PostgresStore;
  reads: Reads;
  now: number;
}

/** Measures how long a search takes over a team's PostgreSQL that many tenants share. */
export async function run(): Promise<BenchResult> {
  const database = await openTeamDatabase(OPTIONS);
  const { report, end } = createProgress();
  try {
    const mixtures = benchVectors();
    const tenants: Tenant[] = [];
    for (let number = 0; number < TENANTS; number += 1) {
      const store = database.stores.store(`tenant-${number}`);
      await fillTenant(store, number, (what) => report(`tenant ${number + 1} of ${TENANTS}: ${what}`));
      await fillVectors(store, mixtures);
      const now = 1_700_000_000_000 + (number * SESSIONS_APART + ITEMS / SESSION_EVENTS) * 7_200_000;
      tenants.push({ number, store, reads: createReads(store as Store, READ_SETTINGS), now });
    }
    database.psql('VACUUM ANALYZE');
    return await measure(tenants, mixtures, report);
  } finally {
    end();
    await database.close();
  }
}

async function fillTenant(store: PostgresStore, tenant: number, report: (what: string) => void): Promise<void> {
  await store.log.rulesAre(RULES_STAMP);
  const sessions = Math.ceil(ITEMS / SESSION_EVENTS);
  for (let first = 0; first < sessions; first += SESSIONS_AT_ONCE) {
    const count = Math.min(SESSIONS_AT_ONCE, sessions - first);
    const from = tenant * SESSIONS_APART + first;
    const events = Array.from({ length: count }, (_, i) => eventsOfSession(from + i)).flat();
    await store.log.append({ events });
    const pending = await store.log.pending(events.length);
    const put = pending.flatMap((event) => deriveEvent(event, { projectRoot: '/home/dev/work' }).items);
    await store.items.apply({ derived: pending, put });
    report(`session ${first} of ${sessions}`);
  }
}

async function fillVectors({ vectors }: PostgresStore, mixtures: VectorMixtures): Promise<void> {
  await vectors.useModel(BENCH_MODEL);
  for (let stored = 0; ; ) {
    const waiting = await vectors.waiting(VECTORS_AT_ONCE);
    if (waiting.length === 0) return;
    const put = waiting.map(({ id, contentHash }, n) => ({ id, contentHash, vector: mixtures.of(stored + n) }));
    await vectors.put(BENCH_MODEL.name, put);
    stored += put.length;
  }
}

const HOWS = ['hybrid', 'of a project', 'words alone'] as const;

async function measure(
  tenants: readonly Tenant[],
  mixtures: VectorMixtures,
  report: (what: string) => void,
): Promise<BenchResult> {
  const [first] = tenants;
  const kinds = first === undefined ? [] : kindsOfQuestions(await frequencies(first.store));
  const rows: BenchResult['rows'] = [];
  const all = HOWS.map((): number[] => []);
  // The first question of a tenant reads its vectors into memory.
  for (const { reads, now } of tenants) {
    await reads.search({ query: 'warm up', vector: questionVector(mixtures, 0) }, now);
  }
  for (const { name, words, question } of kinds) {
    const took = HOWS.map((): number[] => []);
    for (let n = 0; n < RUNS; n += 1) {
      report(`${words} ${name}: question ${n + 1} of ${RUNS}`);
      const tenant = tenants[(n * 7) % tenants.length];
      if (tenant === undefined) continue;
      const vector = questionVector(mixtures, n);
      const project = projectOfSession(tenant.number * SESSIONS_APART + n);
      for (const [how, also] of [{ vector }, { vector, project }, {}].entries()) {
        const began = performance.now();
        await tenant.reads.search({ query: question(n), ...also }, tenant.now);
        took[how]?.push(performance.now() - began);
      }
    }
    rows.push([`${words} ${words === 1 ? name.replace('words', 'word') : name}`, ...took.flatMap(figures)]);
    for (const [how, of] of took.entries()) all[how]?.push(...of);
  }
  rows.push(['all', ...all.flatMap(figures)]);
  return {
    title: 'Search over a team’s PostgreSQL',
    about: `Searches with ten hits over PostgreSQL with ${TENANTS} tenants of ${ITEMS} generated memories each, one after the other, each question of another tenant; server and client share the machine; milliseconds. "Hybrid" is by words and by a vector, which is given; each tenant's vectors are in memory.`,
    columns: ['what', ...HOWS.flatMap((how) => [`${how}: p50`, 'p95'])],
    rows,
    bounds: HOWS.map((how, i) => {
      const reached = round(quantileOf(all[i] ?? [], 0.95));
      return {
        name: `p95 of all questions, ${how}`,
        wanted: `≤ ${WANTED_MS} ms`,
        reached: `${reached} ms`,
        met: reached <= WANTED_MS,
      };
    }),
    notes: [`PostgreSQL with ${OPTIONS.join(', ')}, on the same two cores.`],
  };
}

/** How many memories of a store hold each generated word. */
async function frequencies({ candidates }: PostgresStore): Promise<{ held: Map<string, number>; total: number }> {
  const held = new Map<string, number>();
  let total = 0;
  for (let at = 0; at < WORDS.length; at += ASKED_AT_ONCE) {
    const words = WORDS.slice(at, at + ASKED_AT_ONCE);
    const answer = await candidates.query({ words, phrases: [], filter: {}, limit: LIMITS.hits });
    total = answer.total;
    for (const word of words) {
      const items = answer.frequency[stemOf(word)] ?? 0;
      if (items > 0) held.set(word, items);
    }
  }
  return { held, total };
}

function figures(took: readonly number[]): number[] {
  return [0.5, 0.95].map((share) => round(quantileOf(took, share)));
}
