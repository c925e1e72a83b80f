import type { Agent, TranscriptParser } from '../agents/shared/contract.ts';
import type { RawEvent, Skipped } from '../core/event.ts';
import { asObject, parseJson } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import { breathe } from '../platform/breathe.ts';
import { isRegularFile } from '../platform/files.ts';
import { redact } from '../privacy/redact.ts';
import { sanitize } from '../privacy/sanitize.ts';
import type { Log, Offset } from '../store/contract.ts';
import type { Intake } from './intake.ts';
import { fileStamp, readLines } from './read-lines.ts';

/** What reading one transcript gave, so far or in all. */
export interface Reconciled {
  bytes: number;
  lines: number;
  read: number;
  skipped: Skipped;
  added: number;
  completed: number;
  duplicates: number;
  byKind: Record<string, number>;
}

/** What reconciling needs. */
export interface ReconcileParts {
  log: Log;
  intake: Intake;
  findAgent: (name: string) => Agent | undefined;
}

/** Reads a session's transcript and those that belong to it (subagents). An agent that is unknown has none. */
export async function reconcileSession(session: { agent: string; path: string }, parts: ReconcileParts): Promise<void> {
  const agent = parts.findAgent(session.agent);
  if (agent === undefined) return;
  for (const path of [session.path, ...agent.companions(session.path)]) {
    for await (const _step of reconcile({ path, agent }, parts));
  }
}

/** Nothing read yet. */
export function emptyReconciled(): Reconciled {
  return { bytes: 0, lines: 0, read: 0, skipped: {}, added: 0, completed: 0, duplicates: 0, byKind: {} };
}

/**
 * Reads a transcript from where it was last read and appends what it tells, in steps of at most `LIMITS.bulkStepMs` and
 * `LIMITS.batchEvents` events; after each step it yields the totals of this run. A file that is gone, unchanged, cut or
 * replaced is no error: gone, no regular file and unchanged give nothing, the others are read anew. Offset and events are
 * written together.
 */
export async function* reconcile(
  file: { path: string; agent: Agent },
  parts: Pick<ReconcileParts, 'log' | 'intake'>,
): AsyncGenerator<Reconciled> {
  const total = emptyReconciled();
  if (!isRegularFile(file.path)) return;
  const path = redact(file.path).text;
  const known = await parts.log.offset(path);
  const stamp = fileStamp(file.path, known?.headBytes);
  const same = known !== undefined && known.head === stamp.head && known.resumeAt <= stamp.sizeBytes;
  if (same && known.sizeBytes === stamp.sizeBytes && known.modifiedAt === stamp.modifiedAt) return;
  const from = same ? known.resumeAt : 0;
  const parser = file.agent.createParser({ path: file.path }, same ? known.state : undefined);
  const fresh = fileStamp(file.path);
  const offsetAt = (end: number): Offset => {
    const { resumeAt, state } = parser.position(end);
    return { path, agent: file.agent.name, ...fresh, resumeAt, state: asObject(sanitize(state).value) };
  };

  let batch: RawEvent[] = [];
  let end = from;
  let began = performance.now();
  for (const line of readLines(file.path, from)) {
    if (line.open && parseJson(line.text) === undefined) break;
    batch.push(...parser.line(line.text, line.start));
    end = line.end;
    total.lines += 1;
    if (batch.length < LIMITS.batchEvents && performance.now() - began < LIMITS.bulkStepMs / 2) continue;
    await takeBatch(batch, { intake: parts.intake, total, offset: offsetAt(end) });
    batch = [];
    yield finish(total, parser, end - from);
    await breathe();
    began = performance.now();
  }
  await takeBatch(batch, { intake: parts.intake, total, offset: offsetAt(end) });
  yield finish(total, parser, end - from);
}

async function takeBatch(
  batch: readonly RawEvent[],
  to: { intake: Intake; total: Reconciled; offset: Offset },
): Promise<void> {
  const taken = await to.intake.events(batch, { offset: to.offset });
  for (const [i, outcome] of taken.outcomes.entries()) {
    if (outcome === 'added') {
      to.total.added += 1;
      const kind = taken.kinds[i] ?? 'unknown';
      to.total.byKind[kind] = (to.total.byKind[kind] ?? 0) + 1;
    }
    if (outcome === 'completed') to.total.completed += 1;
    if (outcome === 'duplicate') to.total.duplicates += 1;
  }
}

function finish(total: Reconciled, parser: TranscriptParser, bytes: number): Reconciled {
  const { read, skipped } = parser.counts();
  return { ...total, bytes, read, skipped: { ...skipped } };
}
