import type { EventId } from '../../core/model/ids.ts';
import { baseName } from '../../core/text/text.ts';
import type { ImportedEvent } from '../../ingest/intake.ts';
import type { ServedMemory } from '../../memory/open-served.ts';
import { now } from '../../platform/clock.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import type { PostgresStore } from '../../store/postgres/open-postgres-stores.ts';
import { changesAfter, keepTaken, type LoggedRecord, readTaken } from '../../store/postgres/team/sync-records.ts';
import {
  type EventRecord,
  homesOf,
  parseRecord,
  projectOf,
  type TombstoneRecord,
  toSharedEvent,
} from '../../sync/wire.ts';

/** Records of one step. */
const STEP = 200;

/** What records are taken into. */
export interface TakingIn {
  engine: Engine;
  store: Pick<PostgresStore, 'log'>;
  memory: Pick<ServedMemory, 'intake'>;
}

/**
 * Takes what homes handed over since the last time into the memory of their team, step by step while `goesOn`; returns how many
 * events. A step that was not written down is taken again, and adds nothing.
 */
export async function takeInRecords(taking: TakingIn, goesOn: () => Promise<boolean>): Promise<number> {
  const { engine } = taking;
  let taken = 0;
  while (await goesOn()) {
    const changes = await changesAfter(engine, await readTaken(engine), STEP);
    const last = changes.at(-1);
    if (last === undefined) break;
    // A server that lost the lease between its reading and its writing may still bring what was erased meanwhile: it is refused.
    await refuse(taking, changes);
    let events: EventRecord[] = [];
    for (const { json } of changes) {
      const record = json === null ? 'erased' : parseRecord(JSON.parse(json));
      if (typeof record === 'string') continue;
      if (record.kind === 'event') events.push(record);
      if (record.kind !== 'tombstone') continue;
      taken += await takeEvents(taking, events);
      events = [];
      await carryOut(taking, record);
    }
    taken += await takeEvents(taking, events);
    await keepTaken(engine, last.seq);
  }
  return taken;
}

async function refuse({ store }: TakingIn, changes: readonly LoggedRecord[]): Promise<void> {
  const ids = changes.flatMap(({ kind, id, json }) => (kind === 'event' && json === null ? [id as EventId] : []));
  if (ids.length > 0) await store.log.erase(ids, now());
}

async function takeEvents({ memory }: TakingIn, records: readonly EventRecord[]): Promise<number> {
  if (records.length === 0) return 0;
  const { outcomes } = await memory.intake.brought(records.map(toImported));
  return outcomes.filter((outcome) => outcome === 'added').length;
}

function toImported(record: EventRecord): ImportedEvent {
  const { id, identity } = projectOf(record);
  return {
    raw: toSharedEvent(record),
    id: record.id as EventId,
    project: { id, identity, name: baseName(identity), remote: identity },
    authority: 1,
  };
}

/** Erases the events of a home's memories that it took back, and those of its memory's earlier homes. */
async function carryOut({ store }: TakingIn, record: TombstoneRecord): Promise<void> {
  const { erases } = record;
  const homes = homesOf(record);
  const until = new Map(erases.map((one) => [one.target, one.until]));
  const shared = (await store.log.about([...until.keys()])).filter(({ body }) => body.kind === 'shared');
  const gone = shared.filter(
    ({ body }) => body.kind === 'shared' && homes.has(body.home) && body.version <= (until.get(body.target) ?? 0),
  );
  if (gone.length === 0) return;
  const ids = new Set(gone.map(({ id }) => id));
  await store.log.erase([...ids], now());
  // Another home may share the same memory.
  const others = shared.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  if (others.length > 0) await store.log.markUnderived(others);
}
