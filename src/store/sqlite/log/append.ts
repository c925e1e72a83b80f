import { withoutSummary } from '../../../core/model/compaction.ts';
import type { CleanEvent } from '../../../core/model/event.ts';
import type { EventId, SessionId } from '../../../core/model/ids.ts';
import { type EventReport, mergeEvent } from '../../../core/model/merge-event.ts';
import { madeOf } from '../../../core/model/shared-memory.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { withOutputKept, withWholeTime } from '../../common/reported-event.ts';
import { isOfRepository, WITHHELD } from '../../common/tombstone-hash.ts';
import type { AppendBatch, Appended, ProjectRow } from '../../contract/log.ts';
import { EVENT_CODES, sourceBit } from '../engine/codes.ts';
import { requireCompactId, toCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { createRowCounts, type RowCounts } from '../engine/row-counts.ts';
import { insertInto, readColumn } from '../engine/rows.ts';
import { type PackPlace, putInPacks, takeFromPack } from '../text/packs.ts';
import { type EventData, toEventData } from './event-data.ts';
import { idOf, isNewDelivery } from './event-reports.ts';
import {
  EVENT_READS,
  hashOfData,
  type LABELS,
  type RevisedEvent,
  readEvents,
  replaceLongStrings,
  saveLongStrings,
} from './event-rows.ts';
import { saveOffset } from './offsets.ts';
import { saveProject } from './projects.ts';
import { createSessionRowChanges, type SessionRowChanges } from './sessions.ts';
import type { Tombstones } from './tombstones.ts';

const addEvent = insertInto('events');

/** What appending needs of the store. */
export interface AppendDeps {
  engine: Engine;
  tombstones: Tombstones;
  /** The key under which the paths of forgotten transcripts are hashed. */
  pathKey: Uint8Array;
}

/** One append in progress. */
interface AppendStep extends AppendDeps {
  sessions: SessionRowChanges;
  tally: RowCounts;
  /** The new events that are not written yet. */
  fresh: Map<EventId, CleanEvent>;
  /** The ids of events in the log. */
  known: Set<EventId>;
  /** True for what an agent or another product wrote: a fork of a session, or a copy of a database, has it under ids of its own. */
  isRead: boolean;
}

/** Appends a batch in one transaction. A repeated delivery returns no results. */
export function append(deps: AppendDeps, batch: AppendBatch): { results: Appended[]; repeated: boolean } {
  const { engine } = deps;
  const { db } = engine;
  return engine.write(
    () => {
      if (batch.delivery !== undefined && !isNewDelivery(db, batch.delivery)) return { results: [], repeated: true };
      const reported = batch.events.map(
        (event): ReportedEvent => ({ id: idOf(deps, event), event: withWholeTime(event) }),
      );
      for (const project of takenProjects(deps, batch, reported)) saveProject(engine, project);
      const step: AppendStep = {
        ...deps,
        sessions: createSessionRowChanges(engine),
        tally: createRowCounts(db),
        fresh: new Map(),
        known: findKnown(db, reported),
        isRead: batch.offset !== undefined || batch.brought === 'rows',
      };
      for (const session of withheldOf(deps, batch)) deps.tombstones.addSummaries(session, WITHHELD);
      const results = reported.map((one) => (batch.brought === undefined ? appendTold : appendOne)(step, one));
      insertEvents(step);
      step.sessions.save();
      step.tally.save();
      if (batch.offset !== undefined) {
        const refused = results.filter(({ outcome }) => outcome === 'refused').length;
        const taken = { any: refused < results.length, refused: refused > 0 };
        saveOffset({ db, pathKey: deps.pathKey }, batch.offset, taken);
      }
      return { results, repeated: false };
    },
    isReadAgain(batch) ? 'later' : 'now',
  );
}

/** The sessions of a batch of which no summary is kept from now on. */
function withheldOf({ tombstones }: AppendDeps, { withheldOf: own = [], forkOf, events }: AppendBatch): Set<SessionId> {
  const isOfFork = forkOf !== undefined && tombstones.refusesSummaries(forkOf);
  return new Set([...own, ...(isOfFork ? events.map(({ session }) => session) : [])]);
}

/**
 * True when the batch need not be synced at once: a power cut would lose the events and the offset together, so they
 * are read again.
 */
function isReadAgain({ offset, delivery }: AppendBatch): boolean {
  return offset !== undefined && delivery === undefined;
}

interface ReportedEvent {
  id: EventId;
  event: CleanEvent;
}

/** The projects of a batch but for those of which nothing is known and every event was forgotten. */
function takenProjects(
  deps: AppendDeps,
  { projects = [] }: AppendBatch,
  reported: readonly ReportedEvent[],
): ProjectRow[] {
  const isRefusedOf = ({ id }: ProjectRow): boolean => {
    const own = reported.filter(({ event }) => event.project === id);
    return own.length > 0 && own.every((one) => erasedAt(deps, one) !== undefined);
  };
  return projects.filter((row) => deps.engine.interned.project(row.id) !== undefined || !isRefusedOf(row));
}

/** When an event was erased, by itself, with its session or what it was made of; `undefined` for one that may be taken in. */
function erasedAt({ tombstones }: AppendDeps, { id, event }: ReportedEvent): number | undefined {
  const from = madeOf(event);
  return (
    tombstones.erasedAt(id) ??
    tombstones.coveredAt(event.session, event.at) ??
    (from.event && tombstones.erasedAt(from.event)) ??
    (from.session && tombstones.coveredAt(from.session, from.at))
  );
}

function findKnown(db: Database, reported: readonly ReportedEvent[]): Set<EventId> {
  const asked = toHexList(reported.map(({ id }) => id));
  const sql = 'SELECT id FROM events WHERE id IN (SELECT unhex(value) FROM json_each(?))';
  return new Set(readColumn<Uint8Array>(db, sql, asked).map((id) => toPublicId(id) as EventId));
}

/** Appends an event, without a summary by an agent that knows what is not kept of the session. */
function appendTold(step: AppendStep, reported: ReportedEvent): Appended {
  const event = withoutSummary(reported.event);
  if (event === reported.event || !step.tombstones.refusesSummaries(event.session)) return appendOne(step, reported);
  return { ...appendOne(step, { ...reported, event }), isCut: true };
}

function appendOne(step: AppendStep, reported: ReportedEvent): Appended {
  const { id, event } = reported;
  const { tombstones } = step;
  const forgottenAt = erasedAt(step, reported);
  if (forgottenAt !== undefined) {
    if (hasCopies(step, event)) {
      // What was forgotten as a hook told it has the hook's time: a fork has that of the line. An undo finds it by the time.
      tombstones.addCopy(event, forgottenAt);
      tombstones.addSummaries(event.session, forgottenAt);
    }
    return { id, outcome: 'refused' };
  }
  if (step.fresh.has(id)) insertEvents(step);
  if (!step.known.has(id)) {
    const copiedAt = hasCopies(step, event) ? tombstones.copyErasedAt(event) : undefined;
    if (copiedAt !== undefined) {
      tombstones.addSummaries(event.session, copiedAt);
      return { id, outcome: 'refused' };
    }
    step.fresh.set(id, event);
    return { id, outcome: 'added' };
  }
  const [stored] = readEvents(step.engine, EVENT_READS.byId, requireCompactId(id));
  if (stored === undefined || stored.body.kind !== event.body.kind) return { id, outcome: 'duplicate' };
  return { id, outcome: complete(step, stored, event) ? 'completed' : 'duplicate' };
}

/** True for what can come again under another id: a line or row that was read, or what a file of a repository states. */
function hasCopies({ isRead }: AppendStep, event: CleanEvent): boolean {
  return isRead || ('fingerprint' in event.key && isOfRepository(event));
}

/** Writes the new events of an append in order of arrival; their data are compressed together. */
function insertEvents(step: AppendStep): void {
  const rows = [...step.fresh].map(([id, event]) => ({ id, event, ...toEventData(event.body) }));
  const places = putInPacks(
    step.engine,
    rows.map((row) => row.data),
  );
  for (const [i, row] of rows.entries()) insertEvent(step, row, places?.[i]);
  for (const { id } of rows) step.known.add(id);
  step.fresh.clear();
}

function insertEvent(
  step: AppendStep,
  { id, event, data, elsewhere }: EventData & { id: EventId; event: CleanEvent },
  packed: PackPlace | undefined,
): void {
  const { db } = step.engine;
  const session = step.sessions.touch(event);
  const rowid = addEvent(db, {
    id: requireCompactId(id),
    kind: EVENT_CODES.toCode(event.body.kind),
    session,
    project: event.project === undefined ? null : step.engine.interned.addProject(event.project),
    at: event.at,
    sources: sourceBits(event),
    authority: event.authority,
    privacy: event.privacy,
    ...labelsOf(step.engine, session, event),
    hash: hashOfData(data),
    pack: packed?.pack ?? null,
    place: packed?.place ?? null,
    data: packed === undefined ? data : null,
  });
  saveLongStrings(step.engine, rowid, elsewhere);
  saveTargets(db, rowid, event);
  db.run('INSERT INTO pending (event) VALUES (?)', rowid);
  step.tally.add(`event:${event.body.kind}`, 1);
}

/** The bits of all sources that an event came by. */
function sourceBits({ source, alsoFrom = [] }: CleanEvent): number {
  return [source, ...alsoFrom].reduce((bits, one) => bits | sourceBit(one), 0);
}

/** Numbers of the labels of an event: its folder, its branch, and the agent's ids of its prompt and subagent. */
function labelsOf({ interned }: Engine, session: number, { cwd, branch, prompt, subagent }: Labelled) {
  const label = (text: string | undefined): number | null =>
    text === undefined ? null : interned.addLabel(session, text);
  return { cwd: label(cwd), branch: label(branch), prompt: label(prompt), subagent: label(subagent) };
}

type Labelled = Pick<CleanEvent, (typeof LABELS)[number]>;

/** Writes the targets of an event; texts that are no public ids are left out. */
export function saveTargets(db: Database, event: number, { targets = [] }: Pick<CleanEvent, 'targets'>): void {
  for (const target of targets) {
    const compact = toCompactId(target);
    if (compact === undefined) continue;
    db.run('INSERT INTO about (target, event) VALUES (?, ?) ON CONFLICT DO NOTHING', compact, event);
  }
}

/** Merges another report into a stored event; returns whether it added anything. */
function complete(step: AppendStep, stored: RevisedEvent, event: CleanEvent): boolean {
  const { engine } = step;
  const { merged, changed } = mergeEvent(stored, withOutputKept(stored, event));
  if (!changed) return completePlace(step, { stored, event, merged });
  const labels = labelsOf(engine, step.sessions.touch({ ...event, ...merged }), merged);
  const { data, elsewhere } = toEventData(merged.body);
  releasePack(engine, stored.seq);
  engine.db.run(
    `UPDATE events SET at = ?, sources = sources | ?, authority = ?, privacy = min(privacy, ?), revision = revision + 1,
      project = coalesce(project, ?), cwd = ?, branch = ?, prompt = ?, subagent = ?, hash = ?, pack = NULL, place = NULL,
      data = ?
      WHERE seq = ?`,
    merged.at,
    sourceBits(event),
    merged.authority,
    event.privacy,
    event.project === undefined ? null : engine.interned.addProject(event.project),
    labels.cwd,
    labels.branch,
    labels.prompt,
    labels.subagent,
    hashOfData(data),
    data,
    stored.seq,
  );
  replaceLongStrings(engine, stored.seq, elsewhere);
  saveTargets(engine.db, stored.seq, event);
  engine.db.run('INSERT INTO pending (event) VALUES (?) ON CONFLICT DO NOTHING', stored.seq);
  return true;
}

/** Writes what a report adds of which nothing is derived: its source, and the branch; returns whether it named that. */
function completePlace(
  { engine, sessions }: AppendStep,
  { stored, event, merged }: { stored: RevisedEvent; event: CleanEvent; merged: EventReport },
): boolean {
  const isNamed = merged.branch !== stored.branch;
  const session = isNamed ? sessions.touch({ ...event, ...merged }) : 0;
  const isOther = '(sources & ?1 <> ?1 OR authority <> ?2 OR ?3 IS NOT NULL)';
  engine.db.run(
    `UPDATE events SET sources = sources | ?1, authority = ?2, branch = coalesce(?3, branch) WHERE seq = ?4 AND ${isOther}`,
    sourceBits(event),
    merged.authority,
    isNamed ? labelsOf(engine, session, merged).branch : null,
    stored.seq,
  );
  return isNamed;
}

/** Removes an event's data from its pack, when it is in one. */
export function releasePack(engine: Engine, event: number): void {
  const sql = 'SELECT pack, place FROM events WHERE seq = ? AND pack IS NOT NULL';
  const at = engine.db.get<PackPlace>(sql, event);
  if (at !== undefined) takeFromPack(engine, at);
}
