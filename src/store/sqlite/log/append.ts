import type { CleanEvent } from '../../../core/model/event.ts';
import type { EventId } from '../../../core/model/ids.ts';
import { mergeEvent } from '../../../core/model/merge-event.ts';
import { isAged } from '../../../core/text/aged-text.ts';
import type { AppendBatch, Appended } from '../../contract/log.ts';
import { sourceBit } from '../engine/codes.ts';
import { requireCompactId, toHexList, toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { createRowCounts } from '../engine/row-counts.ts';
import { takeFromPack } from '../text/packs.ts';
import type { AppendDeps, AppendStep } from './append-step.ts';
import { toEventData } from './event-data.ts';
import { idOf, isNewDelivery } from './event-reports.ts';
import type { RevisedEvent } from './event-rows.ts';
import { EVENT_READS, hashOfData, readEvents, replaceLongStrings } from './event-rows.ts';
import { saveTargets } from './event-targets.ts';
import { insertEvents } from './insert-events.ts';
import { saveOffset } from './offsets.ts';
import { saveProject } from './projects.ts';
import { createSessionRowChanges } from './sessions.ts';

/** Appends a batch in one transaction. A repeated delivery returns no results. */
export function append(deps: AppendDeps, batch: AppendBatch): { results: Appended[]; repeated: boolean } {
  const { engine, interned } = deps;
  return engine.write(
    () => {
      if (batch.delivery !== undefined && !isNewDelivery(engine.db, batch.delivery))
        return { results: [], repeated: true };
      for (const project of batch.projects ?? []) saveProject(engine.db, interned, project);
      const reported = batch.events.map(
        (event): ReportedEvent => ({ id: idOf(engine.db, event), event: withWholeTime(event) }),
      );
      const step: AppendStep = {
        ...deps,
        sessions: createSessionRowChanges(engine.db, interned),
        tally: createRowCounts(engine.db),
        fresh: new Map(),
        known: findKnown(engine, reported),
      };
      const results = reported.map((one) => appendOne(step, one));
      insertEvents(step);
      step.sessions.save();
      step.tally.save();
      if (batch.offset !== undefined) saveOffset(engine.db, batch.offset);
      return { results, repeated: false };
    },
    isReadAgain(batch) ? 'later' : 'now',
  );
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

function withWholeTime(event: CleanEvent): CleanEvent {
  return Number.isInteger(event.at) ? event : { ...event, at: Math.round(event.at) };
}

function findKnown({ db }: Engine, reported: readonly ReportedEvent[]): Set<EventId> {
  const asked = toHexList(reported.map(({ id }) => id));
  const sql = 'SELECT id FROM events WHERE id IN (SELECT unhex(value) FROM json_each(?))';
  return new Set(db.all<{ id: Uint8Array }>(sql, asked).map((row) => toPublicId(row.id) as EventId));
}

function appendOne(step: AppendStep, { id, event }: ReportedEvent): Appended {
  if (step.tombstones.has(id) || step.tombstones.covers(event.session, event.at)) return { id, outcome: 'refused' };
  if (step.fresh.has(id)) insertEvents(step);
  if (!step.known.has(id)) {
    step.fresh.set(id, event);
    return { id, outcome: 'added' };
  }
  const [stored] = readEvents(step.engine, EVENT_READS.byId, requireCompactId(id));
  if (stored === undefined || stored.body.kind !== event.body.kind) return { id, outcome: 'duplicate' };
  return { id, outcome: complete(step, stored, event) ? 'completed' : 'duplicate' };
}

/** Merges another report into a stored event; returns whether it added anything. */
function complete(step: AppendStep, stored: RevisedEvent, event: CleanEvent): boolean {
  const { db } = step.engine;
  const { merged, changed } = mergeEvent(stored, withOutputKept(stored, event));
  if (!changed) {
    db.run(
      'UPDATE events SET sources = sources | ?1, authority = ?2 WHERE seq = ?3 AND (sources & ?1 = 0 OR authority <> ?2)',
      sourceBit(event.source),
      merged.authority,
      stored.seq,
    );
    return false;
  }
  const session = step.sessions.touch({ ...event, ...merged });
  const label = (text: string | undefined) => (text === undefined ? null : step.interned.addLabel(session, text));
  const { data, elsewhere } = toEventData(merged.body);
  releasePack(step, stored.seq);
  db.run(
    `UPDATE events SET at = ?, sources = sources | ?, authority = ?, privacy = min(privacy, ?), revision = revision + 1,
      project = coalesce(project, ?), cwd = ?, prompt = ?, subagent = ?, hash = ?, pack = NULL, place = NULL, data = ?
      WHERE seq = ?`,
    merged.at,
    sourceBit(event.source),
    merged.authority,
    event.privacy,
    event.project === undefined ? null : step.interned.addProject(event.project),
    label(merged.cwd),
    label(merged.prompt),
    label(merged.subagent),
    hashOfData(data),
    data,
    stored.seq,
  );
  replaceLongStrings(step.engine, stored.seq, elsewhere);
  saveTargets(db, stored.seq, event);
  db.run('INSERT INTO pending (event) VALUES (?) ON CONFLICT DO NOTHING', stored.seq);
  return true;
}

/** Keeps the stored output when one of two reports of a tool call lacks its middle (an aged output). */
function withOutputKept({ body: stored }: RevisedEvent, event: CleanEvent): CleanEvent {
  const { body } = event;
  if (stored.kind !== 'tool.end' || body.kind !== 'tool.end' || stored.output === '') return event;
  return isAged(stored.output) !== isAged(body.output) ? { ...event, body: { ...body, output: stored.output } } : event;
}

/** Removes an event's data from its pack, when it is in one. */
export function releasePack({ engine }: Pick<AppendDeps, 'engine'>, event: number): void {
  const sql = 'SELECT pack, place FROM events WHERE seq = ? AND pack IS NOT NULL';
  const at = engine.db.get<{ pack: number; place: number }>(sql, event);
  if (at !== undefined) takeFromPack(engine, at);
}
