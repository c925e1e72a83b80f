import { withoutSummary } from '../../../core/model/compaction.ts';
import type { CleanEvent } from '../../../core/model/event.ts';
import { type EventId, isPublicId, type SessionId } from '../../../core/model/ids.ts';
import { type EventReport, mergeEvent } from '../../../core/model/merge-event.ts';
import { withOutputKept } from '../../common/reported-event.ts';
import type { AppendBatch, Appended, ProjectRow } from '../../contract/log.ts';
import type { Tx } from '../engine/engine.ts';
import { lockFor, takeEventNumbers } from '../engine/numbers.ts';
import { insertRows } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';
import { saveBodies } from './event-bodies.ts';
import { numbersOf } from './event-ids.ts';
import { identify, type ReportedEvent, recordDeliveries } from './event-reports.ts';
import { bytesOfEvent, inOrder, insertEvents, type RevisedEvent, readNumbered, updateEvents } from './event-rows.ts';
import { saveOffset } from './offsets.ts';
import { addPending } from './pending.ts';
import { ensureProjects, knownProjects, saveProjects } from './projects.ts';
import { createRowCounts } from './row-counts.ts';
import { createSessionRowChanges, type SessionRowChanges } from './session-rows.ts';
import { addSummaryTombstones, findRefused, findRefusingSummaries } from './tombstones.ts';

/** An event of the log as an append found or changes it. */
interface AppendedEntry {
  event: RevisedEvent;
  /** As it was found; absent for a new one. */
  before?: RevisedEvent;
  /** `stored`: as it is in the log; `placed`: only what nothing is derived of changed. */
  state: 'new' | 'stored' | 'placed' | 'completed';
  targets: Set<string>;
}

/** One append in progress. */
interface AppendStep {
  isRefused: (one: ReportedEvent) => boolean;
  /** The sessions of which no summary is kept. */
  withoutSummaries: ReadonlySet<SessionId>;
  sessions: SessionRowChanges;
  /** The events of the log that the batch names, and the new ones. */
  entries: Map<EventId, AppendedEntry>;
  /** New events that no session row counts yet. */
  fresh: CleanEvent[];
}

/** What became of one batch. */
export type AppendResult = { results: Appended[]; repeated: boolean };

/**
 * Appends batches in their order, all in one transaction, with the outcome that each would have alone. A repeated
 * delivery returns no results.
 */
export async function appendAll(tx: Tx, batches: readonly AppendBatch[], pathKey: Uint8Array): Promise<AppendResult[]> {
  await lockFor(tx, 'log');
  const isNew = await recordDeliveries(tx, batches);
  const taken = batches.filter((_, i) => isNew[i]);
  const reported = await identify(
    tx,
    taken.flatMap(({ events }) => events),
  );
  const isRefused = await findRefused(tx, reported);
  await addSummaryTombstones(tx, await withheldOf(tx, taken));
  const told = reported.flatMap(({ event }) => (withoutSummary(event) === event ? [] : [event.session]));
  const withoutSummaries = await findRefusingSummaries(tx, told);
  await saveProjects(tx, await takenProjects(tx, taken, { reported, isRefused }));
  const entries = await readEntries(tx, reported);
  const step: AppendStep = { isRefused, withoutSummaries, sessions: createSessionRowChanges(), entries, fresh: [] };
  let next = 0;
  const all = batches.map((batch, i): AppendResult => {
    if (isNew[i] !== true) return { results: [], repeated: true };
    const own = reported.slice(next, next + batch.events.length);
    next += own.length;
    const results = own.map((one) => (batch.brought === undefined ? appendTold : appendOne)(step, one));
    touchFresh(step);
    return { results, repeated: false };
  });
  await save(tx, step);
  for (const [i, { offset }] of batches.entries()) {
    const { results = [], repeated = true } = all[i] ?? {};
    if (offset === undefined || repeated) continue;
    const refused = results.filter(({ outcome }) => outcome === 'refused').length;
    await saveOffset(tx, offset, { pathKey, any: refused < results.length, refused: refused > 0 });
  }
  return all;
}

