import type { CleanEvent } from '../../../core/model/event.ts';
import type { EventId } from '../../../core/model/ids.ts';
import { EVENT_CODES, sourceBit } from '../engine/codes.ts';
import { requireCompactId } from '../engine/compact-id.ts';
import type { PackPlace } from '../text/packs.ts';
import { putInPacks } from '../text/packs.ts';
import type { AppendStep } from './append-step.ts';
import type { EventData } from './event-data.ts';
import { toEventData } from './event-data.ts';
import { hashOfData, saveLongStrings } from './event-rows.ts';
import { saveTargets } from './event-targets.ts';

/** Writes the new events of an append in order of arrival; their data are compressed together. */
export function insertEvents(step: AppendStep): void {
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
  const label = (text: string | undefined) => (text === undefined ? null : step.interned.addLabel(session, text));
  const { rowid } = db.run(
    `INSERT INTO events (id, kind, session, project, at, sources, authority, privacy, cwd, prompt, subagent, hash,
      pack, place, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    requireCompactId(id),
    EVENT_CODES.toCode(event.body.kind),
    session,
    event.project === undefined ? null : step.interned.addProject(event.project),
    event.at,
    [event.source, ...(event.alsoFrom ?? [])].reduce((bits, source) => bits | sourceBit(source), 0),
    event.authority,
    event.privacy,
    label(event.cwd),
    label(event.prompt),
    label(event.subagent),
    hashOfData(data),
    packed?.pack ?? null,
    packed?.place ?? null,
    packed === undefined ? data : null,
  );
  saveLongStrings(step.engine, rowid, elsewhere);
  saveTargets(db, rowid, event);
  db.run('INSERT INTO pending (event) VALUES (?)', rowid);
  step.tally.add(`event:${event.body.kind}`, 1);
}
