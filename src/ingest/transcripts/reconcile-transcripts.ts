import { statSync } from 'node:fs';
import type { Agent } from '../../agents/shared/contract.ts';
import type { EventSource, Skipped } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRegularFile } from '../../platform/files.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { Log, Offset } from '../../store/contract/log.ts';
import type { Intake, IntakeResult } from '../intake.ts';
import { keptOffset } from './kept-offset.ts';
import { type OwnTranscripts, tellsWhoTyped } from './own-transcripts.ts';
import { isPacked } from './read-lines.ts';
import {
  type CleanStep,
  cleanSteps,
  type ReadSoFar,
  readTranscript,
  type TranscriptToRead,
} from './read-transcript.ts';
import type { TranscriptThread } from './transcript-thread.ts';

/** Bytes of a transcript that are read and cleaned on the thread that acknowledges: a turn's few lines need no other. */
const HERE_BYTES = 32 * 1024;
/** Why events are left out that a person forgot, here or in a session that begins with the same words. */
const FORGOTTEN = 'forgotten before';

/** The totals of reading one transcript, so far or at the end. */
export interface Reconciled extends ReadSoFar {
  added: number;
  completed: number;
  duplicates: number;
  byKind: Record<string, number>;
  /** Events that were left out, by reason. */
  leftOut: Skipped;
}

/** The dependencies of reconciling. */
export interface ReconcileDeps {
  log: Log;
  intake: Intake;
  findAgent: (name: string) => Agent | undefined;
  own: OwnTranscripts;
  /** Reads and cleans long transcripts elsewhere; absent: here. */
  thread?: TranscriptThread | undefined;
}

/** Reads a session's transcript and those of its subagents. An unknown agent has none. */
export async function reconcileSession(session: { agent: string; path: string }, deps: ReconcileDeps): Promise<void> {
  const agent = deps.findAgent(session.agent);
  if (agent === undefined) return;
  const isElsewhere = !deps.own.has(agent, session.path);
  const proves = !isElsewhere && tellsWhoTyped(agent);
  for (const path of [session.path, ...(agent.companions?.(session.path) ?? [])]) {
    for await (const _step of reconcile({ path, agent, proves, isElsewhere }, deps));
  }
}

/** Totals of 0. */
export function emptyReconciled(): Reconciled {
  return {
    bytes: 0,
    lines: 0,
    read: 0,
    skipped: {},
    added: 0,
    completed: 0,
    duplicates: 0,
    byKind: {},
    unproven: 0,
    leftOut: {},
  };
}

/**
 * Reads a transcript from the kept offset and appends its events, in the steps of `readTranscript`; yields the totals of
 * this run after each step. A file that is missing, not regular or unchanged yields nothing; one that was cut or replaced is
 * read again from the start. Offset and events are written in one transaction.
 */
export async function* reconcile(
  file: TranscriptToRead,
  deps: Pick<ReconcileDeps, 'log' | 'intake' | 'thread'>,
): AsyncGenerator<Reconciled> {
  if (!isRegularFile(file.path)) return;
  const known = await keptOffset(file.path, file, deps.log);
  const total = emptyReconciled();
  let last: Pick<ReadSoFar, 'read' | 'skipped' | 'formats'> = { read: 0, skipped: {} };
  const alsoFrom: EventSource[] | undefined = file.isVouched === true ? ['import'] : undefined;
  for await (const { cleaned, offset, ...read } of stepsOf(file, known, deps)) {
    if (file.isElsewhere === true)
      for (const event of cleaned.events) if (event !== undefined) event.isElsewhere = true;
    addOutcomes(total, await deps.intake.cleaned(cleaned, omitUndefined({ offset }), alsoFrom));
    last = read;
    yield { ...total, byKind: { ...total.byKind }, leftOut: { ...total.leftOut }, ...read };
    await yieldToEventLoop();
  }
  deps.intake.noteLines(file.agent.name, last);
}

function stepsOf(
  file: TranscriptToRead,
  known: Offset | undefined,
  { intake, thread }: Pick<ReconcileDeps, 'intake' | 'thread'>,
): AsyncGenerator<CleanStep> {
  const { agent, ...place } = file;
  if (thread !== undefined && isLong(file.path, known)) return thread.read({ ...place, agent: agent.name, known });
  return cleanSteps(readTranscript(file, known), (raws) => intake.clean(raws));
}

/** True when more is left to read than one step should take. */
function isLong(path: string, known: Offset | undefined): boolean {
  const { size } = statSync(path);
  const read = known !== undefined && known.resumeAt <= size ? known.resumeAt : 0;
  return isPacked(path) || size - read > HERE_BYTES;
}

function addOutcomes(total: Reconciled, { outcomes, kinds, leftOut = {} }: IntakeResult): void {
  for (const [reason, n] of Object.entries(leftOut)) total.leftOut[reason] = (total.leftOut[reason] ?? 0) + n;
  for (const [i, outcome] of outcomes.entries()) {
    const kind = kinds[i] ?? 'unknown';
    if (outcome === 'added') total.byKind[kind] = (total.byKind[kind] ?? 0) + 1;
    if (outcome === 'added' || outcome === 'completed') total[outcome] += 1;
    if (outcome === 'duplicate') total.duplicates += 1;
    if (outcome === 'refused') total.leftOut[FORGOTTEN] = (total.leftOut[FORGOTTEN] ?? 0) + 1;
  }
}
