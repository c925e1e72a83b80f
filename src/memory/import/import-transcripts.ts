import { setTimeout as pause } from 'node:timers/promises';
import type { ImportProgress } from '../../api/answers.ts';
import type { ImportInput } from '../../api/requests.ts';
import { toCairnError } from '../../core/errors.ts';
import { emptyReconciled, type Reconciled, reconcile } from '../../ingest/transcripts/reconcile-transcripts.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { type FindDeps, type FoundTranscript, findTranscripts } from './find-transcripts.ts';
import { foundAgents } from './found-agents.ts';
import { refuseWhenAborted, type SettleDeps, settleImport } from './import-progress.ts';
import { withBeats } from './with-beats.ts';

/** The parts that an import of transcripts needs. */
export type TranscriptDeps = FindDeps & SettleDeps & Pick<MemoryParts, 'intake' | 'transcripts'>;

const ERRORS_SHOWN = 20;
const TELL_MS = 200;
/** Milliseconds without a step, as on a slow disk or in a line that goes on, after which the import tells its progress again. */
const BEAT_MS = 5_000;
/** Events appended before deriving starts, so that the first ones can be found while the rest is read. */
const AHEAD = 1_000;

/**
 * Imports transcripts, the session that was active last first; yields progress about five times a second. Skips what
 * was read before. A file that fails is reported and the rest goes on. After a cancel or kill, the next import resumes
 * where this one stopped.
 */
export async function* importTranscripts(
  input: ImportInput,
  deps: TranscriptDeps,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportProgress> {
  const isDry = input.dryRun === true;
  const found = await findTranscripts(input, deps, { describe: isDry });
  const progress = startOf(found);
  if (isDry) {
    yield { ...progress, agents: foundAgents(found), done: true };
    return;
  }
  const run: Run = { deps, progress, signal, toldAt: 0, ahead: 0 };
  yield progress;
  for (const one of found) {
    if (one.isKnown) continue;
    const { bytes } = progress;
    yield* importFile(one, run);
    progress.files += 1;
    progress.bytes = bytes + one.leftBytes;
  }
  const { file: _file, ...rest } = progress;
  yield rest;
  yield* untilDerived(settleImport(run.deps), { ...run, progress: rest });
  yield { ...rest, done: true };
}

/** A running import. `ahead`: events appended since everything was derived. */
interface Run {
  deps: TranscriptDeps;
  progress: ImportProgress;
  signal: AbortSignal | undefined;
  toldAt: number;
  ahead: number;
}

function startOf(found: readonly FoundTranscript[]): ImportProgress {
  const known = found.filter(({ isKnown }) => isKnown);
  const bytesTotal = found.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const bytesKnown = bytesTotal - found.reduce((sum, { leftBytes }) => sum + leftBytes, 0);
  return {
    ...emptyReconciled(),
    done: false,
    files: known.length,
    filesTotal: found.length,
    filesKnown: known.length,
    bytes: bytesKnown,
    bytesTotal,
    bytesKnown,
    errors: [],
  };
}

/** Repeats the progress while events are derived, which takes long when much else is pending. */
async function* untilDerived(derived: Promise<void>, run: Run): AsyncGenerator<ImportProgress> {
  const isOver = derived.then(() => true);
  while (!(await Promise.race([isOver, pause(TELL_MS, false, { ref: false })]))) {
    if (run.signal?.aborted) return;
    yield run.progress;
  }
}

async function* importFile(
  { file, agent, leftBytes, proves, isElsewhere, isVouched }: FoundTranscript,
  run: Run,
): AsyncGenerator<ImportProgress> {
  const { progress, deps } = run;
  const before = {
    ...progress,
    skipped: { ...progress.skipped },
    byKind: { ...progress.byKind },
    leftOut: { ...progress.leftOut },
  };
  progress.file = file.path;
  try {
    const steps = reconcile(
      { path: file.path, agent, proves, isElsewhere, isVouched },
      { log: deps.store.log, intake: deps.intake, thread: deps.transcripts },
    );
    for await (const step of withBeats(steps, BEAT_MS)) {
      refuseWhenAborted(run.signal);
      if (step === undefined) {
        yield progress;
        continue;
      }
      addStep(progress, before, { ...step, bytes: Math.min(step.bytes, leftBytes) });
      if (progress.added + progress.completed - run.ahead >= AHEAD) {
        yield* untilDerived(deps.deriver.caughtUp(), run);
        run.ahead = progress.added + progress.completed;
      }
      if (performance.now() - run.toldAt < TELL_MS) continue;
      run.toldAt = performance.now();
      yield progress;
    }
  } catch (error) {
    refuseWhenAborted(run.signal);
    if (progress.errors.length < ERRORS_SHOWN) {
      progress.errors.push({ path: file.path, message: toCairnError(error).message });
    }
  }
}

function addStep(progress: ImportProgress, before: ImportProgress, step: Reconciled): void {
  for (const field of ['bytes', 'lines', 'read', 'added', 'completed', 'duplicates', 'unproven'] as const) {
    progress[field] = before[field] + step[field];
  }
  progress.skipped = addCounts(before.skipped, step.skipped);
  progress.byKind = addCounts(before.byKind, step.byKind);
  progress.leftOut = addCounts(before.leftOut ?? {}, step.leftOut);
}

function addCounts(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sum = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}
