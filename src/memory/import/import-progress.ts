import type { ImportProgress } from '../../api/answers.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { sum } from '../../core/sum.ts';
import type { IntakeResult } from '../../ingest/intake.ts';
import { emptyReconciled } from '../../ingest/transcripts/reconcile-transcripts.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** The parts that wait for what an import gave to be derived. */
export type SettleDeps = Pick<MemoryParts, 'deriver' | 'deadlines'>;

/** A file to be imported. `sizeBytes` as it is now. */
export interface ImportFile {
  path: string;
  sizeBytes: number;
}

/**
 * Imports files one after the other; `read` adds to the progress, which is yielded after every step. A file that fails
 * is reported and the rest goes on; at the end, unless nothing is written, it waits until all is derived.
 */
export async function* importEach<File extends ImportFile>(
  files: readonly File[],
  read: (file: File, progress: ImportProgress) => AsyncIterable<unknown>,
  { deps, dryRun, signal }: { deps: SettleDeps; dryRun: boolean; signal: AbortSignal | undefined },
): AsyncGenerator<ImportProgress> {
  const progress: ImportProgress = {
    ...emptyReconciled(),
    done: false,
    files: 0,
    filesTotal: files.length,
    bytesTotal: sum(files.map(({ sizeBytes }) => sizeBytes)),
    errors: [],
  };
  let before = 0;
  for (const file of files) {
    progress.file = file.path;
    try {
      for await (const _ of read(file, progress)) {
        refuseWhenAborted(signal);
        await yieldToEventLoop();
        yield progress;
      }
    } catch (error) {
      const failure = toCairnError(error);
      if (failure.code === 'cancelled') throw failure;
      progress.errors.push({ path: file.path, message: failure.message });
    }
    before += file.sizeBytes;
    progress.files += 1;
    progress.bytes = before;
    yield progress;
  }
  if (!dryRun) await settleImport(deps);
  const { file: _file, ...rest } = progress;
  yield { ...rest, done: true };
}

/** Adds the outcome of a batch: added events by kind, or under the caller's names for them. */
export function countTaken(
  progress: ImportProgress,
  { outcomes, kinds }: IntakeResult,
  words?: readonly string[],
): void {
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome === 'added') {
      progress.added += 1;
      addTo(progress.byKind, words?.[i] ?? kinds[i] ?? 'unknown');
    } else if (outcome === 'completed') progress.completed += 1;
    else if (outcome === 'duplicate') progress.duplicates += 1;
    else addTo(progress.skipped, outcome === 'refused' ? 'forgotten before' : 'excluded project');
  }
}

/** Adds to a count by name. */
export function addTo(counts: Record<string, number>, name: string, n = 1): void {
  counts[name] = (counts[name] ?? 0) + n;
}

/** Throws `cancelled` when the caller gave up. */
export function refuseWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new CairnError('cancelled', 'The import was cancelled; what was read stays.', { fix: 'cairn import' });
}

/** Resolves when nothing is left to derive. */
export function settleImport({ deriver, deadlines }: SettleDeps): Promise<void> {
  return deriver.settled(deadlines.importSettledMs);
}
