// ingest/transcripts: reads transcripts from the kept offset and merges their events with those of hooks. `agents`
// knows the formats.

import type { Agent, SnapshotReader } from '../../agents/shared/contract.ts';
import { asObject, parseJson } from '../../core/json.ts';
import { LIMITS } from '../../core/limits.ts';
import type { RawEvent, Skipped } from '../../core/model/event.ts';
import { withoutPerson } from '../../core/model/person-words.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRegularFile } from '../../platform/files.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { redact } from '../../privacy/redact.ts';
import { sanitize } from '../../privacy/sanitize.ts';
import type { Log, Offset } from '../../store/contract/log.ts';
import type { Intake } from '../intake.ts';
import { keptOffset, keptState } from './kept-offset.ts';
import type { OwnTranscripts } from './own-transcripts.ts';
import { fileStamp, isPacked, readLines, snapshotStamp } from './read-lines.ts';

/** The totals of reading one transcript, so far or at the end. */
export interface Reconciled {
  bytes: number;
  lines: number;
  read: number;
  skipped: Skipped;
  added: number;
  completed: number;
  duplicates: number;
  byKind: Record<string, number>;
  /** Events that say that a person spoke, in a transcript that is no evidence of one. */
  unproven: number;
}

/** The dependencies of reconciling. */
export interface ReconcileDeps {
  log: Log;
  intake: Intake;
  findAgent: (name: string) => Agent | undefined;
  own: OwnTranscripts;
}

/** A transcript to be read. `proves`: what it says of a person is evidence of one; else its words are an agent's. */
export interface TranscriptToRead {
  path: string;
  agent: Agent;
  proves: boolean;
  /** A person said in a terminal that it holds their words. */
  isVouched?: boolean;
}

/** Reads a session's transcript and those of its subagents. An unknown agent has none. */
export async function reconcileSession(session: { agent: string; path: string }, deps: ReconcileDeps): Promise<void> {
  const agent = deps.findAgent(session.agent);
  if (agent === undefined) return;
  const proves = deps.own.has(agent, session.path);
  for (const path of [session.path, ...(agent.companions?.(session.path) ?? [])]) {
    for await (const _step of reconcile({ path, agent, proves }, deps));
  }
}

/** Totals of 0. */
export function emptyReconciled(): Reconciled {
  return { bytes: 0, lines: 0, read: 0, skipped: {}, added: 0, completed: 0, duplicates: 0, byKind: {}, unproven: 0 };
}

/**
 * Reads a transcript from the kept offset and appends its events, in steps of at most `LIMITS.bulkStepMs` and
 * `LIMITS.batchEvents` events; yields the totals of this run after each step. A file that is missing, not regular or
 * unchanged yields nothing; one that was cut or replaced is read again from the start. Offset and events are written in
 * one transaction.
 */
export async function* reconcile(
  file: TranscriptToRead,
  deps: Pick<ReconcileDeps, 'log' | 'intake'>,
): AsyncGenerator<Reconciled> {
  if (!isRegularFile(file.path)) return;
  const path = redact(file.path).text;
  const known = await keptOffset(file.path, file, deps.log);
  const snapshot = file.agent.createSnapshot?.({ path: file.path }, known?.state);
  if (snapshot === undefined) yield* reconcileLines(file, { path, known }, deps);
  else if (!isSameStamp(known, snapshotStamp(file.path)))
    yield* reconcileSnapshot(snapshot, { file, path, known }, deps);
}

