import { CairnError } from '../../../core/errors.ts';
import { type CleanEvent, EVENT_KINDS, type EventKind, type StoredEvent } from '../../../core/model/event.ts';
import type { EventId, ProjectId, SessionId } from '../../../core/model/ids.ts';
import { EVENT_SOURCES } from '../../common/event-sources.ts';
import type { Tx } from '../engine/engine.ts';
import { NONE, rowsOf } from '../engine/rows.ts';
import { raw, type Sql, sql } from '../engine/sql.ts';
import { addIds, withNumbers } from './event-ids.ts';

/** A stored event with the number of reports that changed it. */
export type RevisedEvent = StoredEvent & { revision: number };

/** What a row keeps as JSON. */
type EventData = Pick<StoredEvent, 'agent' | 'agentSession' | 'cwd' | 'branch' | 'prompt' | 'subagent' | 'body'>;

interface EventRow {
  seq: number;
  id: EventId;
  session_id: SessionId;
  project_id: ProjectId | '';
  at: number;
  sources: string;
  authority: 1 | 2;
  privacy: number;
  revision: number;
  data: string;
}

/** Reads events by a condition on `events AS e` that may end in ORDER BY and LIMIT. */
export async function readEvents(tx: Tx, rest: Sql): Promise<RevisedEvent[]> {
  const rows = await tx.all<EventRow>(sql`SELECT e.seq, e.id, e.session_id, e.project_id, e.at, e.sources, e.authority,
    e.privacy, e.revision, e.data FROM events AS e WHERE e.tenant_id = ${tx.tenant} AND ${rest}`);
  return rows.map(toEvent);
}

/**
 * Reads the events whose numbers a statement selects, each once, in sequence. Each is looked up by itself, in the table of its
 * month; a join would leave it to the planner whether all events are read.
 */
export async function readNumbered(tx: Tx, numbers: Sql): Promise<RevisedEvent[]> {
  const rows = await tx.all<EventRow>(sql`SELECT f.* FROM (${numbers}) AS n (seq) CROSS JOIN LATERAL (
      SELECT e.seq, e.id, e.session_id, e.project_id, e.at, e.sources, e.authority, e.privacy, e.revision, e.data
      FROM events AS e WHERE e.tenant_id = ${tx.tenant} AND e.seq = n.seq LIMIT 1) AS f ORDER BY f.seq`);
  return rows.map(toEvent);
}

function toEvent({ session_id: session, project_id: project, sources, data, ...row }: EventRow): RevisedEvent {
  return {
    ...(JSON.parse(data) as EventData),
    ...row,
    session,
    ...(project === NONE ? {} : { project }),
    sources: sources.split(' ') as StoredEvent['sources'],
  };
}

/** Sources in the order in which events name them, each once. */
export function inOrder(sources: Iterable<CleanEvent['source']>): StoredEvent['sources'] {
  const found = new Set(sources);
  return EVENT_SOURCES.filter((source) => found.has(source));
}

const COLUMNS = {
  project_id: 'text',
  id: 'text',
  seq: 'bigint',
  session_id: 'text',
  kind: 'text',
  is_act: 'boolean',
  agent: 'text',
  at: 'bigint',
  sources: 'text',
  authority: 'integer',
  privacy: 'integer',
  revision: 'integer',
  cwd: 'text',
  branch: 'text',
  subagent: 'text',
  data: 'text',
} as const;

/** Kinds that `Log.acts` lists: notes, and all that follow them in the list of kinds. */
const ACTS: ReadonlySet<EventKind> = new Set(EVENT_KINDS.slice(EVENT_KINDS.indexOf('noted')));
const KINDS: ReadonlySet<string> = new Set(EVENT_KINDS);

function dataOf({ agent, agentSession, cwd, branch, prompt, subagent, body }: RevisedEvent): string {
  return JSON.stringify({ agent, agentSession, cwd, branch, prompt, subagent, body });
}

function toRow(event: RevisedEvent) {
  const { agent, cwd, branch, subagent, body } = event;
  if (!KINDS.has(body.kind)) throw new CairnError('internal', `There is no kind of event "${body.kind}".`);
  return {
    project_id: event.project ?? NONE,
    id: event.id,
    seq: event.seq,
    session_id: event.session,
    kind: body.kind,
    is_act: ACTS.has(body.kind),
    agent,
    at: event.at,
    sources: event.sources.join(' '),
    authority: event.authority,
    privacy: event.privacy,
    revision: event.revision,
    cwd: cwd ?? null,
    branch: branch ?? null,
    subagent: subagent ?? null,
    data: dataOf(event),
  };
}

/** The bytes that an event takes as a row keeps it. */
export function bytesOfEvent(event: RevisedEvent): number {
  return Buffer.byteLength(dataOf(event));
}

/** Inserts events, which arrive now. */
export async function insertEvents(tx: Tx, events: readonly RevisedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await addIds(tx, events);
  const names = raw(Object.keys(COLUMNS).join(', '));
  await tx.run(sql`INSERT INTO events (tenant_id, ${names}, arrived_at)
    SELECT ${tx.tenant}, n.*, (extract(epoch FROM now()) * 1000)::bigint FROM ${rowsOf(COLUMNS, events.map(toRow))} AS n`);
}

/** Writes events that are there already. */
export async function updateEvents(tx: Tx, events: readonly RevisedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const names = Object.keys(COLUMNS);
  const changed = names.filter((name) => name !== 'id' && name !== 'seq').map((name) => `${name} = n.${name}`);
  const seqs = events.map(({ seq }) => seq);
  await tx.run(sql`UPDATE events AS e SET ${raw(changed.join(', '))}
    FROM ${rowsOf(COLUMNS, events.map(toRow))} AS n (${raw(names.join(', '))})
    WHERE e.tenant_id = ${tx.tenant} AND e.seq = n.seq AND ${withNumbers(raw('e.seq'), seqs)}`);
}