/** The sessions of which no summary is kept from now on. */
async function withheldOf(tx: Tx, batches: readonly AppendBatch[]): Promise<SessionId[]> {
  const forked = batches.flatMap(({ forkOf }) => forkOf ?? []);
  const isWithout = await findRefusingSummaries(tx, forked);
  const all = batches.flatMap(({ withheldOf: own = [], forkOf, events }) =>
    forkOf !== undefined && isWithout.has(forkOf) ? [...own, ...events.map(({ session }) => session)] : own,
  );
  return [...new Set(all)];
}

/** The projects of batches but for those of which nothing is known and every event of their batch was forgotten. */
async function takenProjects(
  tx: Tx,
  batches: readonly AppendBatch[],
  { reported, isRefused }: { reported: readonly ReportedEvent[]; isRefused: AppendStep['isRefused'] },
): Promise<ProjectRow[]> {
  let next = 0;
  const asked = batches.flatMap(({ events, projects = [] }) => {
    const own = reported.slice(next, next + events.length);
    next += own.length;
    return projects.map((row) => {
      const of = own.filter(({ event }) => event.project === row.id);
      return { row, isForgotten: of.length > 0 && of.every(isRefused) };
    });
  });
  const forgotten = asked.filter(({ isForgotten }) => isForgotten).map(({ row }) => row.id);
  const known = await knownProjects(tx, forgotten);
  return asked.filter(({ row, isForgotten }) => !isForgotten || known.has(row.id)).map(({ row }) => row);
}

async function readEntries(tx: Tx, reported: readonly ReportedEvent[]): Promise<Map<EventId, AppendedEntry>> {
  if (reported.length === 0) return new Map();
  const ids = reported.map(({ id }) => id);
  const events = await readNumbered(tx, numbersOf(tx, ids));
  return new Map(events.map((event) => [event.id, { event, before: event, state: 'stored', targets: new Set() }]));
}

/** Appends an event, without a summary by an agent that knows what is not kept of the session. */
function appendTold(step: AppendStep, reported: ReportedEvent): Appended {
  const event = withoutSummary(reported.event);
  if (event === reported.event || !step.withoutSummaries.has(event.session)) return appendOne(step, reported);
  return { ...appendOne(step, { ...reported, event }), isCut: true };
}

function appendOne(step: AppendStep, reported: ReportedEvent): Appended {
  const { id, event } = reported;
  if (step.isRefused(reported)) return { id, outcome: 'refused' };
  const entry = step.entries.get(id);
  if (entry === undefined) {
    step.fresh.push(event);
    step.entries.set(id, { event: toStored(id, event), state: 'new', targets: new Set(targetsOf(event)) });
    return { id, outcome: 'added' };
  }
  // A new event counts as written once another report names it.
  if (entry.state === 'new') touchFresh(step);
  if (entry.event.body.kind !== event.body.kind) return { id, outcome: 'duplicate' };
  return { id, outcome: complete(step, entry, event) ? 'completed' : 'duplicate' };
}

function touchFresh({ fresh, sessions }: AppendStep): void {
  for (const event of fresh.splice(0)) sessions.touch(event);
}

/** The targets of an event; texts that are no public ids are left out. */
function targetsOf({ targets = [] }: CleanEvent): string[] {
  return targets.filter(isPublicId);
}

function toStored(id: EventId, event: CleanEvent): RevisedEvent {
  const { key: _, source, alsoFrom = [], targets: __, untimed: ___, trace: ____, ...told } = event;
  return { ...told, id, seq: 0, sources: inOrder([source, ...alsoFrom]), revision: 0 };
}