async function* reconcileLines(
  file: TranscriptToRead,
  { path, known }: { path: string; known: Offset | undefined },
  deps: Pick<ReconcileDeps, 'log' | 'intake'>,
): AsyncGenerator<Reconciled> {
  const stamp = fileStamp(file.path, known?.headBytes);
  const isLonger = known !== undefined && (isPacked(file.path) || known.resumeAt <= stamp.sizeBytes);
  const same = isLonger && known.head === stamp.head;
  if (same && isSameStamp(known, stamp)) return;
  const from = same ? known.resumeAt : 0;
  const parser = file.agent.createParser({ path: file.path }, same ? known.state : undefined);
  const fresh = fileStamp(file.path);
  const taker = createTaker(deps.intake, { file, known: same ? known : undefined });
  const offsetAt = (end: number): Offset => {
    const { resumeAt, state } = parser.position(end);
    const place = { path, agent: file.agent.name, ...fresh, resumeAt };
    return { ...place, state: keptState(asObject(sanitize(state).value), file), ...taker.told() };
  };

  let lines = 0;
  let end = from;
  for await (const batch of readLines(file.path, from)) {
    for (const line of batch) {
      if (line.open && parseJson(line.text) === undefined) break;
      lines += 1;
      end = line.end;
      if (!taker.isFull(parser.line(line.text, line.start))) continue;
      // No file has modification time 0, so the next run reads on although the file did not change.
      await taker.take({ ...offsetAt(end), modifiedAt: 0 });
      yield { ...taker.total(parser.counts()), lines, bytes: end - from };
      await taker.breathe();
    }
  }
  await taker.take(offsetAt(end));
  yield { ...taker.total(parser.counts()), lines, bytes: end - from };
}

/** Reads a snapshot. Its state is written with the last step: after a crash the events are read again and recognised. */
async function* reconcileSnapshot(
  snapshot: SnapshotReader,
  { file, path, known }: { file: TranscriptToRead; path: string; known: Offset | undefined },
  { intake }: Pick<ReconcileDeps, 'intake'>,
): AsyncGenerator<Reconciled> {
  const stamp = snapshotStamp(file.path);
  const taker = createTaker(intake, { file, known });
  let lines = 0;
  for (const step of snapshot.steps()) {
    lines += 1;
    if (!taker.isFull(step)) continue;
    await taker.take();
    yield { ...taker.total(snapshot.counts()), lines, bytes: 0 };
    await taker.breathe();
  }
  const state = keptState(asObject(sanitize(snapshot.state()).value), file);
  await taker.take({ path, agent: file.agent.name, ...stamp, resumeAt: 0, state, ...taker.told() });
  yield { ...taker.total(snapshot.counts()), lines, bytes: stamp.sizeBytes };
}

function isSameStamp(known: Offset | undefined, stamp: Pick<Offset, 'sizeBytes' | 'modifiedAt'>): boolean {
  return known !== undefined && known.sizeBytes === stamp.sizeBytes && known.modifiedAt === stamp.modifiedAt;
}

/** Collects events into steps of bounded size and time, takes them in and counts their outcomes. */
function createTaker(
  intake: Intake,
  { file: { proves, isVouched }, known }: { file: TranscriptToRead; known: Offset | undefined },
) {
  const total = emptyReconciled();
  // Earlier versions of Cairn did not record whether a transcript contained events.
  let told = known === undefined ? false : known.told;
  let batch: RawEvent[] = [];
  let began = performance.now();
  const toEvidence = (event: RawEvent): RawEvent => {
    const body = proves ? event.body : withoutPerson(event.body);
    if (body === event.body) return event;
    total.unproven += 1;
    return { ...event, body };
  };
  return {
    /** Adds events; true when the step is full and must be taken in. */
    isFull(events: readonly RawEvent[]): boolean {
      for (const event of events) batch.push(toEvidence(event));
      if (events.length > 0) told = true;
      return batch.length >= LIMITS.batchEvents || performance.now() - began >= LIMITS.bulkStepMs / 2;
    },
    async take(offset?: Offset): Promise<void> {
      const { outcomes, kinds } = await intake.events(
        batch,
        omitUndefined({ offset }),
        isVouched === true ? ['import'] : undefined,
      );
      for (const [i, outcome] of outcomes.entries()) {
        const kind = kinds[i] ?? 'unknown';
        if (outcome === 'added') total.byKind[kind] = (total.byKind[kind] ?? 0) + 1;
        if (outcome === 'added' || outcome === 'completed') total[outcome] += 1;
        if (outcome === 'duplicate') total.duplicates += 1;
      }
      batch = [];
    },
    /** Whether the transcript contained an event, in this run or an earlier one. */
    told: (): Pick<Offset, 'told'> => (told === undefined ? {} : { told }),
    /** Yields to the event loop before the next step. */
    async breathe(): Promise<void> {
      await yieldToEventLoop();
      began = performance.now();
    },
    total: ({ read, skipped }: { read: number; skipped: Skipped }): Reconciled => ({
      ...total,
      read,
      skipped: { ...skipped },
      byKind: { ...total.byKind },
    }),
  };
}
