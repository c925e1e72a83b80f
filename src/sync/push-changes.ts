import { NOT_YOUR_HOME } from '../core/model/shared-memory.ts';
import { partsOf } from '../core/parts-of.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { SharedRow } from '../store/contract/sync.ts';
import type { ChangeDeps } from './find-changes.ts';
import { shareKindOf } from './share-kinds.ts';
import type { SyncRemote } from './sync-remote.ts';
import { takeBack } from './take-back.ts';
import { sharedHash, toMemory } from './to-memory.ts';
import { type EventRecord, parseRecord, SYNC_LIMITS, SYNC_VERSION, type SyncRecord, sharedEventId } from './wire.ts';
import { readWithheld, type Withheld } from './withheld-memories.ts';

/** What pushing needs. */
export interface PushDeps extends ChangeDeps {
  remote: SyncRemote;
}

/** How many memories and other records a remote acknowledged, and what it refused, by reason. */
export interface Pushed {
  memories: number;
  records: number;
  refused: Record<string, number>;
}

/** Records that are read, sent and acknowledged at once. */
const BATCH = 200;

/** Hands on what waits: first what is to be erased, then memories as they are now. What was not acknowledged waits on. */
export async function pushChanges(deps: PushDeps): Promise<Pushed> {
  const pushed: Pushed = { memories: 0, records: 0, refused: {} };
  await pushRecords(deps, pushed);
  await pushMemories(deps, pushed);
  return pushed;
}

async function pushRecords({ store, remote, signal }: PushDeps, pushed: Pushed): Promise<void> {
  while (!signal.aborted) {
    const waiting = await store.sync.waitingRecords(BATCH);
    const records = waiting.flatMap(({ data }) => {
      const record = parseRecord(data);
      return typeof record === 'string' ? [] : [record];
    });
    if (records.length === 0) return;
    const done = await push(remote, records, { pushed, signal });
    await store.sync.recordsSent([...done]);
    pushed.records += done.size;
    if (done.size === 0) return;
  }
}

async function pushMemories(deps: PushDeps, pushed: Pushed): Promise<void> {
  const { store, remote, signal } = deps;
  let withheld: Withheld | undefined;
  while (!signal.aborted) {
    const rows = await store.sync.inState('waiting', { limit: BATCH });
    if (rows.length === 0) return;
    withheld ??= await readWithheld(store);
    const leaving = await toRecords(deps, { rows, withheld });
    let acknowledged = leaving.back;
    for (const part of byBytes(leaving.records)) {
      const done = await push(
        remote,
        part.map(({ record }) => record),
        { pushed, signal },
      );
      const sent = part.filter(({ record }) => done.has(record.id));
      await store.sync.markSent(sent.map(({ row }) => row));
      acknowledged += sent.length;
      pushed.memories += sent.length;
    }
    if (acknowledged === 0) return;
    await yieldToEventLoop();
  }
}

interface LeavingRecord {
  row: SharedRow;
  record: EventRecord;
}

/** The records of rows; what changed since it was marked gets another version first, and what is gone is taken back. */
async function toRecords(
  deps: PushDeps,
  { rows, withheld }: { rows: readonly SharedRow[]; withheld: Withheld },
): Promise<{ records: LeavingRecord[]; back: number }> {
  const { store, config, userHome, now } = deps;
  const items = new Map((await store.items.get(rows.map(({ item }) => item))).map((item) => [item.id, item]));
  const held = await withheld.among([...items.values()]);
  const records: LeavingRecord[] = [];
  const changed: SharedRow[] = [];
  const gone: SharedRow[] = [];
  for (const row of rows) {
    const item = items.get(row.item);
    if (item === undefined || held.has(row.item) || shareKindOf(item, row) === undefined) {
      gone.push(row);
      continue;
    }
    const hash = sharedHash(item);
    const isSame = hash === row.hash;
    const current = isSame ? row : { ...row, hash, version: Math.max(now(), row.version + 1) };
    if (!isSame) changed.push(current);
    const memory = { ...toMemory(item, { home: config.home, userHome }), version: current.version };
    const { home, member } = config;
    const place = { version: SYNC_VERSION, kind: 'event', home, member, project: { identity: row.project } } as const;
    const id = sharedEventId({ home, target: memory.target, version: memory.version });
    records.push({ row: current, record: { ...place, id, at: memory.version, memory } });
  }
  if (changed.length > 0) await store.sync.putShared(changed);
  if (gone.length > 0) await takeBack(deps, gone, 'unshared');
  return { records, back: gone.length };
}

/** Parts of at most half of what one request may have. */
function* byBytes(records: readonly LeavingRecord[]): Generator<LeavingRecord[]> {
  let part: LeavingRecord[] = [];
  let bytes = 0;
  for (const one of records) {
    const size = Buffer.byteLength(JSON.stringify(one.record));
    if (part.length > 0 && bytes + size > SYNC_LIMITS.requestBytes / 2) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(one);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** The ids that a remote acknowledged, or will never take: these are not sent again. What is of another's home waits. */
async function push(
  remote: SyncRemote,
  records: readonly SyncRecord[],
  { pushed, signal }: { pushed: Pushed; signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  for (const part of partsOf(records, SYNC_LIMITS.records)) {
    const { acknowledged, refused } = await remote.push(part, signal);
    for (const id of acknowledged) done.add(id);
    for (const { id, reason } of refused) {
      if (reason !== NOT_YOUR_HOME) done.add(id);
      pushed.refused[reason] = (pushed.refused[reason] ?? 0) + 1;
    }
  }
  return done;
}
