import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Agent, AgentEnvironment, TranscriptFile } from '../agents/shared/contract.ts';
import type { Intake } from '../capture/intake.ts';
import type { Reconciled } from '../capture/reconcile.ts';
import { emptyReconciled, reconcile } from '../capture/reconcile.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { listFiles } from '../platform/files.ts';
import type { Log } from '../store/contract.ts';
import type { ImportProgress } from './answers.ts';
import type { ImportInput } from './requests.ts';

const ERRORS_SHOWN = 20;
const TELL_MS = 500;

/** What an import needs. */
export interface ImportParts {
  log: Log;
  intake: Intake;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  settled: () => Promise<void>;
}

/** Imports transcripts, newest first; yields progress after every step. A file that fails is reported and the rest goes on. */
export async function* importTranscripts(
  input: ImportInput,
  parts: ImportParts,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportProgress> {
  const files = chooseFiles(input, parts).sort((a, b) => b.modifiedAt - a.modifiedAt);
  const progress: ImportProgress = {
    ...emptyReconciled(),
    done: false,
    files: 0,
    filesTotal: files.length,
    bytesTotal: files.reduce((sum, file) => sum + file.sizeBytes, 0),
    errors: [],
  };
  for (const file of files) {
    if (signal?.aborted)
      throw new CairnError('cancelled', 'The import was cancelled; what was read stays.', { fix: 'cairn import' });
    progress.file = file.path;
    const before = { ...progress, skipped: { ...progress.skipped }, byKind: { ...progress.byKind } };
    if (input.dryRun !== true) yield* importFile(file, { parts, progress, before, signal });
    progress.files += 1;
    progress.bytes = before.bytes + file.sizeBytes;
    yield progress;
  }
  if (input.dryRun !== true) yield* untilSettled(parts, progress, signal);
  const { file: _file, ...rest } = progress;
  yield { ...rest, done: true };
}

/** Tells the progress on while what was read is derived, which takes long where much else waits. */
async function* untilSettled(
  parts: ImportParts,
  progress: ImportProgress,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportProgress> {
  const settled = parts.settled().then(() => true);
  while (!(await Promise.race([settled, pause(TELL_MS, false, { ref: false })]))) {
    if (signal?.aborted) return;
    yield progress;
  }
}

async function* importFile(
  file: TranscriptFile,
  to: { parts: ImportParts; progress: ImportProgress; before: ImportProgress; signal: AbortSignal | undefined },
): AsyncGenerator<ImportProgress> {
  const agent = to.parts.agents.find((known) => known.name === file.agent);
  if (agent === undefined) return;
  try {
    for await (const step of reconcile({ path: file.path, agent }, to.parts)) {
      addStep(to.progress, to.before, step);
      if (to.signal?.aborted) return;
      yield to.progress;
    }
  } catch (error) {
    if (to.progress.errors.length < ERRORS_SHOWN) {
      to.progress.errors.push({ path: file.path, message: toCairnError(error).message });
    }
  }
}

function addStep(progress: ImportProgress, before: ImportProgress, step: Reconciled): void {
  for (const field of ['bytes', 'lines', 'read', 'added', 'completed', 'duplicates'] as const) {
    progress[field] = before[field] + step[field];
  }
  progress.skipped = addCounts(before.skipped, step.skipped);
  progress.byKind = addCounts(before.byKind, step.byKind);
}

function addCounts(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sum = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

function chooseFiles(input: ImportInput, parts: ImportParts): TranscriptFile[] {
  const agents = input.agent === undefined ? parts.agents : parts.agents.filter((agent) => agent.name === input.agent);
  if (agents.length === 0) {
    const names = parts.agents.map((agent) => agent.name).join(', ');
    throw new CairnError('invalid_input', `No agent is called "${input.agent}".`, { fix: `Use one of: ${names}.` });
  }
  if (input.paths === undefined || input.paths.length === 0) {
    return agents.flatMap((agent) => agent.findTranscripts(parts.environment));
  }
  const [first] = agents;
  return input.paths.flatMap((path) => namedFiles(path, first as Agent));
}

function namedFiles(path: string, agent: Agent): TranscriptFile[] {
  const paths = isFolder(path) ? listFiles(path).filter((file) => file.endsWith('.jsonl')) : [path];
  return paths.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return { agent: agent.name, path: file, sizeBytes: size, modifiedAt: Math.trunc(mtimeMs) };
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    throw new CairnError('not_found', `There is no file or folder ${path} that can be read.`, {
      fix: 'cairn import',
      cause,
    });
  }
}
