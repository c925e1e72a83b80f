import type { EventId, ProjectId } from '../core/model/ids.ts';
import { spread } from '../core/spread.ts';
import { baseName } from '../core/text/text.ts';
import type { ImportedEvent, Intake } from '../ingest/intake.ts';
import { now as clock } from '../platform/clock.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { ProjectRow } from '../store/contract/log.ts';
import { type AcceptedChange, acceptedOf, keepChanges } from './accepted-changes.ts';
import { confirmKept, confirmOrKeep, shareAgain, sharedAmong } from './confirm-erased.ts';
import type { Erasing } from './erasing.ts';
import type { PushDeps } from './push-changes.ts';
import {
  type EventRecord,
  homesOf,
  projectOf,
  SYNC_LIMITS,
  type SyncRecord,
  sharedSession,
  type TombstoneRecord,
  toSharedEvent,
} from './wire.ts';

/** What pulling needs. */
export interface PullDeps extends PushDeps {
  intake: Pick<Intake, 'brought'>;
  deriver: { wake(): void; derived(timeoutMs: number): Promise<void> };
  erasing: Erasing;
  /** Called once memories were added, which are to be derived. */
  onAdded: () => void;
}

/** What came: memories that are new here, memories that were erased, and what could not be taken, by reason. */
export interface Pulled {
  added: number;
  known: number;
  refused: number;
  erased: number;
  skipped: Record<string, number>;
}

const CURSOR = 'cursor';
/** Name of the number of times that this home was through with all that a folder held. */
const CATCH_UP = 'catch-up';
/** Name of the mark that rows were erased, and the files were not gone through yet. */
const UNTIDY = 'untidy';
/** Upper bound on the passages by which the files are searched after one run. */
const PASSAGES = 32;
/** Longest wait until a later version of what is erased counts. */
const DERIVED_MS = 30_000;
/** Events that are taken in at once; other work runs between. */
const STEP = 100;

/** Takes in what others handed on since the last time, page by page; each page is durable before the next is asked for. */
export async function pullChanges(deps: PullDeps): Promise<Pulled> {
  const { store, remote, signal, onAdded } = deps;
  const pulled: Pulled = { added: 0, known: 0, refused: 0, erased: 0, skipped: {} };
  const here = new Map((await store.log.projects()).map((row) => [row.id, row]));
  const passages: string[] = [];
  const erased: EventId[] = [];
  const catchUp = await catchUpOf(deps);
  try {
    let more = true;
    while (more && !signal.aborted) {
      const after = (await store.sync.value(CURSOR)) ?? '';
      const page = await remote.pull(after, SYNC_LIMITS.records, signal);
      for (const [reason, n] of Object.entries(page.skipped))
        pulled.skipped[reason] = (pulled.skipped[reason] ?? 0) + n;
      await takePage(deps, page.records, { pulled, here, passages, erased, catchUp });
      if (page.next !== after) await store.sync.setValue(CURSOR, page.next);
      more = page.more && page.next !== after;
      await yieldToEventLoop();
    }
    await confirmKept(deps);
    if (!more) await store.sync.heardAll();
    if (!more && pulled.added > 0 && catchUp !== undefined) await store.sync.setValue(CATCH_UP, String(catchUp + 1));
  } finally {
    if (pulled.added > 0) onAdded();
    await leaveNoTrace(deps, passages, erased);
  }
  return pulled;
}

/** Goes through the files of the home where rows were erased: nobody may hear before that it was done. */
export async function leaveNoTrace(
  { store, erasing }: PullDeps,
  passages: readonly string[] = [],
  erased?: readonly EventId[],
): Promise<void> {
  if ((await store.sync.value(UNTIDY)) !== 'yes') return;
  await erasing.leaveNoTrace(spread(passages, PASSAGES), erased);
  await store.sync.setValue(UNTIDY, '');
}

/** Which catching up this run belongs to; `undefined` where the remote tells who was first. */
async function catchUpOf({ store, config }: PullDeps): Promise<number | undefined> {
  return config.remote.kind === 'folder' ? Number((await store.sync.value(CATCH_UP)) ?? 0) : undefined;
}

/** Begins from the first record again: what is known already adds nothing. */
export async function pullFromBeginning({ store }: Pick<PullDeps, 'store'>): Promise<void> {
  await store.sync.setValue(CURSOR, '');
}

interface Taking {
  pulled: Pulled;
  here: Map<ProjectId, ProjectRow>;
  /** Words that were erased, to search the files for. */
  passages: string[];
  /** The events that were erased in this run. */
  erased: EventId[];
  catchUp: number | undefined;
}

