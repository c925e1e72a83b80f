import type { CleanEvent } from '../../core/event.ts';
import type { EventId } from '../../core/ids.ts';
import { mergeEvent } from '../../core/merge-event.ts';
import type { AppendBatch, Appended } from '../contract.ts';
import { EVENT_CODES, sourceBit } from './codes.ts';
import { requireCompactId } from './compact-id.ts';
import type { Tally } from './counters.ts';
import { createTally } from './counters.ts';
import type { Engine } from './engine.ts';
import type { RevisedEvent } from './event-rows.ts';
import { EVENT_READS, packBody, readEvents, replaceLongStrings, saveLongStrings } from './event-rows.ts';
import type { Interned } from './interned.ts';
import { saveOffset } from './offsets.ts';
import type { SessionChanges } from './sessions.ts';
import { createSessionChanges } from './sessions.ts';
import { idOf, isNewDelivery } from './tellings.ts';
import type { Tombstones } from './tombstones.ts';

/** What appending needs of the store. */
export interface AppendParts {
  engine: Engine;
  interned: Interned;
  tombstones: Tombstones;
}

interface Step extends AppendParts {
  sessions: SessionChanges;
  tally: Tally;
}

/** Appends a batch in one transaction. A repeated delivery gives no results. */
export function append(parts: AppendParts, batch: AppendBatch): { results: Appended[]; repeated: boolean } {
  const { engine, interned } = parts;
  return engine.write(() => {
    if (batch.delivery !== undefined && !isNewDelivery(engine.db, batch.delivery)) return { results: [], repeated: true };
    for (const project of batch.projects ?? []) interned.saveProject(project);
    const step: Step = {
      ...parts,
      sessions: createSessionChanges(engine.db, interned),
      tally: createTally(engine.db),
    };
    const results = batch.events.map((event) => appendOne(step, { ...event, at: Math.round(event.at) }));
    step.sessions.save();
    step.tally.save();
    if (batch.offset !== undefined) saveOffset(engine.db, batch.offset);
    return { results, repeated: false };
  });
}

function appendOne(step: Step, event: CleanEvent): Appended {
  const id = idOf(step.engine.db, event);
  if (step.tombstones.has(id)) return { id, outcome: 'refused' };
  if (insert(step, id, event)) return { id, outcome: 'added' };
  const [stored] = readEvents(step.engine.db, EVENT_READS.byId, requireCompactId(id));
  if (stored === undefined || stored.body.kind !== event.body.kind) return { id, outcome: 'duplicate' };
  return { id, outcome: complete(step, stored, event) ? 'completed' : 'duplicate' };
}

/** Inserts an event unless its id is known; says whether it did. */
function insert(step: Step, id: EventId, event: CleanEvent): boolean {
  const { db } = step.engine;
  const known = db.get<{ seq: number }>('SELECT seq FROM events WHERE id = ?', requireCompactId(id));
  if (known !== undefined) return false;
  const session = step.sessions.touch(event);
  const { data, hash, elsewhere } = packBody(event.body);
  const { rowid } = db.run(
    `INSERT INTO events (id, kind, session, project, at, sources, authority, privacy, cwd, prompt, subagent, hash, data)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    requireCompactId(id),
    EVENT_CODES.toCode(event.body.kind),
    session,
    event.project === undefined ? null : step.interned.addProject(event.project),
    event.at,
    sourceBit(event.source),
    event.authority,
    event.privacy,
    labelOf(step, session, event.cwd),
    labelOf(step, session, event.prompt),
    labelOf(step, session, event.subagent),
    hash,
    data,
  );
  saveLongStrings(db, rowid, elsewhere);
  db.run('INSERT INTO pending (event) VALUES (?)', rowid);
  step.tally.add(`event:${event.body.kind}`, 1);
  return true;
}

/** Merges another telling into a stored event; says whether it told anything new. */
function complete(step: Step, stored: RevisedEvent, event: CleanEvent): boolean {
  const { db } = step.engine;
  const { merged, changed } = mergeEvent(stored, event);
  const bit = sourceBit(event.source);
  if (!changed) {
    db.run(
      'UPDATE events SET sources = sources | ?1, authority = ?2 WHERE seq = ?3 AND (sources & ?1 = 0 OR authority <> ?2)',
      bit,
      merged.authority,
      stored.seq,
    );
    return false;
  }
  const session = step.sessions.touch({ ...event, ...merged });
  const { data, hash, elsewhere } = packBody(merged.body);
  db.run(
    `UPDATE events SET at = ?, sources = sources | ?, authority = ?, privacy = min(privacy, ?), revision = revision + 1,
      project = coalesce(project, ?), cwd = ?, prompt = ?, subagent = ?, hash = ?, data = ? WHERE seq = ?`,
    merged.at,
    bit,
    merged.authority,
    event.privacy,
    event.project === undefined ? null : step.interned.addProject(event.project),
    labelOf(step, session, merged.cwd),
    labelOf(step, session, merged.prompt),
    labelOf(step, session, merged.subagent),
    hash,
    data,
    stored.seq,
  );
  replaceLongStrings(db, stored.seq, elsewhere);
  db.run('INSERT INTO pending (event) VALUES (?) ON CONFLICT DO NOTHING', stored.seq);
  return true;
}

function labelOf(step: Step, session: number, text: string | undefined): number | null {
  return text === undefined ? null : step.interned.addLabel(session, text);
}