/** Merges another report into an event; returns whether it added anything. */
function complete({ sessions }: AppendStep, entry: AppendedEntry, event: CleanEvent): boolean {
  const stored = entry.event;
  const { merged, changed } = mergeEvent(stored, withOutputKept(stored, event));
  const sources = inOrder([...stored.sources, event.source, ...(event.alsoFrom ?? [])]);
  const isNamed = merged.branch !== stored.branch;
  if (changed || isNamed) sessions.touch({ ...event, ...placeOf(merged) });
  if (!changed) {
    const isOther = isNamed || sources.length > stored.sources.length || merged.authority !== stored.authority;
    if (isOther && entry.state === 'stored') entry.state = 'placed';
    entry.event = { ...stored, sources, authority: merged.authority, ...pick('branch', merged.branch) };
    return isNamed;
  }
  const project = stored.project ?? event.project;
  entry.event = {
    ...stored,
    ...placeOf(merged),
    sources,
    privacy: Math.min(stored.privacy, event.privacy),
    revision: stored.revision + 1,
    ...pick('project', project),
  };
  for (const target of targetsOf(event)) entry.targets.add(target);
  if (entry.state !== 'new') entry.state = 'completed';
  return true;
}

/** What merging says of an event: not whose it is. */
function placeOf({ at, cwd, branch, prompt, subagent, body, authority }: EventReport) {
  return {
    at,
    body,
    authority,
    ...pick('cwd', cwd),
    ...pick('branch', branch),
    ...pick('prompt', prompt),
    ...pick('subagent', subagent),
  };
}

function pick<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

/** Writes what an append adds and changes. */
async function save(tx: Tx, { entries, sessions }: AppendStep): Promise<void> {
  const of = (state: AppendedEntry['state']): AppendedEntry[] =>
    [...entries.values()].filter((entry) => entry.state === state);
  const [added, completed, placed] = [of('new'), of('completed'), of('placed')];
  await ensureProjects(
    tx,
    [...added, ...completed].map(({ event }) => event.project),
  );
  await number(tx, added);
  await insertEvents(tx, eventsOf(added));
  await updateEvents(tx, eventsOf([...completed, ...placed]));
  await replaceBodies(tx, { added, completed });
  await saveTargets(tx, [...added, ...completed]);
  await addPending(tx, eventsOf([...added, ...completed]));
  await sessions.save(tx);
  const tally = createRowCounts();
  for (const { event, before } of [...added, ...completed, ...placed]) {
    tally.add('bytes:events', bytesOfEvent(event) - (before === undefined ? 0 : bytesOfEvent(before)));
    if (before === undefined) tally.add(`event:${event.body.kind}`, 1);
  }
  await tally.save(tx);
}

function eventsOf(entries: readonly AppendedEntry[]): RevisedEvent[] {
  return entries.map(({ event }) => event);
}

async function number(tx: Tx, added: readonly AppendedEntry[]): Promise<void> {
  if (added.length === 0) return;
  const first = await takeEventNumbers(tx, added.length);
  for (const [i, entry] of added.entries()) entry.event = { ...entry.event, seq: first + i };
}

async function replaceBodies(
  tx: Tx,
  { added, completed }: Record<'added' | 'completed', AppendedEntry[]>,
): Promise<void> {
  if (completed.length > 0) {
    const seqs = completed.map(({ event }) => event.seq);
    await tx.run(sql`DELETE FROM event_bodies WHERE tenant_id = ${tx.tenant} AND seq = ANY(${seqs}::bigint[])`);
  }
  await saveBodies(tx, eventsOf([...added, ...completed]));
}

async function saveTargets(tx: Tx, entries: readonly AppendedEntry[]): Promise<void> {
  const rows = entries.flatMap(({ event, targets }) => Array.from(targets, (target) => ({ target, seq: event.seq })));
  const columns = { target: 'text', seq: 'bigint' } as const;
  await insertRows(tx, { table: 'about', columns, rest: raw('ON CONFLICT DO NOTHING') }, rows);
}