/** Takes records in, in their order: a memory that is erased later in the page is taken in before that. */
async function takePage(deps: PullDeps, records: readonly SyncRecord[], taking: Taking): Promise<void> {
  const { store, config } = deps;
  const foreign = records.filter(({ home }) => home !== config.home);
  for (const { home, member, at } of lastOfEach(foreign)) {
    await store.sync.sawHome({ home, member, at: Math.min(at, clock()) });
  }
  let memories: EventRecord[] = [];
  for (const record of foreign) {
    if (record.kind === 'event') {
      memories.push(record);
      if (memories.length < STEP) continue;
    }
    await takeMemories(deps, memories, taking);
    memories = [];
    if (record.kind === 'tombstone') await carryOut(deps, record, taking);
    else if (record.kind === 'ack') await store.sync.addReached(record.of, record.home);
  }
  await takeMemories(deps, memories, taking);
}

function lastOfEach(records: readonly SyncRecord[]): SyncRecord[] {
  return [...new Map(records.map((record) => [record.home, record])).values()];
}

async function takeMemories(
  { store, intake }: PullDeps,
  records: readonly EventRecord[],
  { pulled, here, catchUp }: Taking,
): Promise<void> {
  const fresh: ImportedEvent[] = [];
  const accepted: AcceptedChange[] = [];
  for (const [home, ofHome] of Map.groupBy(records, (record) => record.home)) {
    const targetsOf = (some: readonly EventRecord[]): string[] => some.map(({ memory }) => memory.target);
    const until = await store.sync.erased(home, targetsOf(ofHome));
    const taken = ofHome.filter(({ memory: { target, version } }) => version > (until.get(target) ?? -Infinity));
    pulled.refused += ofHome.length - taken.length;
    if (taken.length > 0) accepted.push(...(await acceptedOf(store, { home, targets: targetsOf(taken), at: clock() })));
    for (const record of taken) {
      const [raw, project] = [toSharedEvent(record, catchUp), rowOf(record, here)];
      fresh.push({ raw, id: record.id as EventId, project, authority: 1 });
    }
  }
  if (fresh.length === 0) return;
  const { outcomes } = await intake.brought(fresh, { more: true });
  const added = new Set(fresh.flatMap(({ id }, i) => (outcomes[i] === 'added' ? [id] : [])));
  const changed = records.filter(({ id }) => added.has(id as EventId)).map(({ memory }) => memory.target);
  await keepChanges(
    store,
    accepted.filter(({ id }) => changed.includes(id)),
  );
  for (const outcome of outcomes) {
    if (outcome === 'added') pulled.added += 1;
    else if (outcome === 'refused' || outcome === 'excluded') pulled.refused += 1;
    else pulled.known += 1;
  }
  await yieldToEventLoop();
}

/** The project as it is here; one that nobody worked on here is named by the last part of its identity. */
function rowOf(record: EventRecord, here: Map<ProjectId, ProjectRow>): ProjectRow {
  const { id, identity } = projectOf(record);
  const known = here.get(id) ?? { id, identity, name: baseName(identity), remote: identity };
  here.set(id, known);
  return known;
}

/** Erases what a home takes back of its own, refuses it from now on, and says so to that home once none of it is here. */
async function carryOut(deps: PullDeps, record: TombstoneRecord, taking: Taking): Promise<void> {
  const { store, now } = deps;
  const { home: by, erases } = record;
  const homes = homesOf(record);
  const kept: string[] = [];
  for (const home of homes) {
    await store.sync.addErased(home, erases);
    kept.push(...(await deps.erasing.dropKept(erases.map(({ target }) => sharedSession(home, target)))));
  }
  const until = new Map(erases.map((one) => [one.target, one.until]));
  const shared = await sharedAmong(store, [...until.keys()]);
  const gone = shared.filter(({ body }) => homes.has(body.home) && body.version <= (until.get(body.target) ?? 0));
  // An event about what is erased goes with it, as long as the memory is not made of that event.
  const isLater = gone.length > 0 && shared.some((event) => homes.has(event.body.home) && !gone.includes(event));
  if (isLater) await deps.deriver.derived(DERIVED_MS);
  if (gone.length > 0) {
    const ids = new Set(gone.map((event) => event.id));
    const targets = gone.map(({ body }) => body.target);
    for (const home of homes) await keepChanges(store, await acceptedOf(store, { home, targets, at: clock() }));
    taking.erased.push(...ids);
    taking.passages.push(...(await deps.erasing.passagesOf([...ids])));
    await store.sync.setValue(UNTIDY, 'yes');
    await store.log.erase([...ids], now());
    taking.pulled.erased += gone.length;
    // Another home may share the same memory.
    const others = shared.filter((event) => !ids.has(event.id));
    if (others.length > 0) await store.log.markUnderived(others.map((event) => event.id));
    deps.deriver.wake();
  }
  if (homes.has(deps.config.home) && by !== deps.config.home) await shareAgain(deps, record);
  await confirmOrKeep(deps, record, { gone, kept });
}
