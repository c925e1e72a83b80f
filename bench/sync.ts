import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memory } from '../src/api/contract.ts';
import type { RawEvent } from '../src/core/model/event.ts';
import { sum } from '../src/core/sum.ts';
import { listFiles } from '../src/platform/files.ts';
import { type BenchMemory, openBenchMemory } from './support/bench-memory.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

/** Memories of the first sync; `CAIRN_BENCH_SYNC` makes them fewer for a try. */
const EVENTS = Number(process.env.CAIRN_BENCH_SYNC ?? 100_000);
/** Memories of a day: eight hours of a session each quarter of an hour, with what was stated. */
const DAY = 100;
const BATCH = 500;
const REMOTE = 'git.example/acme/shop';
const WANTED = { first: 60_000, day: 1_000 };
const SUBJECTS = ['payments', 'retries', 'the ledger', 'the cart', 'invoices', 'the queue', 'sign-in', 'exports'];
const VERBS = ['are tested with', 'never call', 'wait for', 'are logged by', 'must not block', 'share the limits of'];

interface BenchHome extends BenchMemory {
  person: Memory;
  project: string;
}

/** Two homes and one folder: the first sync of many memories until they are found, and that of a day. */
export async function run(): Promise<BenchResult> {
  const root = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const team = join(root, 'team');
  mkdirSync(team);
  const [ada, ben] = [openHome(root, 'ada'), openHome(root, 'ben')];
  for (let from = 0; from < EVENTS; from += BATCH) await state(ada, from, Math.min(BATCH, EVENTS - from));
  await ada.memory.settled({ timeoutMs: 3_600_000 });
  for (const [name, home] of [
    ['Ada', ada],
    ['Ben', ben],
  ] as const) {
    await home.person.sync({ add: team, keyFile: join(root, 'key'), member: name });
  }
  const asked = { share: ada.project, kinds: ['knowledge' as const] };
  const planned = await timed(() => ada.person.sync(asked));
  await ada.person.sync({ ...asked, confirm: planned.value.plan?.token ?? '' });

  const pushed = await timed(() => ada.person.sync({ run: true }));
  const bytes = sum(listFiles(team).map((path) => statSync(path).size));
  const pulled = await timed(() => ben.person.sync({ run: true }));
  const derived = await timed(() => ben.memory.settled({ timeoutMs: 3_600_000 }));
  const received = (await ben.person.sync()).received;
  const again = [await timed(() => ada.person.sync({ run: true })), await timed(() => ben.person.sync({ run: true }))];

  await state(ada, EVENTS, DAY);
  await ada.memory.settled({ timeoutMs: 3_600_000 });
  const dayPushed = await timed(() => ada.person.sync({ run: true }));
  const dayPulled = await timed(() => ben.person.sync({ run: true }));
  const dayDerived = await timed(() => ben.memory.settled({ timeoutMs: 3_600_000 }));
  const { hits } = await ben.memory.search({ query: `rule number ${EVENTS + DAY - 1}`, project: '*', limit: 1 });
  for (const { memory } of [ada, ben]) await memory.close();
  rmSync(root, { recursive: true });

  const first = pushed.ms + pulled.ms;
  const day = dayPushed.ms + dayPulled.ms;
  return {
    title: 'Sync',
    about: `Two homes and one folder of encrypted files: ${EVENTS} statements of one home reach another, then ${DAY} more. Looking for what changed, redaction, packing, encryption, syncing to the disk, and at the other home decryption, the door and the log; memories are derived and indexed there afterwards, in steps between other work.`,
    columns: ['step', 'ms', 'memories a second'],
    rows: [
      ['plan: counted and shown', round(planned.ms), rate(EVENTS, planned.ms)],
      ['handed on, first time', round(pushed.ms), rate(EVENTS, pushed.ms)],
      ['taken in, first time', round(pulled.ms), rate(EVENTS, pulled.ms)],
      ['derived and indexed there', round(derived.ms), rate(EVENTS, derived.ms)],
      ['nothing new: both homes', round(sum(again.map(({ ms }) => ms))), ''],
      ['a day: handed on', round(dayPushed.ms), rate(DAY, dayPushed.ms)],
      ['a day: taken in', round(dayPulled.ms), rate(DAY, dayPulled.ms)],
      ['a day: derived and indexed', round(dayDerived.ms), rate(DAY, dayDerived.ms)],
    ],
    bounds: [
      bound(`first sync of ${EVENTS} events, both ways`, first, WANTED.first),
      bound("a day's change, both ways", day, WANTED.day),
      { name: 'memories that arrived', wanted: String(EVENTS), reached: String(received), met: received === EVENTS },
      { name: 'the last one is found', wanted: '1', reached: String(hits.length), met: hits.length === 1 },
    ],
    notes: [`The folder takes ${round(bytes / EVENTS)} bytes a memory.`],
  };
}

function openHome(root: string, name: string): BenchHome {
  const userHome = join(root, name);
  const project = join(userHome, 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(project, '.git', 'config'), `[remote "origin"]\n\turl = https://${REMOTE}.git\n`);
  const opened = openBenchMemory(join(userHome, '.cairn'), { userHome });
  return { ...opened, project, person: opened.memory.withCaller({ surface: 'cli', person: true, cwd: project }) };
}

/** Statements straight into the intake: what is measured is sync. */
async function state({ intake, project }: BenchHome, from: number, count: number): Promise<void> {
  const raws = Array.from({ length: count }, (_, i): RawEvent => {
    const n = from + i;
    const subject = SUBJECTS[n % SUBJECTS.length];
    const text = `Rule number ${n}: ${subject} ${VERBS[n % VERBS.length]} service ${(n * 7_919) % 10_007}, since ${(n * 104_729) % 99_991}.`;
    return {
      agent: 'cli',
      agentSession: 'notes',
      at: 1_767_225_600_000 + n * 1_000,
      cwd: project,
      identity: { content: text, origin: 'stated' },
      source: 'cli',
      body: { kind: 'noted', text, knowledge: 'constraint', person: false, detail: {} },
    };
  });
  await intake.events(raws);
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

function rate(count: number, ms: number): number {
  return round((count / ms) * 1_000);
}

function bound(name: string, ms: number, wanted: number) {
  return { name, wanted: `≤ ${wanted} ms`, reached: `${round(ms)} ms`, met: ms <= wanted };
}
